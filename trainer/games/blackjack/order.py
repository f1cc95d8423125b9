"""Who comes first at a blackjack table, in the deal and in the settling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from trainer.games.blackjack.figures import blackjack
from trainer.rulebooks.schema import GameRules

T = TypeVar("T")
D = TypeVar("D")


def deal_order(rules: GameRules, players: Sequence[T], dealer: D) -> list[T | D]:
    """Who receives each card of the deal; ``dealer`` stands for the dealer."""
    order: list[T | D] = []
    for step in rules.orders["deal"].steps:
        order += players if step == ["players"] else [dealer]
    return order


def settling_order(rules: GameRules, seats: Iterable[int]) -> list[int]:
    """Seats in the order bets are settled: from the dealer's right, unless the house starts at his left."""
    return sorted(seats, reverse=blackjack(rules).settling.from_side == "right")
