"""The pause of a shift: go on, open the lesson, end it, or leave it for later; and the keys of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.style.style import Style, Styled, current_style
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.layouts import Flow, put_in_the_middle
from trainer.desk.widgets.words import Words

if TYPE_CHECKING:
    from trainer.desk.screens.live.phrases import Phrases


class PausePanel(Styled, QFrame):
    """Covers the screen, so that the pause gives no time to count."""

    go_on = Signal()
    lesson = Signal()
    end = Signal()
    leave = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = Words("figure")
        self.says = Words("large-quiet", wrap=True)
        self.keys_say = Words("body", wrap=True)
        self.hand_says = Words("body", wrap=True)
        self.keys = Flow()
        self._caps: list[Words] = []
        self.main = KeyButton("primary", height=56)
        self.lesson_button = KeyButton(height=56)
        self.end_button = KeyButton(height=56)
        self.leave_button = KeyButton(height=56)
        card = QFrame()
        card.setProperty("surface", "card")
        self._card = card
        self._inner = QVBoxLayout(card)
        for part in (self.title, self.says, self.keys_say, self.keys, self.hand_says):
            self._inner.addWidget(part)
        row = QHBoxLayout()
        for button in (self.main, self.lesson_button, self.end_button, self.leave_button):
            row.addWidget(button)
        self._row = row
        self._inner.addLayout(row)
        put_in_the_middle(card, self)
        self.main.clicked.connect(self.go_on)
        self.lesson_button.clicked.connect(self.lesson)
        self.end_button.clicked.connect(self.end)
        self.leave_button.clicked.connect(self.leave)
        self.restyle()
        self.hide()

    def show_for(self, phrases: Phrases, style: Style) -> None:
        """Show the keys of a table, and what mouse and fingers do there."""
        parts = ["by-hand", "by-hand-cards"] if "d" in phrases.keyboard.verbs else ["by-hand"]
        self.hand_says.setText(" ".join(style.text(f"live.pause.{part}") for part in parts))
        choices = [*phrases.verbs(style)[:-1], *phrases.other_verbs(style)[:-1]]
        while len(self._caps) < len(choices):
            self._caps.append(Words("keycap"))
        for label, choice in zip(self._caps, choices, strict=False):
            label.setText(f"{choice.cap}  {choice.label}")
        self.keys.hold(*self._caps[: len(choices)])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F1:
            self.lesson.emit()
        elif event.key() == Qt.Key.Key_Escape:  # as everywhere, it leads back; the shift can be gone on with
            self.leave.emit()
        elif event.key() in ENTER_KEYS:
            focused = self.focusWidget()
            (focused if isinstance(focused, KeyButton) else self.main).click()
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        style = current_style()
        px = style.px
        self._card.setFixedWidth(px(940))
        self._inner.setContentsMargins(px(36), px(28), px(36), px(28))
        self._inner.setSpacing(px(14))
        self._row.setSpacing(px(10))
        self.keys.set_gap(px(8))
        self.title.setText(style.text("live.pause.title"))
        self.says.setText(style.text("live.pause.says"))
        self.keys_say.setText(style.text("live.pause.keys"))
        self.main.say(style.text("live.pause.go-on"), style.say("key.enter"))
        self.lesson_button.say(style.text("live.pause.lesson"), "F1")
        self.end_button.say(style.text("live.pause.end"))
        self.leave_button.say(style.text("live.pause.leave"), style.say("key.escape"))
