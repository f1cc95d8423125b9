"""Marks as people read them."""

from __future__ import annotations

from fractions import Fraction

from trainer.exams.result import WHOLE, Marks


def percent(marks: Marks) -> Fraction:
    """What was reached, in percent with two decimals, rounded down: nobody is shown a mark they have not reached."""
    return Fraction(marks.millionths * 10_000 // WHOLE, 100)
