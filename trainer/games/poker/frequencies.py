"""Counts how often each hand occurs among all deals, from the ranks of the cards and the suits they can have.

Combinatorics gives the number of ways in which cards of given ranks can have suits. Which suit matters only if five or
more cards (three, in three-card poker) share one; those deals are divided further by the ranks that share the suit.
Seven cards make 49,205 collections of ranks instead of 133,784,560 hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, prod

from trainer.equipment.cards import RANKS, Card, Suit
from trainer.games.poker.cards import NUMBERS
from trainer.games.poker.ranks import HandRanks

_SUITS = tuple(Suit)
_numbers = [[NUMBERS[Card(rank, suit)] for suit in _SUITS] for rank in RANKS]


@lru_cache(maxsize=16)
def hand_frequencies(ranks: HandRanks, cards: int) -> Counter[int]:
    """Every rank of the best hand among so many cards of one deck, with the number of deals that come to it.

    >>> from trainer.games.poker.hands import Category, HandOrder
    >>> order = HandOrder(tuple(c for c in Category if c.value not in ("ace-king", "mini-royal", "five-aces")))
    >>> sum(hand_frequencies(HandRanks(order), 5).values())
    2598960
    """
    size = ranks.order.size
    found: Counter[int] = Counter()
    flushes: dict[tuple[int, ...], int] = {}
    for counts in _rank_counts(cards):
        held = [rank for rank, count in enumerate(counts) if count]
        ways = prod(comb(4, count) for count in counts)
        plain = ranks.best(_example(counts))
        for suited in _suited_sets(held, size):
            same = len(_SUITS) * prod(comb(3, counts[rank] - (rank in suited)) for rank in held)
            if same:
                if suited not in flushes:
                    flushes[suited] = ranks.best([_numbers[rank][0] for rank in suited])
                found[max(plain, flushes[suited])] += same
                ways -= same
        if ways:
            found[plain] += ways
    return found


def _rank_counts(cards: int) -> Iterator[tuple[int, ...]]:
    """How many cards there are of each of the 13 ranks: every way to come to so many, at most four of each."""

    def extend(before: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if len(before) == len(RANKS):
            if not left:
                yield before
            return
        for count in range(min(4, left) + 1):
            yield from extend((*before, count), left - count)

    return extend((), cards)


def _suited_sets(held: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """The sets of ranks that may share one suit and are enough for a flush."""
    for length in range(size, len(held) + 1):
        yield from combinations(held, length)


def _example(counts: Sequence[int]) -> list[int]:
    """Cards of these ranks in which no suit has enough for a flush: single cards get the suits in turn."""
    cards: list[int] = []
    for place, (rank, count) in enumerate((rank, count) for rank, count in enumerate(counts) if count):
        cards += _numbers[rank][place % 4 : place % 4 + 1] if count == 1 else _numbers[rank][:count]
    return cards
