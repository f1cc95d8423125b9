"""Key events of Qt as the keys of a live table's keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from trainer.live.keys import BACK, ENTER, LEFT, RIGHT, SPACE

_NAMED_KEYS = {
    Qt.Key.Key_Return: ENTER,
    Qt.Key.Key_Enter: ENTER,
    Qt.Key.Key_Space: SPACE,
    Qt.Key.Key_Backspace: BACK,
    Qt.Key.Key_Left: LEFT,
    Qt.Key.Key_Right: RIGHT,
}


def key_of(event: QKeyEvent) -> str:
    """A key as the keyboard of a table names it; empty for keys that it does not have."""
    if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
        return ""
    named = _NAMED_KEYS.get(Qt.Key(event.key()), "")
    if named:
        return named
    text = event.text()
    if text.isalpha():  # Caps Lock must not change the meaning
        return text.upper() if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else text.lower()
    return text if text and text in "0123456789=%.,-" else ""
