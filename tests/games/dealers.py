"""Dealers for rounds of the live table: a perfect one that does what is due, and faulty ones that change one act."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from trainer.games.round import Act, Fault, State

Acts = list[Act]
Supply = Callable[[Act, Any], Act]  # fills in what chance decides: a card, the dice


def bet(seat: int, kind: str, stake: int, on: Any = None) -> Act:
    return Act("bets", "player", seat, "", kind, on, stake, {})


def perfect_round(
    table: Any,
    bets: Sequence[Act],
    supply: Supply,
    rng: random.Random,
    before: Mapping[str, Any] | None = None,
    first: Sequence[Act] = (),
    lying: Sequence[Act] = (),
) -> tuple[Any, Acts]:
    """A round played from `due` in any lawful order, and its acts; the books must balance after each of them.

    ``bets`` are placed once the table is open, ``lying`` ones are there from the start.
    """
    state: Any = table.start(before or {}, as_header(lying))
    opens = any(atom.verb == "open" for atom in table.atoms)
    acts: Acts = []

    def do(act: Act) -> None:
        nonlocal state
        state = table.perform(state, act)
        acts.append(act)
        assert state.rack + state.cloth + state.players == 0, acts

    for act in first:
        do(act)
    waiting = list(bets)
    for _ in range(300):
        steps = table.due(state)
        if waiting and (not steps or not opens or any(act.do == "open" for act in acts)):
            do(waiting.pop(0))
            continue
        if not steps:
            break
        do(supply(rng.choice(rng.choice(steps).acts), state))
    else:
        raise AssertionError("the round does not end")
    do(Act("end"))
    return state, acts


def as_header(bets: Sequence[Act]) -> list[dict[str, Any]]:
    """Bets as the header of a script gives them."""
    return [{"seat": act.seat, "bet": act.bet, "on": act.on, "stake": act.amount} for act in bets]


def replayed(
    table: Any, acts: Iterable[Act], before: Mapping[str, Any] | None = None, lying: Sequence[Act] = ()
) -> State:
    """The end of a round whose acts are given."""
    state: Any = table.start(before or {}, as_header(lying))
    for act in acts:
        state = table.perform(state, act)
    ended: State = table.finish(state)
    return ended


def faults(state: State) -> list[Fault]:
    return [found.fault for found in state.findings]


def places(acts: Acts, **wanted: Any) -> list[int]:
    """Where the acts are that have these attributes."""
    return [
        index for index, act in enumerate(acts) if all(getattr(act, name) == value for name, value in wanted.items())
    ]


def without(acts: Acts, index: int) -> Acts:
    return [*acts[:index], *acts[index + 1 :]]


def changed(acts: Acts, index: int, **changes: Any) -> Acts:
    return [*acts[:index], msgspec.structs.replace(acts[index], **changes), *acts[index + 1 :]]


def moved(acts: Acts, index: int, to: int) -> Acts:
    left = without(acts, index)
    return [*left[:to], acts[index], *left[to:]]
