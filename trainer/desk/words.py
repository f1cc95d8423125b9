"""Text with a role in the type scale."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


class Words(QLabel):
    """A label whose size, weight and colour follow from its role (see `stylesheet.TEXT_ROLES`)."""

    def __init__(self, role: str = "body", wrap: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)
        if wrap:
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)

    def set_role(self, role: str) -> None:
        if self.property("role") != role:
            self.setProperty("role", role)
            # Any sheet of its own makes the label read the window's rules anew.
            self.setStyleSheet(" ")
