"""Adaptive placement test: one-parameter logistic model, expected a posteriori estimate.

Ability and difficulty are on the logistic scale: at equal values the chance of being right is one half. One unit is
`glicko.SCALE` rating points.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp, sqrt
from random import Random

import msgspec

from trainer.study.glicko import SCALE, START, Rating

PRECISE_ENOUGH = 0.4  # standard error that ends the test
AT_MOST = 20  # questions
_GRID = tuple(step / 10 for step in range(-50, 51))
_PRIOR_DEVIATION = 1.5  # standard deviation of the prior
_OWN_WAY = 0.5  # deviation of a single skill from the general ability


class Estimate(msgspec.Struct, frozen=True):
    """Ability with its standard error."""

    ability: float
    error: float


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
    """Whether the estimate is precise enough or the maximum number of questions was asked."""
    return len(answers) >= AT_MOST or now.error <= PRECISE_ENOUGH


def most_telling(difficulties: Sequence[float], asked: Sequence[int], ability: float, random: Random) -> int:
    """The rung with the most information about the ability; rungs asked least come first, ties are broken at random."""

    def telling(index: int) -> float:
        p = 1.0 / (1.0 + exp(difficulties[index] - ability))
        return p * (1.0 - p) / sqrt(1 + asked[index])

    best = max(telling(index) for index in range(len(difficulties)))
    return random.choice([index for index in range(len(difficulties)) if telling(index) > 0.98 * best])


@cache
def _prior() -> tuple[float, ...]:
    return tuple(exp(-((ability / _PRIOR_DEVIATION) ** 2) / 2) for ability in _GRID)


@cache
def _curve(difficulty: float) -> tuple[float, ...]:
    """Probability of a right answer at each ability of the grid."""
    return tuple(1.0 / (1.0 + exp(difficulty - ability)) for ability in _GRID)
