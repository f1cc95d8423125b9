"""Layouts that several screens share, and a row that wraps."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from trainer.desk.widgets.touch import follow_a_finger


class Flow(QWidget):
    """Widgets from left to right in as many rows as needed, each at its preferred width.

    It places them itself: a layout written in Python would hold on to items that Qt deletes.
    """

    def __init__(self) -> None:
        super().__init__()
        self._held: list[QWidget] = []
        self.gap = 8
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hold(self, *widgets: QWidget) -> None:
        """Show these widgets and no others."""
        self._held = list(widgets)
        for widget in widgets:
            widget.setParent(self)
            widget.show()
        self.updateGeometry()
        self._arrange()

    def set_gap(self, gap: int) -> None:
        self.gap = gap
        self.updateGeometry()
        self._arrange()

    def sizeHint(self) -> QSize:
        """The size of a single row."""
        sizes = [widget.sizeHint() for widget in self._shown()]
        gaps = self.gap * max(0, len(sizes) - 1)
        return QSize(sum(size.width() for size in sizes) + gaps, max((size.height() for size in sizes), default=0))

    def minimumSizeHint(self) -> QSize:
        sizes = [widget.minimumSizeHint() for widget in self._shown()]
        return QSize(
            max((size.width() for size in sizes), default=0), max((size.height() for size in sizes), default=0)
        )

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max((box.bottom() + 1 for _, box in self._places(width)), default=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest:  # one of them has another preferred size
            self.updateGeometry()
            self._arrange()
        return super().event(event)

    def _shown(self) -> list[QWidget]:
        return [widget for widget in self._held if not widget.isHidden()]

    def _arrange(self) -> None:
        for widget, box in self._places(self.width()):
            widget.setGeometry(box)

    def _places(self, room: int) -> list[tuple[QWidget, QRect]]:
        places: list[tuple[QWidget, QRect]] = []
        at, row = QPoint(0, 0), 0
        for widget in self._shown():
            wanted = widget.sizeHint()
            width = min(wanted.width(), max(room, widget.minimumSizeHint().width()))
            if at.x() and at.x() + width > room:
                at, row = QPoint(0, at.y() + row + self.gap), 0
            places.append((widget, QRect(at, QSize(width, wanted.height()))))
            at += QPoint(width + self.gap, 0)
            row = max(row, wanted.height())
        return places


def put_in_the_middle(card: QWidget, page: QWidget, above: int = 1, below: int = 1) -> None:
    """Put a widget at its preferred size into the middle of a page, or higher up, by the shares of the rest."""
    row = QHBoxLayout()
    row.addStretch()
    row.addWidget(card)
    row.addStretch()
    layout = QVBoxLayout(page)
    layout.addStretch(above)
    layout.addLayout(row)
    layout.addStretch(below)


def close_lines(*lines: QWidget, spacing: int = 0) -> QVBoxLayout:
    """Lines of text close together, centred in the available height."""
    layout = QVBoxLayout()
    layout.setSpacing(spacing)
    layout.addStretch()
    for line in lines:
        layout.addWidget(line)
    layout.addStretch()
    return layout


def scrolling(inside: QWidget) -> QScrollArea:
    """A scroll area for a widget that may be higher than the screen, never wider; it does not take the focus."""
    area = QScrollArea()
    area.setWidget(inside)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    follow_a_finger(area)
    return area
