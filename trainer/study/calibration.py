"""Calibration: predicted chances corrected by what this trainee really answers.

FSRS has the parameters of an average person, and so has `ability`. Each answer updates a small logistic regression
(constant, logit of the prediction, logarithm of the days since the last answer) by assumed-density filtering. There is
one for facts and one for generated questions.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

import msgspec

from trainer.study.parameters import (
    CALIBRATION_DRIFT,
    CALIBRATION_VARIANCE,
    FACTS_START,
    HIGHEST_CHANCE,
    LOWEST_CHANCE,
    SKILLS_START,
)

_PI_8 = pi / 8
_MOST = 0.982  # the highest prediction that is told apart: a logit of 4
_SPREAD = (CALIBRATION_VARIANCE[0], 0.0, 0.0, CALIBRATION_VARIANCE[1], 0.0, CALIBRATION_VARIANCE[2])
_DRIFT = tuple(CALIBRATION_DRIFT * variance for variance in CALIBRATION_VARIANCE)


class Calibration(msgspec.Struct, array_like=True, gc=False):
    """Mean of the three weights and the upper triangle of their covariance, row by row.

    Mutable and written out in scalars, because a rebuild makes a million updates.
    """

    mean: tuple[float, float, float]
    spread: tuple[float, float, float, float, float, float]

    def chance(self, predicted: float, days: float) -> float:
        """Probability of a right answer, from the prediction after some days without an answer."""
        y, z = _features(predicted, days)
        xx, xy, xz, yy, yz, zz = self.spread
        variance = xx + yy * y * y + zz * z * z + 2.0 * (xy * y + xz * z + yz * y * z)
        logit = (self.mean[0] + self.mean[1] * y + self.mean[2] * z) / sqrt(1.0 + _PI_8 * max(0.0, variance))
        return LOWEST_CHANCE + (HIGHEST_CHANCE - LOWEST_CHANCE) / (1.0 + exp(-logit))

    def add(self, predicted: float, days: float, right: bool | int) -> None:
        """Learn from an answer that was predicted with this chance."""
        y, z = _features(predicted, days)
        xx, xy, xz, yy, yz, zz = self.spread
        first, second, third = self.mean
        by_x, by_y, by_z = xx + xy * y + xz * z, xy + yy * y + yz * z, xz + yz * y + zz * z
        scale = 1.0 / sqrt(1.0 + _PI_8 * max(0.0, by_x + by_y * y + by_z * z))
        share = 1.0 / (1.0 + exp(-scale * (first + second * y + third * z)))
        gradient, curvature = scale * ((1.0 if right else 0.0) - share), -scale * scale * share * (1.0 - share)
        self.mean = (first + gradient * by_x, second + gradient * by_y, third + gradient * by_z)
        self.spread = (
            xx + curvature * by_x * by_x + _DRIFT[0],
            xy + curvature * by_x * by_y,
            xz + curvature * by_x * by_z,
            yy + curvature * by_y * by_y + _DRIFT[1],
            yz + curvature * by_y * by_z,
            zz + curvature * by_z * by_z + _DRIFT[2],
        )


def of_facts() -> Calibration:
    """Prior for facts, before any answer."""
    return Calibration(FACTS_START, _SPREAD)


def of_skills() -> Calibration:
    """Prior for generated questions, before any answer."""
    return Calibration(SKILLS_START, _SPREAD)


def _features(predicted: float, days: float) -> tuple[float, float]:
    """Logit of the prediction and logarithm of the days; the third feature is the constant 1."""
    predicted = min(_MOST, max(1.0 - _MOST, predicted))
    return log(predicted / (1.0 - predicted)), log(1.0 + max(0.0, days))
