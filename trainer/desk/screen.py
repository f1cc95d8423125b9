"""What every screen of the window is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from trainer.desk.look.dress import Dress


class Screen(QWidget):
    """A page of the main window. ``wear`` writes every text and size anew, at any time."""

    def __init__(self, dress: Dress) -> None:
        super().__init__()
        self.dress = dress
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def wear(self, dress: Dress) -> None:
        self.dress = dress

    def take_focus(self) -> None:
        """Put the keys where they are needed first."""
        self.setFocus()
