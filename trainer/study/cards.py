"""Spaced repetition of facts by FSRS: when each fact is to be asked again.

A card is one fact: a family, a table, a level and a seed. Its grade is read from behaviour (`scoring.grade`).
"""

from __future__ import annotations

from datetime import timedelta
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

from trainer.records.attempts import EPOCH
from trainer.study.scoring import Grade

if TYPE_CHECKING:
    from fsrs import Scheduler

DAY_MS = 86_400_000
LEECH_LAPSES = 5
_LEARNING, _REVIEW = 1, 2  # the states of FSRS; 3 is relearning
_NO_STEP = -1


class Card(msgspec.Struct, array_like=True, frozen=True):
    """What is known of one fact; times in milliseconds since 1970, stability in days."""

    phase: int
    step: int
    stability: float
    difficulty: float
    due: int
    last: int
    first: int
    reviews: int
    lapses: int

    @property
    def is_learned(self) -> bool:
        """Whether it has left the learning steps and is reviewed by the day."""
        return self.phase == _REVIEW

    @property
    def is_leech(self) -> bool:
        """Whether it was forgotten so often that asking again does not help: the rule behind it needs a lesson."""
        return self.lapses >= LEECH_LAPSES

    def is_due(self, now: int) -> bool:
        """Whether it is to be asked; a card last asked in the future (the clock was wrong then) is due as well."""
        return self.due <= now or self.last > now

    def overdueness(self, now: int) -> float:
        """Time since the last review as a share of the interval that was planned."""
        return (now - self.last) / max(1, self.due - self.last)

    def retention(self, now: int) -> float:
        """How likely the fact is remembered."""
        return retention(self.stability, (now - self.last) // DAY_MS)


def review(card: Card | None, grade: Grade, at: int) -> Card:
    """The card after an answer at a moment; without a card, its first answer."""
    if card is None:
        phase, step, stability, difficulty, wait = _transition(_LEARNING, 0, 0.0, 0.0, 0, grade)
        return Card(phase, step, stability, difficulty, at + wait, at, at, 1, 0)
    days = max(0, at - card.last) // DAY_MS
    if grade != Grade.WRONG and days == 0 and card.phase == _REVIEW:
        return card  # right again on the same day says nothing about forgetting
    phase, step, stability, difficulty, wait = _transition(
        card.phase, card.step, card.stability, card.difficulty, days, grade
    )
    lapsed = grade == Grade.WRONG and card.phase == _REVIEW
    return Card(
        *(phase, step, stability, difficulty, at + wait, at),
        *(card.first, card.reviews + 1, card.lapses + lapsed),
    )


def retention(stability: float, days: int) -> float:
    """How likely something of this stability is remembered after so many whole days.

    >>> round(retention(10.0, 0), 2), round(retention(10.0, 10), 2)
    (1.0, 0.9)
    """
    factor, decay = _forgetting()
    return float((1.0 + factor * max(0, days) / stability) ** decay)


@cache
def _forgetting() -> tuple[float, float]:
    """The two constants of FSRS's power law: it passes through 0.9 where the days equal the stability."""
    decay = -float(_scheduler().parameters[20])
    return 0.9 ** (1.0 / decay) - 1.0, decay


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler  # noqa: PLC0415 - not needed before the first answer

    return Scheduler(enable_fuzzing=False)


@lru_cache(maxsize=200_000)
def _transition(
    phase: int, step: int, stability: float, difficulty: float, days: int, grade: int
) -> tuple[int, int, float, float, int]:
    """What FSRS makes of a card: phase, step, stability, difficulty and the wait until it is due, in milliseconds.

    It depends on nothing but these arguments. Stability and difficulty are kept to three figures, finer than the
    spread FSRS itself would add to an interval; so the same steps recur, and are computed once.
    """
    import fsrs  # noqa: PLC0415 - not needed before the first answer

    then = EPOCH + timedelta(days=days)
    card = fsrs.Card(
        card_id=0,
        state=fsrs.State(phase),
        step=None if step == _NO_STEP else step,
        stability=stability or None,
        difficulty=difficulty or None,
        due=EPOCH,
        last_review=EPOCH if stability else None,
    )
    card, _ = _scheduler().review_card(card, fsrs.Rating(grade), then)
    wait = (card.due - then) // timedelta(milliseconds=1)
    step = _NO_STEP if card.step is None else card.step
    return card.state.value, step, float(f"{card.stability:.3g}"), float(f"{card.difficulty:.3g}"), wait
