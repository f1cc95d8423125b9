"""Curved sides of tables measured along their length: where seats are divided, and boxes drawn between two rings.

A curve runs from the croupier's right hand (the left of the picture) round the players' side to his left. ``inwards``
is the distance from the outer edge towards the croupier.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

_STEPS = 14  # straight pieces a curved side of a box is drawn with


class Curve(ABC):
    """A players' side: a point at a length along it and a distance inwards, and its direction there."""

    length: float

    @abstractmethod
    def at(self, along: float, inwards: float = 0.0) -> QPointF: ...

    def turn(self, along: float) -> float:
        """How far things lying there are turned, in degrees clockwise; 0 where the edge is level."""
        before, after = self.at(along - 1), self.at(along + 1)
        return math.degrees(math.atan2(after.y() - before.y(), after.x() - before.x()))

    def sector(self, start: float, end: float, outer: float, inner: float) -> QPainterPath:
        """The box between two lengths and two rings."""
        rim = [self.at(start + (end - start) * step / _STEPS, outer) for step in range(_STEPS + 1)]
        rim += [self.at(end + (start - end) * step / _STEPS, inner) for step in range(_STEPS + 1)]
        path = QPainterPath(rim[0])
        for point in rim[1:]:
            path.lineTo(point)
        path.closeSubpath()
        return path


class Arc(Curve):
    """Part of a circle below its centre."""

    def __init__(self, centre: QPointF, radius: float, span: float) -> None:
        self.centre = centre
        self.radius = radius
        self.span = math.radians(span)
        self.length = radius * self.span

    def at(self, along: float, inwards: float = 0.0) -> QPointF:
        angle = along / self.radius - self.span / 2
        reach = self.radius - inwards
        return self.centre + QPointF(math.sin(angle) * reach, math.cos(angle) * reach)


class Stadium(Curve):
    """A straight edge between two round ends, which go on upwards past their widest point."""

    def __init__(self, left: QPointF, right: QPointF, radius: float, past: float) -> None:
        self.left, self.right, self.radius = left, right, radius
        self._past = math.radians(past)
        self._end = (math.pi / 2 + self._past) * radius
        self.straight = right.x() - left.x()
        self.length = self.straight + 2 * self._end

    def at(self, along: float, inwards: float = 0.0) -> QPointF:
        reach = self.radius - inwards
        if along < self._end:
            angle = (self._end - along) / self.radius
            return self.left + QPointF(-math.sin(angle) * reach, math.cos(angle) * reach)
        if along > self._end + self.straight:
            angle = (along - self._end - self.straight) / self.radius
            return self.right + QPointF(math.sin(angle) * reach, math.cos(angle) * reach)
        return QPointF(self.left.x() + along - self._end, self.left.y() + reach)
