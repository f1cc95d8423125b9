"""The bar at the top of a screen: back button, title and subtitle."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from trainer.desk.style.style import Styled, current_style
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import close_lines
from trainer.desk.widgets.words import Words
from trainer.texts import Message, Param


class TitleBar(Styled, QWidget):
    """``more`` is placed at the right."""

    def __init__(self, *more: QWidget) -> None:
        super().__init__()
        self.setProperty("surface", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.leave = KeyButton("quiet", height=44, sign="back")
        self.title = Words("heading")
        self.line = Words("quiet")
        self._layout = QHBoxLayout(self)
        self._layout.addWidget(self.leave)
        self._layout.addLayout(close_lines(self.title, self.line))
        self._layout.addStretch()
        for widget in more:
            self._layout.addWidget(widget)
        self.restyle()

    def set_back(self, back: Param) -> None:
        """Set the label of the back button."""
        self.leave.say(back, Message("desk.key.escape"))

    def restyle(self) -> None:
        style = current_style()
        self.setFixedHeight(style.px(60))
        self._layout.setContentsMargins(style.px(8), 0, style.px(24), 0)
        self._layout.setSpacing(style.px(12))
