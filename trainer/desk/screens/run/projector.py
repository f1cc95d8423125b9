"""A question shown to a class: felt and question alone in large type, the answer revealed step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from trainer.desk.style.style import current_style
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.words import Words
from trainer.runs.run import Stage
from trainer.system.lazy_imports import lazily
from trainer.texts import Message

with lazily():  # for the first revealed answer
    from trainer.desk.answering.answer_text import answer_lines
    from trainer.desk.answering.reasons import cite_words

if TYPE_CHECKING:
    from trainer.desk.screens.run.screen import RunnerScreen


class Projector:
    """The drill screen in front of a class."""

    def __init__(self, screen: RunnerScreen) -> None:
        self._screen = screen
        self.is_on = False
        self.leave = KeyButton("quiet", height=44)  # for touch: the header with its buttons is hidden
        self.leave.clicked.connect(screen.switch_projector)

    def switch(self) -> None:
        """Switch between the class's view and the trainee's."""
        self.is_on = not self.is_on
        self.show()

    def show(self) -> None:
        """Show the current question as a class sees it, or as before."""
        screen = self._screen
        for widget in (screen.header, screen.tray_room):
            widget.setVisible(not self.is_on)
        screen.bar.question.is_projected = self.is_on
        if self.leave.parentWidget() is None:
            screen.bar.line.insertWidget(1, self.leave)
        self.leave.setVisible(self.is_on)
        self.leave.say(Message("desk.runner.leave-projector"), Message("desk.key.projector"))
        if self.is_on:
            screen.column.hide()
            screen.felt_area.look_past(0)
        screen.felt_area.projector.begin(self._steps() if self.is_on else ())
        screen.write()
        screen.bar.line.activate()  # the question takes the room of the buttons that went
        if not self.is_on:
            screen.show_asking()  # the notes and hints that were open before
        screen.setFocus() if self.is_on else screen.take_focus()

    def _steps(self) -> list[str]:
        """The answer, then each reason with its citation."""
        screen = self._screen
        question, style = screen.run.question, current_style()
        steps = ["\n".join(answer_lines(question.draft.form, question.draft.solution, style, screen.spot_name))]
        for words, citation in question.family.explain_all(question.draft.reasons, style.language):
            steps.append(f"{words}\n{cite_words(citation, style)}" if citation else words)
        return steps

    def reveal(self) -> None:
        """Reveal one more step; after the last one, go on to the next question."""
        screen = self._screen
        panel = screen.felt_area.projector
        if not panel.reveal():
            if screen.run.stage is Stage.ASKING:
                screen.run.show_answer()
            screen.go_on()
            return
        if panel.revealed == 1:
            if screen.run.stage is Stage.ASKING:  # it may have been hidden again and revealed a second time
                screen.run.show_answer()
            draft = screen.run.question.draft
            screen.felt.show_scene(draft.after or draft.scene, current_style().language, animate=current_style().motion)
        screen.felt_area.show_projected()
        screen.write()

    def take_back(self) -> None:
        """Hide the last step; without the answer the table lies as it was asked."""
        screen = self._screen
        screen.felt_area.projector.take_back()
        if not screen.felt_area.projector.revealed:
            screen.felt.show_scene(screen.run.question.draft.scene, current_style().language)
        screen.felt_area.show_projected()
        screen.write()

    def restyle(self) -> None:
        """Write the steps again in another language or size."""
        self._screen.felt_area.projector.write_steps(self._steps())
        self._screen.felt_area.show_projected()


class ProjectorPanel(QFrame):
    """Shows the answer first, then the reasons; scrolls to the last one revealed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("surface", "panel")
        self.steps: tuple[str, ...] = ()
        self.revealed = 0
        self._words: list[Words] = []
        self._inside = QWidget()
        self._body = QVBoxLayout(self._inside)
        self._body.addStretch()
        self.scroll_area = scrolling(self._inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.scroll_area)
        bar = self.scroll_area.verticalScrollBar()
        bar.rangeChanged.connect(lambda _, last: bar.setValue(last))
        self.hide()

    def begin(self, steps: Sequence[str]) -> None:
        """Prepare the steps of another question; none is revealed yet."""
        self.steps, self.revealed = tuple(steps), 0
        self._write()

    def reveal(self) -> bool:
        """Reveal one more step; tells whether there was one."""
        if self.revealed == len(self.steps):
            return False
        self.revealed += 1
        self._write()
        return True

    @property
    def is_all_seen(self) -> bool:
        return self.revealed == len(self.steps)

    def take_back(self) -> None:
        """Hide the last step again."""
        if self.revealed:
            self.revealed -= 1
            self._write()

    def write_steps(self, steps: Sequence[str]) -> None:
        """Write the same steps in another language or size."""
        self.steps = tuple(steps)
        self._write()

    def _write(self) -> None:
        style = current_style()
        discard(*self._words)
        margin = style.px(28)
        self._body.setContentsMargins(margin, margin, margin, margin)
        self._body.setSpacing(style.px(20))
        self._words = []
        for index, step in enumerate(self.steps[: self.revealed]):
            words = Words("projected-answer" if index == 0 else "projected", wrap=True)
            words.setText(step)
            self._words.append(words)
            self._body.insertWidget(index, words)
        self.setVisible(bool(self.revealed))
        self.setAccessibleName(". ".join(self.steps[: self.revealed]))
