"""A player at a live table, as the dealer sees him: name, style, mood, apparent wealth, what he says now."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from trainer.games.round import Money
from trainer.live.styles import Style
from trainer.texts import Names

Mood = Literal["angry", "sour", "calm", "glad", "elated"]
MOODS: tuple[Mood, ...] = ("angry", "sour", "calm", "glad", "elated")
HINTS = {
    "deep": Names(es="fichas de sobra", en="plenty of chips"),
    "fair": Names(es="algunas fichas", en="some chips"),
    "low": Names(es="pocas fichas", en="few chips"),
    "none": Names(es="sin fichas", en="no chips"),
}
COLOURS = (
    "blue",
    "yellow",
    "pink",
    "green",
    "orange",
    "sky",
    "brown",
    "grey",
    "violet",
)  # the first seven have chips of their own


class Bubble(msgspec.Struct, frozen=True):
    """What a player says or shows now. ``signal`` names a gesture; ``line`` something said."""

    at: int
    until: int
    says: Names
    line: str = ""
    signal: str = ""


class Guest(msgspec.Struct):
    """A player at the table. Only `table.LiveTable` changes him."""

    seat: int
    name: str
    style_id: str
    style: Style
    colour: str
    unit: Money  # his usual stake
    start: Money  # chips at the start of the shift
    chips: Money = 0  # as the books have them at the start of a round
    mood_at: int = 2
    streak: int = 0  # rounds lost in a row, negative: won
    bubble: Bubble | None = None
    on_board: bool = True  # the value of his colour lay on the board when the round began
    memory: dict[str, Any] = {}  # what a family keeps about him: favourite numbers, the side he follows

    @property
    def mood(self) -> Mood:
        return MOODS[self.mood_at]

    @property
    def hint(self) -> str:
        """How well off he seems, as an id of `HINTS`; never a figure."""
        if self.chips < self.unit:
            return "none"
        if self.chips * 3 < self.start:
            return "low"
        return "deep" if self.chips > self.start else "fair"

    def shows(self, now: int) -> Bubble | None:
        """The speech or gesture that he shows at a time."""
        return self.bubble if self.bubble is not None and self.bubble.until > now else None

    def settle_mood(self, result: Money, excited: bool) -> None:
        """His mood after a round that won or lost him something; it moves only if he is excited about it."""
        if result:
            self.streak = max(self.streak, 0) + 1 if result < 0 else min(self.streak, 0) - 1
        if result and excited:
            self.mood_at = min(max(self.mood_at + (1 if result > 0 else -1), 0), len(MOODS) - 1)
