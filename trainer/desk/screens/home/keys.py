"""The keys of home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from trainer.desk.widgets.keys import ENTER_KEYS, digit_of

if TYPE_CHECKING:
    from trainer.desk.screens.home.screen import HomeScreen

_SCREENS = {
    Qt.Key.Key_L: "lesson",
    Qt.Key.Key_F1: "lesson",  # as on the drill screen
    Qt.Key.Key_H: "house",
    Qt.Key.Key_M: "sensors",
    Qt.Key.Key_D: "live",
    Qt.Key.Key_Y: "mock",
}
_QUESTION_MARK = "?"


def take_key(home: HomeScreen, event: QKeyEvent) -> bool:
    """Handle a key; tells whether it was used."""
    index = digit_of(event)
    button = home.focused_button()
    has_no_modifier = event.modifiers() == Qt.KeyboardModifier.NoModifier
    if event.key() == Qt.Key.Key_Alt:
        home.show_keys(True)
    elif event.text() == _QUESTION_MARK:
        home.show_keys(not home.shows_keys)
    elif event.key() == Qt.Key.Key_Escape:
        home.go_back()
    elif event.key() in ENTER_KEYS:
        if home.isVisible() and not home.head.search.hasFocus():  # the search opens its first result itself
            button.click() if button else home.take_next_step()
    elif has_no_modifier and _take_letter(home, Qt.Key(event.key())):
        pass
    elif index is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
        home.panel.rulebooks.press(index)
    elif index is not None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
        home.drills.choose_behaviour(index)
    else:
        return index is not None and home.drills.start_row(index)
    return True


def _take_letter(home: HomeScreen, key: Qt.Key) -> bool:
    if key == Qt.Key.Key_F:
        home.head.search.setFocus()
    elif key in _SCREENS:
        home.screen_wanted.emit(_SCREENS[key])
    elif key == Qt.Key.Key_I and home.is_front:
        home.open_panel("menu")
    elif key == Qt.Key.Key_O:
        home.resume()
    else:
        return home.panel.program.press(key) or home.panel.sessions.press(key)
    return True
