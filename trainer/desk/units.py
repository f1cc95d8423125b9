"""Units and times in words: what stands beside a figure."""

from __future__ import annotations

from trainer.desk.dress import Dress
from trainer.equipment.money import Currency
from trainer.texts import Language

_SIGNS = {currency.value: currency.sign for currency in Currency}


def unit_words(unit: str, dress: Dress) -> str:
    """What stands beside a figure: a currency's sign, a word for chips, or nothing."""
    if unit in _SIGNS:
        return _SIGNS[unit]
    return dress.say(f"unit.{unit}") if unit else ""


def seconds_words(seconds: float, dress: Dress) -> str:
    """A time to the tenth of a second: ``3,2 s``."""
    figure = f"{seconds:.1f}"
    return dress.say("unit.seconds", figure=figure.replace(".", ",") if dress.language is Language.ES else figure)
