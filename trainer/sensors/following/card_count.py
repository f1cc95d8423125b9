"""Counts the cards of a shoe: one that comes more often than there are decks was misread, or is of another shoe."""

from __future__ import annotations

from collections import Counter

from trainer.equipment.cards import Card
from trainer.sensors.events import BurnEvent, CardEvent, Event, StateEvent
from trainer.sensors.following.core import Finding


class CardCount:
    """Counts the cards of a shoe with so many decks. A card that is reported twice is counted once."""

    def __init__(self, decks: int) -> None:
        self._decks = decks
        self._seen: Counter[str] = Counter()

    def hear(self, event: Event) -> Finding | None:
        """A finding about a card that came too often; at most one for each card and shoe."""
        if isinstance(event, StateEvent) and event.state == "start":
            self._seen.clear()
            return None
        card = _card(event)
        if not card:
            return None
        self._seen[card] += 1
        if self._seen[card] != self._decks + 1:
            return None
        return Finding("card-too-often", {"card": Card.parse(card).sign, "decks": self._decks}, stops=False, doubt=True)

    def take_back(self, card: Card) -> None:
        """Count a card that was misread one less."""
        self._seen[str(card)] -= 1


def _card(event: Event) -> str:
    match event:
        case CardEvent(again=False):
            return event.card
        case BurnEvent(again=False) if isinstance(event.burn, str):
            return event.burn
    return ""
