"""Base class of all screens."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from trainer.desk.style.style import Styled
from trainer.system.lazy_imports import lazily

with lazily():  # only needed for Tab
    from trainer.desk.widgets.reading_order import step_through


class Screen(Styled, QWidget):
    """A page of the main window. `restyle` writes all texts and sizes again, at any time."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def take_focus(self) -> None:
        """Focus the widget that is used first."""
        self.setFocus()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the focus on a click beside all widgets. With a focus policy, Qt would also take it from a field when a
        button is clicked."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab follows the reading order of the screen."""
        return step_through(self, forward)

    def focused_button(self) -> QAbstractButton | None:
        """The focused button, which Enter presses."""
        focused = self.focusWidget()
        return focused if isinstance(focused, QAbstractButton) and focused.hasFocus() else None
