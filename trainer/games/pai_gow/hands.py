"""How pai gow poker ranks hands of five and of two cards, with the joker (Sección 10.2).

Ranks are numbers that compare as the hands do: equal numbers are a copy. The order of the hands, the place of A-2-3-4-5
and the rank a joker takes in a flush are the table's (`HandOrder`); nothing here is fixed but what a straight, a flush
or a pair is. A hand is worked out once for each set of ranks and then looked up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

import msgspec

from trainer.games.pai_gow.cards import ACE, CODE, JOKER_CODE, RANK, RANK_FIELDS, flush_in, ranks_in

_WHEEL = (14, 5, 4, 3, 2)
STRAIGHTS: tuple[tuple[int, ...], ...] = (*(tuple(range(top, top - 5, -1)) for top in range(14, 5, -1)), _WHEEL)


class Category(StrEnum):
    """What a five-card hand may be; in the two-card hand only a pair and high cards exist."""

    HIGH_CARD = "high-card"
    PAIR = "pair"
    TWO_PAIR = "two-pair"
    THREE_OF_A_KIND = "three-of-a-kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full-house"
    FOUR_OF_A_KIND = "four-of-a-kind"
    STRAIGHT_FLUSH = "straight-flush"
    ROYAL_FLUSH = "royal-flush"
    FIVE_ACES = "five-aces"


COMPLETE = frozenset({Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH})

_BY_GROUPS: dict[tuple[int, ...], Category] = {
    (5,): Category.FIVE_ACES,
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
}


_PAIRS_FROM = 256  # ranks of two-card hands without a pair stay below

# How many of the ranks that follow the category name the hand; what is left are only its highest cards.
_NAMED_BY = {Category.FLUSH: 0, Category.HIGH_CARD: 0, Category.TWO_PAIR: 2, Category.FULL_HOUSE: 2}


class Wheel(StrEnum):
    """Where A-2-3-4-5 stands among straights: under A-K-Q-J-10, or last."""

    SECOND_HIGHEST = "second-highest"
    LOWEST = "lowest"


class JokerInFlush(StrEnum):
    """The rank a joker takes in a flush that already has its ace."""

    HIGHEST_MISSING = "highest-missing"
    ACE = "ace"


class HandOrder(msgspec.Struct, frozen=True):
    """What a table decides about the ranking of hands; ``categories`` from the lowest to the highest."""

    categories: tuple[Category, ...]
    wheel: Wheel = Wheel.SECOND_HIGHEST
    joker_in_flush: JokerInFlush = JokerInFlush.HIGHEST_MISSING


class HandRanks:
    """The ranks of hands at a table."""

    def __init__(self, order: HandOrder) -> None:
        self.order = order
        self._place = {category: place for place, category in enumerate(order.categories)}
        self._known: dict[int, int] = {}
        self._complete = frozenset(self._place[category] for category in COMPLETE)
        self._pair = self._place[Category.PAIR]
        self._high_card = self._place[Category.HIGH_CARD]

    def five(self, cards: Sequence[int]) -> int:
        """The rank of a five-card hand."""
        a, b, c, d, e = cards
        return self.of_code(CODE[a] + CODE[b] + CODE[c] + CODE[d] + CODE[e])

    def of_code(self, code: int) -> int:
        """The rank of the five cards whose codes add up to this one."""
        # A flush is filed under the negative code.
        key = -(code & RANK_FIELDS) if flush_in(code) else code & RANK_FIELDS
        rank = self._known.get(key)
        if rank is None:
            rank = self._known[key] = self._work_out(ranks_in(code), bool(code & JOKER_CODE), flush=key < 0)
        return rank

    def two(self, cards: Sequence[int]) -> int:
        """The rank of a two-card hand, on a scale of its own (`top_two` puts a five-card hand on it)."""
        first, second = RANK[cards[0]], RANK[cards[1]]
        if first == second:
            return _PAIRS_FROM + first
        return 16 * first + second if first > second else 16 * second + first

    def is_pair(self, rank: int) -> bool:
        """Whether the rank of a two-card hand is that of a pair."""
        return rank > _PAIRS_FROM

    def category(self, rank: int) -> Category:
        """What kind of hand the rank of a five-card hand is."""
        return self.order.categories[rank >> 20]

    def is_complete(self, rank: int) -> bool:
        """Whether a five-card hand is a straight, a flush or both."""
        return rank >> 20 in self._complete

    def same_hand(self, rank: int, other: int) -> bool:
        """Whether two five-card hands are the same poker hand, so that only their highest cards part them (10.2(E))."""
        shift = 20 - 4 * _NAMED_BY.get(self.category(rank), 1)
        return rank >> shift == other >> shift

    def top_two(self, rank: int) -> int:
        """A five-card hand on the scale of two-card hands: its pair, else its two highest cards; more beats all.

        The regulation shows the comparison for pairs only (10.11(A)); without a pair it goes card by card from the top.
        """
        place = rank >> 20
        if place == self._high_card:
            return rank >> 12 & 255
        return _PAIRS_FROM + (rank >> 16 & 15) if place == self._pair else 2 * _PAIRS_FROM

    def fouls(self, front: Sequence[int], back: Sequence[int]) -> bool:
        """Whether the two-card hand ranks above the five-card hand."""
        return self.two(front) > self.top_two(self.five(back))

    def _work_out(self, ranks: list[int], joker: bool, flush: bool) -> int:
        """The best that five cards can be: the joker is an ace, or any card that completes a straight or a flush."""
        counts = Counter([*ranks, ACE] if joker else ranks)
        groups = sorted(counts, key=lambda rank: (-counts[rank], -rank))
        readings = [self._rank(_BY_GROUPS[tuple(counts[rank] for rank in groups)], groups)]
        if flush:
            readings.append(self._rank(Category.FLUSH, self._flush_ranks(ranks, joker)))
        if len(set(ranks)) == len(ranks):
            for straight in STRAIGHTS:
                if set(ranks) <= set(straight):
                    royal = flush and straight == STRAIGHTS[0]
                    suited = Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH
                    readings.append(
                        self._rank(suited if flush else Category.STRAIGHT, [self._straight_place(straight)])
                    )
        return max(readings)

    def _flush_ranks(self, ranks: list[int], joker: bool) -> list[int]:
        if not joker:
            return ranks
        missing = next(rank for rank in range(ACE, 1, -1) if rank not in ranks)
        taken = ACE if self.order.joker_in_flush is JokerInFlush.ACE else missing
        return sorted([*ranks, taken], reverse=True)

    def _straight_place(self, straight: tuple[int, ...]) -> int:
        """Straights by their top card, leaving room under the highest for A-2-3-4-5."""
        if straight == STRAIGHTS[0]:
            return 15
        if straight == _WHEEL:
            return 14 if self.order.wheel is Wheel.SECOND_HIGHEST else 5
        return straight[0]

    def _rank(self, category: Category, ranks: list[int]) -> int:
        """A number of six digits to the base 16: the category's place, then the ranks that decide within it."""
        number = self._place[category]
        for rank in [*ranks, 0, 0, 0, 0][:5]:
            number = number << 4 | rank
        return number
