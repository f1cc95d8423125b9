"""Formats figures, days and times for the progress screen."""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction

from trainer.desk.style.style import Style
from trainer.texts import Language, text
from trainer.texts.messages import number


def is_known(message_id: str) -> bool:
    """Whether a message still exists; records may name mistakes of drills that were removed."""
    try:
        text(message_id, Language.ES)
    except KeyError:
        return False
    return True


def percent_words(share: float, style: Style) -> str:
    """A share from 0 to 1 in whole percent."""
    return style.text("progress.figure.percent", figure=str(round(100 * share)))


def count_words(count: int, style: Style) -> str:
    return number(Fraction(count), style.language)


def month_words(month: int, style: Style) -> str:
    return style.text(f"progress.month.{month}")


def day_words(day: int, today: int, style: Style) -> str:
    """A day (as `date.toordinal` counts): ``3 oct``, with its year if it is not this one, ``hoy`` if it is today."""
    if day == today:
        return style.text("progress.figure.today")
    when = date.fromordinal(day)
    is_this_year = when.year == date.fromordinal(today).year
    form = "date" if is_this_year else "date-year"
    year = {} if is_this_year else {"year": str(when.year)}
    return style.text(f"progress.figure.{form}", day=str(when.day), month=month_words(when.month, style), **year)


def moment_words(moment: datetime, style: Style) -> str:
    """A time in local time to the minute: ``3 oct, 21:40``."""
    here = moment.astimezone()
    month = month_words(here.month, style)
    return style.text("progress.figure.moment", day=str(here.day), month=month, time=f"{here:%H:%M}")
