"""Assignments: the drills, lesson or exam that an instructor sets a class, and how far each trainee is."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec
from msgspec import Meta

from trainer.runs.plan import MOST_QUESTIONS, Kind, Plan
from trainer.system.digests import sha256

RulesDigest: TypeAlias = Annotated[str, Meta(pattern="^([0-9a-f]{32})?$")]  # of shared rules; empty for none


class What(StrEnum):
    """The kind of an assignment. Texts: ``school.what.ID``."""

    DRILL = "drill"
    LESSON = "lesson"
    EXAM = "exam"


class Seeding(StrEnum):
    """Whether everybody gets the same questions or each their own. Texts: ``school.seeding.ID``."""

    SAME = "same"
    EACH = "each"


class Assignment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A drill, lesson or exam to do. For drills the plan says what is asked; otherwise it names the table."""

    id: UUID
    class_id: UUID
    title: Annotated[str, Meta(min_length=1, max_length=200)]
    what: What = What.DRILL
    plan: Annotated[str, Meta(max_length=200_000)]  # the plan's text form
    seeding: Seeding = Seeding.SAME
    scheme: Annotated[str, Meta(max_length=200)] = ""  # the scheme's id, for exams only
    people: Annotated[tuple[UUID, ...], Meta(max_length=1_000)] = ()  # empty for the whole class
    deadline: int = 0  # milliseconds since 1970; 0 for none
    made: int = 0
    by: Annotated[str, Meta(max_length=200)] = ""
    rules: RulesDigest = ""  # rules that come with it; empty if every laptop has them

    def __post_init__(self) -> None:
        plan = Plan.parse(self.plan)
        if self.what is What.DRILL and (plan.kind is not Kind.CLASS or not plan.rungs or not plan.length):
            raise ValueError("an assignment names its drills and how many questions are asked")
        if (self.what is What.EXAM) != bool(self.scheme):
            raise ValueError("an exam is named by its scheme, and nothing else is")

    def is_for(self, person: UUID) -> bool:
        """Whether it is set to this person."""
        return not self.people or person in self.people

    def plan_for(self, person: UUID) -> Plan:
        """The plan that a person runs. It names this assignment, and so do the sessions made from it."""
        plan = Plan.parse(self.plan)
        seed = plan.seed
        if self.what is What.DRILL and self.seeding is Seeding.EACH:
            seed = int.from_bytes(sha256(self.id.bytes + person.bytes).digest()[:6], "big")
        length = plan.length if self.what is What.DRILL else 0
        return msgspec.structs.replace(plan, seed=seed, length=length, assignment=self.id.hex)

    @property
    def length(self) -> int:
        """The number of answers that complete it; 0 for lessons and exams."""
        return min(Plan.parse(self.plan).length, MOST_QUESTIONS) if self.what is What.DRILL else 0


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """A person's progress on an assignment: the best session made for it."""

    person: UUID
    assignment: UUID
    answers: int
    rights: int
    milliseconds: int
    began: int
    last: int

    def is_done(self, assignment: Assignment) -> bool:
        """Whether it is complete. A lesson is complete once opened, an exam once its result has arrived."""
        if assignment.what is not What.DRILL:
            return True
        return bool(assignment.length) and self.answers >= assignment.length

    def is_late(self, assignment: Assignment) -> bool:
        """Whether the last answer came after the deadline."""
        return bool(assignment.deadline) and self.last > assignment.deadline
