"""The house's edge: what share of the money put up a bet keeps for the house in the long run, exactly."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

State = TypeVar("State", bound=Hashable)


class Edge(msgspec.Struct, frozen=True):
    """The edge on a bet, for those of its selections that share it; a fair bet has 0.

    ``error`` is the standard error of an edge that was found by playing, 0 of an exact one.
    """

    bet: str
    on: tuple[Any, ...]
    edge: Fraction
    error: Fraction = Fraction(0)


def expected_value(
    start: State, moves: Callable[[State], tuple[Fraction, Mapping[State, Fraction]]], limit: int = 100_000
) -> Fraction:
    """The value of an absorbing Markov chain.

    ``moves`` gives, for a state, what it yields on average at once and where play goes on from it, each with its
    probability; what is missing to 1 ends the game. States are eliminated one by one, farthest from the start first, so
    that a chain that only ever moves away from it fills in nothing.
    """
    numbers = {start: 0}  # a state may be long to hash, and is met very often
    states = [start]
    rows: list[tuple[Fraction, dict[int, Fraction]]] = []
    for state in states:  # those that are found on the way are appended
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
    # The start goes last; its row then says the value.
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
