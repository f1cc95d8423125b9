"""Typed ``[rules]`` table of a roulette file: wheel, zero rule, payment, chips, announced bets, seats, limits."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from trainer.equipment.money import Amount
from trainer.equipment.wheel import WHEELS, Wheel
from trainer.games.core import figures
from trainer.games.posted import PostedLimits
from trainer.rulebooks.schema import Citation, Few, GameRules
from trainer.texts import Names

# The cloths on which every number of a wheel has its box.
CLOTHS = {"single-zero": ("roulette-french", "roulette-american"), "double-zero": ("roulette-double-zero",)}


class ZeroRule(StrEnum):
    """What the even chances do when a zero comes."""

    LOSE_ALL = "lose-all"
    LOSE_HALF = "lose-half"
    HALF_OR_PRISON = "half-or-prison"


class SecondZero(StrEnum):
    """What an imprisoned stake does when zero comes again."""

    LOSE_ALL = "lose-all"
    HALVES_AGAIN = "halves-again"


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    cite: Citation


class Zero(_Part, frozen=True):
    even_chances: ZeroRule
    second_zero: SecondZero | None = None
    second_cite: Citation | None = None
    last_spin_cite: Citation | None = None


class ZeroCombinations(_Part, frozen=True):
    """Which bets with zeros the cloth has, by their numbers: ``0-1``, ``0-1-2``."""

    splits: list[str]
    streets: list[str]
    corners: list[str]


class Turning(_Part, frozen=True):
    """Whether the wheel turns the other way at every spin; the ball always runs against it."""

    alternates: bool


class NoSpin(_Part, frozen=True):
    """Who calls a no spin (a role of the staff), whether the ball is first laid into the number of the spin before, and
    how many turns the wheel makes before the ball is thrown again.
    """

    by: str
    ball_to_previous: bool
    wheel_turns: Few | None = None  # `None`: the regulation does not say


class Paying(_Part, frozen=True):
    """Whether a player with several winning bets is paid all of them at once, and what the order ranks.

    ``between_players``: the order of payment ranks the players by their first winning bet, or every bet of all
    players; `None`: it holds within each player's bets only.
    """

    all_at_once: bool
    between_players: Literal["first-bet", "bet-by-bet"] | None = None


class CashChips(_Part, frozen=True):
    """On which groups of bets a player may mix cash chips of several values."""

    mixed_on: list[str]


class QuarterChips(_Part, frozen=True):
    """Chips of a small value that only tables of some minimums may use."""

    value: Amount
    table_minimums: list[Amount]


class ColourChips(_Part, frozen=True):
    """Chips of a player's own colour, worth what he says, which a money chip on the board shows.

    ``within_limits``: their value lies between the limits of a number, and is the minimum if the player names none.
    """

    within_limits: bool


class Seats(_Part, frozen=True):
    """How many players a table takes, by the number of its layouts."""

    most: list[int]


class Approval(_Part, frozen=True):
    """Variants that only the regulator's prior written approval allows."""

    variants: list[str]


class TableLimits(PostedLimits, frozen=True):
    """What the regulation asks of a table's own limits.

    ``even_chance_minimum``: the minimum of an even chance may be up to so many times that of a number.
    """

    even_chance_minimum: int | None = None


class AnnouncedSet(_Part, frozen=True):
    """A sector bet: the chips it takes, by spot."""

    names: Names
    chips: dict[str, int]


class Announced(_Part, frozen=True):
    """Whether announced bets are taken, and what the sector bets stand for."""

    offered: bool
    neighbours_each_side: int = 0
    neighbours_cite: Citation | None = None  # where another text says how many than the one that takes the bets
    sets: dict[str, AnnouncedSet] = {}


class RouletteFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    wheel: str
    felt: str
    zero: Zero
    zero_combinations: ZeroCombinations
    turning: Turning
    no_spin: NoSpin
    paying: Paying
    announced: Announced
    cash_chips: CashChips | None = None
    quarter_chips: QuarterChips | None = None
    colour_chips: ColourChips | None = None
    seats: Seats | None = None
    approval: Approval | None = None
    limits: TableLimits | None = None


def roulette(rules: GameRules) -> RouletteFigures:
    """The figures of a roulette game."""
    return figures(rules, RouletteFigures)


def wheel(rules: GameRules) -> Wheel:
    """The wheel the game is played on."""
    return WHEELS[roulette(rules).wheel]
