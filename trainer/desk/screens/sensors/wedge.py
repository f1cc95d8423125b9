"""A keyboard-wedge reader: keys faster than anybody types, ended by Enter, come from the reader, not the user."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from trainer.desk.screens.sensors.transports import Transport
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.sensors.health import Link

_GAP = 50  # milliseconds between two keys at most
_LONGEST = 64
_SHORTEST = 2  # characters: shorter input may have been typed
_COMMANDS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_SHIFTS = (Qt.Key.Key_Shift, Qt.Key.Key_CapsLock, Qt.Key.Key_AltGr)


class WedgeTransport(Transport):
    """Watches the keys of the whole program while it is open.

    A key is held back as long as it may be the beginning of the reader's input. Keys that turn out to be typed are
    delivered a moment later, so that no character of the reader gets into a field or presses a button.
    """

    def __init__(self, clock: Callable[[], int] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._held: list[tuple[QObject, QKeyEvent]] = []
        self._last = 0
        self._is_letting_go = False
        self._is_sure = False
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.timeout.connect(self._waited)

    def open(self) -> None:
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)
        self._is(Link.QUIET)

    def close(self) -> None:
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self._let_go()
        self._is(Link.CLOSED)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take away keys that may be the reader's, with the Enter that ends them."""
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent) or self._is_letting_go:
            return False
        # One key press passes through the window and, unless it is used, through every parent.
        focused = QApplication.focusWidget()
        is_first = watched is focused if focused is not None else watched.isWidgetType()
        return self._key(watched, event) if is_first else False

    def _key(self, watched: QObject, event: QKeyEvent) -> bool:
        now = self._when(event)
        if now - self._last > _GAP or event.isAutoRepeat():
            self._let_go()
        self._last = now
        if event.key() in ENTER_KEYS:
            word = "".join(key.text() for _, key in self._held)
            if len(word) < _SHORTEST:
                self._let_go()
                return False
            self._forget()
            self.received.emit(word.encode("latin-1", "replace") + b"\r")
            return True
        text = event.text()
        if event.key() in _SHIFTS:
            return False
        if not text or not text.isprintable() or event.modifiers() & _COMMANDS or event.isAutoRepeat():
            self._let_go()  # in the order in which they were pressed
            return False
        if len(self._held) >= _LONGEST:
            self._let_go()
        self._held.append((watched, event.clone()))
        self._is_sure = False
        self._waiting.start(_GAP)
        return True

    def _when(self, event: QKeyEvent) -> int:
        """The time in milliseconds at which a key was pressed, not when a busy program handled it."""
        if self._clock is not None:
            return self._clock()
        return event.timestamp() or time.monotonic_ns() // 1_000_000

    def _waited(self) -> None:
        """No further key came; keys in the queue of a busy program are checked first."""
        if self._is_sure:
            self._let_go()
        else:
            self._is_sure = True
            self._waiting.start(0)

    def _let_go(self) -> None:
        """Deliver the held keys, because they were typed."""
        held = self._held
        self._forget()
        self._is_letting_go = True
        try:
            for watched, event in held:
                if isValid(watched):
                    QApplication.sendEvent(watched, event)
        finally:
            self._is_letting_go = False

    def _forget(self) -> None:
        self._held = []
        self._waiting.stop()
