"""Every seven-card hand from the deck with a joker, grouped into kinds of hands that are equal for the game.

No rule and no house way asks for a suit except to know whether five cards share one, and only one suit can hold five of
seven cards (or four of six cards and the joker). A kind is therefore a set of ranks without such a suit, or the ranks
in that suit and those outside it. Some 290,000 kinds, each with the number of hands it stands for, make up all C(53, 7)
= 154,143,080 hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial, prod

from trainer.games.poker.cards import JOKER_NUMBER

ALL_HANDS = comb(53, 7)
_SUITS = 4
_RANKS = 13


def kinds_of_hands() -> Iterator[tuple[tuple[int, ...], int]]:
    """One hand of each kind as sorted card numbers, with the number of hands it stands for."""
    for extra in ((), (JOKER_NUMBER,)):
        cards = 7 - len(extra)
        least = 5 - len(extra)
        for ranks in combinations_with_replacement(range(_RANKS), cards):
            counts = Counter(ranks).values()
            if max(counts) <= _SUITS:
                # Suits in turn: cards of one rank differ, and no suit comes more than twice.
                suits_in_turn = (_card(rank, index % _SUITS) for index, rank in enumerate(ranks))
                yield _hand(suits_in_turn, extra), _without_flush(tuple(sorted(counts)), least)
        for suited in range(least, cards + 1):
            for flush in combinations(range(_RANKS), suited):
                for others in combinations_with_replacement(range(_RANKS), cards - suited):
                    rest = [_card(rank, 1 + index) for index, rank in enumerate(others)]
                    weight = _SUITS * prod(comb(_SUITS - 1, count) for count in Counter(others).values())
                    yield _hand((_card(rank, 0) for rank in flush), rest, extra), weight


@cache
def _without_flush(counts: tuple[int, ...], least: int) -> int:
    """How many hands have ranks that occur so often, with fewer than ``least`` cards in every suit."""
    in_suit = [1]  # ways to choose the cards, by how many of them are in one suit
    for count in counts:
        outside, inside = comb(_SUITS - 1, count), comb(_SUITS - 1, count - 1)
        in_suit = [
            outside * here + inside * one_less for here, one_less in zip([*in_suit, 0], [0, *in_suit], strict=True)
        ]
    return sum(in_suit) - _SUITS * sum(in_suit[least:])


def _card(rank: int, suit: int) -> int:
    """A card by rank (0 is the ace, 1 the king …) and suit."""
    return suit if rank == 0 else JOKER_NUMBER + 1 + _SUITS * (rank - 1) + suit


def _hand(*cards: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(card for some in cards for card in some))


def group_count(sizes: tuple[int, ...]) -> int:
    """How many hands have groups of these sizes (the rest singles), the joker counted as an ace: by combinatorics.

    >>> group_count((5, 2))  # four aces, the joker and a pair
    72
    """
    pattern = (*sizes, *(1,) * (7 - sum(sizes)))
    total = _ways(pattern, _RANKS)
    # With the joker one group is the aces', the joker one of them; the other ranks hold the rest.
    for size in set(pattern):
        rest = list(pattern)
        rest.remove(size)
        total += comb(_SUITS, size - 1) * _ways(tuple(rest), _RANKS - 1)
    return total


def _ways(pattern: tuple[int, ...], ranks: int) -> int:
    """Hands whose ranks occur as often as the pattern says, out of so many ranks."""
    same = prod(factorial(pattern.count(size)) for size in set(pattern))
    arrangements = factorial(ranks) // factorial(ranks - len(pattern)) // same
    return arrangements * prod(comb(_SUITS, size) for size in pattern)
