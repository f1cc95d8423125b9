"""Blackjack Switch: exchange of the second cards of a player's two hands."""

from __future__ import annotations

from msgspec.structs import replace

from trainer.games.blackjack.hands import Hand
from trainer.games.core import Reason
from trainer.rulebooks.schema import GameRules


def switched(first: Hand, second: Hand) -> tuple[Hand, Hand]:
    """Both hands after the switch; the first cards stay, the second cards change places."""
    one, two = first.cards, second.cards
    return (
        replace(first, cards=(one[0], two[1]), switched=True),
        replace(second, cards=(two[0], one[1]), switched=True),
    )


def steps(rules: GameRules) -> tuple[list[str], Reason]:
    """How the dealer moves the cards, one by one."""
    order = rules.orders["switch"]
    return [act for step in order.steps for act in step], Reason("switch-steps", {}, order.cite)
