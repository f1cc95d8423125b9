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
_MOST_LOGIT = 4.0


class Calibration(msgspec.Struct, array_like=True, gc=False):
    """Mean and covariance of the three weights. Mutable, because a rebuild makes a million updates."""

    mean: list[float]
    spread: list[list[float]]

    def chance(self, predicted: float, days: float) -> float:
        """Probability of a right answer, from the prediction after some days without an answer."""
        x, y, z = _features(predicted, days)
        mean, spread = self.mean, self.spread
        variance = (
            spread[0][0] * x * x
            + spread[1][1] * y * y
            + spread[2][2] * z * z
            + 2.0 * (spread[0][1] * x * y + spread[0][2] * x * z + spread[1][2] * y * z)
        )
        logit = (mean[0] * x + mean[1] * y + mean[2] * z) / sqrt(1.0 + _PI_8 * max(0.0, variance))
        return LOWEST_CHANCE + (HIGHEST_CHANCE - LOWEST_CHANCE) / (1.0 + exp(-logit))

    def add(self, predicted: float, days: float, right: bool | int) -> None:
        """Learn from an answer that was predicted with this chance."""
        features = _features(predicted, days)
        spread, mean = self.spread, self.mean
        moved = [sum(a * b for a, b in zip(row, features, strict=True)) for row in spread]
        variance = sum(a * b for a, b in zip(moved, features, strict=True))
        scale = 1.0 / sqrt(1.0 + _PI_8 * max(0.0, variance))
        share = 1.0 / (1.0 + exp(-scale * sum(a * b for a, b in zip(mean, features, strict=True))))
        gradient, curvature = scale * ((1 if right else 0) - share), -scale * scale * share * (1.0 - share)
        self.mean = [value + gradient * step for value, step in zip(mean, moved, strict=True)]
        for row in range(3):
            for column in range(3):
                spread[row][column] += curvature * moved[row] * moved[column]
            spread[row][row] += CALIBRATION_DRIFT * CALIBRATION_VARIANCE[row]


def of_facts() -> Calibration:
    """Prior for facts, before any answer."""
    return Calibration([*FACTS_START], _spread())


def of_skills() -> Calibration:
    """Prior for generated questions, before any answer."""
    return Calibration([*SKILLS_START], _spread())


def _spread() -> list[list[float]]:
    return [[CALIBRATION_VARIANCE[row] if row == column else 0.0 for column in range(3)] for row in range(3)]


def _features(predicted: float, days: float) -> tuple[float, float, float]:
    predicted = min(0.999, max(0.001, predicted))
    return 1.0, max(-_MOST_LOGIT, min(_MOST_LOGIT, log(predicted / (1.0 - predicted)))), log(1.0 + max(0.0, days))
