"""The two rows of cards: running count, winning row, and winning colour chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from trainer.equipment.cards import Card
from trainer.games.core import RequestError
from trainer.games.trente_et_quarante.figures import Row, TrenteFigures

ColorChance = Literal["color", "inverse"]
MOST_PIPS = 10


class Coup(msgspec.Struct, frozen=True):
    """Both rows by their totals, and the card that decides the colour where it is known."""

    black_total: int
    red_total: int
    black_row: tuple[Card, ...] = ()
    red_row: tuple[Card, ...] = ()
    color_chance: ColorChance | None = None  # `None` on a tie, or where the cards are not known

    @property
    def winning_row(self) -> Row | None:
        """The row with the lower total; `None` if they are equal."""
        if self.black_total == self.red_total:
            return None
        return "black" if self.black_total < self.red_total else "red"

    def is_tie_at(self, total: int) -> bool:
        return self.black_total == self.red_total == total

    @property
    def winners(self) -> tuple[str, ...]:
        """The chances that win, row first."""
        chances = (self.winning_row, self.color_chance)
        return tuple(chance for chance in chances if chance is not None)

    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = {"black_total": self.black_total, "red_total": self.red_total}
        if self.black_row:
            facts |= {"black_row": self.black_row, "red_row": self.red_row}
        return {**facts, "winning_row": self.winning_row, "winning_color_chance": self.color_chance}


def count(cards: Sequence[Card]) -> int:
    """Points of a row: ace 1, figures 10, the others their number; `RequestError` for a joker.

    >>> count([Card.parse("KS"), Card.parse("AH"), Card.parse("7D")])
    18
    """
    if any(card.is_joker for card in cards):
        raise RequestError("", "the joker (JK) belongs to no row: it is the stop card")
    return sum(card.pips for card in cards)


def longest(figures: TrenteFigures) -> int:
    """The highest total a row can end on: a ten on the last total that goes on."""
    return figures.rows.stops_at - 1 + MOST_PIPS


def from_stack(figures: TrenteFigures, cards: Sequence[Card]) -> Coup:
    """A coup from the cards in the order in which they come: the first row, then the second."""
    rows: dict[Row, tuple[Card, ...]] = {}
    start = 0
    for name in figures.rows.order:
        end = start
        while count(cards[start:end]) < figures.rows.stops_at:
            if end == len(cards):
                raise RequestError(
                    "shoe_after_burn", f"the cards end before the {name} row has {figures.rows.stops_at}"
                )
            end += 1
        rows[name] = tuple(cards[start:end])
        start = end
    return from_rows(figures, rows["black"], rows["red"])


def from_rows(figures: TrenteFigures, black: Sequence[Card], red: Sequence[Card]) -> Coup:
    """A coup from two finished rows; one that stopped too early or too late is a `RequestError`."""
    for field, row in (("black_row", black), ("red_row", red)):
        stops = figures.rows.stops_at
        if count(row) < stops:
            raise RequestError(field, f"stands at {count(row)}: it goes on to {stops}")
        if count(row[:-1]) >= stops:
            raise RequestError(field, f"had {count(row[:-1])} before its last card: it stops at {stops} or over")
    coup = Coup(count(black), count(red), tuple(black), tuple(red))
    winner = coup.winning_row
    if winner is None:
        return coup
    first = {"black": black[0], "red": red[0]}["black" if figures.color.card == "first-of-black-row" else winner]
    chance: ColorChance = "color" if first.is_red == (winner == "red") else "inverse"
    return Coup(coup.black_total, coup.red_total, tuple(black), tuple(red), chance)
