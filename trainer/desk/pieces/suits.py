"""The four suits as paths within a unit box round the origin."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform


@cache
def suit_path(suit: str) -> QPainterPath:
    """A suit (``S H D C``) one unit high, centred on the origin."""
    return {"S": _spade, "H": _heart, "D": _diamond, "C": _club}[suit]()


def _heart() -> QPainterPath:
    path = QPainterPath(QPointF(0, 0.5))
    path.cubicTo(-0.14, 0.27, -0.49, 0.07, -0.49, -0.2)
    path.cubicTo(-0.49, -0.39, -0.37, -0.5, -0.235, -0.5)
    path.cubicTo(-0.12, -0.5, -0.035, -0.42, 0, -0.29)
    path.cubicTo(0.035, -0.42, 0.12, -0.5, 0.235, -0.5)
    path.cubicTo(0.37, -0.5, 0.49, -0.39, 0.49, -0.2)
    path.cubicTo(0.49, 0.07, 0.14, 0.27, 0, 0.5)
    path.closeSubpath()
    return path


def _spade() -> QPainterPath:
    leaf = QTransform().translate(0, -0.09).scale(0.96, -0.82).map(_heart())
    return leaf.united(_stem())


def _club() -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for x, y in ((0.0, -0.265), (-0.255, 0.07), (0.255, 0.07)):
        path.addEllipse(QPointF(x, y), 0.235, 0.235)
    path.addRect(QRectF(-0.1, -0.12, 0.2, 0.22))
    return path.simplified().united(_stem())


def _stem() -> QPainterPath:
    path = QPainterPath(QPointF(-0.035, 0.02))
    path.cubicTo(-0.035, 0.25, -0.09, 0.41, -0.22, 0.5)
    path.lineTo(0.22, 0.5)
    path.cubicTo(0.09, 0.41, 0.035, 0.25, 0.035, 0.02)
    path.closeSubpath()
    return path


def _diamond() -> QPainterPath:
    path = QPainterPath(QPointF(0, -0.53))
    path.cubicTo(0.09, -0.34, 0.24, -0.14, 0.39, 0)
    path.cubicTo(0.24, 0.14, 0.09, 0.34, 0, 0.53)
    path.cubicTo(-0.09, 0.34, -0.24, 0.14, -0.39, 0)
    path.cubicTo(-0.24, -0.14, -0.09, -0.34, 0, -0.53)
    path.closeSubpath()
    return path
