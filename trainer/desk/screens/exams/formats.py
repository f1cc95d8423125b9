"""Marks and moments as people read them."""

from __future__ import annotations

from fractions import Fraction

from trainer.exams.result import WHOLE, Marks
from trainer.exams.trust import parse_time


def percent(marks: Marks) -> Fraction:
    """What was reached, in percent with two decimals, rounded down: nobody is shown a mark they have not reached."""
    return Fraction(marks.millionths * 10_000 // WHOLE, 100)


def local_minute(written: str) -> str:
    """A moment of a file, which is in UTC, as the clock on the wall shows it; as it stands if it is none."""
    try:
        return f"{parse_time(written).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return written[:16]
