"""Days of practice. Croupiers work nights, so a day begins at 5 a.m. local time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta, tzinfo
from functools import lru_cache

from trainer.records.attempts import from_milliseconds

DAY_BEGINS_AT = timedelta(hours=5)
QUARTER_HOUR_MS = 900_000  # in every time zone a day begins at a multiple of it

DayOf = Callable[[int], int]
"""The day (as `date.toordinal` counts) a moment in milliseconds since 1970 belongs to."""


def days_in(zone: tzinfo | None) -> DayOf:
    """Function from a moment to its day, in a time zone or else in the computer's."""

    @lru_cache(maxsize=64)
    def day_of_quarter(quarter: int) -> int:
        return (from_milliseconds(quarter * QUARTER_HOUR_MS).astimezone(zone) - DAY_BEGINS_AT).toordinal()

    return lambda milliseconds: day_of_quarter(milliseconds // QUARTER_HOUR_MS)


def day_name(day: int) -> str:
    """A day as text: ``2026-11-16``."""
    return date.fromordinal(day).isoformat()


def day_number(name: str) -> int:
    return date.fromisoformat(name).toordinal()
