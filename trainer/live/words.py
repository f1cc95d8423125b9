"""Texts of the live table: the line of text for a player's act, lines with figures filled in, calls of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from trainer.games.round import Act
from trainer.rulebooks.schema import GameRules
from trainer.texts import Language, Names, say

# What a call must say, by the names that an act of calling has for it.
_FIGURES: dict[str, dict[str, tuple[str, ...]]] = {
    "wheel": {"result": ("number", "colour", "parity", "half")},
    "blackjack": {"total": ("points",), "blackjack-or-not": ("blackjack",)},
    "baccarat": {
        "totals": ("player", "banker"),
        "player-wins": ("player", "banker"),
        "banker-wins": ("player", "banker"),
        "tie": ("player", "banker"),
        "player-stands": ("total",),
        "banker-stands": ("total",),
        "player-total": ("total",),
    },
    "dice": {"result": ("total", "effect")},
    "pai-gow": {"total": ("total",), "result": ("seat", "says")},
}
_SAYS = {"colour": "colour", "even or odd": "parity", "low or high": "half", "number": "number"}


class CallWords(msgspec.Struct, frozen=True):
    """A call of a game: its id, its words, and the figures that the dealer says with it."""

    id: str
    says: Names
    figures: tuple[str, ...] = ()


def call_words(rules: GameRules) -> Sequence[CallWords]:
    """The calls of a game in the order of its rulebook."""
    known = next((figures for name, figures in _FIGURES.items() if name in rules.family), {})
    found = []
    for call_id, call in rules.calls.items():
        figures = known.get(call_id, ())
        if rules.family == "wheel" and call_id == "result":
            named = re.findall(r"{([^}]*)}", call.says.en)
            figures = tuple(_SAYS[name] for name in named if name in _SAYS)
        found.append(CallWords(call_id, call.says, figures))
    return tuple(found)


def spoken(words: Names, figures: Mapping[str, Any]) -> Names:
    """A line with its figures filled in; a figure that is missing stays as it is named."""
    if not figures:
        return words
    return Names(es=_fill(words.es, figures, Language.ES), en=_fill(words.en, figures, Language.EN))


def _fill(text: str, figures: Mapping[str, Any], language: Language) -> str:
    def figure(found: re.Match[str]) -> str:
        value = figures.get(found[1], found[0])
        return say(value, language) if isinstance(value, int | Fraction) else str(value)

    return re.sub(r"{(\w+)}", figure, text)


def line_of(act: Act) -> str:
    """The id of the line that tells what a player's act looks or sounds like; "" if chips that move say enough."""
    if act.do == "talks":
        return str(act.topic)
    if act.do in ("signals", "tells"):
        return f"{'gesture' if act.do == 'signals' else 'tell'}-{act.topic}"
    return f"answer-{act.topic}" if act.do in ("says", "chooses") else ""
