"""What was answered in a run, and what it amounts to."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from trainer.drills.core import Family, Question
from trainer.drills.judge import Mark
from trainer.rulebooks import GameRules
from trainer.runs.plan import Plan

NANOSECONDS = 1_000_000_000


class Answered(msgspec.Struct, frozen=True):
    """One question that was answered, or closed unanswered because its time was up (then ``mark.given`` is empty)."""

    question: Question
    mark: Mark
    nanoseconds: int  # from the question to the answer
    hints: int  # how many reasons were looked at before answering
    behaviour: str
    counts: bool
    rules: GameRules  # of the table it was asked at
    reads_lesson: bool = False  # it was forgotten so often that its lesson should be read again

    @property
    def seconds(self) -> float:
        return self.nanoseconds / NANOSECONDS

    @property
    def in_time(self) -> bool:
        """Right and within the target time."""
        return self.mark.right and self.seconds <= self.question.target_seconds


class Tally(msgspec.Struct, frozen=True):
    """The figures of a run."""

    right: int
    wrong: int
    seconds: float  # mean time of the right answers; 0 if there is none
    target_seconds: float  # mean target of the same
    mistakes: tuple[tuple[str, int], ...]  # named mistakes and how often, most frequent first
    worst: Answered | None  # what to see again first: a wrong answer, else the slowest beyond its target


def tally(answered: Sequence[Answered]) -> Tally:
    """Add up a run."""
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
    """Where a drill begins: its highest open level, 0 if none is open yet."""

    family: Family
    level: int


class Placed(msgspec.Struct, frozen=True):
    """The result of a placement test."""

    answers: int
    right: int
    is_sure: bool  # whether the test came to its end
    open_levels: int
    levels: int
    starts: tuple[Start, ...]


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a run."""

    plan: Plan
    answers: int
    is_whole: bool  # whether it came to its end
    tally: Tally | None  # nothing where no verdict was given
    counts: bool  # whether any of the answers did
    placed: Placed | None
