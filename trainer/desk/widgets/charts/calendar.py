"""The practice calendar: a square for each day of about a year, darker for more answers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import msgspec
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from trainer.desk.style.style import Style
from trainer.desk.style.theme import STEPS, colour

WEEKS = 53
_STRENGTHS = ((60, 1.0), (30, 0.75), (12, 0.5), (1, 0.28))  # answers from which → opacity of the accent
_LABEL_WIDTH = 20
_LABEL_HEIGHT = 18
_WEEK = 7


class Calendar(msgspec.Struct, frozen=True, kw_only=True):
    """Answers by day (as `date.toordinal` counts), up to today, with the names of months and weekdays."""

    answers: Mapping[int, int]
    today: int
    months: tuple[str, ...]  # twelve, short
    weekdays: tuple[str, ...]  # seven letters, Monday first


def strength(answers: int) -> float:
    """How strongly a day is coloured, from 0 to 1.

    >>> [strength(count) for count in (0, 1, 12, 500)]
    [0.0, 0.28, 0.5, 1.0]
    """
    return next((opacity for least, opacity in _STRENGTHS if answers >= least), 0.0)


def first_day(today: int) -> int:
    """The Monday the calendar begins with."""
    monday = today - date.fromordinal(today).weekday()
    return monday - (WEEKS - 1) * _WEEK


def _step(room: QRectF, style: Style) -> float:
    wide = (room.width() - style.px(_LABEL_WIDTH)) / WEEKS
    tall = (room.height() - style.px(_LABEL_HEIGHT)) / _WEEK
    return min(wide, tall)


def day_room(room: QRectF, day: int, today: int, style: Style) -> QRectF:
    """The square of a day."""
    step = _step(room, style)
    week, weekday = divmod(day - first_day(today), _WEEK)
    gap = step * 0.16
    left = room.left() + style.px(_LABEL_WIDTH) + week * step
    return QRectF(left, room.top() + style.px(_LABEL_HEIGHT) + weekday * step, step - gap, step - gap)


def day_at(room: QRectF, x: float, y: float, today: int, style: Style) -> int | None:
    """The day at a point, if there is one."""
    step = _step(room, style)
    week = int((x - room.left() - style.px(_LABEL_WIDTH)) // step)
    weekday = int((y - room.top() - style.px(_LABEL_HEIGHT)) // step)
    day = first_day(today) + week * _WEEK + weekday
    return day if 0 <= week < WEEKS and 0 <= weekday < _WEEK and day <= today else None


def paint_calendar(painter: QPainter, room: QRectF, chart: Calendar, style: Style) -> None:
    """Weeks from left to right, months above, the first letters of three weekdays to the left."""
    theme = style.theme
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(style.font(STEPS.small))
    first = first_day(chart.today)
    for day in range(first, chart.today + 1):
        square = day_room(room, day, chart.today, style)
        opacity = strength(chart.answers.get(day, 0))
        painter.setPen(QPen(colour(theme.text), style.px(1)) if day == chart.today else Qt.PenStyle.NoPen)
        painter.setBrush(colour(theme.accent, opacity) if opacity else colour(theme.line, 0.55))
        painter.drawRoundedRect(square, square.width() * 0.22, square.width() * 0.22)
    painter.setPen(colour(theme.quiet))
    _write_months(painter, room, chart, first, style)
    for weekday in (0, 2, 4):
        square = day_room(room, first + weekday, chart.today, style)
        label = QRectF(room.left(), square.top(), style.px(_LABEL_WIDTH), square.height())
        painter.drawText(
            label, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), chart.weekdays[weekday]
        )
    painter.restore()


def _write_months(painter: QPainter, room: QRectF, chart: Calendar, first: int, style: Style) -> None:
    """Each month above the week its first day lies in; the very first only if it has room."""
    flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    for day in range(first, chart.today + 1):
        when = date.fromordinal(day)
        if when.day == 1:
            left = day_room(room, day, chart.today, style).left()
            label = QRectF(left, room.top(), style.px(60), style.px(_LABEL_HEIGHT))
            painter.drawText(label, flags, chart.months[when.month - 1])
