"""The bar below the felt: the question, a line about its answer, and the buttons that give a hint and answer."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from trainer.desk.style.dress import Dress
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import close_lines
from trainer.desk.widgets.words import QuestionWords, Words

_HEIGHT = 52


class QuestionBar(QWidget):
    """One height for nearly all questions, so that the felt above it stays where it is."""

    def __init__(self) -> None:
        super().__init__()
        self.question = QuestionWords()
        self.message = Words("trouble")
        self.hint = KeyButton(height=44)
        self.answer = KeyButton("primary", height=44)
        self.line = QHBoxLayout(self)  # words and buttons of a table stand between the question and its buttons
        self.line.addLayout(close_lines(self.question, self.message), stretch=1)
        self.line.addWidget(self.hint)
        self.line.addWidget(self.answer)

    def tell(self, message: str) -> None:
        """A line under the question; without one the question stands beside the middle of its button."""
        self.message.setText(message)
        self.message.setVisible(bool(message))

    def offer_answer(self, label: str, dress: Dress) -> None:
        """What Enter does now."""
        self.answer.say(label, dress.say("key.enter"))
        self.answer.wear(dress)
        self.answer.show()

    def offer_hint(self, is_offered: bool, is_left: bool, dress: Dress) -> None:
        """Whether hints are given here, and whether one is left."""
        self.hint.say(dress.say("runner.hint"), dress.say("key.hint"))
        self.hint.wear(dress)
        self.hint.setVisible(is_offered)
        self.hint.setEnabled(is_left)

    def wear(self, dress: Dress) -> None:
        self.line.setContentsMargins(dress.px(20), 0, dress.px(20), 0)
        self.line.setSpacing(dress.px(8))
        self.setMinimumHeight(dress.px(_HEIGHT))
        self.message.setFixedHeight(dress.px(20))
        self.message.setVisible(bool(self.message.text()))
