"""Spaced repetition of facts with FSRS: when each fact is asked again.

A card is one fact: family, table, level and seed. Its grade is derived from behaviour (`scoring.grade`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp

import msgspec

from trainer.study.parameters import LEECH_LAPSES, SOON_MINUTES, WANTED_RETENTION
from trainer.study.scoring import Grade
from trainer.system.lazy_imports import lazily

with lazily():  # not needed before the first answer
    from fsrs import Scheduler

DAY_MS = 86_400_000
MINUTE_MS = 60_000
_LEARNING, _REVIEW, _RELEARNING = 1, 2, 3  # the states of FSRS
_SOON_MS = SOON_MINUTES * MINUTE_MS
_LEAST_STABILITY = 0.001
_LONGEST_DAYS = 36_500


class Card(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """State of one fact; times in milliseconds since 1970, stability in days."""

    phase: int
    stability: float
    difficulty: float
    due: int
    last: int
    first: int
    reviews: int
    lapses: int

    @property
    def is_learned(self) -> bool:
        """Whether the last answer that counted was right, so that it is scheduled by days."""
        return self.phase == _REVIEW

    @property
    def is_leech(self) -> bool:
        """Whether it was forgotten so often that the trainee should read the lesson."""
        return self.lapses >= LEECH_LAPSES

    def is_due(self, now: int) -> bool:
        """Whether it is due; also if it was last asked in the future because the clock was wrong."""
        return self.due <= now or self.last > now

    def retention(self, now: int) -> float:
        """Probability that the fact is remembered, by FSRS."""
        return retention(self.stability, self.days_since(now))

    def days_since(self, now: int) -> float:
        """Days since the last review, with fractions."""
        return (now - self.last) / DAY_MS if now > self.last else 0.0

    def days_a_review(self, now: int) -> float:
        """Days since the last review, divided by one more than the number of reviews."""
        return self.days_since(now) / (1.0 + self.reviews)


def review(card: Card | None, grade: Grade, at: int, day_began: int | None = None) -> Card:
    """The card after an answer; without a card, the first answer creates it.

    ``day_began`` is the beginning of the day of practice, by default of the day in UTC. Intervals end when a day of
    practice begins, so that a fact that is due tomorrow is due at any time tomorrow.
    """
    if day_began is None:
        day_began = at - at % DAY_MS
    if card is None:
        stability, difficulty = _memory().first(grade)
        phase, wait = _next_wait(_LEARNING, grade, stability)
        return Card(phase, stability, difficulty, _due(wait, at, day_began), at, at, 1, 0)
    if card.last < day_began:
        days = card.days_since(at)
        stability, difficulty = _memory().later(card.stability, card.difficulty, days, grade)
    elif card.phase == _REVIEW and grade != Grade.WRONG:
        return card  # a right answer on the same day does not show whether it would be forgotten
    else:
        stability, difficulty = _memory().same_day(card.stability, card.difficulty, grade)
    phase, wait = _next_wait(card.phase, grade, stability)
    lapses = card.lapses + (grade == Grade.WRONG and card.phase == _REVIEW)
    due = _due(wait, at, day_began)
    return Card(phase, stability, difficulty, due, at, card.first, card.reviews + 1, lapses)


def meet(card: Card | None, right: bool | int, at: int) -> Card:
    """The card after an answer that does not count.

    It introduces a new fact. A wrong answer brings a known fact back soon, but says nothing about how long it would be
    remembered; a right one, perhaps after a hint, changes nothing.
    """
    if card is None:
        stability, difficulty = _memory().first(Grade.SLOW if right else Grade.WRONG)
        return Card(_LEARNING, stability, difficulty, at + _SOON_MS, at, at, 0, 0)
    return card if right else msgspec.structs.replace(card, due=min(card.due, at + _SOON_MS))


def retention(stability: float, days: float) -> float:
    """Probability of remembering after some days, given the stability.

    >>> round(retention(10.0, 0), 2), round(retention(10.0, 10), 2)
    (1.0, 0.9)
    """
    return _memory().retention(stability, days if days > 0.0 else 0.0)


def first_stability(grade: Grade) -> float:
    """Stability in days after the first answer."""
    return _memory().first(grade)[0]


def stabilities(card: Card, at: int) -> tuple[float, float]:
    """Stability of a card that is asked now: after a right answer, and after a wrong one."""
    memory, days = _memory(), card.days_since(at)
    right, wrong = (
        memory.later(card.stability, card.difficulty, days, grade)[0] for grade in (Grade.RIGHT, Grade.WRONG)
    )
    return right, wrong


def _due(wait: int, at: int, day_began: int) -> int:
    return (day_began if wait >= DAY_MS else at) + wait


def _next_wait(phase: int, grade: Grade, stability: float) -> tuple[int, int]:
    """Phase after an answer, and milliseconds until the card is due. A right answer, however slow, is enough."""
    if grade == Grade.WRONG:
        return _LEARNING if phase == _LEARNING else _RELEARNING, _SOON_MS
    return _REVIEW, DAY_MS * min(_LONGEST_DAYS, max(1, round(_memory().interval(stability))))


class _Memory:
    """Memory model of FSRS-6 with the parameters of the package ``fsrs``.

    The formulas are implemented again because a rebuild reviews hundreds of thousands of cards and the package's
    scheduler is too slow; a test compares both.
    """

    def __init__(self, parameters: Sequence[float]) -> None:
        self.w = w = tuple(parameters)
        self._first = {grade: (w[grade - 1], _within(w[4] - exp(w[5] * (grade - 1)) + 1)) for grade in Grade}
        self._step = {grade: -w[6] * (grade - 3) / 9.0 for grade in Grade}
        self._pull, self._rest = w[7] * (w[4] - exp(w[5] * (Grade.FAST - 1)) + 1), 1.0 - w[7]
        self._same_day = {grade: exp(w[17] * (grade - 3 + w[18])) for grade in Grade}
        self._recall = {grade: exp(w[8]) for grade in Grade}
        self._recall[Grade.SLOW] *= w[15]
        self._recall[Grade.FAST] *= w[16]
        self._forget = exp(w[17] * w[18])
        self._decay = -w[20]
        self._factor = 0.9 ** (1.0 / self._decay) - 1.0
        self._stretch = float((WANTED_RETENTION ** (1.0 / self._decay) - 1.0) / self._factor)

    def retention(self, stability: float, days: float) -> float:
        return float((1.0 + self._factor * days / stability) ** self._decay)

    def interval(self, stability: float) -> float:
        """Days until the retention has fallen to the wanted one."""
        return stability * self._stretch

    def first(self, grade: Grade) -> tuple[float, float]:
        """Stability and difficulty after the first answer."""
        return self._first[grade]

    def same_day(self, stability: float, difficulty: float, grade: Grade) -> tuple[float, float]:
        growth = self._same_day[grade] * stability ** -self.w[19]
        if growth < 1.0 and grade != Grade.WRONG:
            growth = 1.0
        return max(stability * growth, _LEAST_STABILITY), self._harder(difficulty, grade)

    def later(self, stability: float, difficulty: float, days: float, grade: Grade) -> tuple[float, float]:
        w = self.w
        forgotten = 1.0 - (1.0 + self._factor * days / stability) ** self._decay
        if grade == Grade.WRONG:
            long_term = w[11] * difficulty ** -w[12] * ((stability + 1) ** w[13] - 1) * exp(forgotten * w[14])
            stability = max(_LEAST_STABILITY, min(long_term, stability / self._forget))
        else:
            growth = (11 - difficulty) * stability ** -w[9] * (exp(forgotten * w[10]) - 1)
            stability *= 1 + self._recall[grade] * growth
        return stability, self._harder(difficulty, grade)

    def _harder(self, difficulty: float, grade: Grade) -> float:
        """Difficulty after an answer: higher if wrong or slow, lower if fast, with mean reversion."""
        moved = difficulty + (10.0 - difficulty) * self._step[grade]
        return _within(self._pull + self._rest * moved)


def _within(difficulty: float) -> float:
    return 1.0 if difficulty < 1.0 else 10.0 if difficulty > 10.0 else difficulty


@cache
def _memory() -> _Memory:
    return _Memory(Scheduler().parameters)
