"""Promotrot: virtual trotting tickets sold at terminals; prices, prizes and where they are paid."""

from __future__ import annotations

from trainer.games.core import Ask, Decision, Game
from trainer.games.counter.figures import check
from trainer.games.counter.questions import (
    LimitQuestion,
    PaymentQuestion,
    Presented,
    UnclaimedQuestion,
    limit,
    payment,
    presented,
    unclaimed,
)
from trainer.games.procedure import Written, by_the_book
from trainer.rulebooks.schema import GameRules

Situation = PaymentQuestion | Presented | UnclaimedQuestion | Written


def decide(rules: GameRules, situation: Situation) -> Decision:
    """What holds for a receipt, with reasons."""
    match situation:
        case PaymentQuestion():
            return payment(rules, situation)
        case Presented():
            return presented(rules, situation)
        case UnclaimedQuestion():
            return unclaimed(rules, situation)
        case _:
            return by_the_book(rules, situation)


GAME = Game(
    ids=("promotrot",),
    family="counter",
    check=check,
    asks={
        "decide": Ask(Situation, decide),
        "limit": Ask(LimitQuestion, limit),
    },
)
