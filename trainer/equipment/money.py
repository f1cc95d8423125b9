"""Exact amounts of money and the named rounding rules.

An amount is a `Fraction` of the currency's main unit (pesos, dollars, euros, bolivianos), never a float: half of 25 is
25/2 until a rounding rule of the rulebook is applied.
"""

from __future__ import annotations

import math
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

import msgspec

from trainer.equipment import NotReadableError

Amount = Fraction
Halvings = Annotated[int, msgspec.Meta(ge=1, le=20)]  # how often a stake was halved; 20 halvings leave a millionth

ZERO = Fraction(0)
LARGEST = 10**12  # more than any table deals in, in any currency
_FINEST = 10**6  # largest denominator
_LONGEST = 40  # characters


class Currency(StrEnum):
    """Currencies of the five regulations, by ISO 4217 code."""

    CLP = "CLP"
    USD = "USD"
    EUR = "EUR"
    BOB = "BOB"

    @property
    def decimals(self) -> int:
        """Number of decimals of the smallest coin."""
        return 0 if self is Currency.CLP else 2

    @property
    def sign(self) -> str:
        """Currency sign for screen and paper."""
        return {"CLP": "$", "USD": "$", "EUR": "€", "BOB": "Bs"}[self.value]


def parse_amount(text: str | int | Decimal | Fraction) -> Amount:
    """Read an exact amount between minus and plus `LARGEST`, no finer than a millionth; raises `NotReadableError`.

    >>> parse_amount("12.50")
    Fraction(25, 2)
    >>> parse_amount("1/3")
    Fraction(1, 3)
    >>> parse_amount("twelve")
    Traceback (most recent call last):
    ...
    trainer.equipment.NotReadableError: 'twelve' is not readable as amount
    """
    if isinstance(text, bool | float):
        raise ValueError(f"{text!r} is not an exact amount: write 12.50 as text or as a decimal")
    if isinstance(text, int | Fraction):
        return _in_range(Fraction(text))
    try:
        if isinstance(text, Decimal):
            return _in_range(_of_decimal(text))
        if not isinstance(text, str):  # TOML also has dates and times
            raise NotReadableError("amount", _shown(str(text)))
        plain = text.strip().replace(" ", "")
        if len(plain) <= _LONGEST:
            return _written(plain)
    except (ValueError, ZeroDivisionError, InvalidOperation, OverflowError) as error:
        if isinstance(error, NotReadableError):
            raise
        raise NotReadableError("amount", _shown(str(text))) from None
    raise NotReadableError("amount", _shown(text))


@lru_cache(maxsize=2048)  # drills read the few amounts of a table again and again
def _written(plain: str) -> Amount:
    return _in_range(Fraction(plain) if "/" in plain else _of_decimal(Decimal(plain)))


def _of_decimal(number: Decimal) -> Amount:
    """The decimal as a fraction; checks the exponent first, because 1e99999999 written out would fill the memory."""
    if number.is_finite() and number and not -_LONGEST < number.adjusted() < _LONGEST:
        raise NotReadableError("amount-in-range", _shown(str(number)))
    return Fraction(number)


def _in_range(amount: Amount) -> Amount:
    if not -LARGEST <= amount <= LARGEST or amount.denominator > _FINEST:
        raise NotReadableError("amount-in-range", _shown(str(Decimal(amount.numerator) / amount.denominator)))
    return amount


def _shown(text: str) -> str:
    """The text, shortened for an error message."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def print_amount(amount: Amount) -> str:
    """Write an amount so that `parse_amount` reads the same one back: 25, 12.50, 1/3.

    >>> print_amount(Fraction(25, 2))
    '12.50'
    >>> print_amount(Fraction(1, 3))
    '1/3'
    """
    if amount.denominator == 1:
        return str(amount.numerator)
    for decimals in range(2, 8):
        scaled = amount * 10**decimals
        if scaled.denominator == 1:
            digits = f"{abs(scaled.numerator):0{decimals + 1}d}"
            sign = "-" if amount < 0 else ""
            return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}"
    return f"{amount.numerator}/{amount.denominator}"


class RoundingWay(StrEnum):
    """Direction of rounding to a multiple of the unit."""

    EXACT = "exact"
    DOWN = "down"
    UP = "up"
    NEAREST = "nearest"  # ties are rounded up, in the player's favour


class Rounding(msgspec.Struct, frozen=True):
    """A named rounding rule of a rulebook: ``exact``, ``down to 1``, ``up to 0.25``, ``nearest to 0.05``.

    >>> Rounding.parse("down to 1").apply(Fraction(25, 2))
    Fraction(12, 1)
    >>> str(Rounding.parse("up to 0.25"))
    'up to 0.25'
    """

    way: RoundingWay
    unit: Amount = ZERO

    @classmethod
    def parse(cls, text: str) -> Rounding:
        words = text.split()
        if words == ["exact"]:
            return EXACT
        if len(words) == 3 and words[1] == "to" and words[0] in ("down", "up", "nearest"):
            unit = parse_amount(words[2])
            if unit > 0:
                return cls(RoundingWay(words[0]), unit)
        raise NotReadableError("rounding", text)

    def __str__(self) -> str:
        return self.way.value if self.way is RoundingWay.EXACT else f"{self.way.value} to {print_amount(self.unit)}"

    def apply(self, amount: Amount) -> Amount:
        """The rounded amount; negative amounts are rounded by their absolute value."""
        if self.way is RoundingWay.EXACT:
            return amount
        if amount < 0:
            return -self.apply(-amount)
        steps = amount / self.unit
        if self.way is RoundingWay.DOWN:
            return math.floor(steps) * self.unit
        if self.way is RoundingWay.UP:
            return math.ceil(steps) * self.unit
        return math.floor(steps + Fraction(1, 2)) * self.unit


EXACT = Rounding(RoundingWay.EXACT)
