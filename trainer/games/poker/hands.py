"""What poker hands there are, and what a table decides about their order: data, for every game that ranks hands."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from trainer.games.poker.cards import ACE


class Category(StrEnum):
    """What a hand of five or of three cards may be; which of them exist, and in which order, a table's order says."""

    HIGH_CARD = "high-card"
    ACE_KING = "ace-king"
    PAIR = "pair"
    TWO_PAIR = "two-pair"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full-house"
    FOUR_OF_A_KIND = "four-of-a-kind"
    STRAIGHT_FLUSH = "straight-flush"
    ROYAL_FLUSH = "royal-flush"
    MINI_ROYAL = "mini-royal"
    FIVE_ACES = "five-aces"


COMPLETE = frozenset({Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH})

# What a hand is by the sizes of its groups of one rank, largest first.
BY_GROUPS: dict[tuple[int, ...], Category] = {
    (5,): Category.FIVE_ACES,
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (3,): Category.THREE_OF_A_KIND,
    (2, 1): Category.PAIR,
    (1, 1, 1): Category.HIGH_CARD,
}

# A row that a table's order may leave out, and the row its hands then belong to.
PART_OF: dict[Category, Category] = {
    Category.ACE_KING: Category.HIGH_CARD,
    Category.ROYAL_FLUSH: Category.STRAIGHT_FLUSH,
    Category.MINI_ROYAL: Category.STRAIGHT_FLUSH,
    Category.FIVE_ACES: Category.FOUR_OF_A_KIND,
}

_ROWS: dict[int, frozenset[Category]] = {
    5: frozenset(Category) - {Category.MINI_ROYAL},
    3: frozenset(
        {
            Category.HIGH_CARD,
            Category.PAIR,
            Category.FLUSH,
            Category.STRAIGHT,
            Category.THREE_OF_A_KIND,
            Category.STRAIGHT_FLUSH,
            Category.MINI_ROYAL,
        }
    ),
}

# How many of the ranks that follow the category name the hand (one, if not said otherwise); the rest are side cards.
NAMED_BY: dict[Category, int] = {
    Category.FLUSH: 0,
    Category.HIGH_CARD: 0,
    Category.ACE_KING: 2,
    Category.TWO_PAIR: 2,
    Category.FULL_HOUSE: 2,
}


class Wheel(StrEnum):
    """Where the straight with a low ace stands among straights: under the highest, last, or there is none."""

    SECOND_HIGHEST = "second-highest"
    LOWEST = "lowest"
    NONE = "none"


class JokerInFlush(StrEnum):
    """The rank a joker takes in a flush that already has its ace."""

    HIGHEST_MISSING = "highest-missing"
    ACE = "ace"


class SideCards(StrEnum):
    """How far two hands of one name are compared: card by card to the last, or by the highest other card alone."""

    ALL = "all"
    HIGHEST = "highest"


class HandOrder(msgspec.Struct, frozen=True):
    """What a table decides about the ranking of hands; ``categories`` from the lowest to the highest.

    ``lowest`` is the lowest rank in the deck (8 in a deck of 28 cards), from which the straight with a low ace starts.
    """

    categories: tuple[Category, ...]
    size: int = 5
    wheel: Wheel = Wheel.LOWEST
    lowest: int = 2
    side_cards: SideCards = SideCards.ALL
    joker_in_flush: JokerInFlush = JokerInFlush.HIGHEST_MISSING

    @property
    def is_whole(self) -> bool:
        """Whether it has each row at most once, only rows of hands of its size, and all that cannot be left out."""
        rows, known = set(self.categories), _ROWS.get(self.size, frozenset())
        return len(rows) == len(self.categories) and known - PART_OF.keys() <= rows <= known and bool(rows)


def straights(size: int = 5, lowest: int = 2) -> tuple[tuple[int, ...], ...]:
    """The ranks of every straight, highest first, the one with a low ace last.

    >>> straights(3)[0], straights(5, lowest=8)[-1]
    ((14, 13, 12), (14, 11, 10, 9, 8))
    """
    natural = (tuple(range(top, top - size, -1)) for top in range(ACE, lowest + size - 2, -1))
    return (*natural, (ACE, *range(lowest + size - 2, lowest - 1, -1)))


STRAIGHTS = straights()
