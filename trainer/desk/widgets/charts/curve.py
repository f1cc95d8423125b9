"""A value over the days of practice: each day a faint dot, a thin line of their moving mean, and the target."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from trainer.desk.style.style import Style
from trainer.desk.style.theme import STEPS, colour

_BESIDE = 10  # pixels between the curve and the words beside it
_SMOOTHED_OVER = 5  # days


class Point(msgspec.Struct, frozen=True):
    """A day and what was measured on it; ``weight`` is the number of answers behind it."""

    day: int
    value: float
    weight: int = 1


class Curve(msgspec.Struct, frozen=True, kw_only=True):
    """A curve with everything that is written on it, in words already."""

    points: tuple[Point, ...]  # at least one, oldest first
    low: float  # the axis
    high: float
    target: float
    is_good_above: bool  # on which side of the target it is good to be
    low_label: str
    high_label: str
    target_label: str
    last_label: str
    first_day: str
    last_day: str


def smooth(points: Sequence[Point], over: int = _SMOOTHED_OVER) -> tuple[Point, ...]:
    """The weighted mean of each day and the few before it: single days jump, a learner does not.

    >>> [point.value for point in smooth([Point(1, 0.0), Point(2, 1.0), Point(3, 1.0, 2)], over=2)]
    [0.0, 0.5, 1.0]
    """
    means = []
    for index, point in enumerate(points):
        near = points[max(0, index - over + 1) : index + 1]
        weight = sum(one.weight for one in near)
        means.append(Point(point.day, sum(one.value * one.weight for one in near) / max(1, weight), point.weight))
    return tuple(means)


def plot_room(room: QRectF, curve: Curve, style: Style) -> QRectF:
    """The part of a chart's room that the curve has: labels stand around it, and none of them is cut."""
    small, large = QFontMetricsF(style.font(STEPS.small)), QFontMetricsF(style.font(STEPS.large, bold=True))
    scale = max(small.horizontalAdvance(label) for label in (curve.low_label, curve.high_label))
    end = max(small.horizontalAdvance(curve.target_label), large.horizontalAdvance(curve.last_label))
    left, right = max(style.px(44), scale + style.px(_BESIDE)), max(style.px(108), end + style.px(_BESIDE))
    return room.adjusted(left, style.px(8), -right, -style.px(20))


def place(point: Point, curve: Curve, plot: QRectF) -> QPointF:
    """Where a point lies; values beyond the axis lie on its end."""
    first, last = curve.points[0].day, curve.points[-1].day
    along = (point.day - first) / (last - first) if last > first else 1.0
    share = (point.value - curve.low) / (curve.high - curve.low)
    return QPointF(plot.left() + along * plot.width(), plot.bottom() - min(1.0, max(0.0, share)) * plot.height())


def paint_curve(painter: QPainter, room: QRectF, curve: Curve, style: Style) -> None:
    """The good side of the target is tinted; the last value is written at the end of the line."""
    theme, px = style.theme, style.px
    plot = plot_room(room, curve, style)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    target_y = place(Point(curve.points[0].day, curve.target), curve, plot).y()
    good = QRectF(plot.left(), plot.top(), plot.width(), target_y - plot.top())
    if not curve.is_good_above:
        good = QRectF(plot.left(), target_y, plot.width(), plot.bottom() - target_y)
    painter.fillRect(good, colour(theme.right, 0.08))
    painter.setPen(QPen(colour(theme.line), px(1)))
    painter.drawLine(plot.bottomLeft(), plot.bottomRight())
    painter.setPen(QPen(colour(theme.right, 0.8), px(1), Qt.PenStyle.DashLine))
    painter.drawLine(QPointF(plot.left(), target_y), QPointF(plot.right(), target_y))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(theme.quiet, 0.55))
    for point in curve.points:
        painter.drawEllipse(place(point, curve, plot), px(2), px(2))
    line = smooth(curve.points)
    path = QPainterPath(place(line[0], curve, plot))
    for point in line[1:]:
        path.lineTo(place(point, curve, plot))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(colour(theme.accent), px(2))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPath(path)
    end = place(line[-1], curve, plot)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour(theme.accent))
    painter.drawEllipse(end, px(4), px(4))
    _write(painter, room, plot, curve, (end.y(), target_y), style)
    painter.restore()


def _write(
    painter: QPainter, room: QRectF, plot: QRectF, curve: Curve, heights: tuple[float, float], style: Style
) -> None:
    """Labels to the right: the last value at the line's end, the target where it does not get in its way."""
    theme, px = style.theme, style.px
    end_y, target_y = heights
    right = plot.right() + px(_BESIDE)
    width = room.right() - right
    large, small = style.font(STEPS.large, bold=True), style.font(STEPS.small)
    tall, line = QFontMetricsF(large).height(), QFontMetricsF(small).height()
    end_y = min(max(end_y, plot.top() + tall / 2 - px(4)), plot.bottom() - tall / 2 + px(4))
    if abs(target_y - end_y) < (tall + line) / 2:
        # A value just on the good side pushes the target's label to the other one.
        is_above = end_y <= target_y
        target_y = end_y + (tall + line) / 2 * (1 if is_above else -1)
        if target_y + line / 2 > room.bottom():
            target_y = end_y - (tall + line) / 2
    left = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    painter.setFont(large)
    painter.setPen(colour(theme.accent))
    painter.drawText(QRectF(right, end_y - tall / 2, width, tall), left, curve.last_label)
    painter.setFont(small)
    painter.setPen(colour(theme.right))
    painter.drawText(QRectF(right, target_y - line / 2, width, line), left, curve.target_label)
    painter.setPen(colour(theme.quiet))
    below = QRectF(plot.left(), plot.bottom() + px(2), plot.width(), room.bottom() - plot.bottom() - px(2))
    painter.drawText(below, left, curve.first_day)
    painter.drawText(below, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), curve.last_day)
    for label, y in ((curve.high_label, plot.top()), (curve.low_label, plot.bottom())):
        beside = QRectF(room.left(), y - line / 2, plot.left() - px(_BESIDE) - room.left(), line)
        painter.drawText(beside, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), label)
