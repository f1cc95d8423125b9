"""The chance to pass: exact, under the rating model in which a candidate of skill theta gets an item of difficulty b
right with probability 1 / (1 + exp(b - theta)).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, exp

_STEPS = 80  # halvings: far below what a float can tell apart


def chance(skill: float, difficulty: float) -> float:
    """That a candidate gets an item right.

    >>> chance(0.0, 0.0)
    0.5
    """
    return 1.0 / (1.0 + exp(difficulty - skill))


def expected(skill: float, difficulties: Sequence[float]) -> float:
    """The marks a candidate can expect, one an item."""
    return sum(chance(skill, difficulty) for difficulty in difficulties)


def information(skill: float, difficulties: Sequence[float]) -> float:
    """How sharply a paper measures at this skill."""
    return sum(right * (1.0 - right) for right in (chance(skill, difficulty) for difficulty in difficulties))


def skill_for(marks: float, difficulties: Sequence[float]) -> float:
    """The skill whose expected marks are these: that of who just passes, if they are the cut."""
    low, high = -20.0, 20.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if expected(middle, difficulties) < marks else (low, middle)
    return (low + high) / 2


def distribution(chances: Sequence[float]) -> list[float]:
    """The probability of every number of right answers (Lord and Wingersky's recursion)."""
    found = [1.0]
    for right in chances:
        found = [
            (found[count] * (1.0 - right) if count < len(found) else 0.0) + (found[count - 1] * right if count else 0.0)
            for count in range(len(found) + 1)
        ]
    return found


def pass_chance(skill: float, difficulties: Sequence[float], cut: int) -> float:
    """The probability of at least ``cut`` right answers."""
    return sum(distribution([chance(skill, difficulty) for difficulty in difficulties])[cut:])


def binomial_at_least(items: int, right: float, cut: int) -> float:
    """The probability of at least ``cut`` right of so many equal items.

    >>> round(binomial_at_least(10, 0.8, 7), 3), round(binomial_at_least(30, 0.8, 21), 3)
    (0.879, 0.939)
    """
    return sum(comb(items, count) * right**count * (1.0 - right) ** (items - count) for count in range(cut, items + 1))
