"""Ranks of the two hands of pai gow poker: five cards as in poker, two cards on their own scale."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.games.poker.cards import RANK
from trainer.games.poker.hands import Category
from trainer.games.poker.ranks import HandRanks

# The rows of a five-card hand with the joker, each of which a table must put in its place.
HANDS = frozenset(Category) - {Category.ACE_KING, Category.MINI_ROYAL}

_PAIRS_FROM = 256  # ranks of two-card hands without a pair stay below


class PaiGowRanks(HandRanks):
    """The ranks of high and low hands at a table (Sección 10.2)."""

    def two(self, cards: Sequence[int]) -> int:
        """The rank of a two-card hand, on a scale of its own (`top_two` puts a five-card hand on it)."""
        first, second = RANK[cards[0]], RANK[cards[1]]
        if first == second:
            return _PAIRS_FROM + first
        return 16 * first + second if first > second else 16 * second + first

    def two_of(self, first: int, second: int) -> int:
        """The rank of two cards by their ranks, the higher first."""
        return _PAIRS_FROM + first if first == second else 16 * first + second

    def is_pair(self, rank: int) -> bool:
        """Whether the rank of a two-card hand is that of a pair."""
        return rank > _PAIRS_FROM

    def top_two(self, rank: int) -> int:
        """A five-card hand on the scale of two-card hands: its pair, else its two highest cards; more beats all.

        The regulation shows the comparison for pairs only (10.11(A)); without a pair it goes card by card from the top.
        """
        match self.category(rank):
            case Category.HIGH_CARD:
                return rank >> 12 & 255
            case Category.PAIR:
                return _PAIRS_FROM + (rank >> 16 & 15)
            case _:
                return 2 * _PAIRS_FROM

    def fouls(self, front: Sequence[int], back: Sequence[int]) -> bool:
        """Whether the two-card hand ranks above the five-card hand."""
        return self.two(front) > self.top_two(self.five(back))
