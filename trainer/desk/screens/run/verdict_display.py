"""A judged question on the drill screen: its verdict, and the ways from there into the lesson and the regulation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from trainer.course.lessons import has_lesson
from trainer.games.core import Reason
from trainer.rulebooks import Citation
from trainer.runs.run import Stage
from trainer.runs.summary import Answered

if TYPE_CHECKING:
    from trainer.desk.screens.run.screen import RunnerScreen


class Judging:
    """Made while the first question is read, so that its verdict waits for nothing."""

    def __init__(self, screen: RunnerScreen) -> None:
        self._screen = screen
        self._panel = screen.column.verdict
        self._was_beside = False  # something was said beside the felt already when the answer came
        self._going_on = QTimer(screen, singleShot=True)
        self._going_on.timeout.connect(screen.press_enter)
        screen.column.lesson_wanted.connect(self.read_lesson)
        screen.column.cite_wanted.connect(self.open_citation)

    def show(self, answered: Answered, is_again: bool = False) -> None:
        """Show a verdict in one frame: tray, felt and column. The next question is made while it is read.

        A verdict that is shown again neither moves nor sounds, and waits for the user.
        """
        screen, draft = self._screen, answered.question.draft
        moves = screen.dress.motion and not is_again
        screen.bar.tell("")
        screen.tray.show_solution(answered.mark.given, answered.mark.solution)
        screen.felt.show_scene(draft.after or draft.scene, screen.dress.language, animate=moves)
        screen.show_answer()
        screen.write()
        self._was_beside = not screen.column.isHidden()
        self._fill(answered, slides=moves)
        screen.setFocus()
        if is_again:
            return
        seconds = screen.run.behaviour.goes_on_after_seconds
        if seconds is not None and answered.mark.right and not screen.run.trouble:
            self._going_on.start(round(seconds * 1000))
        QTimer.singleShot(0, screen, screen.run.prepare)
        screen.judged.emit(answered)

    def show_again(self) -> None:
        """The last verdict in another language, size or colour."""
        screen = self._screen
        last = screen.run.answered[-1]
        screen.tray.show_solution(last.mark.given, last.mark.solution)
        self._fill(last, slides=False)
        QTimer.singleShot(0, screen, self.find_room)  # once felt and tray have their sizes

    def find_room(self) -> None:
        """Lie beside the felt or below it, as there is room in the window now."""
        screen = self._screen
        if screen.run.stage is Stage.JUDGED and not screen.is_projected:
            if screen.column.is_below is not self._goes_below():
                self._fill(screen.run.answered[-1], slides=False)
            screen.felt_room.make_way(is_shown=True)

    def _goes_below(self) -> bool:
        """Where the table would be smaller beside the verdict, unless what was answered is compared with it there."""
        screen = self._screen
        return not (self._was_beside or screen.tray.is_compared or screen.felt_room.has_room_beside())

    def _fill(self, answered: Answered, slides: bool) -> None:
        screen = self._screen
        screen.column.is_below = self._goes_below()
        screen.column.show_verdict(answered, screen.run.trouble, screen.spot_name, screen.dress, slides=slides)
        screen.tray.setVisible(not screen.column.is_below)  # what is covered takes neither Tab nor a reader's voice

    def stay(self) -> None:
        """Do not go on by itself: something else is done or read."""
        self._going_on.stop()

    def read_on(self, pages: float) -> None:
        """Further down in a long verdict, or up again, by so much of what is seen of it."""
        self._panel.read_on(pages)

    def read_lesson(self) -> None:
        """Open the page of the lesson behind this question; read before the answer, it does not count any more."""
        screen = self._screen
        if not has_lesson(screen.run.question.item.game, screen.dress.language):
            screen.bar.tell(screen.dress.say("runner.no-lesson"))
        elif screen.run.look_up():
            self.stay()
            screen.lesson_wanted.emit(screen.run.question)
        else:
            screen.bar.tell(screen.dress.say("runner.lesson-later"))

    def open_citation(self, cite: Citation, reason: Reason) -> None:
        """What stands behind a citation of the verdict."""
        self.stay()
        self._screen.cite_wanted.emit(self._screen.run.question, cite, reason)
