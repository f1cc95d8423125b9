"""What every screen of the window is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from trainer.desk.style.dress import Dress
from trainer.system.lazy_imports import lazily

with lazily():  # who presses Tab needs it
    from trainer.desk.widgets.reading_order import step_through


class Screen(QWidget):
    """A page of the main window. ``wear`` writes every text and size anew, at any time."""

    def __init__(self, dress: Dress) -> None:
        super().__init__()
        self.dress = dress
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def wear(self, dress: Dress) -> None:
        self.dress = dress

    def take_focus(self) -> None:
        """Put the keys where they are needed first."""
        self.setFocus()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click beside everything else takes the keys. With a focus policy for that, Qt would also take them from a
        field when a button of the screen is clicked."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab walks through a screen as it is read."""
        return step_through(self, forward)

    def focused_button(self) -> QAbstractButton | None:
        """The button that Enter presses, because the keys are with it."""
        focused = self.focusWidget()
        return focused if isinstance(focused, QAbstractButton) and focused.hasFocus() else None
