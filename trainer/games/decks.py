"""Check that no card occurs more often than the decks contain it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from trainer.equipment.cards import Card
from trainer.games.core import RequestError


def check_decks(decks: int, given: Mapping[str, Iterable[Card]]) -> None:
    """Raise `RequestError` for a card that occurs too often; ``given`` maps field names to cards."""
    seen: Counter[Card] = Counter()
    for field, cards in given.items():
        for index, card in enumerate(cards):
            seen[card] += 1
            if seen[card] > decks:
                raise RequestError(f"{field}[{index}]", f"{card} has come {seen[card]} times from {decks} decks")
