"""The bar below the felt: question, message, hint button, “I don’t know” and answer button; with a verdict, the button
that switches what the felt shows."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from trainer.desk.style.style import Styled, current_style
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import close_lines
from trainer.desk.widgets.words import QuestionWords, Words

_HEIGHT = 52


class QuestionBar(Styled, QWidget):
    """Has the same height for nearly all questions, so that the felt above it stays where it is."""

    def __init__(self) -> None:
        super().__init__()
        self.question = QuestionWords()
        self.message = Words("trouble")
        self.hint = KeyButton(height=44)
        self.view = KeyButton(height=44)
        self.view.hide()
        self.unknown = KeyButton("quiet", height=44)
        self.unknown.hide()
        self.answer = KeyButton("primary", height=44)
        self.line = QHBoxLayout(self)  # a real table adds its own widgets between the question and the buttons
        self.line.addLayout(close_lines(self.question, self.message), stretch=1)
        self.line.addWidget(self.hint)
        self.line.addWidget(self.view)
        self.line.addWidget(self.unknown)
        self.line.addWidget(self.answer)

    def tell(self, message: str) -> None:
        """Show a message below the question; empty to remove it."""
        self.message.setText(message)
        self.message.setVisible(bool(message))

    def offer_answer(self, label: str) -> None:
        """Set the label of the answer button."""
        style = current_style()
        self.answer.say(label, style.say("key.enter"))
        self.answer.show()

    def offer_hint(self, is_offered: bool, is_left: bool) -> None:
        """Show or hide the hint button; it is enabled if a hint is left."""
        style = current_style()
        self.hint.say(style.say("runner.hint"), style.say("key.hint"))
        self.hint.setVisible(is_offered)
        self.hint.setEnabled(is_left)

    def offer_view(self, view: str) -> None:
        """Offer to show the table as it was asked, as it was answered or as it should be; empty to offer nothing."""
        style = current_style()
        if view:
            self.view.say(style.say(f"verdict.see-{view}"), style.say("key.space"))
            self.hint.hide()
        self.view.setVisible(bool(view))

    def offer_unknown(self, is_offered: bool) -> None:
        """Show or hide the button that gives the question up."""
        style = current_style()
        self.unknown.say(style.say("runner.unknown"), style.say("key.unknown"))
        self.unknown.setToolTip(style.say("keys.unknown"))
        self.unknown.setVisible(is_offered)

    def restyle(self) -> None:
        style = current_style()
        self.line.setContentsMargins(style.px(20), 0, style.px(20), 0)
        self.line.setSpacing(style.px(8))
        self.setMinimumHeight(style.px(_HEIGHT))
        self.message.setFixedHeight(style.px(20))
        self.message.setVisible(bool(self.message.text()))
