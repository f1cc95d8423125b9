"""Shows the verdict on the drill screen, beside the felt or below it, and opens its lesson and citations.

The felt shows the judged question as it should be, as it was asked or as it was answered. Where the behaviour says so,
the run goes on by itself after a right answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from trainer.course.lessons import has_lesson
from trainer.desk.style.style import current_style
from trainer.games.core import Reason
from trainer.rulebooks import Citation
from trainer.runs.run import Stage
from trainer.runs.summary import Answered

if TYPE_CHECKING:
    from trainer.desk.screens.run.screen import RunnerScreen


VIEWS = ("should-be", "asked", "answered")  # what the felt shows of a judged question


class VerdictDisplay:
    """Created while the first question is read, so that its verdict appears at once."""

    def __init__(self, screen: RunnerScreen) -> None:
        self._screen = screen
        self._panel = screen.column.verdict
        self._view = 0  # index in `VIEWS` of what the felt shows
        self._was_beside = False  # whether the panel was open when the answer came
        self._going_on = QTimer(screen, singleShot=True)
        self._going_on.timeout.connect(screen.press_enter)
        screen.column.lesson_wanted.connect(self.read_lesson)
        screen.column.cite_wanted.connect(self.open_citation)

    def show(self, answered: Answered, is_again: bool = False) -> None:
        """Show a verdict in one frame: tray, felt and panel. The next question is prepared meanwhile.

        A verdict that is shown again neither moves nor sounds, and waits for the user.
        """
        screen, draft = self._screen, answered.question.draft
        self._view = 0
        moves = current_style().motion and not is_again
        screen.bar.tell("")
        screen.tray.show_solution(answered.mark.given, answered.mark.solution)
        screen.felt.show_scene(draft.after or draft.scene, current_style().language, animate=moves)
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

    def switch_view(self) -> None:
        """Show the table as it should be, as it was asked, or as it was answered, one after the other."""
        screen, answered = self._screen, self._screen.run.answered[-1]
        self.stay()
        draft, view = answered.question.draft, self.next_view()
        self._view = VIEWS.index(view)
        scene = (draft.after or draft.scene) if view == "should-be" else draft.scene
        if view == "answered":
            scene = screen.tray.laid(scene)
        screen.felt.show_scene(scene, current_style().language)
        screen.show_answer()
        if view == "asked":
            screen.felt.set_marks({})
            screen.felt.set_counts({})
        screen.felt_area.say_why(current_style().say(f"verdict.{view}"))
        screen.bar.offer_view(self.next_view())

    def next_view(self) -> str:
        """The next picture of the felt; pictures of an answer are skipped if none was given."""
        views = VIEWS if self._screen.run.answered[-1].mark.given else VIEWS[:-1]
        return views[(self._view + 1) % len(views)]

    def show_again(self) -> None:
        """Write the last verdict again in another language, size or theme."""
        screen = self._screen
        last = screen.run.answered[-1]
        screen.tray.show_solution(last.mark.given, last.mark.solution)
        self._fill(last, slides=False)
        QTimer.singleShot(0, screen, self.find_room)  # after felt and tray were laid out

    def find_room(self) -> None:
        """Choose between beside and below the felt for the present size of the window."""
        screen = self._screen
        if screen.run.stage is Stage.JUDGED and not screen.is_projected:
            if screen.column.is_below is not self._goes_below():
                self._fill(screen.run.answered[-1], slides=False)
            screen.felt_area.make_way(is_shown=True)

    def _goes_below(self) -> bool:
        """Whether the verdict goes below the felt: if the table would shrink beside it, unless the answer is compared
        with it."""
        screen = self._screen
        return not (self._was_beside or screen.tray.is_compared or screen.felt_area.has_room_beside())

    def _fill(self, answered: Answered, slides: bool) -> None:
        screen = self._screen
        screen.column.is_below = self._goes_below()
        screen.column.show_verdict(answered, screen.run, screen.spot_name, slides=slides)
        screen.tray.setVisible(not screen.column.is_below)  # a covered tray takes neither Tab nor a screen reader

    def stay(self) -> None:
        """Cancel going on automatically."""
        self._going_on.stop()

    def read_on(self, pages: float) -> None:
        """Scroll a long verdict by ``pages`` of its visible height."""
        self._panel.read_on(pages)

    def read_lesson(self) -> None:
        """Open the lesson of this question. Read before the answer, it makes the answer not count."""
        screen = self._screen
        if screen.run.stage is Stage.WAITING:  # for the first question of a race
            screen.bar.tell(current_style().say("runner.lesson-later"))
        elif not has_lesson(screen.run.question.item.game, current_style().language):
            screen.bar.tell(current_style().say("runner.no-lesson"))
        elif screen.run.look_up():
            self.stay()
            screen.lesson_wanted.emit(screen.run.question)
        else:
            screen.bar.tell(current_style().say("runner.lesson-later"))

    def open_citation(self, cite: Citation, reason: Reason) -> None:
        """Open the page of a citation of the verdict."""
        screen = self._screen
        if screen.run.stage is Stage.WAITING:  # for the next question of a race
            screen.bar.tell(current_style().say("runner.lesson-later"))
            return
        self.stay()
        screen.cite_wanted.emit(screen.run.question, cite, reason)
