"""Ways of laying things out that several screens share."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from trainer.desk.widgets.finger import follow_a_finger


def put_in_the_middle(card: QWidget, page: QWidget, above: int = 1, below: int = 1) -> None:
    """A widget as large as it wants in the middle of a page, or higher up: by the shares of the rest around it."""
    row = QHBoxLayout()
    row.addStretch()
    row.addWidget(card)
    row.addStretch()
    layout = QVBoxLayout(page)
    layout.addStretch(above)
    layout.addLayout(row)
    layout.addStretch(below)


def close_lines(*lines: QWidget, spacing: int = 0) -> QVBoxLayout:
    """Lines of text close to each other, together in the middle of whatever height there is."""
    layout = QVBoxLayout()
    layout.setSpacing(spacing)
    layout.addStretch()
    for line in lines:
        layout.addWidget(line)
    layout.addStretch()
    return layout


def scrolling(inside: QWidget) -> QScrollArea:
    """Room for something that may be higher than the screen, never wider; it leaves the keys to others."""
    area = QScrollArea()
    area.setWidget(inside)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    follow_a_finger(area)
    return area
