"""A shoe: several decks in a known order, drawn from the front, with a cut card."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from trainer.equipment import NotReadableError
from trainer.equipment.cards import DECK, Card, parse_cards, print_cards


class Shoe(msgspec.Struct, frozen=True):
    """The remaining cards, next card first, and how many of them lie behind the cut card.

    The text form lists the cards, with ``|`` in the place of the cut card.

    >>> shoe = Shoe.parse("AS 9H | KD")
    >>> card, shoe = shoe.draw()
    >>> str(card), str(shoe), shoe.cut_card_is_next
    ('AS', '9H | KD', False)
    """

    cards: tuple[Card, ...]
    behind_cut: int = 0

    @classmethod
    def shuffled(cls, rng: random.Random, decks: int, behind_cut: int = 0, deck: Sequence[Card] = DECK) -> Shoe:
        """A freshly shuffled shoe."""
        cards = list(deck) * decks
        rng.shuffle(cards)
        return cls(tuple(cards), behind_cut)

    @classmethod
    def parse(cls, text: str) -> Shoe:
        before, _, behind = text.partition("|")
        if "|" in behind:
            raise NotReadableError("shoe", text)
        behind_cards = parse_cards(behind)
        return cls(parse_cards(before) + behind_cards, len(behind_cards))

    def __str__(self) -> str:
        front = len(self.cards) - self.behind_cut
        before, behind = print_cards(self.cards[:front]), print_cards(self.cards[front:])
        return f"{before} | {behind}".strip() if self.behind_cut else before

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def cut_card_is_next(self) -> bool:
        """Whether the cut card is next or has already come out."""
        return self.behind_cut > 0 and len(self.cards) <= self.behind_cut

    def draw(self) -> tuple[Card, Shoe]:
        """The next card and the shoe without it."""
        if not self.cards:
            raise ValueError("the shoe is empty")
        rest = self.cards[1:]
        return self.cards[0], replace(self, cards=rest, behind_cut=min(self.behind_cut, len(rest)))

    def draw_many(self, count: int) -> tuple[tuple[Card, ...], Shoe]:
        """The next cards, in order, and the shoe without them."""
        if count > len(self.cards):
            raise ValueError(f"the shoe holds {len(self.cards)} cards, {count} were asked for")
        rest = self.cards[count:]
        return self.cards[:count], replace(self, cards=rest, behind_cut=min(self.behind_cut, len(rest)))
