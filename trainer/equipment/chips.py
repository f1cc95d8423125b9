"""Chips: stacks, the denominations and colours of a house, and cutting an amount into chips."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.money import ZERO, Amount, parse_amount, print_amount


class Stack(msgspec.Struct, frozen=True):
    """Cash chips by denomination, highest first: ``2x100 1x25 3x5``; an empty stack is ``-``.

    >>> Stack.parse("3x5 1x25").value
    Fraction(40, 1)
    >>> str(Stack.parse("3x5 1x25"))
    '1x25 3x5'
    """

    counts: tuple[tuple[Amount, int], ...] = ()

    @classmethod
    def of(cls, counts: Mapping[Amount, int] | Iterable[tuple[Amount, int]]) -> Stack:
        """A stack from counts by denomination; zeros are dropped, equal denominations are added up."""
        joined: dict[Amount, int] = {}
        for value, count in counts.items() if isinstance(counts, Mapping) else counts:
            if count < 0 or value <= 0:
                raise ValueError(f"{count} chips of {print_amount(value)} cannot lie in a stack")
            joined[value] = joined.get(value, 0) + count
        return cls(tuple(sorted(((v, c) for v, c in joined.items() if c), reverse=True)))

    @classmethod
    def parse(cls, text: str) -> Stack:
        if text.strip() == "-":
            return cls()
        counts: list[tuple[Amount, int]] = []
        for word in text.split():
            match = re.fullmatch(r"(\d+)x(.+)", word)
            if not match:
                raise NotReadableError("stack", word)
            value = parse_amount(match[2])
            if value <= 0:
                raise NotReadableError("stack", word)
            counts.append((value, int(match[1])))
        return cls.of(counts)

    def __str__(self) -> str:
        return " ".join(f"{count}x{print_amount(value)}" for value, count in self.counts) or "-"

    def __add__(self, other: Stack) -> Stack:
        return Stack.of(self.counts + other.counts)

    @property
    def value(self) -> Amount:
        return sum((value * count for value, count in self.counts), ZERO)

    @property
    def chips(self) -> int:
        return sum(count for _, count in self.counts)


class ChipSet(msgspec.Struct, frozen=True):
    """The denominations a house uses, highest first, each with its colour: ``100 black, 25 green, 5 red, 1 white``.

    >>> cash = ChipSet.parse("1 white, 5 red, 25 green")
    >>> str(cash)
    '25 green, 5 red, 1 white'
    >>> str(cash.cut(parse_amount(37)))
    '1x25 2x5 2x1'
    """

    colours: tuple[tuple[Amount, str], ...]

    @classmethod
    def parse(cls, text: str) -> ChipSet:
        colours: dict[Amount, str] = {}
        for entry in text.split(","):
            words = entry.split()
            if len(words) != 2:
                raise NotReadableError("chip", entry.strip())
            value = parse_amount(words[0])
            if value <= 0 or value in colours:
                raise NotReadableError("chip-of-its-own", entry.strip())
            colours[value] = words[1]
        return cls(tuple(sorted(colours.items(), reverse=True)))

    def __str__(self) -> str:
        return ", ".join(f"{print_amount(value)} {colour}" for value, colour in self.colours)

    @property
    def values(self) -> tuple[Amount, ...]:
        """Denominations, highest first."""
        return tuple(value for value, _ in self.colours)

    @property
    def smallest(self) -> Amount:
        return self.colours[-1][0]

    def step(self, amount: Amount) -> Amount:
        """Chip by which a stake of this size is raised or lowered: at most a twentieth of it.

        >>> print_amount(ChipSet.parse("1 white, 5 red, 25 green, 100 black").step(parse_amount(600)))
        '25'
        """
        return next((value for value in self.values if value * 20 <= amount), self.smallest)

    def colour(self, value: Amount) -> str:
        return dict(self.colours)[value]

    def cut(self, amount: Amount) -> Stack:
        """The amount in the fewest chips, highest denominations first.

        Raises `ValueError` if the smallest chip does not divide it.
        """
        counts: list[tuple[Amount, int]] = []
        # Computed in integers: drills cut thousands of stacks, and fractions are slow.
        finest = math.lcm(amount.denominator, *(value.denominator for value, _ in self.colours))
        rest = amount.numerator * finest // amount.denominator
        for value, _ in self.colours:
            chip = value.numerator * finest // value.denominator
            if rest >= chip:
                counts.append((value, rest // chip))
                rest %= chip
        if rest:
            raise ValueError(
                f"{print_amount(amount)} cannot be paid in chips: the smallest is {print_amount(self.smallest)}"
            )
        return Stack(tuple(counts))
