"""A list of keys and what they do; most function keys can be clicked, for people without a keyboard."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QGridLayout, QWidget

from trainer.desk.style.style import LEAST_TARGET, Style, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.words import Words

# The other keys belong to the tray, which has its own buttons, or do nothing while a question is asked.
_PRESSED = {
    "F1": Qt.Key.Key_F1,
    "F4": Qt.Key.Key_F4,
    "F5": Qt.Key.Key_F5,
    "F6": Qt.Key.Key_F6,
    "F7": Qt.Key.Key_F7,
    "F8": Qt.Key.Key_F8,
    "F9": Qt.Key.Key_F9,
}


class KeyList(QWidget):
    """Two columns: the key, what it does."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[Words] = []
        self.buttons: dict[str, KeyButton] = {}  # by the name of the key
        self._keys: tuple[Sequence[tuple[str, str]], Style] | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)

    def show_keys(self, keys: Sequence[tuple[str, str]]) -> None:
        """Show keys and actions, given as texts; an unchanged list is left as it is."""
        style = current_style()
        if self._keys == (keys, style):
            return
        self._keys = (keys, style)
        discard(*self._shown, *self.buttons.values())
        self._shown, self.buttons = [], {}
        self._grid.setHorizontalSpacing(style.px(12))
        self._grid.setVerticalSpacing(style.px(8))
        for row, (key, action) in enumerate(keys):
            if key in _PRESSED:
                self._grid.addWidget(self._make_button(key, action), row, 0, 1, 2)
                continue
            cap = Words("keycap")
            cap.setText(key)
            cap.setAlignment(Qt.AlignmentFlag.AlignCenter)
            does = Words("quiet", wrap=True)
            does.setText(action)
            self._shown += [cap, does]
            self._grid.addWidget(cap, row, 0)
            self._grid.addWidget(does, row, 1)

    def _make_button(self, key: str, action: str) -> KeyButton:
        button = KeyButton("quiet", height=LEAST_TARGET, step=STEPS.body, from_left=True)
        button.say(action, key)
        button.clicked.connect(lambda: self._press(_PRESSED[key]))
        self.buttons[key] = button
        return button

    def _press(self, key: Qt.Key) -> None:
        """Send the key as if it had been typed; the screen around the list handles it."""
        typed = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
        QTimer.singleShot(0, self, lambda: QApplication.sendEvent(self, typed))  # the list may be rebuilt by it
