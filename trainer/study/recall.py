"""Recall of facts: the retention that FSRS predicts, calibrated by what this trainee really remembers.

FSRS has the parameters of an average person. Each answer to a fact on a later day updates a small logistic regression
(constant, logit of the retention, logarithm of the days) by assumed-density filtering.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

import msgspec

from trainer.study.parameters import (
    HIGHEST_RECALL,
    LOWEST_RECALL,
    RECALL_DRIFT,
    RECALL_MEAN,
    RECALL_VARIANCE,
)

_PI_8 = pi / 8
_MOST_LOGIT = 4.0


def _start() -> list[float]:
    return [*RECALL_MEAN]


def _spread() -> list[list[float]]:
    return [[RECALL_VARIANCE[row] if row == column else 0.0 for column in range(3)] for row in range(3)]


class Recall(msgspec.Struct, array_like=True, gc=False):
    """Calibration of one trainee: mean and covariance of three weights."""

    mean: list[float] = msgspec.field(default_factory=_start)
    spread: list[list[float]] = msgspec.field(default_factory=_spread)
    answers: int = 0

    def chance(self, retention: float, days: float) -> float:
        """Probability that a fact is remembered, from the retention of FSRS after some days."""
        x, y, z = _features(retention, days)
        mean, spread = self.mean, self.spread
        variance = (
            spread[0][0] * x * x
            + spread[1][1] * y * y
            + spread[2][2] * z * z
            + 2.0 * (spread[0][1] * x * y + spread[0][2] * x * z + spread[1][2] * y * z)
        )
        logit = (mean[0] * x + mean[1] * y + mean[2] * z) / sqrt(1.0 + _PI_8 * max(0.0, variance))
        return LOWEST_RECALL + (HIGHEST_RECALL - LOWEST_RECALL) / (1.0 + exp(-logit))

    def add(self, retention: float, days: float, right: bool | int) -> None:
        """Learn from an answer to a fact that had this retention after some days."""
        features = _features(retention, days)
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
            spread[row][row] += RECALL_DRIFT * RECALL_VARIANCE[row]
        self.answers += 1


def _features(retention: float, days: float) -> tuple[float, float, float]:
    retention = min(0.999, max(0.001, retention))
    return 1.0, max(-_MOST_LOGIT, min(_MOST_LOGIT, log(retention / (1.0 - retention)))), log(1.0 + max(0.0, days))
