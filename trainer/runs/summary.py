"""Answered questions of a run, and the summary of the run."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from trainer.drills.core import Family, Question
from trainer.drills.judge import Mark
from trainer.rulebooks import GameRules
from trainer.runs.plan import Plan
from trainer.study.behaviours import behaviour_of, is_behaviour

NANOSECONDS = 1_000_000_000


class Answered(msgspec.Struct, frozen=True):
    """A question that was answered, or closed when its time was up (then ``mark.given`` is empty)."""

    question: Question
    mark: Mark
    nanoseconds: int  # time from the question to the answer
    hints: int  # number of reasons shown before the answer
    behaviour: str
    counts: bool
    rules: GameRules  # rules of the table
    reads_lesson: bool = False  # forgotten so often that its lesson should be read again

    @property
    def seconds(self) -> float:
        return self.nanoseconds / NANOSECONDS

    @property
    def is_given_up(self) -> bool:
        """Whether the answer was “I don't know”: nothing was given though there was time left."""
        if self.mark.given or not is_behaviour(self.behaviour):  # a question of a paper may be left open
            return False
        closes_after = behaviour_of(self.behaviour).closes_after
        return closes_after is None or self.seconds < closes_after * self.question.target_seconds

    @property
    def in_time(self) -> bool:
        """Whether it was right within the target time."""
        return self.mark.right and self.seconds <= self.question.target_seconds


class Progressed(msgspec.Struct, frozen=True):
    """The mastery of a level before and after an answer, between 0 and 1."""

    before: float
    after: float


class Tally(msgspec.Struct, frozen=True):
    """The totals of a run."""

    right: int
    wrong: int
    seconds: float  # mean time of the right answers; 0 if there are none
    target_seconds: float  # mean target time of the same
    mistakes: tuple[tuple[str, int], ...]  # named mistakes with their number, most frequent first
    worst: Answered | None  # what to review first: a wrong answer, else the slowest above its target


def tally(answered: Sequence[Answered]) -> Tally:
    """Add up the answers of a run."""
    right = [one for one in answered if one.mark.right]
    wrong = [one for one in answered if not one.mark.right]
    counts: dict[str, int] = {}
    for one in wrong:
        if one.mark.mistake:
            counts[one.mark.mistake] = counts.get(one.mark.mistake, 0) + 1
    slow = [one for one in right if not one.in_time]
    return Tally(
        right=len(right),
        wrong=len(wrong),
        seconds=sum(one.seconds for one in right) / len(right) if right else 0.0,
        target_seconds=sum(one.question.target_seconds for one in right) / len(right) if right else 0.0,
        mistakes=tuple(sorted(counts.items(), key=lambda pair: -pair[1])),
        worst=max(wrong or slow, key=lambda one: one.seconds / one.question.target_seconds, default=None),
    )


class Start(msgspec.Struct, frozen=True):
    """Where a trainee begins with a drill: its highest unlocked level, 0 if none is."""

    family: Family
    level: int


class Placed(msgspec.Struct, frozen=True):
    """The result of a placement test."""

    answers: int
    right: int
    is_sure: bool  # whether the test was completed
    open_levels: int
    levels: int
    starts: tuple[Start, ...]
    accuracy: tuple[float, float]  # share of all questions that would be right: between these with 80 % certainty


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a run."""

    plan: Plan
    answers: int
    is_whole: bool  # whether it was completed
    tally: Tally | None  # `None` if no verdicts were given
    counts: bool  # whether any answer counted
    placed: Placed | None
