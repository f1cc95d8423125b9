"""Sums over attempts, as mutable structs that are stored as short JSON arrays."""

from __future__ import annotations

from math import exp2

import msgspec

from trainer.study.glicko import SCALE, START, Rating
from trainer.study.repetition import DAY_MS, Card, retention, review
from trainer.study.scoring import Grade

EASIEST = 1300.0  # rating of a first level before anybody answered it
A_LEVEL = 150.0
_RUNG_UNSURE = 120.0
MISTAKE_HALF_LIFE_MS = 30 * DAY_MS


class RungTally(msgspec.Struct, array_like=True, gc=False):
    """A rung: counted answers, the last answers, and its memory."""

    level: int
    answers: int = 0
    right: int = 0
    window: list[int] = []  # last answers: `mastery.WRONG`, or the time in percent of the target
    best: int = 0  # fastest right answer in milliseconds
    last: int = 0  # time of the last answer
    day: int = 0  # last day of practice; the next three fields are its tally as in `RungDay`
    day_answers: int = 0
    day_right: int = 0
    day_percent: int = 0
    trend: list[int] = []  # nearness on the previous days, in percent
    memory: Card | None = None  # a generated rung is one card, reviewed once a day
    rating: Rating = msgspec.field(default_factory=Rating)

    def remembered(self) -> Card:
        """The memory including today: a day counts as one review, graded by its share of right answers."""
        share = self.day_right / max(1, self.day_answers)
        grade = Grade.RIGHT if share >= 0.9 else Grade.SLOW if share >= 0.7 else Grade.WRONG
        return review(self.memory, grade, self.last)

    def nearness(self, wanted: float) -> int:
        """How close the last day was to the target, in percent: the lower of accuracy and pace."""
        if not self.day_right:
            return 0
        pace = 100 * self.day_right / max(1, self.day_percent)
        return min(100, round(100 * min(self.day_right / self.day_answers / wanted, pace)))

    def retention(self, now: int) -> float:
        """Probability that a generated rung is remembered."""
        card = self.remembered()
        return retention(card.stability, max(0, now - self.last) // DAY_MS)


class DayTally(msgspec.Struct, array_like=True, gc=False):
    """A day of practice."""

    answers: int = 0
    right: int = 0
    milliseconds: int = 0
    counted: int = 0
    introduced: int = 0  # facts seen for the first time
    reviewed: int = 0  # due facts that were reviewed


class RungDay(msgspec.Struct, array_like=True, gc=False, frozen=True):
    """A rung on one day: counted answers, right answers, and the sum of their times in percent of the target."""

    answers: int = 0
    right: int = 0
    percent: int = 0


class MistakeTally(msgspec.Struct, array_like=True, gc=False):
    """A named mistake in a skill; its weight halves in a month."""

    count: int = 0
    weight: float = 0.0
    last: int = 0
    example: str = ""  # id of the last attempt that shows it

    def weight_at(self, now: int) -> float:
        """Weight at a moment."""
        return self.weight * exp2(-max(0, now - self.last) / MISTAKE_HALF_LIFE_MS)


class PlacementTally(msgspec.Struct, array_like=True, gc=False):
    """Answers of the last placement test at a table: difficulty, and whether right."""

    session: str = ""
    answers: list[tuple[float, bool]] = []


class Best(msgspec.Struct, array_like=True, gc=False):
    """A personal record and its date."""

    value: int = 0
    at: int = 0

    def raise_to(self, value: int, at: int) -> None:
        if value > self.value:
            self.value, self.at = value, at


class Bests(msgspec.Struct, array_like=True, gc=False):
    """Personal records, and the running counts behind them."""

    streak: int = 0  # current run of right answers
    day_run: int = 0  # current run of days
    day: int = 0
    session: str = ""
    session_right: int = 0
    longest_streak: Best = msgspec.field(default_factory=Best)
    longest_day_run: Best = msgspec.field(default_factory=Best)
    most_right_in_a_day: Best = msgspec.field(default_factory=Best)
    challenges: dict[str, Best] = {}  # right answers in a challenge, by kind of session


def prior_rating(level: int) -> float:
    """Assumed rating of a level before anybody answered it."""
    return EASIEST + A_LEVEL * (level - 1)


def difficulty(level: int) -> float:
    """The same on the logistic scale of placement."""
    return (prior_rating(level) - START) / SCALE


def new_rung(level: int) -> RungTally:
    return RungTally(level, window=[], trend=[], rating=Rating(prior_rating(level), _RUNG_UNSURE))
