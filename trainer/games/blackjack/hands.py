"""Counting cards, and a player's hand with all that has happened to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from trainer.equipment.cards import RANKS, Card
from trainer.equipment.money import ZERO, Amount

PIPS = {rank: 1 if rank == "A" else min(10, RANKS.index(rank) + 2) for rank in RANKS}
TWENTY_ONE = 21


class Points(NamedTuple):
    """What a hand counts, and whether an ace in it counts eleven."""

    total: int
    soft: bool


def points(cards: Iterable[Card]) -> Points:
    """The best count of some cards: an ace is eleven as long as that does not pass 21.

    >>> from trainer.equipment.cards import parse_cards
    >>> points(parse_cards("AS 6D"))
    Points(total=17, soft=True)
    >>> points(parse_cards("AS 6D TC"))
    Points(total=17, soft=False)
    """
    low, has_ace = 0, False
    for card in cards:
        pips = PIPS[card.rank]
        low += pips
        has_ace = has_ace or pips == 1
    return Points(low + 10, True) if has_ace and low + 10 <= TWENTY_ONE else Points(low, False)


def is_ten(card: Card) -> bool:
    """Whether the card is a ten, jack, queen or king."""
    return PIPS[card.rank] == 10


def is_blackjack(cards: Sequence[Card]) -> bool:
    """Whether the cards are an ace and a ten-value card, and nothing else."""
    return len(cards) == 2 and points(cards).total == TWENTY_ONE


def is_pair(cards: Sequence[Card], by: Literal["value", "rank"]) -> bool:
    """Whether these are two cards of the same value, or (``by`` rank) of the same rank."""
    if len(cards) != 2:
        return False
    first, second = cards
    return first.rank == second.rank or (by == "value" and PIPS[first.rank] == PIPS[second.rank])


Left = Literal["", "surrender", "even-money"]  # how a player may leave a hand before it is played


class Hand(msgspec.Struct, frozen=True, gc=False):
    """A player's hand: its cards, its stakes (one for each hand of the dealer), and what its player did.

    ``count`` stands in for the cards where only their total is known. A free split or double lies as a marker; the
    stake of a free-split hand is what its marker is worth.
    """

    cards: tuple[Card, ...] = ()
    stakes: tuple[Amount, ...] = (ZERO,)
    seat: int | None = None
    number: int = 1  # within the seat, in the order of play
    origin: int = 1  # the initial hand of the seat that it was split from
    bet: Literal["main", "split", "free-split"] = "main"
    from_split: bool = False
    double: Literal["", "own", "free"] = ""
    switched: bool = False
    left: Left = ""
    count: Points | None = None

    @property
    def points(self) -> Points:
        return self.count or points(self.cards)

    @property
    def is_bust(self) -> bool:
        return self.points.total > TWENTY_ONE

    @property
    def split_aces(self) -> bool:
        """Whether the hand grew from an ace of a split pair: its first card is that ace."""
        return self.from_split and bool(self.cards) and self.cards[0].rank == "A"

    @property
    def is_blackjack(self) -> bool:
        """Whether the hand is 21 in two cards as they were dealt: a split or a switched hand is no blackjack."""
        return not self.from_split and not self.switched and is_blackjack(self.cards)


def split_pair(hand: Hand, bet: Literal["split", "free-split"] = "split") -> tuple[Hand, Hand]:
    """The two hands of one card each that a pair becomes; the new one carries the added bet and the next number."""
    first = replace(hand, cards=hand.cards[:1], from_split=True)
    second = replace(hand, cards=hand.cards[1:], from_split=True, number=hand.number + 1, bet=bet)
    return first, second
