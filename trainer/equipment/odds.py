"""Odds, quoted *to* (the stake is returned as well) or *for* (the stake is included)."""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.money import Amount, parse_amount, print_amount


class OddsKind(StrEnum):
    """35 to 1 pays 35 and returns the stake; 9 for 1 pays 8 and returns the stake."""

    TO = "to"
    FOR = "for"


_TEXT = re.compile(r"^\s*(\d+(?:\.\d+)?)\s+(to|for)\s+(\d+(?:\.\d+)?)\s*$")


class Odds(msgspec.Struct, frozen=True):
    """A pair of numbers and a kind, stored as the regulation prints them.

    >>> Odds.parse("3 to 2").pays(Fraction(25))
    Fraction(75, 2)
    >>> Odds.parse("9 for 1").pays(Fraction(10))
    Fraction(80, 1)
    >>> str(Odds.parse("1 to 2"))
    '1 to 2'
    """

    win: Amount
    kind: OddsKind
    stake: Amount

    @classmethod
    def parse(cls, text: str) -> Odds:
        match = _TEXT.match(text)
        if not match:
            raise NotReadableError("odds", text)
        odds = cls(parse_amount(match[1]), OddsKind(match[2]), parse_amount(match[3]))
        if odds.stake == 0:
            raise NotReadableError("odds-on-zero", text)
        if odds.kind is OddsKind.FOR and odds.win < odds.stake:
            raise NotReadableError("odds-for-less", text)
        return odds

    def __str__(self) -> str:
        return f"{print_amount(self.win)} {self.kind.value} {print_amount(self.stake)}"

    @property
    def ratio(self) -> Fraction:
        """Winnings on a stake of one, without the stake."""
        paid = self.win if self.kind is OddsKind.TO else self.win - self.stake
        return paid / self.stake

    def pays(self, stake: Amount) -> Amount:
        """Winnings on a stake, without the stake and before rounding."""
        return stake * self.ratio
