"""Formats units and durations for display beside a figure."""

from __future__ import annotations

from trainer.desk.style.style import Style
from trainer.equipment.money import Amount, Currency
from trainer.texts import Language
from trainer.texts.messages import number

_SIGNS = {currency.value: currency.sign for currency in Currency}


def unit_before(unit: str, style: Style) -> str:
    """The unit before a figure: a currency's sign, except for the euro in Spanish."""
    if unit not in _SIGNS or (unit == Currency.EUR and style.language is Language.ES):
        return ""
    return _SIGNS[unit]


def unit_after(unit: str, style: Style) -> str:
    """What stands after a figure: the euro in Spanish, a word for chips, or nothing."""
    if unit in _SIGNS:
        return "" if unit_before(unit, style) else _SIGNS[unit]
    return style.say(f"unit.{unit}") if unit else ""


def with_unit(value: Amount, unit: str, style: Style) -> str:
    """A figure with its unit: ``85 €``, ``$85``, ``−$85``, ``Bs 85``, ``35 fichas``."""
    before, after = unit_before(unit, style), unit_after(unit, style)
    gap = " " if before.isalpha() else ""
    minus = "−" if value < 0 else ""
    return f"{minus}{before}{gap}{number(abs(value), style.language)} {after}".strip()


def seconds_words(seconds: float, style: Style) -> str:
    """A time to the tenth of a second: ``3,2 s``."""
    figure = f"{seconds:.1f}"
    return style.say("unit.seconds", figure=figure.replace(".", ",") if style.language is Language.ES else figure)
