"""Sums over attempts, as mutable structs that are stored as short JSON arrays."""

from __future__ import annotations

from math import exp2

import msgspec

from trainer.study.ability import Ability, new_recall, new_rung
from trainer.study.parameters import A_LEVEL, BROUGHT_ALONG, FIRST_LEVEL, VERDICT_SECONDS
from trainer.study.repetition import DAY_MS

MISTAKE_HALF_LIFE_MS = 30 * DAY_MS
_FOLLOWS = 0.05  # weight of the newest answer in a moving average
_SLOWEST = 6.0  # times the target; longer is a break
_LONGEST_PAUSE = 20.0  # seconds between an answer and the next question; longer ones are breaks


class RungTally(msgspec.Struct, array_like=True, gc=False):
    """A rung: counted answers, the last answers, and the ability."""

    level: int
    answers: int = 0  # that count
    right: int = 0
    window: list[int] = []  # last answers: `mastery.WRONG`, or the time in percent of the target
    best: int = 0  # fastest right answer in milliseconds
    last: int = 0  # time of the last answer
    day: int = 0  # last day of practice; the next three fields are its tally as in `RungDay`
    day_answers: int = 0
    day_right: int = 0
    day_percent: int = 0
    trend: list[int] = []  # accuracy on the previous days as a share of what is wanted, in percent
    practised: int = 0  # all answers, also those that do not count
    practice_days: int = 0
    ability: Ability = msgspec.field(default_factory=Ability)  # for facts: on facts that were never asked
    learned: int = 0  # facts that have left the learning steps
    recall: Ability = msgspec.field(default_factory=new_recall)  # of its facts, beside what is usual for this trainee
    known_before: float = 0.0  # probability that a generated rung was known before its first answer here

    @property
    def undecided(self) -> float:
        """`known_before` while the first answers still decide it; after them one ability stands for both cases."""
        return self.known_before if self.practised < BROUGHT_ALONG else 0.0

    def nearness(self, wanted: float) -> int:
        """Accuracy of the last day as a share of what is wanted, in percent."""
        return min(100, round(100 * self.day_right / max(1, self.day_answers) / wanted))


class Tempo(msgspec.Struct, array_like=True, gc=False):
    """How long a trainee takes, as moving averages."""

    pace: float = 1.0  # time of an answer as a share of its target
    pause: float = VERDICT_SECONDS  # seconds between an answer and the next question
    last: int = 0
    session: str = ""

    def add(self, taken: int, target: int, at: int, session: str) -> None:
        """An answer was given at a moment; times in milliseconds."""
        self.pace += _FOLLOWS * (min(_SLOWEST, taken / (target or 1)) - self.pace)
        pause = (at - self.last - taken) / 1000
        if session == self.session and 0.0 <= pause <= _LONGEST_PAUSE:
            self.pause += _FOLLOWS * (pause - self.pause)
        self.last, self.session = at, session

    def seconds(self, target_seconds: float) -> float:
        """Expected time of a question with its verdict."""
        return target_seconds * self.pace + self.pause


class DayTally(msgspec.Struct, array_like=True, gc=False):
    """A day of practice."""

    answers: int = 0
    right: int = 0
    milliseconds: int = 0
    counted: int = 0
    introduced: int = 0  # facts seen for the first time, without those that the trainee knew before
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


class OpenMistake(msgspec.Struct, array_like=True, gc=False):
    """A wrong answer whose skill is asked again."""

    example: str  # id of the attempt
    name: str = ""  # message id of the mistake, if the answer showed one
    corrected: int = -1  # day on which a fresh question was answered right; -1 if none was


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


def difficulty(level: int) -> float:
    """Assumed difficulty of a level on the logistic scale of placement."""
    return -FIRST_LEVEL - A_LEVEL * (level - 1)


def new_tally(level: int) -> RungTally:
    return RungTally(level, window=[], trend=[], ability=new_rung(level))
