"""A dealer who never makes a mistake: he performs what is due, in the order in which the rulebook names it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from msgspec.structs import replace

from trainer.games.round import Act

_MOST_ACTS = 2000  # a round that needs more has a dead end


class DeadEndError(Exception):
    """Nothing is due, nobody acts, and the round is not over: the rules or the engine are wrong."""


class World(Protocol):
    """Everybody but the dealer: players, the ball, the dice, the shoe, the inspector."""

    def first(self) -> list[Act]:
        """What the players do before the dealer's first act after opening: they bet."""
        ...

    def reply(self, state: Any, act: Act) -> list[Act]:
        """What an act of the dealer leads to."""
        ...

    def card(self) -> str:
        """The next card of the shoe."""
        ...


def play(table: Any, state: Any, world: World) -> Iterator[tuple[Act, Any]]:
    """Play a round to its end: every act with the state after it."""
    for _ in range(_MOST_ACTS):
        act = table.next_act(state) or Act("end")
        if act.do == "deal" and "card" not in act.facts:
            act = replace(act, facts={**act.facts, "card": world.card()})
        state = table.perform(state, act)
        yield act, state
        if act.do == "end":
            return
        replies = world.first() if act.do == "open" else world.reply(state, act)
        for reply in replies:
            state = table.perform(state, reply)
            yield reply, state
    raise DeadEndError(f"{table.rules.rulebook}/{table.rules.game}: no end after {_MOST_ACTS} acts")
