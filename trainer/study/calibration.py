"""Calibration: predicted chances corrected by what this trainee really answers.

FSRS has the parameters of an average person, and so has `ability`. Each answer updates a small logistic regression
(constant, logit of the prediction, logarithm of the days since the last answer) by assumed-density filtering. There is
one for facts and one for generated questions. For facts the days are divided by the number of reviews, because some
people forget by the days and others by how rarely they have seen it. Facts also have a term of their rung, because some
drills are easier to remember or to guess than others; it drifts, because drills get easier with practice.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

import msgspec

from trainer.study.ability import Ability
from trainer.study.parameters import (
    CALIBRATION_DRIFT,
    FACTS_START,
    FACTS_VARIANCE,
    RECALL_DRIFT,
    SKILLS_START,
    SKILLS_VARIANCE,
)

_PI_8 = pi / 8
_MOST = 0.982  # the highest prediction that is distinguished: a logit of 4
_LEAST = 1.0 - _MOST


class Calibration(msgspec.Struct, array_like=True, gc=False):
    """Mean of the three weights, and the upper triangle of their covariance, row by row.

    Mutable and written out in scalars, because a rebuild makes a million updates.
    """

    mean: tuple[float, float, float]
    spread: tuple[float, float, float, float, float, float]

    def chance(self, predicted: float, days: float, rung: Ability | None = None) -> float:
        """Probability of a right answer, from the prediction after some days without an answer and the term of the
        rung."""
        y, z = _features(predicted, days)
        xx, xy, xz, yy, yz, zz = self.spread
        variance = xx + yy * y * y + zz * z * z + 2.0 * (xy * y + xz * z + yz * y * z)
        logit = self.mean[0] + self.mean[1] * y + self.mean[2] * z
        if rung is not None:
            logit, variance = logit + rung.mean, variance + rung.variance
        if variance > 0.0:
            logit /= sqrt(1.0 + _PI_8 * variance)
        return 1.0 / (1.0 + exp(-logit))

    def add(self, predicted: float, days: float, right: bool | int, rung: Ability | None = None) -> None:
        """Learn from an answer that was predicted with this chance, also about its rung."""
        y, z = _features(predicted, days)
        xx, xy, xz, yy, yz, zz = self.spread
        first, second, third = self.mean
        by_x, by_y, by_z = xx + xy * y + xz * z, xy + yy * y + yz * z, xz + yz * y + zz * z
        logit, variance = first + second * y + third * z, by_x + by_y * y + by_z * z
        if rung is not None:
            logit, variance = logit + rung.mean, variance + rung.variance
        scale = 1.0 / sqrt(1.0 + _PI_8 * max(0.0, variance))
        share = 1.0 / (1.0 + exp(-scale * logit))
        gradient, curvature = scale * ((1.0 if right else 0.0) - share), -scale * scale * share * (1.0 - share)
        if rung is not None:
            rung.move(gradient, curvature)
            rung.variance += RECALL_DRIFT
        self.mean = (first + gradient * by_x, second + gradient * by_y, third + gradient * by_z)
        self.spread = (
            xx + curvature * by_x * by_x + CALIBRATION_DRIFT[0],
            xy + curvature * by_x * by_y,
            xz + curvature * by_x * by_z,
            yy + curvature * by_y * by_y + CALIBRATION_DRIFT[1],
            yz + curvature * by_y * by_z,
            zz + curvature * by_z * by_z + CALIBRATION_DRIFT[2],
        )


def of_facts() -> Calibration:
    """Prior for facts, before any answer."""
    return _before(FACTS_START, FACTS_VARIANCE)


def of_skills() -> Calibration:
    """Prior for generated questions, before any answer."""
    return _before(SKILLS_START, SKILLS_VARIANCE)


def _before(start: tuple[float, float, float], variance: tuple[float, float, float]) -> Calibration:
    """A calibration before any answer, with weights that do not depend on one another."""
    return Calibration(start, (variance[0], 0.0, 0.0, variance[1], 0.0, variance[2]))


def _features(predicted: float, days: float) -> tuple[float, float]:
    """Logit of the prediction and logarithm of the days; the third feature is the constant 1."""
    predicted = _MOST if predicted > _MOST else _LEAST if predicted < _LEAST else predicted
    return log(predicted / (1.0 - predicted)), log(1.0 + days) if days > 0.0 else 0.0
