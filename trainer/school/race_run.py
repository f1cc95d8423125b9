"""A race on a laptop: a run whose questions wait for the instructor."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec.structs import replace

from trainer.runs.offers import Offers
from trainer.runs.plan import Plan
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import Asked, Run, Waiting
from trainer.runs.study_session import StudySession, named_rungs, paper
from trainer.runs.summary import Placed
from trainer.school.protocol import RaceRules
from trainer.study.skills import Rung

WAITS_FOR, WAITS_IN_RELAY = "race", "relay"


class PacedQuestions:
    """The questions of a race, each released by the service. Questions that somebody else answers are skipped."""

    def __init__(self, studying: StudySession, waits_for: str = WAITS_FOR) -> None:
        self._studying = studying
        self._waits_for = waits_for
        self._number = 0  # questions taken from the plan so far
        self._wanted = 0  # the race's current question

    def next_asked(self) -> Asked | Waiting | None:
        """The next question, or `Waiting` until the service releases it."""
        asked: Asked | Waiting | None = None
        if self._number >= self._wanted:
            return Waiting(self._waits_for)
        while (
            self._number < self._wanted
        ):  # somebody who joined late, or whose turn it was not, continues with the current question
            asked = self._studying.next_asked()
            self._number += 1
        return asked

    def arrived(self, what: str) -> None:
        """Release questions up to this number."""
        self._wanted = max(self._wanted, int(what))

    def placed(self) -> Placed | None:
        return None


def race_plan(rules: RaceRules) -> Plan:
    """The plan of a race; raises `PlanError`. With rules that come with the race it names the race, so that they are
    used for nothing else."""
    plan = Plan.parse(rules.plan)
    return replace(plan, assignment=rules.id.hex) if rules.rules else plan


def open_race(
    rules: RaceRules, offers: Offers, recording: RecordsFile, clock: Callable[[], int], rng: random.Random
) -> Run:
    """A run that waits at the start line; raises the same errors as `open_run`."""
    studying = StudySession(race_plan(rules), offers, recording, rng)
    questions = PacedQuestions(studying, WAITS_IN_RELAY if rules.is_relay else WAITS_FOR)
    return Run(studying.plan, questions, studying, clock)


def race_questions(plan: Plan, offers: Offers) -> list[tuple[Rung, int]]:
    """The questions of a race in order, as rung and seed, for the projector."""
    return list(paper(plan, named_rungs(plan, offers)))
