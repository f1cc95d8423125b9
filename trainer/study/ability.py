"""Ability on generated questions, by assumed-density filtering: a mean and a variance in logits.

The ability on a rung is a sum: the trainee at the table, plus the skill, plus the rung, so that what is seen on one
rung says something about the others. An answer moves each term in proportion to its variance, as in TrueSkill
(Herbrich, Minka and Graepel, 2006). The chance of a right answer has a floor (guessing) and a ceiling (slips); practice
raises the ability, days without practice lower it. The parameters are in `parameters`.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

import msgspec

from trainer.study.parameters import (
    A_LEVEL,
    DRIFTS,
    FIRST_LEVEL,
    FORGETS,
    FORGETS_OVER,
    GUESS,
    HIGHEST,
    LEARNS,
    LEARNS_OVER,
    MOST_DRIFT,
    PLACE_VARIANCE,
    RECALL_VARIANCE,
    RUNG_VARIANCE,
    SKILL_VARIANCE,
    SLIP,
    WANDERS,
)

_BETWEEN = 1.0 - GUESS - SLIP
_LEAST_VARIANCE = 0.01
_PI_8 = pi / 8
_HIGHEST_CHANCE = GUESS + _BETWEEN / (1.0 + exp(-HIGHEST))


class Ability(msgspec.Struct, array_like=True, gc=False):
    """One term of an ability. Mutable, because a rebuild makes a million updates."""

    mean: float = 0.0
    variance: float = 1.0

    def move(self, gradient: float, curvature: float) -> None:
        """Moment matching: first and second derivative of the logarithm of the evidence by the mean."""
        variance = self.variance
        self.mean += variance * gradient
        self.variance = max(_LEAST_VARIANCE, min(2.0 * variance, variance + variance * variance * curvature))

    def mix(self, other: Ability, share: float) -> None:
        """Turn into the ability with the mean and variance of a mixture of both; ``share`` is that of the other."""
        apart, rest = other.mean - self.mean, 1.0 - share
        self.mean += share * apart
        self.variance = rest * self.variance + share * other.variance + share * rest * apart * apart


def new_place() -> Ability:
    return Ability(0.0, PLACE_VARIANCE)


def new_skill() -> Ability:
    return Ability(0.0, SKILL_VARIANCE)


def new_rung(level: int) -> Ability:
    """Prior of a rung, relative to its skill."""
    return Ability(FIRST_LEVEL + A_LEVEL * (level - 1), RUNG_VARIANCE)


def known(mean: float, variance: float) -> Ability:
    """Ability on a rung that was known before, relative to the other terms with this mean and variance in all."""
    return Ability(HIGHEST - mean, max(_LEAST_VARIANCE, RUNG_VARIANCE - variance))


def new_recall() -> Ability:
    """Prior of what makes the facts of a rung easier or harder to remember than others."""
    return Ability(0.0, RECALL_VARIANCE)


def chance(mean: float, variance: float) -> float:
    """Probability of a right answer, considering the uncertainty of the ability.

    >>> round(chance(0.0, 0.0), 3), round(chance(9.0, 0.0), 2), round(chance(-9.0, 0.0), 2)
    (0.535, 0.97, 0.1)
    """
    return GUESS + _BETWEEN / (1.0 + exp(-mean / sqrt(1.0 + _PI_8 * variance)))


def known_before(mean: float, variance: float, begins: float) -> float:
    """Probability that a rung was known before its first answer here, given the ability that was expected on it.

    The expected chance of a right answer is divided between those who know it and those who begin with the ability
    ``begins``; 0 if no more than that is expected.
    """
    beginner = chance(begins, variance)
    return max(0.0, chance(mean, variance) - beginner) / (_HIGHEST_CHANCE - beginner)


def known_chance(lost: float) -> float:
    """Probability of a right answer on a rung that was known before, after forgetting so many logits."""
    return chance(HIGHEST - lost, 0.0)


def known_share(chance: float) -> float:
    """Share of what is known, given the chance of a right answer with its guesses and slips."""
    return min(1.0, max(0.0, (chance - GUESS) / _BETWEEN))


def evidence(mean: float, variance: float, right: bool | int) -> tuple[float, float]:
    """First and second derivative of the logarithm of the probability of an answer, by the mean of the ability."""
    scale = 1.0 / sqrt(1.0 + _PI_8 * variance)
    share = 1.0 / (1.0 + exp(-mean * scale))
    slope = _BETWEEN * scale * share * (1.0 - share)
    bend = slope * scale * (1.0 - 2.0 * share)
    likely = GUESS + _BETWEEN * share
    if right:
        gradient = slope / likely
        return gradient, bend / likely - gradient * gradient
    gradient = -slope / (1.0 - likely)
    return gradient, -bend / (1.0 - likely) - gradient * gradient


def forgotten(days: float, practice_days: float) -> float:
    """Logits lost after some days without practice; less after practice on many days."""
    return FORGETS * log(1.0 + days) / (1.0 + practice_days / FORGETS_OVER) if days > 0.0 else 0.0


def drifted(days: float) -> float:
    """Variance added by days without an answer."""
    return min(MOST_DRIFT, DRIFTS * days) if days > 0.0 else 0.0


def learned(answers: int) -> float:
    """Logits gained by the next answer, after this many."""
    return LEARNS / (1.0 + answers / LEARNS_OVER)


def wandered() -> float:
    """Variance added by an answer."""
    return WANDERS
