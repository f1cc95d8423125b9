"""What every page of progress is."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget


class Page(QWidget):
    """A page of the progress screen, which hands it the keys that no widget of it takes."""

    def take_focus(self) -> None:
        """Put the keys where they are needed first."""
        self.setFocus()

    def whole_size(self) -> QSize:
        """As large as it must be for a picture of all of it."""
        return self.size()

    def take_key(self, event: QKeyEvent) -> bool:
        """Use a key if it means something here."""
        return False
