"""Searches the local network for a school that has moved, in a thread of its own."""

from __future__ import annotations

from contextlib import suppress
from threading import Thread

from PySide6.QtCore import QObject, Signal

from trainer.school.discovery import find_school


class SchoolSearch(QObject):
    """``found`` emits the addresses at which the school may be reached now, best first."""

    found = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.look = find_school

    def start(self, fingerprint: bytes, name: str) -> None:
        """Search for some seconds without blocking the screen."""
        Thread(target=self._search, args=(fingerprint, name), daemon=True).start()

    def _search(self, fingerprint: bytes, name: str) -> None:
        addresses = self.look(fingerprint, name)
        with suppress(RuntimeError):  # the window was closed meanwhile, and this object with it
            self.found.emit(addresses)
