"""Highlights of spots (right, wrong, chosen …), distinguished by colour, line and sign."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from trainer.desk.style.theme import DARK, PRINT, colour
from trainer.desk.table.base import SpotGeometry
from trainer.desk.table.pieces.ink import fill, outline

# On the cloth marks keep the dark theme's bright colours, whatever the surroundings are.
MARKS = {"selected": DARK.accent, "right": DARK.right, "wrong": DARK.wrong, "missing": DARK.note}
_BADGE = 12.0


def draw_mark(painter: QPainter, spot: SpotGeometry, mark: str) -> None:
    """Draw a mark on a spot: its outline, and a badge with its sign at the upper right."""
    shape = spot.shape
    ink = MARKS[mark]
    fill(painter, shape, colour(ink, 0.3 if mark == "selected" else 0.15))
    outline(painter, shape, colour("#000000", 0.5), 6.5)
    pen = QPen(colour(ink), 4)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if mark == "missing":
        pen.setDashPattern([2.2, 1.6])
    painter.strokePath(shape, pen)
    bounds = shape.boundingRect()
    inset = min(10.0, bounds.width() / 8)
    _draw_sign(painter, QPointF(bounds.right() - inset, bounds.top() + inset), mark, ink)


def draw_focus(painter: QPainter, shape: QPainterPath) -> None:
    """Draw the keyboard focus of a spot: dashed and without a sign, so that it does not look like an answer."""
    outline(painter, shape, colour("#000000", 0.55), 7)
    pen = QPen(colour(PRINT.ivory), 3.5)
    pen.setDashPattern([1.6, 1.8])
    painter.strokePath(shape, pen)


def _draw_sign(painter: QPainter, centre: QPointF, mark: str, ink: str) -> None:
    painter.save()
    painter.translate(centre)
    plate = QPainterPath()
    plate.addEllipse(QPointF(), _BADGE, _BADGE)
    fill(painter, plate, colour(ink))
    outline(painter, plate, colour("#0B0E10", 0.85), 2)
    sign = QPainterPath()
    if mark in ("right", "selected"):
        sign.moveTo(-5.2, 0.4)
        sign.lineTo(-1.6, 4.2)
        sign.lineTo(5.4, -4.2)
    elif mark == "wrong":
        for side in (-1, 1):
            sign.moveTo(-4.2 * side, -4.2)
            sign.lineTo(4.2 * side, 4.2)
    else:
        sign.moveTo(0, -5.8)
        sign.lineTo(0, 1.2)
        dot = QPainterPath()
        dot.addEllipse(QRectF(-1.7, 3.4, 3.4, 3.4))
        fill(painter, dot, colour("#0B0E10"))
    outline(painter, sign, colour("#0B0E10"), 3)
    painter.restore()
