"""The four suits as paths, one unit high, round the origin."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QTransform

# Qt joins paths with a fixed precision, so that curves keep their roundness only at a large scale.
_FINE = 1000.0


@cache
def suit_path(suit: str) -> QPainterPath:
    """A suit (``S H D C``) one unit high, centred on the origin."""
    drawn = {"S": _spade, "H": _heart, "D": _diamond, "C": _club}[suit]()
    return QTransform.fromScale(1 / _FINE, 1 / _FINE).map(drawn)


def _heart() -> QPainterPath:
    path = QPainterPath(QPointF(0, 0.5))
    path.cubicTo(-0.14, 0.27, -0.49, 0.07, -0.49, -0.2)
    path.cubicTo(-0.49, -0.39, -0.37, -0.5, -0.235, -0.5)
    path.cubicTo(-0.12, -0.5, -0.035, -0.42, 0, -0.29)
    path.cubicTo(0.035, -0.42, 0.12, -0.5, 0.235, -0.5)
    path.cubicTo(0.37, -0.5, 0.49, -0.39, 0.49, -0.2)
    path.cubicTo(0.49, 0.07, 0.14, 0.27, 0, 0.5)
    path.closeSubpath()
    return _fine(path)


def _spade() -> QPainterPath:
    leaf = QTransform().translate(0, -0.09 * _FINE).scale(0.96, -0.82).map(_heart())
    return leaf.united(_stem())


def _club() -> QPainterPath:
    leaves = QPainterPath()
    for x, y in ((0.0, -0.262), (-0.258, 0.085), (0.258, 0.085)):
        leaf = QPainterPath()
        leaf.addEllipse(QPointF(x, y), 0.238, 0.238)
        leaves = leaves.united(_fine(leaf))
    heart = QPainterPath()
    heart.addRect(QRectF(-0.1, -0.12, 0.2, 0.24))
    return leaves.united(_fine(heart)).united(_stem())


def _stem() -> QPainterPath:
    path = QPainterPath(QPointF(-0.035, 0.02))
    path.cubicTo(-0.035, 0.25, -0.09, 0.41, -0.22, 0.5)
    path.lineTo(0.22, 0.5)
    path.cubicTo(0.09, 0.41, 0.035, 0.25, 0.035, 0.02)
    path.closeSubpath()
    return _fine(path)


def _diamond() -> QPainterPath:
    path = QPainterPath(QPointF(0, -0.53))
    path.cubicTo(0.09, -0.34, 0.24, -0.14, 0.39, 0)
    path.cubicTo(0.24, 0.14, 0.09, 0.34, 0, 0.53)
    path.cubicTo(-0.09, 0.34, -0.24, 0.14, -0.39, 0)
    path.cubicTo(-0.24, -0.14, -0.09, -0.34, 0, -0.53)
    path.closeSubpath()
    return _fine(path)


def _fine(path: QPainterPath) -> QPainterPath:
    return QTransform.fromScale(_FINE, _FINE).map(path)
