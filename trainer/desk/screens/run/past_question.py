"""Base class of the screens that show a past question: its felt before or after the solution, and the verdict."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from trainer.desk.answering.verdict import VerdictPanel
from trainer.desk.screens.run.side_panel import WIDTH as COLUMN_WIDTH
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.table import make_felt
from trainer.desk.table.imprint import table_of
from trainer.desk.table.view import FeltView
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.title_bar import TitleBar
from trainer.desk.widgets.words import Words
from trainer.runs.summary import Answered
from trainer.texts import say


class PastQuestionScreen(Screen):
    """Left and right go to another question (`go`), Enter to the next; the space bar switches between
    question and solution, Escape leaves. Subclasses define `leave` and `go`."""

    def __init__(self) -> None:
        style = current_style()
        super().__init__()
        self.place = 0
        self.shows_after = True
        self.number = Words("quiet")
        self.before, self.after = KeyButton(height=44, step=STEPS.body), KeyButton(height=44, step=STEPS.body)
        self.bar = TitleBar(self.number, self.before, self.after)
        self.felt = FeltView(theme=style.theme)
        self.felt.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.question = Words("question", wrap=True)
        self.turn = KeyButton(height=44)
        self.verdict = VerdictPanel()
        self.line = QHBoxLayout()
        self.line.addWidget(self.question, stretch=1)
        self.line.addWidget(self.turn)
        self.left = QVBoxLayout()
        self.left.addWidget(self.felt, stretch=1)
        self.left.addLayout(self.line)
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addLayout(self.left, stretch=1)
        below.addWidget(self.verdict)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addLayout(below, stretch=1)
        self.bar.leave.clicked.connect(self.leave)
        self.before.clicked.connect(lambda: self.go(-1))
        self.after.clicked.connect(lambda: self.go(1))
        self.turn.clicked.connect(self._turn)

    def leave(self) -> None:
        """Leave the screen."""
        raise NotImplementedError

    def go(self, step: int) -> None:
        """Go to another question; stays at either end."""
        raise NotImplementedError

    def _turn(self) -> None:
        """Switch between the felt as it was asked and as it was solved."""
        self.shows_after = not self.shows_after
        self.restyle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() == Qt.Key.Key_Left:
            self.go(-1)
        elif event.key() == Qt.Key.Key_Right:
            self.go(1)
        elif event.key() == Qt.Key.Key_Space:
            self._turn()
        elif event.key() in ENTER_KEYS:
            button = self.focused_button()
            button.click() if button else self.go(1)
        else:
            super().keyPressEvent(event)

    def write_frame(self, leave: str, before: str, after: str) -> None:
        """Set the sizes and the labels of the buttons that are always there."""
        style = current_style()
        px = style.px
        self.bar.set_back(leave)
        self.left.setContentsMargins(px(12), px(8), px(12), px(12))
        self.left.setSpacing(px(8))
        self.line.setContentsMargins(px(8), px(8), px(8), 0)
        self.line.setSpacing(px(8))
        self.verdict.setFixedWidth(px(COLUMN_WIDTH))
        for button, words, key in ((self.before, before, "←"), (self.after, after, "→")):
            button.say(words, key)

    def show_answered(self, answered: Answered) -> None:
        """Show a question with its answer on the felt of its own rules."""
        style = current_style()
        draft, table = answered.question.draft, table_of(answered.rules)
        self.question.setText(say(draft.prompt, style.language))
        self.felt.reduce_motion = True
        self.felt.set_table(table)
        after = draft.after if self.shows_after else None
        self.felt.show_scene(after or draft.scene, style.language)
        other = "before" if self.shows_after else "after"
        self.turn.say(style.text(f"progress.replay.{other}"), style.say("key.space"))
        self.turn.setVisible(draft.after is not None)
        self.verdict.show_verdict(answered, "", make_felt(draft.scene.felt, table.imprint).spoken)
