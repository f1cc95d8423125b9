"""Symbols drawn as paths, so that they look the same with every font: right, wrong, note, chevrons, erase."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

# Each sign as strokes of points in a unit square.
_STROKES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "right": (((0.18, 0.54), (0.41, 0.76), (0.82, 0.26)),),
    "wrong": (((0.24, 0.24), (0.76, 0.76)), ((0.76, 0.24), (0.24, 0.76))),
    "note": (((0.5, 0.2), (0.5, 0.58)), ((0.5, 0.79), (0.5, 0.8))),
    "back": (((0.62, 0.2), (0.32, 0.5), (0.62, 0.8)),),
    "forward": (((0.38, 0.2), (0.68, 0.5), (0.38, 0.8)),),
    "erase": (
        ((0.34, 0.22), (0.9, 0.22), (0.9, 0.78), (0.34, 0.78), (0.08, 0.5), (0.34, 0.22)),
        ((0.5, 0.4), (0.7, 0.6)),
        ((0.7, 0.4), (0.5, 0.6)),
    ),
}


def paint_sign(painter: QPainter, sign: str, rect: QRectF, colour: QColor, weight: float = 0.12) -> None:
    """Stroke a sign into a square; ``weight`` is the line's share of its side."""
    path = QPainterPath()
    for stroke in _STROKES[sign]:
        points = [QPointF(rect.x() + x * rect.width(), rect.y() + y * rect.height()) for x, y in stroke]
        path.moveTo(points[0])
        for point in points[1:]:
            path.lineTo(point)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(
        QPen(colour, rect.width() * weight, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    )
    painter.drawPath(path)
    painter.restore()
