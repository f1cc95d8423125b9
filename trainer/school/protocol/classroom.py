"""Messages between an instructor's desk and the service."""

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
    """Something changed at the service; ask for it again."""

    what: Annotated[str, Meta(pattern="^(assignments|board|roster)$")]


class AskBoard(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Asks for the live board of a class."""

    class_id: UUID


class BoardLine(msgspec.Struct, frozen=True, kw_only=True):
    """A trainee on the live board."""

    person: UUID
    name: Name
    is_in: bool  # whether one of the trainee's laptops is connected
    status: Status
    is_stuck: bool
    answers: Count  # today
    rights: Count  # today
    synced: Moment  # when an entry last arrived; 0 for never
    waiting: Count  # entries that wait on the laptop
    ahead: Moment  # milliseconds by which the laptop's clock is ahead


class Heat(msgspec.Struct, frozen=True, kw_only=True):
    """A cell of the heat map."""

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
    item: Text  # for the projector
    answer: Annotated[str, Meta(max_length=100_000)]


class Board(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The live board with heat map and mistakes."""

    class_id: UUID
    now: Moment
    lines: Annotated[tuple[BoardLine, ...], Meta(max_length=2_000)]
    heat: Annotated[tuple[Heat, ...], Meta(max_length=100_000)] = ()
    mistakes: Annotated[tuple[MistakeLine, ...], Meta(max_length=100)] = ()
    trouble: Names | None = None  # why the service cannot store anything at the moment


class AskRoster(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Asks for the people of a class."""

    class_id: UUID


class RosterPerson(msgspec.Struct, frozen=True, kw_only=True):
    """A member of a class."""

    person: UUID
    name: Name
    login: Name
    role: Role
    has_password: bool
    laptops: Annotated[tuple[tuple[UUID, Name, Moment], ...], Meta(max_length=100)] = ()  # id, name, last seen


class Roster(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The people of a class."""

    class_id: UUID
    people: Annotated[tuple[RosterPerson, ...], Meta(max_length=2_000)]


class AskWork(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Asks for the assignments of a class and everybody's progress."""

    class_id: UUID


class AskRecords(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Asks for a trainee's entries after a number, for the history."""

    person: UUID
    after: Count = 0


class OpenCode(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Opens a join code for a class, or for one person who changes laptops."""

    class_id: UUID
    person: UUID | None = None


class CodeOpened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The new code and when it ends."""

    code: Name
    ends: Moment


class SetAssignment(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Sets an assignment."""

    assignment: Assignment


class WithdrawAssignment(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Withdraws an assignment."""

    assignment: UUID


class WithdrawLaptop(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Withdraws a laptop's key."""

    laptop: UUID


class ResetPassword(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Removes a trainee's password; the next laptop that joins chooses a new one."""

    person: UUID


class AddTrainees(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Adds the trainees of a roster, given as text, to a class."""

    class_id: UUID
    roster: Annotated[str, Meta(max_length=1_000_000)]


class AddClass(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Creates a class, taught by whoever asks."""

    name: Name


class ChangeClass(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Renames or ends a class. Its records stay."""

    class_id: UUID
    order: Annotated[str, Meta(pattern="^(rename|end)$")]
    name: Name = ""


class ChangePerson(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Renames a trainee, removes one from a class, or erases one with all records."""

    person: UUID
    class_id: UUID
    order: Annotated[str, Meta(pattern="^(rename|take-out|erase)$")]
    name: Name = ""


class Done(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The request was carried out."""

    pass
