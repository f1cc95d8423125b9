"""The house edge of a bet as a value, and the solver that engines with a repeating game compute it with.

Which bets have an edge, and its figure, is the engine's part. Most edges are exact, some are simulated.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

State = TypeVar("State", bound=Hashable)


class Edge(msgspec.Struct, frozen=True):
    """House edge of a bet, or of those of its selections that share it; 0 for a fair bet.

    ``error`` is the standard error of a simulated edge, 0 for an exact one.
    """

    bet: str
    on: tuple[Any, ...]
    edge: Fraction
    error: Fraction = Fraction(0)


def expected_value(
    start: State, moves: Callable[[State], tuple[Fraction, Mapping[State, Fraction]]], limit: int = 100_000
) -> Fraction:
    """Expected value of an absorbing Markov chain.

    ``moves`` returns, for a state, its immediate average yield and the next states with their probabilities;
    probabilities below a sum of 1 end the game. States are eliminated one by one, farthest from the start first, which
    keeps the elimination sparse.
    """
    numbers = {start: 0}  # states can be slow to hash and are met often
    states = [start]
    rows: list[tuple[Fraction, dict[int, Fraction]]] = []
    for state in states:  # newly found states are appended
        if len(rows) >= limit:
            raise ValueError(f"more than {limit} states: this game does not seem to end")
        at_once, onward = moves(state)
        row: dict[int, Fraction] = {}
        for other, chance in onward.items():
            number = numbers.setdefault(other, len(numbers))
            if number == len(states):
                states.append(other)
            row[number] = chance
        rows.append((at_once, row))
    return _eliminated(rows, states)


def _eliminated(rows: list[tuple[Fraction, dict[int, Fraction]]], states: Sequence[object]) -> Fraction:
    reached_from: list[set[int]] = [set() for _ in rows]
    for state, (_, onward) in enumerate(rows):
        for other in onward:
            reached_from[other].add(state)
    # The start is eliminated last; its row is then the value.
    for state in reversed(range(len(rows))):
        at_once, onward = rows.pop()
        staying = onward.pop(state, Fraction(0))
        if staying == 1:
            raise ValueError(f"play never leaves {states[state]}")
        if staying:
            scale = 1 / (1 - staying)
            at_once, onward = at_once * scale, {other: chance * scale for other, chance in onward.items()}
        for before in reached_from.pop() - {state}:
            value, row = rows[before]
            share = row.pop(state)
            for other, chance in onward.items():
                row[other] = row.get(other, Fraction(0)) + share * chance
                reached_from[other].add(before)
            rows[before] = (value + share * at_once, row)
        for other in onward:
            reached_from[other].discard(state)
    return at_once
