"""Keys that mean the same on every screen: Enter, and the digits that press numbered buttons."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
DIGIT_KEYS = "1234567890"


def digit_of(event: QKeyEvent) -> int | None:
    """The index of the button that a digit key presses: 1 is the first, 0 the tenth; `None` for other keys."""
    key = chr(event.key()) if 0x20 <= event.key() < 0x7F else ""
    return DIGIT_KEYS.index(key) if key and key in DIGIT_KEYS else None


def key_name(index: int) -> str:
    """The digit key of the button at an index; empty beyond the tenth."""
    return DIGIT_KEYS[index] if index < len(DIGIT_KEYS) else ""
