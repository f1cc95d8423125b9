"""Base of screens with an editor: cards in a column, function keys, Enter goes to the next field.

Leaving with unsaved changes takes a second press.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from trainer.desk.style.style import current_style
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import scrolling
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.title_bar import TitleBar
from trainer.texts import Message


class EditingScreen(Screen):
    """``back`` leaves (Escape), ``save_wanted`` asks to save (F10)."""

    back = Signal()
    save_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.keys: Mapping[Qt.Key, Callable[[], object]] = {}
        self.save = KeyButton("primary", height=44)
        self._kept: tuple[object, ...] = ()

    def build(self, bar: TitleBar, *cards: Card) -> None:
        """Put the bar above and the cards below it, in a column that scrolls."""
        self.bar = bar
        inside = QWidget()
        inside.setProperty("surface", "window")
        self.column = QVBoxLayout(inside)
        for card in cards:
            self.column.addWidget(card)
        self.column.addStretch()
        self.area = scrolling(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(bar)
        layout.addWidget(self.area, stretch=1)
        bar.leave.clicked.connect(self.leave)
        self.save.clicked.connect(self.save_wanted)

    def _typed(self) -> tuple[object, ...]:
        fields, buttons = self.findChildren(QLineEdit), self.findChildren(KeyButton)
        return (*(field.text() for field in fields), *(button.isChecked() for button in buttons))

    def keep(self) -> None:
        """Mark the current content as saved."""
        self._kept = self._typed()

    def leave(self) -> None:
        """Leave; with unsaved changes, warn the first time."""
        if self._typed() == self._kept:
            self.back.emit()
        else:
            self.keep()
            self.tell_unsaved(Message("exam-room.not-saved"))

    def tell_unsaved(self, message: Message) -> None:
        """Warn about unsaved changes."""
        raise NotImplementedError

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in self.keys:
            self.keys[key]()
        elif key == Qt.Key.Key_Escape:
            self.leave()
        elif key == Qt.Key.Key_F10:
            self.save_wanted.emit()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            button = self.focused_button()
            if button is not None:
                button.click()
            else:
                self.focusNextChild()
        else:
            super().keyPressEvent(event)

    def write_frame(self, title: str, line: str, buttons: Mapping[str, tuple[KeyButton, str]]) -> None:
        """Set the title, the sizes, and the buttons' labels (by message id) and keys."""
        style = current_style()
        self.bar.set_back(style.text("exam-room.back"))
        self.bar.title.setText(title)
        self.bar.line.setText(line)
        for name, (button, key) in buttons.items():
            button.say(style.text(f"exam-room.{name}"), key)
        self.column.setContentsMargins(style.px(24), style.px(16), style.px(24), style.px(16))
        self.column.setSpacing(style.px(14))
