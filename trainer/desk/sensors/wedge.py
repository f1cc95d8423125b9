"""A reader that types: keys that come faster than anybody types, ended by Enter, are its word and not the user's."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from trainer.desk.sensors.transports import Transport
from trainer.desk.trays.tray import ENTER_KEYS
from trainer.sensors.health import Link

_GAP = 50  # milliseconds between two keys
_LONGEST = 64
_SHORTEST = 2  # what is shorter may have been typed


class WedgeTransport(Transport):
    """Watches the keys of the whole program while it is open."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._typed = ""
        self._last = 0

    def open(self) -> None:
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        self._is(Link.QUIET)

    def close(self) -> None:
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self._is(Link.CLOSED)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The Enter that ends a reader's word is taken away: it would press a button."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        # The same key passes through the window and, unless it is used, through every parent: it is one key.
        focused = QApplication.focusWidget()
        is_first = watched is focused if focused is not None else watched.isWidgetType()
        return self._key(event) if is_first else False

    def _key(self, event: QKeyEvent) -> bool:
        now = time.monotonic_ns() // 1_000_000
        is_burst = now - self._last <= _GAP
        self._last = now
        if event.key() in ENTER_KEYS:
            word, self._typed = self._typed, ""
            if is_burst and len(word) >= _SHORTEST:
                self.received.emit(word.encode("latin-1", "replace") + b"\r")
                return True
            return False
        text = event.text()
        if not text or not text.isprintable():
            return False
        self._typed = (self._typed + text if is_burst else text)[-_LONGEST:]
        return False
