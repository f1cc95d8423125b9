"""Seven dealt cards as a house way sees them: groups, singles, and the complete hands they can make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

import msgspec

from trainer.games.pai_gow.ranks import PaiGowRanks
from trainer.games.poker.cards import ACE, CODE, JOKER_CODE, RANK, RANK_FIELDS, flush_in, ranks_in
from trainer.games.poker.hands import STRAIGHTS


class Shape(StrEnum):
    """The groups of equal rank among seven cards, the joker counted as an ace: every hand has exactly one shape."""

    FIVE_AND_PAIR = "five aces and a pair"
    FIVE = "five aces"
    FOUR_AND_THREE = "four and three"
    FOUR_AND_PAIR = "four and a pair"
    FOUR = "four of a kind"
    TWO_THREES = "two threes"
    THREE_AND_TWO_PAIRS = "three and two pairs"
    THREE_AND_PAIR = "three and a pair"
    THREE = "three of a kind"
    THREE_PAIRS = "three pairs"
    TWO_PAIRS = "two pairs"
    PAIR = "one pair"
    NOTHING = "no pair"


GROUPS: dict[tuple[int, ...], Shape] = {
    (5, 2): Shape.FIVE_AND_PAIR,
    (5,): Shape.FIVE,
    (4, 3): Shape.FOUR_AND_THREE,
    (4, 2): Shape.FOUR_AND_PAIR,
    (4,): Shape.FOUR,
    (3, 3): Shape.TWO_THREES,
    (3, 2, 2): Shape.THREE_AND_TWO_PAIRS,
    (3, 2): Shape.THREE_AND_PAIR,
    (3,): Shape.THREE,
    (2, 2, 2): Shape.THREE_PAIRS,
    (2, 2): Shape.TWO_PAIRS,
    (2,): Shape.PAIR,
    (): Shape.NOTHING,
}


class RankView(msgspec.Struct, frozen=True):
    """What seven cards are by their ranks alone; ranks 2 to 14, highest first."""

    shape: Shape
    groups: dict[int, tuple[int, ...]]  # by size 2 to 5: the ranks that occur so often
    singles: tuple[int, ...]  # ranks that occur once; a joker without an ace is among them
    straights: tuple[int, ...]  # top cards of the straights that can be made, A-2-3-4-5 as 5
    joker: bool


@lru_cache(maxsize=1 << 17)
def rank_view(code: int) -> RankView:
    """The view of an added-up code of seven cards, suits left out; there are fewer than 70,000."""
    joker = bool(code & JOKER_CODE)
    natural = ranks_in(code)
    counts = Counter([ACE, *natural] if joker else natural)
    groups = {
        size: tuple(rank for rank in sorted(counts, reverse=True) if counts[rank] == size) for size in (5, 4, 3, 2)
    }
    shape = GROUPS[tuple(size for size, ranks in groups.items() for _ in ranks)]
    singles = tuple(rank for rank in sorted(counts, reverse=True) if counts[rank] == 1)
    needed = 4 if joker else 5
    straights = tuple(
        straight[0] if straight[1] != 5 else 5 for straight in STRAIGHTS if len(set(straight) & set(natural)) >= needed
    )
    return RankView(shape, groups, singles, straights, joker)


class Deal:
    """Seven cards as sorted numbers, with the views a house way asks for; what is not asked for is not worked out."""

    __slots__ = ("_code", "_complete", "cards", "flush", "hand_ranks", "view")

    def __init__(self, cards: Sequence[int], hand_ranks: PaiGowRanks) -> None:
        a, b, c, d, e, f, g = cards
        code = CODE[a] + CODE[b] + CODE[c] + CODE[d] + CODE[e] + CODE[f] + CODE[g]
        self._code = code
        self.cards = cards
        self.hand_ranks = hand_ranks
        self.view = rank_view(code & RANK_FIELDS)
        self.flush = flush_in(code)
        self._complete: list[tuple[tuple[int, int], tuple[int, ...], int]] | None = None

    @property
    def complete(self) -> bool:
        """Whether five of the cards make a straight, a flush or both."""
        return self.flush or bool(self.view.straights)

    def of_rank(self, rank: int) -> list[int]:
        """The cards of a rank, in printed order; the joker is the last of the aces."""
        return [card for card in self.cards if RANK[card] == rank]

    def without(self, front: tuple[int, int]) -> tuple[int, ...]:
        """The five cards that a front leaves."""
        first, second = front
        return tuple([card for card in self.cards if card not in (first, second)])

    def complete_settings(self) -> list[tuple[tuple[int, int], tuple[int, ...], int]]:
        """Every setting with a complete hand in the back, in printed order: front, back, and the back's rank."""
        if self._complete is None:
            self._complete = []
            if self.complete:
                of_code, is_complete = self.hand_ranks.of_code, self.hand_ranks.is_complete
                for front in combinations(self.cards, 2):
                    rank = of_code(self._code - CODE[front[0]] - CODE[front[1]])
                    if is_complete(rank):
                        self._complete.append((front, self.without(front), rank))
        return self._complete
