"""Formats units and durations for display beside a figure."""

from __future__ import annotations

from trainer.desk.style.dress import Dress
from trainer.equipment.money import Amount, Currency
from trainer.texts import Language
from trainer.texts.messages import number

_SIGNS = {currency.value: currency.sign for currency in Currency}


def unit_before(unit: str, dress: Dress) -> str:
    """What stands before a figure: a currency's sign, but for the euro in Spanish."""
    if unit not in _SIGNS or (unit == Currency.EUR and dress.language is Language.ES):
        return ""
    return _SIGNS[unit]


def unit_after(unit: str, dress: Dress) -> str:
    """What stands after a figure: the euro in Spanish, a word for chips, or nothing."""
    if unit in _SIGNS:
        return "" if unit_before(unit, dress) else _SIGNS[unit]
    return dress.say(f"unit.{unit}") if unit else ""


def with_unit(value: Amount, unit: str, dress: Dress) -> str:
    """A figure with its unit: ``85 €``, ``$85``, ``−$85``, ``Bs 85``, ``35 fichas``."""
    before, after = unit_before(unit, dress), unit_after(unit, dress)
    gap = " " if before.isalpha() else ""
    minus = "−" if value < 0 else ""
    return f"{minus}{before}{gap}{number(abs(value), dress.language)} {after}".strip()


def seconds_words(seconds: float, dress: Dress) -> str:
    """A time to the tenth of a second: ``3,2 s``."""
    figure = f"{seconds:.1f}"
    return dress.say("unit.seconds", figure=figure.replace(".", ",") if dress.language is Language.ES else figure)
