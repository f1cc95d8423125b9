"""What an instructor's desk asks and hears."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from trainer.school.assignments import Assignment
from trainer.school.entries import Count, Moment, Text
from trainer.school.protocol.limits import Name
from trainer.school.protocol.sync import Status
from trainer.school.storage.people import Role
from trainer.texts import Names


class Changed(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something changed at the service: ask again."""

    what: Annotated[str, Meta(pattern="^(assignments|board|roster)$")]


class AskBoard(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    class_id: UUID


class BoardLine(msgspec.Struct, frozen=True, kw_only=True):
    """A trainee on the live board."""

    person: UUID
    name: Name
    is_in: bool  # whether a laptop of his is connected
    status: Status
    is_stuck: bool
    answers: Count  # today
    rights: Count  # today
    synced: Moment  # when something of his last came in; 0: never
    waiting: Count  # how many entries wait on his laptop
    ahead: Moment  # of his clock


class Heat(msgspec.Struct, frozen=True, kw_only=True):
    """A square of the heat map."""

    person: UUID
    skill: Text
    answers: Count
    rights: Count
    is_enough: bool


class MistakeLine(msgspec.Struct, frozen=True, kw_only=True):
    """A named mistake of the class, with a question that shows it."""

    mistake: Text
    skill: Text
    times: Count
    people: Count
    item: Text  # to be put on the projector
    answer: Annotated[str, Meta(max_length=100_000)]


class Board(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    class_id: UUID
    now: Moment
    lines: Annotated[tuple[BoardLine, ...], Meta(max_length=2_000)]
    heat: Annotated[tuple[Heat, ...], Meta(max_length=100_000)] = ()
    mistakes: Annotated[tuple[MistakeLine, ...], Meta(max_length=100)] = ()
    trouble: Names | None = None  # why nothing can be stored just now


class AskRoster(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    class_id: UUID


class RosterPerson(msgspec.Struct, frozen=True, kw_only=True):
    person: UUID
    name: Name
    login: Name
    role: Role
    has_password: bool
    laptops: Annotated[tuple[tuple[UUID, Name, Moment], ...], Meta(max_length=100)] = ()  # id, name, last seen


class Roster(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    class_id: UUID
    people: Annotated[tuple[RosterPerson, ...], Meta(max_length=2_000)]


class AskWork(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The assignments of a class and how far everybody is."""

    class_id: UUID


class AskRecords(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A trainee's entries, for his history."""

    person: UUID
    after: Count = 0


class OpenCode(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A code for a class, or for one person who takes another laptop."""

    class_id: UUID
    person: UUID | None = None


class CodeOpened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    code: Name
    ends: Moment


class SetAssignment(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    assignment: Assignment


class WithdrawAssignment(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    assignment: UUID


class WithdrawLaptop(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    laptop: UUID


class ResetPassword(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    person: UUID


class AddTrainees(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A roster as text, for a class."""

    class_id: UUID
    roster: Annotated[str, Meta(max_length=1_000_000)]


class AddClass(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A new class, taught by whoever asks."""

    name: Name


class ChangeClass(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A class gets another name, or ends: what was recorded in it stays."""

    class_id: UUID
    order: Annotated[str, Meta(pattern="^(rename|end)$")]
    name: Name = ""


class ChangePerson(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A trainee gets another name, is taken out of a class, or is erased with all that was recorded."""

    person: UUID
    class_id: UUID
    order: Annotated[str, Meta(pattern="^(rename|take-out|erase)$")]
    name: Name = ""


class Done(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    pass
