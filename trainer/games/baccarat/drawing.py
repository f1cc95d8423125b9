"""Points of cards and hands, and the drawing tables: what a hand does on two cards, and which row says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeVar

import msgspec

from trainer.equipment.cards import DECK, Card
from trainer.games.baccarat.figures import LETTERS, Act, BankerRow, Natural, PlayerRow
from trainer.games.core import RequestError
from trainer.rulebooks.problems import Finding, listed, wrong
from trainer.rulebooks.schema import Citation

TOTALS = range(10)
Row = TypeVar("Row")


class DrawingRules(Protocol):
    """The part of a game's figures that says who draws."""

    @property
    def natural(self) -> Natural: ...
    @property
    def player_table(self) -> dict[str, PlayerRow]: ...
    @property
    def banker_table(self) -> dict[str, BankerRow]: ...


class Verdict(msgspec.Struct, frozen=True):
    """What a hand does, the totals of the row that says it, and where the row stands."""

    act: Act
    row: str
    cite: Citation


_VALUES = {card.rank: card.pips % 10 for card in DECK}


def value(card: Card) -> int:
    """What a card counts: the ace 1, ten and figures 0, the others their number; `RequestError` for a joker."""
    if card.is_joker:
        raise RequestError("", "the joker (JK) belongs to no hand here: it is the cut card")
    return _VALUES[card.rank]


def total(cards: Iterable[Card]) -> int:
    """The points of a hand: the units of the sum.

    >>> total([Card.parse("9S"), Card.parse("8H")])
    7
    """
    return sum(map(value, cards)) % 10


def points_of(total_given: int, field: str) -> int:
    """A total as a request gives it, which must be one that a hand can have."""
    if total_given not in TOTALS:
        raise RequestError(field, f"points go from 0 to 9, not {total_given}")
    return total_given


def is_natural(rules: DrawingRules, two_card_total: int) -> bool:
    """Whether a total made with two cards ends the coup."""
    return two_card_total in rules.natural.totals


def player_verdict(rules: DrawingRules, player_total: int) -> Verdict:
    """What the player hand does on two cards that are no natural."""
    key, row = _row(rules.player_table, player_total)
    return Verdict(row.does, key, row.cite)


def banker_verdict(rules: DrawingRules, banker_total: int, player_third: int | None) -> Verdict:
    """What the bank hand does on two cards, given the value of the player hand's third card; `None` if it stood."""
    key, row = _row(rules.banker_table, banker_total)
    letter = row.stood if player_third is None else row.third_card[player_third]
    return Verdict(LETTERS[letter], key, row.cite)


def third_cards(row: BankerRow, act: Act) -> list[int]:
    """The third cards of the player hand on which a bank row says ``act``."""
    return [third for third, letter in enumerate(row.third_card) if LETTERS[letter] is act]


def table_faults(rules: DrawingRules) -> list[Finding]:
    """What makes a drawing table unusable: totals without a row or with two, rows of the wrong length or letters."""
    found = _coverage_faults("rules.player-table", rules.player_table, rules.natural)
    found += _coverage_faults("rules.banker-table", rules.banker_table, rules.natural)
    for key, row in rules.banker_table.items():
        if len(row.third_card) != 10 or len(row.stood) != 1 or set(row.third_card + row.stood) - set(LETTERS):
            found.append((f"rules.banker-table.{key}", wrong("drawing-letters")))
    return found


def _row(table: Mapping[str, Row], hand_total: int) -> tuple[str, Row]:
    for key, row in table.items():
        if str(hand_total) in key.split():
            return key, row
    raise KeyError(hand_total)


def _coverage_faults(name: str, table: Mapping[str, object], natural: Natural) -> list[Finding]:
    named = [word for key in table for word in key.split()]
    wanted = [str(points) for points in TOTALS if points not in natural.totals]
    if sorted(named) == wanted:
        return []
    return [(name, wrong("rows-each-once", wanted=listed(wanted), named=listed(named)))]
