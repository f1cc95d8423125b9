"""Which act comes next: mostly sensible, sometimes absurd, always from the seed and from what is on the screen."""

from __future__ import annotations

import random
from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QDialog, QLineEdit, QWidget

from tests.laboratory.monkey.acts import input_window
from tests.laboratory.monkey.home import PASSWORD, PIN
from trainer.desk.screens.people.screen import ProfilesScreen
from trainer.desk.shell.window import MainWindow
from trainer.desk.table.view import FeltView

KEYS = (
    *("Return",) * 8,
    *("Tab",) * 6,
    *("Backtab", "Space", "Down", "Up", "Right", "Left") * 2,
    *("Escape", "PageDown", "PageUp", "Home", "End", "Backspace", "Delete", "Insert", "Enter"),
    *(str(digit) for digit in range(10)),
    *(f"F{number}" for number in range(1, 12)),
    *"ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    *("Plus", "Minus", "Period", "Comma", "Slash", "Question"),
)
SWITCHES = ("key F2", "key F3", "key F5", "key F6", "key F7", "key F8", "key F9", "key F11")
CHORDS = ("A Control", "C Control", "V Control", "Z Control", "1 Alt", "2 Alt", "3 Alt", "1 Control", "Tab Control")
IN_DIALOGS = ("key Escape", "key Escape", "key Down", "key Up", "key Tab")  # a file dialog can delete files
SIZES = ((1024, 600), (1280, 720), (1366, 768), (1600, 900), (1920, 1080), (1100, 1000), (2560, 1440))
WORDS = (
    "35",
    "1000",
    "17",
    "0",
    "-5",
    "9" * 30,
    "Ana",
    "2S 3D KS",
    "pleno",
    "ñandú ÿ 漢",
    "12,5",
    "x" * 80,
    "AB12 CD34",
)


class Chooser:
    """Draws acts for a window from a random source."""

    def __init__(self, window: MainWindow, rng: random.Random) -> None:
        self._window = window
        self._rng = rng
        self._kinds: list[tuple[int, Callable[[], str]]] = [
            (34, self._press_key),
            (30, self._click_button),
            (10, self._click_input),
            (3, lambda: f"click {self._anywhere()}"),
            (2, lambda: f"{rng.choice(('double', 'right'))} {self._anywhere()}"),
            (5, self._type),
            (3, lambda: f"touch {self._on_button()}"),
            (2, lambda: f"swipe {self._anywhere()} {self._anywhere()}"),
            (2, lambda: f"drag {self._on_button()} {self._anywhere()}"),
            (3, lambda: f"wheel {self._anywhere()} {rng.choice((-600, -120, 120, 600))}"),
            (1, lambda: "resize {} {}".format(*rng.choice(SIZES))),
            (2, lambda: rng.choice(SWITCHES)),
            (1, lambda: f"key {rng.choice(CHORDS)}"),
            (3, lambda: "answer"),
            (2, lambda: f"wait {rng.choice((1, 20, 60, 120, 300))}"),
        ]

    def choose(self) -> str:
        if isinstance(input_window(self._window), QDialog):
            return self._rng.choice(IN_DIALOGS)
        ((_, kind),) = self._rng.choices(self._kinds, [share for share, _ in self._kinds])
        return kind()

    def _press_key(self) -> str:
        return f"key {self._rng.choice(KEYS)}"

    def _type(self) -> str:
        focused = QApplication.focusWidget()
        if isinstance(focused, QLineEdit) and focused.echoMode() is not QLineEdit.EchoMode.Normal:
            return f"type {PIN if isinstance(self._window.shown_screen(), ProfilesScreen) else PASSWORD}"
        return f"type {self._rng.choice(WORDS)}"

    def _click_button(self) -> str:
        return f"click {self._on_button()}"

    def _on_button(self) -> str:
        return self._on(QAbstractButton) or self._anywhere()

    def _click_input(self) -> str:
        kind = self._rng.choice((QLineEdit, QAbstractScrollArea, FeltView))
        return f"click {self._on(kind) or self._anywhere()}"

    def _on(self, kind: type[QWidget]) -> str:
        """A point on one of the visible widgets of a kind: the centre of a button, anywhere on others."""
        window = input_window(self._window)
        found = [
            (widget, seen) for widget in window.findChildren(kind) if (seen := _seen(widget)) and widget.isEnabled()
        ]
        if not found:
            return ""
        widget, seen = self._rng.choice(found)
        at = seen.center() if kind is QAbstractButton else self._inside(seen)
        point = widget.mapTo(window, at)
        return f"{point.x()} {point.y()}"

    def _anywhere(self) -> str:
        at = self._inside(input_window(self._window).rect())
        return f"{at.x()} {at.y()}"

    def _inside(self, room: QRect) -> QPoint:
        return QPoint(self._rng.randint(room.left(), room.right()), self._rng.randint(room.top(), room.bottom()))


def _seen(widget: QWidget) -> QRect | None:
    """The part of a widget that is in sight; nothing if there is none."""
    if not widget.isVisible():
        return None
    room = widget.visibleRegion().boundingRect()
    return None if room.isEmpty() else room
