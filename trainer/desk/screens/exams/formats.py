"""Formats marks and times for the exam screens."""

from __future__ import annotations

from fractions import Fraction

from trainer.exams.result import WHOLE, Marks
from trainer.exams.trust import parse_time


def percent(marks: Marks) -> Fraction:
    """The mark in percent with two decimals, rounded down."""
    return Fraction(marks.millionths * 10_000 // WHOLE, 100)


def local_minute(written: str) -> str:
    """A UTC timestamp in local time to the minute; unchanged if it cannot be parsed."""
    try:
        return f"{parse_time(written).astimezone():%Y-%m-%d %H:%M}"
    except ValueError:
        return written[:16]
