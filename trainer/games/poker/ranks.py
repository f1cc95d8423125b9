"""Fast ranks of poker hands: numbers that compare as the hands do; equal numbers are a tie.

The codes of the cards are added up (`trainer.games.poker.cards`): the sum says how often each rank occurs and how many
cards of each suit there are. The rank of a sum is computed when it first occurs and then looked up, so nothing is built
in advance and a hand costs a few additions and one lookup. More cards than a hand has are ranked in the same way: the
best hand by ranks alone, and the best of a suit if enough cards share one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from trainer.games.poker.cards import (
    ACE,
    CODE,
    JOKER_CODE,
    RANK_FIELDS,
    SUIT_FIELDS,
    SUITS,
    ranks_in,
    single_codes,
)
from trainer.games.poker.hands import (
    BY_GROUPS,
    COMPLETE,
    NAMED_BY,
    PART_OF,
    Category,
    HandOrder,
    JokerInFlush,
    SideCards,
    Wheel,
    straights,
)


class _Known(dict[int, int]):
    """A table that computes an entry when it is first asked for."""

    def __init__(self, work_out: Callable[[int], int]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, key: int) -> int:
        found = self[key] = self._work_out(key)
        return found


class HandRanks:
    """The ranks of hands at a table. Cards are numbers; hands may be given in any order."""

    def __init__(self, order: HandOrder) -> None:
        if not order.is_whole:
            raise ValueError(f"not an order of {order.size}-card hands: {', '.join(order.categories)}")
        self.order = order
        self._place = {category: place for place, category in enumerate(order.categories)}
        for part, whole in PART_OF.items():
            if whole in self._place:
                self._place.setdefault(part, self._place[whole])
        self._complete = frozenset(self._place[category] for category in COMPLETE if category in self._place)
        self._straights = straights(order.size, order.lowest)
        there_are = self._straights[: -1 if order.wheel is Wheel.NONE else None]
        self._needed = {straight: frozenset(straight) for straight in there_are}
        # Added to the four-bit counts of suits, this carries into the top bit where a suit has enough cards.
        self._enough = 0x1111 * (8 - order.size)
        self._enough_with_joker = self._enough + 0x1111
        self._hands = _Known(self._hand)  # a flush is filed under the negative sum of its ranks
        self._best_ranks = _Known(lambda ranks: self._best_of(ranks, suited=False))
        self._best_suited = _Known(lambda ranks: self._best_of(ranks, suited=True))

    def five(self, cards: Sequence[int]) -> int:
        """The rank of five cards."""
        a, b, c, d, e = cards
        code = CODE[a] + CODE[b] + CODE[c] + CODE[d] + CODE[e]
        # Written out as in `of_code`: a call would cost a third of the time.
        if (code >> SUIT_FIELDS) + (self._enough_with_joker if code & JOKER_CODE else self._enough) & 0x8888:
            return self._hands[-(code & RANK_FIELDS)]
        return self._hands[code & RANK_FIELDS]

    def three(self, cards: Sequence[int]) -> int:
        """The rank of three cards, where the order is one of three-card hands."""
        a, b, c = cards
        return self.of_code(CODE[a] + CODE[b] + CODE[c])

    def of_code(self, code: int) -> int:
        """The rank of the hand whose codes add up to this one."""
        if (code >> SUIT_FIELDS) + (self._enough_with_joker if code & JOKER_CODE else self._enough) & 0x8888:
            return self._hands[-(code & RANK_FIELDS)]
        return self._hands[code & RANK_FIELDS]

    def best(self, cards: Sequence[int]) -> int:
        """The rank of the best hand among so many cards or more."""
        code = 0
        for card in cards:
            code += CODE[card]
        rank = self._best_ranks[code & RANK_FIELDS]
        if (code >> SUIT_FIELDS) + (self._enough_with_joker if code & JOKER_CODE else self._enough) & 0x8888:
            for suit in (1, 2, 4, 8):
                same = [card for card in cards if SUITS[card] & suit]
                if len(same) >= self.order.size:
                    rank = max(rank, self._best_suited[sum([CODE[card] for card in same]) & RANK_FIELDS])
        return rank

    def best_of_two_and_three(self, own: Sequence[int], board: Sequence[int]) -> int:
        """The rank of the best hand of exactly two own cards and three of the board's, as Omaha wants it."""
        threes = [CODE[a] + CODE[b] + CODE[c] for a, b, c in combinations(board, 3)]
        return max([self.of_code(CODE[a] + CODE[b] + three) for a, b in combinations(own, 2) for three in threes])

    def making(self, cards: Sequence[int]) -> tuple[int, ...]:
        """The cards that make the best hand; of several such hands the first in the order of the cards."""
        best = self.best(cards)
        return next(
            hand for hand in combinations(cards, self.order.size) if self.of_code(sum([CODE[n] for n in hand])) == best
        )

    def making_of_two_and_three(self, own: Sequence[int], board: Sequence[int]) -> tuple[int, ...]:
        """The five cards that make the best hand of two own cards and three of the board's."""
        return max(_two_and_three(own, board), key=self.five)

    def category(self, rank: int) -> Category:
        """What kind of hand a rank is."""
        return self.order.categories[rank >> 20]

    def at_least(self, category: Category) -> int:
        """The rank from which hands are of this category or a better one."""
        return self._place[category] << 20

    def is_complete(self, rank: int) -> bool:
        """Whether a hand is a straight, a flush or both."""
        return rank >> 20 in self._complete

    def same_hand(self, rank: int, other: int) -> bool:
        """Whether two hands have the same name, so that only their side cards part them."""
        shift = 20 - 4 * NAMED_BY.get(self.category(rank), 1)
        return rank >> shift == other >> shift

    def _best_of(self, code: int, suited: bool) -> int:
        """The best hand of more cards than a hand has, by their ranks: all of one suit, or the suits left out."""
        hands = {sum(hand) for hand in combinations(single_codes(code), self.order.size)}
        return max(self._hands[-hand if suited else hand] for hand in hands)

    def _hand(self, key: int) -> int:
        """The best that the cards of one hand can be: the joker is an ace, or any card that completes it."""
        flush, code = key < 0, abs(key)
        ranks, joker = ranks_in(code), bool(code & JOKER_CODE)
        counts = Counter([*ranks, ACE] if joker else ranks)
        groups = sorted(counts, key=lambda rank: (-counts[rank], -rank))
        category = BY_GROUPS[tuple(counts[rank] for rank in groups)]
        if category is Category.HIGH_CARD and groups[:2] == [ACE, ACE - 1]:
            category = Category.ACE_KING
        readings = [self._rank(category, groups)]
        if flush:
            readings.append(self._rank(Category.FLUSH, self._flush_ranks(ranks, joker)))
        if len(distinct := set(ranks)) == len(ranks):
            readings += [
                self._rank(self._straight(straight, flush), [self._straight_place(straight)])
                for straight, needed in self._needed.items()
                if distinct <= needed
            ]
        return max(readings)

    def _flush_ranks(self, ranks: list[int], joker: bool) -> list[int]:
        if not joker:
            return ranks
        missing = next(rank for rank in range(ACE, 1, -1) if rank not in ranks)
        taken = ACE if self.order.joker_in_flush is JokerInFlush.ACE else missing
        return sorted([*ranks, taken], reverse=True)

    def _straight(self, straight: tuple[int, ...], flush: bool) -> Category:
        if not flush:
            return Category.STRAIGHT
        if straight != self._straights[0]:
            return Category.STRAIGHT_FLUSH
        return Category.ROYAL_FLUSH if self.order.size == 5 else Category.MINI_ROYAL

    def _straight_place(self, straight: tuple[int, ...]) -> int:
        """Straights by their top card, leaving room under the highest for the one with a low ace."""
        if straight == self._straights[0]:
            return ACE + 1
        if straight == self._straights[-1]:
            return ACE if self.order.wheel is Wheel.SECOND_HIGHEST else straight[1]
        return straight[0]

    def _rank(self, category: Category, ranks: list[int]) -> int:
        """A number of six digits to the base 16: the category's place, then the ranks that decide within it."""
        if self.order.side_cards is SideCards.HIGHEST:
            ranks = ranks[: NAMED_BY.get(category, 1) + 1]
        number = self._place[category]
        for rank in [*ranks, 0, 0, 0, 0][:5]:
            number = number << 4 | rank
        return number


def _two_and_three(own: Sequence[int], board: Sequence[int]) -> Iterable[tuple[int, ...]]:
    threes = list(combinations(board, 3))
    return (two + three for two in combinations(own, 2) for three in threes)


@lru_cache(maxsize=64)
def ranks_in_order(order: HandOrder) -> HandRanks:
    """The ranks of hands in an order. All tables with the same order share one cache."""
    return HandRanks(order)
