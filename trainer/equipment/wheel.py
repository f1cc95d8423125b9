"""Roulette wheels: order of the pockets, colours, neighbours and sectors.

The regulations describe the wheel without printing its order; these are the orders of the standard wheels.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from trainer.equipment import NotReadableError


class Colour(StrEnum):
    """Colours of pockets."""

    RED = "red"
    BLACK = "black"
    GREEN = "green"


RED_NUMBERS = frozenset("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())
ZEROS = ("0", "00")


def colour_of(number: str) -> Colour:
    """Colour of a pocket; the same on every wheel."""
    if number in ZEROS:
        return Colour.GREEN
    return Colour.RED if number in RED_NUMBERS else Colour.BLACK


class Wheel(msgspec.Struct, frozen=True):
    """A wheel: its name and its pockets, clockwise from zero.

    >>> SINGLE_ZERO.neighbours("0")
    ('3', '26', '0', '32', '15')
    >>> str(Wheel.parse("single-zero"))
    'single-zero'
    """

    name: str
    order: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Wheel:
        try:
            return WHEELS[text]
        except KeyError:
            raise NotReadableError("wheel", text) from None

    def __str__(self) -> str:
        return self.name

    @property
    def zeros(self) -> tuple[str, ...]:
        return tuple(number for number in ZEROS if number in self.order)

    def __contains__(self, number: str) -> bool:
        return number in self.order

    def step(self, number: str, pockets: int) -> str:
        """The number that lies this many pockets clockwise; negative counts anticlockwise."""
        return self.order[(self.order.index(number) + pockets) % len(self.order)]

    def neighbours(self, number: str, each_side: int = 2) -> tuple[str, ...]:
        """The number and its neighbours on each side, clockwise."""
        return tuple(self.step(number, offset) for offset in range(-each_side, each_side + 1))

    def sector(self, first: str, last: str) -> tuple[str, ...]:
        """Pockets from one number clockwise to another, both included."""
        start = self.order.index(first)
        length = (self.order.index(last) - start) % len(self.order) + 1
        return tuple(self.step(first, offset) for offset in range(length))


_EUROPEAN = "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
_AMERICAN = "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"

SINGLE_ZERO = Wheel("single-zero", tuple(_EUROPEAN.split()))
DOUBLE_ZERO = Wheel("double-zero", tuple(_AMERICAN.split()))
WHEELS = {wheel.name: wheel for wheel in (SINGLE_ZERO, DOUBLE_ZERO)}
