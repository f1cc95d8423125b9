"""A list of large buttons below one another, of which only a few are in sight."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from trainer.desk.style.style import Styled, current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.layouts import scrolling

IN_SIGHT = 6  # with the way back, seven things to press
HEIGHT, _GAP, _WIDEST = 72, 12, 1140  # pixels at scale 1


def row_button() -> KeyButton:
    """A button for a list: a label with a line that says what it leads to."""
    return KeyButton(height=HEIGHT, step=STEPS.large, widest=_WIDEST, from_left=True)


class Rows(Styled, QWidget):
    """Shows widgets below one another; those beyond ``in_sight`` are reached by scrolling."""

    def __init__(self, widgets: Iterable[QWidget] = (), in_sight: int = IN_SIGHT) -> None:
        super().__init__()
        self._in_sight = in_sight
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.addStretch()
        self.area = scrolling(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.area)
        layout.addStretch()
        for widget in widgets:
            self.add(widget)

    def add(self, widget: QWidget) -> None:
        self._list.insertWidget(self._list.count() - 1, widget)

    def restyle(self) -> None:
        style = current_style()
        self._list.setSpacing(style.px(_GAP))
        self.setMaximumWidth(style.px(_WIDEST))
        self.area.setFixedHeight(self._in_sight * (style.target(HEIGHT) + style.px(_GAP)) - style.px(_GAP))
