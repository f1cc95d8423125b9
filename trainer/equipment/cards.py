"""Playing cards: rank, suit, joker, and the text form of hands."""

from __future__ import annotations

from enum import StrEnum
from itertools import product

import msgspec

from trainer.equipment import NotReadableError


class Suit(StrEnum):
    """The four suits, by their letter in the text form."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def is_red(self) -> bool:
        return self in (Suit.HEARTS, Suit.DIAMONDS)


RANKS = "23456789TJQKA"


class Card(msgspec.Struct, frozen=True, order=True, gc=False):
    """A card written as rank and suit: ``AS``, ``TD``, ``9H``; the joker is ``JK``.

    >>> str(Card.parse("TD"))
    'TD'
    >>> Card.parse("1S")
    Traceback (most recent call last):
    ...
    trainer.equipment.NotReadableError: '1S' is not readable as card
    """

    rank: str
    suit: str

    @classmethod
    def parse(cls, text: str) -> Card:
        found = _BY_TEXT.get(text) or _BY_TEXT.get(text.strip().upper())
        if found is None:
            raise NotReadableError("card", text)
        return found

    def __str__(self) -> str:
        return self.rank + self.suit

    @property
    def sign(self) -> str:
        """Short form for people: ``A♠``, ``10♦``; the joker is ``★``."""
        return "★" if self.is_joker else self.rank.replace("T", "10") + _SIGNS[self.suit]

    @property
    def is_joker(self) -> bool:
        return self.rank == "J" and self.suit == "K"

    @property
    def is_red(self) -> bool:
        return self.suit in ("H", "D")

    @property
    def order(self) -> int:
        """Rank as a number: 2 is 2, king is 13, ace is 14, joker is 15."""
        return 15 if self.is_joker else RANKS.index(self.rank) + 2

    @property
    def pips(self) -> int:
        """Ace 1, number cards their number, ten and court cards 10, joker 0."""
        if self.is_joker:
            return 0
        return 1 if self.rank == "A" else min(self.order, 10)


_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
JOKER = Card("J", "K")
DECK: tuple[Card, ...] = tuple(Card(rank, suit) for suit, rank in product("SHDC", "A23456789TJQK"))
DECK_WITH_JOKER: tuple[Card, ...] = (*DECK, JOKER)
_BY_TEXT = {str(card): card for card in DECK_WITH_JOKER}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces: ``AS KD 3C``."""
    return tuple(Card.parse(word) for word in text.split())


def print_cards(cards: tuple[Card, ...] | list[Card]) -> str:
    """Write cards as `parse_cards` reads them."""
    return " ".join(str(card) for card in cards)
