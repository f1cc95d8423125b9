"""Typed ``[rules]`` table of chemin de fer and baccara on two tables, where a player holds the bank."""

from __future__ import annotations

from typing import Literal

import msgspec

from trainer.games.baccarat.figures import CoupFigures
from trainer.games.core import figures
from trainer.rulebooks.schema import Citation, ExactPercent, GameRules, Limit


class _Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab"):
    pass


class _Part(_Figures, frozen=True):
    cite: Citation


class Players(_Part, frozen=True):
    """How many players it takes: in all, or at each table."""

    least: int


class BankerDraws(_Part, frozen=True):
    """Whether the banker may choose, and whether zero always draws; who asks for the table must follow it."""

    free: bool
    zero_draws: bool
    tableau_cite: Citation


class Point(_Part, frozen=True):
    """Who speaks for the points: the highest bet, and who goes first of equal ones."""

    on_equal_bets: Literal["from-banker-right", "from-croupier-left", "by-turn"]
    holds_cards: bool
    advice_on_five: Literal["stand", "draw"] | None = None
    advice_cite: Citation | None = None
    suivi_cite: Citation | None = None  # where a lost banco may be repeated


class Bank(_Part, frozen=True):
    """What the bank may hold, what the house deducts, and what goes to the garage.

    ``uncovered-excluded``: the part no stake covers is set aside for the coup. ``over-maximum`` is the name of the
    garage that takes what is above the maximum. ``deduction`` is a percentage; where the house sets it, an option
    ``commission`` does.
    """

    minimum: Limit
    uncovered_excluded: bool
    deduction_cite: Citation
    uncovered_cite: Citation
    taking_cite: Citation
    auction_cite: Citation
    raise_cite: Citation
    maximum: Limit | None = None
    deduction: ExactPercent | None = None
    voluntary_over: Limit | None = None
    voluntary_takes: Literal["all-winnings", "only-the-excess"] | None = None
    voluntary_cite: Citation | None = None
    over_maximum: Literal["improper", "mandatory"] | None = None
    over_maximum_cite: Citation | None = None
    outside_bank_bets: bool = False
    limited: bool = True  # whether the banker answers only for what lies on the table
    equal_bids: Literal["seated-first", "by-lot"] = "seated-first"
    without_bids: Literal["right-neighbour", "game-over"] = "right-neighbour"


class FreeBank(_Part, frozen=True):
    """A bank without a top: how often it may be held."""

    tables: int
    sessions: int
    shoes_per_session: int


class TwoCardWin(_Part, frozen=True):
    """A total that wins with two cards against these of three."""

    beats: list[int]


class TwoTables(_Figures, frozen=True):
    """What only the game on two tables has."""

    two_card_wins: dict[str, TwoCardWin]  # by total
    banker_error_draws_to: int  # in a restored coup after his own error the banker draws up to this total
    restored_cite: Citation
    error_cite: Citation
    line_cite: Citation


class BankGameFigures(CoupFigures, frozen=True):
    """Figures of a game in which a player is the bank."""

    players: Players
    banker: BankerDraws
    point: Point
    bank: Bank
    free_bank: FreeBank | None = None
    two_tables: TwoTables | None = None


def bank_game(rules: GameRules) -> BankGameFigures:
    """The figures of a game in which a player is the bank."""
    return figures(rules, BankGameFigures)
