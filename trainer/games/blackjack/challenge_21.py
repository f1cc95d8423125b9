"""Challenge 21, one player hand against several of the dealer: its figures, and his cards between two rounds."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from trainer.equipment.cards import Card
from trainer.games.blackjack.figures import Challenge, blackjack
from trainer.games.core import Reason
from trainer.rulebooks.schema import GameRules


class BetweenRounds(msgspec.Struct, frozen=True):
    """What the dealer does with his cards when a round ends: these go, the base card moves to that box."""

    discard: tuple[Card, ...]
    base: Card
    box: int | None  # none after the last round: every card is picked up
    reason: Reason


def challenge(rules: GameRules) -> Challenge:
    """The figures of Challenge 21."""
    found = blackjack(rules).challenge
    if found is None:
        raise ValueError(f"{rules.rulebook}/{rules.game} is not Challenge 21")
    return found


def between_rounds(rules: GameRules, cards: Sequence[Card], finished: int) -> BetweenRounds:
    """The dealer's cards after the round ``finished``, counted from 1."""
    last = finished >= blackjack(rules).dealer.hands
    cite = challenge(rules).base_cite
    if last:
        return BetweenRounds(tuple(cards), cards[0], None, Reason("last-challenge-round", {}, cite))
    reason = Reason("base-card-moves", {"card": cards[0], "box": finished + 1}, cite)
    return BetweenRounds(tuple(cards[1:]), cards[0], finished + 1, reason)
