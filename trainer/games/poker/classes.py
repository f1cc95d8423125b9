"""Every hand of so many cards, through the classes of hands that differ only by renaming suits.

A hand without the joker is four sets of ranks, one a suit. Renaming the suits only permutes these sets, so a class is a
collection of four sets in falling order, and it stands for 24 hands divided by the ways in which equal sets change
places. There are 134,459 classes of five cards, 962,988 of six and 6,009,159 of seven; seven cards of the deck with a
joker are seven without or six with it, C(52, 7) + C(52, 6) = C(53, 7) = 154,143,080 hands. No rule of a
game and no word of a house way tells suits apart but by asking whether cards share one, so one hand speaks for its
class.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, groupby
from math import comb, factorial, prod

import msgspec

from trainer.games.poker.cards import JOKER_NUMBER

ALL_HANDS = comb(53, 7)
_SUITS = 4
_RANKS = 13


class Part(msgspec.Struct, frozen=True):
    """A share of the classes that is walked in one go: suit lengths, longest first, and the set of the longest suit."""

    joker: bool
    lengths: tuple[int, ...]
    first: int


@cache
def parts() -> tuple[Part, ...]:
    """All classes in some thousand parts, large and small ones mixed, so that half of them are about half the work."""
    every = [
        (first / comb(_RANKS, lengths[0]), Part(joker, lengths, first))
        for joker, cards in ((False, 7), (True, 6))
        for lengths in _suit_lengths(cards)
        for first in range(comb(_RANKS, lengths[0]))
    ]
    return tuple(part for _, part in sorted(every, key=lambda entry: entry[0]))


def every_hand(cards: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """One hand of each class of so many cards without the joker, with the number of hands it stands for.

    >>> sum(hands for _, hands in every_hand(3))
    22100
    """
    for lengths in _suit_lengths(cards):
        for first in range(comb(_RANKS, lengths[0])):
            yield from walk(Part(False, lengths, first))


def class_count(joker: bool) -> int:
    """How many classes there are, by combinatorics: of each length as many sets as suits have it, order left out."""
    total = 0
    for lengths in _suit_lengths(6 if joker else 7):
        runs = [(comb(_RANKS, length), len(list(run))) for length, run in groupby(lengths)]
        total += prod(comb(sets + suits - 1, suits) for sets, suits in runs)
    return total


def walk(part: Part) -> Iterator[tuple[tuple[int, ...], int]]:
    """One hand of each class of a part as sorted card numbers, with the number of hands it stands for."""
    joker = (JOKER_NUMBER,) if part.joker else ()
    first = _suit_sets(0, part.lengths[0])[part.first]
    yield from _extend(part.lengths, (part.first,), first + joker)


def _extend(
    lengths: tuple[int, ...], chosen: tuple[int, ...], cards: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], int]]:
    suit = len(chosen)
    if suit == _SUITS or lengths[suit] == 0:
        yield tuple(sorted(cards)), _hands_of_class(lengths, chosen)
        return
    sets = _suit_sets(suit, lengths[suit])
    # Suits of equal length hold their sets in falling order, so that no class comes twice.
    most = chosen[-1] + 1 if lengths[suit] == lengths[suit - 1] else len(sets)
    for index in range(most):
        yield from _extend(lengths, (*chosen, index), cards + sets[index])


def _hands_of_class(lengths: tuple[int, ...], chosen: tuple[int, ...]) -> int:
    """24 ways to name the suits, those that only exchange equal suits counted once."""
    equal = 1
    run = 0
    previous: tuple[int, int] | None = None
    for suit in range(_SUITS):
        here = (lengths[suit], chosen[suit] if suit < len(chosen) else 0)
        run = run + 1 if here == previous else 1
        equal *= run
        previous = here
    return 24 // equal


def _suit_lengths(cards: int) -> list[tuple[int, ...]]:
    """The ways to share cards among four suits, longest suit first."""
    return [
        (a, b, c, d)
        for a in range(cards, 0, -1)
        for b in range(min(a, cards - a), -1, -1)
        for c in range(min(b, cards - a - b), -1, -1)
        for d in [cards - a - b - c]
        if 0 <= d <= c
    ]


@cache
def _suit_sets(suit: int, length: int) -> tuple[tuple[int, ...], ...]:
    """Every set of so many ranks in a suit, as card numbers."""
    aces_first = [suit, *(JOKER_NUMBER + 1 + 4 * rank + suit for rank in range(_RANKS - 1))]
    return tuple(combinations(aces_first, length))


def group_count(sizes: tuple[int, ...], joker: bool) -> int:
    """How many hands have groups of these sizes (the rest singles), the joker counted as an ace: by combinatorics.

    >>> group_count((2, 2, 2), joker=False)  # three pairs and a single
    2471040
    """
    pattern = (*sizes, *(1,) * (7 - sum(sizes)))
    if not joker:
        return _ways(pattern, _RANKS)
    # One group is the aces', the joker one of them; the other ranks hold the rest.
    total = 0
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
