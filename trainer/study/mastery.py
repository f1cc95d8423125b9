"""Mastery: right often enough, fast enough, long enough, and not forgotten since."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import ceil
from statistics import median

import msgspec

WINDOW = 30  # the last counted answers of a rung
ENOUGH = 20  # answers before a rung can be mastered; of facts, no more than there are
ACCURACY = 0.9  # share of right answers it takes
# Facts are asked when they are about to be forgotten: who is right four times in five then knows more at other times.
FACT_ACCURACY = 0.8
KNOWN = 0.8  # share of a rung's facts that must have been learned
KEPT = 0.8  # share still remembered below which a mastered rung fades
WRONG = -1  # a wrong answer in a window; a right one is its time in percent of the target


class Stand(StrEnum):
    """Where a trainee stands on a rung."""

    NEW = "new"
    LEARNING = "learning"
    MASTERED = "mastered"
    FADING = "fading"  # it was mastered; some of it will have been forgotten


class Mastery(msgspec.Struct, frozen=True):
    """How well a rung is known; all shares from 0 to 1."""

    answers: int
    accuracy: float  # of the window
    wanted: float  # the accuracy it takes
    pace: float  # 1 if the usual right answer is within the target time
    practice: float  # how much of the practice it takes has been done
    retention: float  # how much of it is remembered by now

    @property
    def skill(self) -> float:
        """What was reached, leaving forgetting aside; 1 is mastery."""
        return min(self.accuracy / self.wanted, self.pace, 1.0) * self.practice

    @property
    def value(self) -> float:
        """What is there today; it is what the trainee sees."""
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
    """From the window of the last answers, and for facts also how many of them all are known."""
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
    """About how many more days of practice until a value that grew like this reaches its target.

    A straight line through the days so far; `None` if there are fewer than three, or if it does not grow; 0 if it is
    reached.

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
