"""The orders of hands that the regulations name, for tests of the ranking alone."""

from __future__ import annotations

from trainer.equipment.cards import parse_cards
from trainer.games.poker.cards import NUMBERS, RANK
from trainer.games.poker.hands import Category, HandOrder, Wheel

_FIVE = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH,
)
FIVE = HandOrder(_FIVE)
WITHOUT_ROYAL = HandOrder(_FIVE[:-1])
ACE_KING = HandOrder((Category.HIGH_CARD, Category.ACE_KING, *_FIVE[1:]))
WITH_JOKER = HandOrder((*_FIVE, Category.FIVE_ACES), wheel=Wheel.SECOND_HIGHEST)
# Baleares, póker sintético: 28 cards from the eight up, a flush above a full house.
SYNTHETIC = HandOrder((*_FIVE[:5], Category.FULL_HOUSE, Category.FLUSH, *_FIVE[7:]), lowest=8)
THREE = HandOrder(
    (
        Category.HIGH_CARD,
        Category.PAIR,
        Category.FLUSH,
        Category.STRAIGHT,
        Category.THREE_OF_A_KIND,
        Category.STRAIGHT_FLUSH,
        Category.MINI_ROYAL,
    ),
    size=3,
)

DECK = [number for card, number in NUMBERS.items() if not card.is_joker]
DECK_28 = [number for number in DECK if RANK[number] >= 8]


def numbers(text: str) -> list[int]:
    """Cards as they are written, as numbers in the order given."""
    return [NUMBERS[card] for card in parse_cards(text)]
