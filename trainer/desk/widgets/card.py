"""`Card` is a panel with a title for other widgets. `CardScreen` is a page in the middle of the window: a title, a
sentence, a message, and two buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from trainer.desk.style.style import Styled, current_style
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.layouts import put_in_the_middle, scrolling
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.words import Words
from trainer.texts import Param


class CardScreen(Screen):
    """A page with a main button, which Enter presses unless another has the focus, and one to leave (Escape)."""

    back = Signal()

    def __init__(self, width: int = 720) -> None:
        super().__init__()
        self._width = width
        self.title = Words("figure")
        self.says = Words("large-quiet", wrap=True)
        self.message = Words("trouble", wrap=True)
        self.main = KeyButton("primary", height=56)
        self.leave = KeyButton(height=56)
        self.leave.clicked.connect(self.go_back)
        self.body = QVBoxLayout()
        self.buttons = QHBoxLayout()
        self.buttons.addWidget(self.main, stretch=2)
        self.buttons.addWidget(self.leave, stretch=1)
        self.card = QFrame()
        self.card.setProperty("surface", "card")
        self._card = QVBoxLayout(self.card)
        self._card.addWidget(self.title)
        self._card.addWidget(self.says)
        self._card.addLayout(self.body)
        self._card.addWidget(self.message)
        self._card.addLayout(self.buttons)
        put_in_the_middle(self.card, page := QWidget())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolling(page))

    def go_back(self) -> None:
        """Go one step back; from the first step, leave the screen."""
        self.back.emit()

    def tell(self, sentence: str, is_good: bool = False) -> None:
        """Show what must be corrected first; ``is_good`` marks a success."""
        self.message.set_role("note" if is_good else "trouble")
        self.message.setText(sentence)
        self.message.setVisible(bool(sentence))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.go_back()
        elif event.key() in ENTER_KEYS:
            (self.focused_button() or self.main).click()
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        px = style.px
        self.card.setFixedWidth(px(self._width))
        self._card.setContentsMargins(px(40), px(28), px(40), px(32))
        self._card.setSpacing(px(14))
        self.body.setSpacing(px(10))
        self.buttons.setSpacing(px(12))
        self.message.setVisible(bool(self.message.text()))
        self.says.setVisible(bool(self.says.text()))


class Card(Styled, QFrame):
    """A panel with a title, a remark at the right, and the widgets that are added below them."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self.title = Words("heading")
        self.remark = Words("small")
        self._head = QHBoxLayout()
        self._head.addWidget(self.title)
        self._head.addStretch()
        self._head.addWidget(self.remark, alignment=Qt.AlignmentFlag.AlignBottom)
        self._layout = QVBoxLayout(self)
        self._layout.addLayout(self._head)
        self.restyle()

    def add(self, part: QWidget | QLayout, stretch: int = 0) -> None:
        if isinstance(part, QLayout):
            self._layout.addLayout(part, stretch)
        else:
            self._layout.addWidget(part, stretch)

    def set_title(self, title: Param, remark: Param = "") -> None:
        self.title.say(title)
        self.remark.say(remark)
        self.remark.setVisible(bool(remark))

    def restyle(self) -> None:
        style = current_style()
        self._layout.setContentsMargins(style.px(20), style.px(14), style.px(20), style.px(14))
        self._layout.setSpacing(style.px(8))
