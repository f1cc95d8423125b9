"""The strip of a shift: a cell for each round with its faults by shape and colour, incidents, and the pace."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from trainer.desk.style.style import Style, Styled, current_style
from trainer.desk.style.theme import STEPS, colour

_HEIGHT = 64
_ROLES = {"minor": "note", "serious": "wrong", "critical": "wrong"}


class RoundCell(msgspec.Struct, frozen=True):
    """A round: its number, the severity of each fault, whether an incident was staged, and its pace an hour."""

    number: int
    faults: tuple[str, ...] = ()
    has_incident: bool = False
    pace: int = 0


class ShiftStrip(Styled, QWidget):
    """``chosen`` emits the number of a round that was clicked."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._cells: list[RoundCell] = []
        self._current = 0
        self._target = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.restyle()

    def show_rounds(self, cells: Sequence[RoundCell], current: int, target: int = 0) -> None:
        """Show rounds; ``target`` is the pace that was wanted, 0 if none is shown."""
        self._cells, self._current, self._target = list(cells), current, target
        self.restyle()

    def restyle(self) -> None:
        style = current_style()
        self.setFixedHeight(style.px(_HEIGHT))
        self.setAccessibleName(
            ". ".join(
                style.text(
                    "live.debrief.strip-incident" if cell.has_incident else "live.debrief.strip-cell",
                    round=cell.number,
                    faults=len(cell.faults),
                )
                for cell in self._cells
            )
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(400, _HEIGHT)

    def _cell(self, index: int) -> QRectF:
        width = min(self.width() / max(1, len(self._cells)), 96.0)
        return QRectF(index * width, 0, width, self.height()).adjusted(2, 2, -2, -2)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for index, cell in enumerate(self._cells):
            if self._cell(index).contains(event.position()):
                self.chosen.emit(cell.number)

    def paintEvent(self, event: QPaintEvent) -> None:
        style = current_style()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index, cell in enumerate(self._cells):
            self._paint_cell(painter, self._cell(index), cell, style)
        if self._target and len(self._cells) > 1:
            self._paint_pace(painter, style)
        painter.end()

    def _paint_pace(self, painter: QPainter, style: Style) -> None:
        """The pace of each round as a curve along the foot of the cells, and the wanted one as a dashed line."""
        foot, room = self.height() - 4.0, self.height() * 0.24
        fastest = max(self._target, *(cell.pace for cell in self._cells))
        points = [
            QPointF(self._cell(index).center().x(), foot - room * cell.pace / fastest)
            for index, cell in enumerate(self._cells)
        ]
        wanted = foot - room * self._target / fastest
        painter.setPen(QPen(colour(style.theme.quiet), 1, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(points[0].x(), wanted), QPointF(points[-1].x(), wanted))
        painter.setPen(QPen(colour(style.theme.accent), 2))
        painter.drawPolyline(QPolygonF(points))

    def _paint_cell(self, painter: QPainter, box: QRectF, cell: RoundCell, style: Style) -> None:
        theme = style.theme
        is_current = cell.number == self._current
        painter.setPen(QPen(colour(theme.accent if is_current else theme.line), 2 if is_current else 1))
        painter.setBrush(colour(theme.panel))
        painter.drawRoundedRect(box, 6, 6)
        if box.width() > 18:
            painter.setPen(colour(theme.quiet))
            painter.setFont(style.font(STEPS.small))
            top = QRectF(box.left(), box.top() + 2, box.width(), box.height() * 0.34)
            painter.drawText(top, int(Qt.AlignmentFlag.AlignCenter), str(cell.number))
        if cell.has_incident:  # a ring in the corner
            painter.setPen(QPen(colour(theme.text), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(box.right() - 9, box.top() + 10), 4, 4)
        middle = QPointF(box.center().x(), box.top() + box.height() * (0.55 if self._target else 0.7))
        if not cell.faults:
            painter.setPen(QPen(colour(theme.right), 2.4))
            painter.drawPolyline(
                QPolygonF([middle + QPointF(-6, 0), middle + QPointF(-2, 5), middle + QPointF(7, -6)]),
            )
            return
        shown = cell.faults[: max(1, int(box.width() / 14))]
        for number, severity in enumerate(shown):
            at = middle + QPointF((number - (len(shown) - 1) / 2) * 14, 0)
            _paint_mark(painter, at, severity, style)


def _paint_mark(painter: QPainter, at: QPointF, severity: str, style: Style) -> None:
    """Minor is a triangle, serious a diamond, critical a square."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(getattr(style.theme, _ROLES[severity])))
    if severity == "minor":
        painter.drawPolygon(QPolygonF([at + QPointF(0, -5), at + QPointF(5, 4), at + QPointF(-5, 4)]))
    elif severity == "serious":
        corners = [at + QPointF(x, y) for x, y in ((0, -6), (6, 0), (0, 6), (-6, 0))]
        painter.drawPolygon(QPolygonF(corners))
    else:
        painter.drawRect(QRectF(at.x() - 6, at.y() - 6, 12, 12))
