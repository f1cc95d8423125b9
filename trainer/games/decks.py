"""Checks that no card occurs more often than the decks hold it, and tells who gets the next card of a deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from trainer.equipment.cards import Card
from trainer.games.core import RequestError

T = TypeVar("T", bound=Hashable)


def check_decks(decks: int, given: Mapping[str, Iterable[Card]]) -> None:
    """Raise `RequestError` for a card that occurs too often; ``given`` maps field names to cards."""
    seen: Counter[Card] = Counter()
    for field, cards in given.items():
        for index, card in enumerate(cards):
            seen[card] += 1
            if seen[card] > decks:
                raise RequestError(f"{field}[{index}]", f"{card} has come {seen[card]} times from {decks} decks")


def next_in_deal(order: Iterable[T], dealt: Mapping[T, int]) -> T | None:
    """Who gets the next card of a deal when each has so many; `None` when all have theirs.

    ``order`` names the receiver of every card. A place that was passed over comes first.
    """
    left = dict(dealt)
    for target in order:
        if left.get(target, 0) <= 0:
            return target
        left[target] -= 1
    return None
