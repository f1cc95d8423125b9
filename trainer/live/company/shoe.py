"""A shoe of several packs: shuffled by the shift's seed, with a cut card."""

from __future__ import annotations

from trainer.equipment.cards import RANKS
from trainer.live.draws import Draws

PACK = tuple(rank + suit for rank in RANKS for suit in "SHDC")


class Shoe:
    """Cards in the order in which they come out; ``behind`` is the number of cards behind the cut card."""

    def __init__(self, draws: Draws, decks: int, behind: int) -> None:
        self.draws, self.decks, self.behind = draws, decks, behind
        self.number = 0
        self.cards: list[str] = []
        self.shuffle()

    def shuffle(self) -> None:
        """A new order of all cards."""
        self.number += 1
        self.cards = self.draws.shuffled(PACK * self.decks, self.number, "shoe")

    def draw(self) -> str:
        """The next card; an empty shoe is shuffled again."""
        if not self.cards:
            self.shuffle()
        return self.cards.pop()

    @property
    def is_cut(self) -> bool:
        """Whether the cut card has come out."""
        return len(self.cards) <= self.behind
