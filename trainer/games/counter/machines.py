"""Gaming machines: their payout percentage; everything else is a lookup in the rulebook."""

from __future__ import annotations

import msgspec

from trainer.equipment.money import Amount
from trainer.games.core import Ask, Decision, Game, Reason, RequestError
from trainer.games.counter.figures import check, counter
from trainer.games.procedure import Written, by_the_book
from trainer.rulebooks.schema import GameRules


def decide(rules: GameRules, situation: Written) -> Decision:
    """What the rulebook says of an entry that is looked up."""
    return by_the_book(rules, situation)


class Machine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May a machine of this theoretical return, in per cent, be played?"""

    theoretical_return: Amount


def limit(rules: GameRules, question: Machine) -> Decision:
    """The least that goes back to the players."""
    share = counter(rules).share
    assert share is not None  # `check` sees to it
    if not 0 <= question.theoretical_return <= 100:
        raise RequestError("theoretical_return", "must be from 0 to 100")
    facts = {"allowed": question.theoretical_return >= share.percent, "minimum_percent": share.percent}
    return Decision(facts, (Reason("least-return", {"percent": share.percent}, share.cite),))


GAME = Game(
    ids=("gaming-machines",),
    family="counter",
    check=check,
    asks={
        "decide": Ask(Written, decide),
        "limit": Ask(Machine, limit),
    },
)
