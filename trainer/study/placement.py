"""Adaptive placement test: logistic model with guessing, expected a posteriori estimate.

Ability and difficulty are on the logistic scale of `ability`, with the same floor of guessing and ceiling of slips.
Every answer of the test also goes into the abilities of the ledger, which is how placement steers what is asked next.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, sqrt
from random import Random

import msgspec

from trainer.study.ability import chance
from trainer.study.parameters import CHECKED_AT_MOST, PLACED_AT_MOST, PLACED_DEVIATION, PLACED_SURE, SURE

PRECISE_ENOUGH = PLACED_SURE  # standard error that ends the test
AT_MOST = CHECKED_AT_MOST  # questions of the whole test
_GRID = tuple(step / 10 for step in range(-50, 51))


class Estimate(msgspec.Struct, frozen=True):
    """Ability with its standard error."""

    ability: float
    error: float

    def accuracy_range(self, difficulties: Sequence[float]) -> tuple[float, float]:
        """Share of right answers over questions of these difficulties: between these two with 80 % certainty."""
        ends = (self.ability - SURE * self.error, self.ability + SURE * self.error)
        low, high = (sum(chance(end - each, 0.0) for each in difficulties) / len(difficulties) for end in ends)
        return low, high


def estimate(answers: Sequence[tuple[float, bool]]) -> Estimate:
    """Posterior mean and standard deviation of the ability, given answers to questions of known difficulty.

    >>> estimate([]).ability
    0.0
    """
    weights = list(_prior())
    for difficulty, right in answers:
        chances = _curve(difficulty)
        weights = [weight * (p if right else 1.0 - p) for weight, p in zip(weights, chances, strict=True)]
    total = sum(weights)
    mean = sum(weight * ability for weight, ability in zip(weights, _GRID, strict=True)) / total
    variance = sum(weight * (ability - mean) ** 2 for weight, ability in zip(weights, _GRID, strict=True)) / total
    return Estimate(mean if abs(mean) > 1e-12 else 0.0, sqrt(variance))


def is_over(answers: Sequence[tuple[float, bool]], now: Estimate) -> bool:
    """Whether the estimate is precise enough or the maximum number of questions about it was asked."""
    return len(answers) >= PLACED_AT_MOST or now.error <= PRECISE_ENOUGH


def most_telling(difficulties: Sequence[float], asked: Sequence[int], ability: float, random: Random) -> int:
    """The rung with the most information about the ability; rungs asked least come first, ties are broken at random."""

    def telling(index: int) -> float:
        lead = ability - difficulties[index]
        p, share = chance(lead, 0.0), 1.0 / (1.0 + exp(-lead))
        return (share * (1.0 - share)) ** 2 / (p * (1.0 - p)) / sqrt(1 + asked[index])

    best = max(telling(index) for index in range(len(difficulties)))
    return random.choice([index for index in range(len(difficulties)) if telling(index) > 0.98 * best])


@cache
def _prior() -> tuple[float, ...]:
    return tuple(exp(-((ability / PLACED_DEVIATION) ** 2) / 2) for ability in _GRID)


@cache
def _curve(difficulty: float) -> tuple[float, ...]:
    """Probability of a right answer at each ability of the grid."""
    return tuple(chance(ability - difficulty, 0.0) for ability in _GRID)
