"""Mastery of a rung: accuracy, speed, enough practice, and not forgotten since."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import ceil
from statistics import median

import msgspec

WINDOW = 30  # number of counted answers considered
ENOUGH = 20  # answers needed for mastery; at most the number of facts
ACCURACY = 0.9  # share of right answers needed
# Facts are asked when they are about to be forgotten, so a lower accuracy is enough.
FACT_ACCURACY = 0.8
KNOWN = 0.8  # share of facts that must have been learned
KEPT = 0.8  # a mastered rung fades when less than this share is remembered
WRONG = -1  # a wrong answer in the window; a right one is its time in percent of the target


class Stand(StrEnum):
    """Status of a trainee on a rung."""

    NEW = "new"
    LEARNING = "learning"
    MASTERED = "mastered"
    FADING = "fading"  # was mastered, probably partly forgotten


class Mastery(msgspec.Struct, frozen=True):
    """How well a rung is known; all shares are between 0 and 1."""

    answers: int
    accuracy: float  # share of right answers in the window
    wanted: float  # accuracy needed
    pace: float  # 1 if the median right answer is within the target time
    practice: float  # answers so far as a share of those needed
    retention: float  # share that is remembered now

    @property
    def skill(self) -> float:
        """What was achieved, without forgetting; 1 is mastery."""
        return min(self.accuracy / self.wanted, self.pace, 1.0) * self.practice

    @property
    def value(self) -> float:
        """What is left today after forgetting; shown to the trainee."""
        return self.skill * self.retention

    @property
    def stand(self) -> Stand:
        if not self.answers:
            return Stand.NEW
        if self.skill < 1.0:
            return Stand.LEARNING
        return Stand.MASTERED if self.retention >= KEPT else Stand.FADING


UNTOUCHED = Mastery(0, 0.0, ACCURACY, 0.0, 0.0, 1.0)


def mastery(window: Sequence[int], retention: float, known_facts: int = 0, facts: int = 0) -> Mastery:
    """Mastery from the last answers and, for facts, from the share of facts that are known."""
    if not window:
        return UNTOUCHED
    times = [time for time in window if time != WRONG]
    usual = median(times) if times else float("inf")
    practice = min(1.0, len(window) / (min(ENOUGH, facts) if facts else ENOUGH))
    if facts:
        practice = min(practice, known_facts / (KNOWN * facts))
    return Mastery(
        answers=len(window),
        accuracy=len(times) / len(window),
        wanted=FACT_ACCURACY if facts else ACCURACY,
        pace=min(1.0, 100.0 / max(usual, 1.0)),
        practice=practice,
        retention=retention,
    )


def sessions_to_target(days: Sequence[float], target: float = 1.0) -> int | None:
    """Estimated days of practice until a value reaches its target, by linear regression over the days so far.

    0 if it is reached; None if it does not grow or there are fewer than three days.

    >>> sessions_to_target([0.2, 0.3, 0.4]), sessions_to_target([0.5, 0.4, 0.3]), sessions_to_target([0.4])
    (6, None, None)
    """
    if days and days[-1] >= target:
        return 0
    number = len(days)
    if number < 3:
        return None
    middle, mean = (number - 1) / 2, sum(days) / number
    spread = sum((day - middle) ** 2 for day in range(number))
    slope = sum((day - middle) * (value - mean) for day, value in enumerate(days)) / spread
    if slope <= 0:
        return None
    now = mean + slope * middle
    return max(1, ceil(round((target - now) / slope, 6)))
