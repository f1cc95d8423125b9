"""Typed ``[rules]`` table of a trente et quarante file: rows, colour card, tie at 31, insurance, shoe, calls."""

from __future__ import annotations

from typing import Literal

import msgspec

from trainer.equipment.money import Amount, Rounding
from trainer.games.core import figures
from trainer.rulebooks.schema import Citation, ExactPercent, Few, GameRules

Row = Literal["black", "red"]
CHANCES = ("black", "red", "color", "inverse")


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    cite: Citation


class Rows(_Part, frozen=True):
    """In which order the rows are dealt, and the total at which each stops."""

    order: list[Row]
    stops_at: int


class ColorCard(_Part, frozen=True):
    """The card that decides between colour and inverse: its colour is compared with the winning row's."""

    card: Literal["first-of-black-row", "first-of-winning-row"]


class TieRule(_Part, frozen=True):
    """What both rows at the best total do to every bet.

    ``half-or-prison``: half back or the whole stake in prison, halving at each further tie. ``half-lost``: the house
    takes half and the other half is blocked for the next coup. ``classic``: half back or prison, without halving.
    """

    way: Literal["half-or-prison", "half-lost", "classic"]
    again_cite: Citation
    rounding: Rounding = Rounding.parse("exact")  # of the part left to the player
    last_coup_cite: Citation | None = None
    second: Literal["lost", "stays"] = "lost"  # what a blocked half does at a second such tie, uninsured
    release_cite: Citation | None = None  # where the next coup frees or takes what was held, if not with the tie


class Insurance(_Part, frozen=True):
    """A payment against the tie: when it is made, what it costs and what it saves."""

    percent: ExactPercent
    when: Literal["with-the-bet", "after-the-tie"]
    of: Literal["stake", "blocked-half"] = "stake"
    rounding: Rounding = Rounding.parse("exact")
    rounding_cite: Citation | None = None  # where the regulation does not round
    kept: Literal["always", "at-the-tie"] = "always"  # a deposit that is kept at the tie alone goes back otherwise


class Burn(_Part, frozen=True):
    count: int


class CutCard(_Part, frozen=True):
    """How many cards lie behind the stop card and what its coming does to the coup in course."""

    behind_least: int
    in_coup: Literal["void", "held"]
    behind_most_share: Amount | None = None  # of the whole stack; `None`: exactly ``behind-least``


class Stack(_Part, frozen=True):
    decks: Few
    decks_allowed: list[Few]


class Seat(_Part, frozen=True):
    idle_coups: int | None = None


class Calling(_Part, frozen=True):
    """Whether the totals are called in full or by their units (32 is *two*)."""

    totals: Literal["full", "units"]


class TrenteFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    felt: str
    rows: Rows
    color: ColorCard
    tie: TieRule
    insurance: Insurance
    burn: Burn
    cut_card: CutCard
    stack: Stack
    calling: Calling
    seat: Seat | None = None


def trente(rules: GameRules) -> TrenteFigures:
    """The figures of a trente et quarante game."""
    return figures(rules, TrenteFigures)
