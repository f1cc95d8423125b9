"""The calendar of practice as a widget: a day that is pointed at says what was done on it."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QMouseEvent

from trainer.desk.screens.progress.figures import calendar
from trainer.desk.screens.progress.words import count_words, day_words
from trainer.desk.style.dress import Dress
from trainer.desk.widgets.charts.calendar import Calendar, day_at, paint_calendar
from trainer.desk.widgets.charts.view import ChartView
from trainer.study.tallies import DayTally


class CalendarView(ChartView[Calendar]):
    """About a year of days."""

    def __init__(self) -> None:
        super().__init__(paint_calendar)
        self._days: dict[int, DayTally] = {}
        self._today = 0
        self.setMouseTracking(True)

    def show_days(self, days: dict[int, DayTally], today: int, dress: Dress) -> None:
        self._days, self._today = days, today
        self.setMinimumHeight(dress.px(104))
        self.show_chart(calendar(days, today, dress), self.sum_words(dress), dress)

    def sum_words(self, dress: Dress) -> str:
        """All of it in a line."""
        tallies = self._days.values()
        return dress.text(
            "progress.calendar.sum",
            days=count_words(len(self._days), dress),
            answers=count_words(sum(tally.answers for tally in tallies), dress),
            minutes=count_words(sum(tally.milliseconds for tally in tallies) // 60_000, dress),
        )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dress is not None:
            at = event.position()
            day = day_at(QRectF(self.rect()), at.x(), at.y(), self._today, self._dress)
            self.setToolTip(self._day_words(day, self._dress) if day is not None else "")

    def _day_words(self, day: int, dress: Dress) -> str:
        date = day_words(day, self._today, dress)
        tally = self._days.get(day)
        if tally is None:
            return dress.text("progress.calendar.no-day", date=date)
        return dress.text("progress.calendar.day", date=date, answers=tally.answers, right=tally.right)
