"""Switch: two hands of one player whose second cards change places."""

from __future__ import annotations

from msgspec.structs import replace

from trainer.games.blackjack.figures import blackjack
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


def may_switch(rules: GameRules, first: Hand, second: Hand) -> bool:
    """Only two hands of two cards each, before anything else was done with them."""
    fresh = all(len(hand.cards) == 2 and not hand.from_split and not hand.double for hand in (first, second))
    return blackjack(rules).switch is not None and fresh and not first.switched
