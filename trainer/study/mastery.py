"""Mastery of a rung: the estimated accuracy with its range; speed is a badge of its own."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import ceil
from statistics import median

import msgspec

from trainer.study.parameters import ENOUGH, ENOUGH_DAYS, FACTS_LEARNED, FACTS_MASTERED_FROM, MASTERED_FROM, UNCOUNTED
from trainer.study.tallies import RungTally

WINDOW = 30  # number of counted answers that the badge of speed considers
LEAST_TIMES = 5  # right answers needed for it
WRONG = -1  # a wrong answer in the window; a right one is its time in percent of the target
_ALMOST = 0.99  # the most that is shown before mastery


def wanted_accuracy(is_fact: bool) -> float:
    """Accuracy that mastery needs: of generated questions, or share of the facts that are remembered."""
    return FACTS_MASTERED_FROM if is_fact else MASTERED_FROM


class Stand(StrEnum):
    """Status of a trainee on a rung."""

    NEW = "new"
    LEARNING = "learning"
    MASTERED = "mastered"
    FADING = "fading"  # was mastered, probably partly forgotten


class Estimate(msgspec.Struct, frozen=True):
    """Estimated share of right answers, and the range in which it lies with eighty per cent certainty."""

    accuracy: float
    low: float
    high: float


class Mastery(msgspec.Struct, frozen=True):
    """How well a rung is known; all shares are between 0 and 1."""

    answers: int  # all answers, also those that do not count
    now: Estimate  # accuracy today
    then: Estimate  # accuracy after the last answer
    wanted: float  # accuracy needed
    practice: float  # counted answers, or learned facts, as a share of those needed
    pace: float  # 1 if the median right answer is within the target time, less if it is slower

    @property
    def accuracy(self) -> float:
        return self.now.accuracy

    @property
    def retention(self) -> float:
        """Share of the accuracy after the last answer that is left today."""
        return min(1.0, self.now.accuracy / self.then.accuracy) if self.then.accuracy else 1.0

    @property
    def is_quick(self) -> bool:
        """The badge of speed: usually right within the target time."""
        return self.pace >= 1.0

    @property
    def value(self) -> float:
        """Progress towards mastery as it is shown: 1 is mastery."""
        share = min(1.0, self.now.accuracy / self.wanted) * self.practice
        return share if self.stand is Stand.MASTERED else min(share, _ALMOST)

    @property
    def stand(self) -> Stand:
        if not self.answers:
            return Stand.NEW
        if self.practice < 1.0 or self.then.low < self.wanted:
            return Stand.LEARNING
        return Stand.MASTERED if self.now.low >= self.wanted else Stand.FADING


_NOTHING = Estimate(0.0, 0.0, 1.0)
UNTOUCHED = Mastery(0, _NOTHING, _NOTHING, MASTERED_FROM, 0.0, 0.0)


def pace(window: Sequence[int]) -> float:
    """1 if the median right answer is within the target time, less if it is slower; 0 if there are too few."""
    times = [time for time in window if time != WRONG]
    return min(1.0, 100.0 / max(median(times), 1.0)) if len(times) >= LEAST_TIMES else 0.0


def mastery_of(tally: RungTally, facts: int, met: int, now: Estimate, then: Estimate) -> Mastery:
    """Mastery of a rung with this tally, from the estimates of today and after the last answer; ``met`` of its
    ``facts`` have been asked. What was practised on one day only may be forgotten tomorrow, so it is not mastered."""
    uncounted = tally.practised - tally.answers
    practised = practice_of_facts(tally.learned, met, facts) if facts else practice(tally.answers, uncounted)
    return Mastery(
        answers=tally.practised,
        now=now,
        then=then,
        wanted=wanted_accuracy(bool(facts)),
        practice=practised if tally.practice_days >= ENOUGH_DAYS else min(_ALMOST, practised),
        pace=pace(tally.window),
    )


def practice(answers: int, uncounted: int = 0) -> float:
    """Answers on generated questions as a share of those that mastery needs; those that do not count weigh less and
    never suffice."""
    if answers >= ENOUGH:
        return 1.0
    return min(_ALMOST, (answers + UNCOUNTED * uncounted) / ENOUGH)


def practice_of_facts(learned: int, met: int, facts: int) -> float:
    """Learned facts as a share of those that mastery needs; facts in the learning steps are worth half and never
    suffice."""
    if learned >= FACTS_LEARNED * facts:
        return 1.0
    return min(_ALMOST, (learned + met) / (2 * FACTS_LEARNED * facts))


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
