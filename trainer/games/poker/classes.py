"""Every hand of a given number of cards, grouped into classes of hands that differ only in the names of the suits.

A hand without the joker is four sets of ranks, one for each suit. Renaming the suits only permutes these sets, so a
class is a collection of four sets in falling order; it stands for 24 hands divided by the number of ways in which equal
sets change places. There are 134,459 classes of five cards. Rules only ask whether cards share a suit, never which
suit, so one hand can represent its class.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from trainer.games.poker.cards import JOKER_NUMBER

_SUITS = 4
_RANKS = 13


def every_hand(cards: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """One hand of each class of so many cards without the joker, with the number of hands it stands for.

    >>> sum(hands for _, hands in every_hand(3))
    22100
    """
    for lengths in _suit_lengths(cards):
        for index, first in enumerate(_suit_sets(0, lengths[0])):
            yield from _extend(lengths, (index,), first)


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
