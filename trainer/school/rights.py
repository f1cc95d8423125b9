"""The permission table: which role may do what. Everything that needs a permission asks here.

A cell says how far a permission goes: ``own`` for one's own data, ``class`` also for the classes one is in, ``school``
for everything, ``-`` for nothing. A laptop that is joining is a role of its own.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING
from uuid import UUID

import msgspec

from trainer.school.errors import NotAllowedError
from trainer.school.storage.people import Role
from trainer.texts import Message

if TYPE_CHECKING:
    from trainer.school.storage.people import PeopleBook


class Action(StrEnum):
    """What can be permitted."""

    JOIN = "join"  # prove a code and register a key
    SEND_RECORDS = "send-records"  # in one's own name only
    READ_RECORDS = "read-records"  # attempts, sessions, sittings, certificates
    CARRY_RECORDS = "carry-records"  # import a bundle signed by a laptop
    READ_ASSIGNMENTS = "read-assignments"
    RACE = "race"  # take part
    SIT_EXAM = "sit-exam"
    SEE_BOARD = "see-board"  # live board, heat map, mistakes, progress
    ASSIGN = "assign"
    RUN_RACE = "run-race"
    INVIGILATE = "invigilate"  # start, pause and end exams, see incidents
    OPEN_CODE = "open-code"  # let laptops join
    MANAGE_ROSTER = "manage-roster"  # add, rename and move people
    RESET_PASSWORD = "reset-password"  # of a trainee
    WITHDRAW_LAPTOP = "withdraw-laptop"
    EXPORT = "export"  # CSV and XLSX
    MANAGE_CLASSES = "manage-classes"  # create and end classes
    ERASE = "erase"  # delete a person with all records
    MANAGE_STAFF = "manage-staff"  # instructors, examiners, administrators, and their passwords
    SEE_AUDIT = "see-audit"
    BACK_UP = "back-up"


class Scope(StrEnum):
    """How far a permission goes."""

    NONE = "-"
    OWN = "own"
    CLASS = "class"
    SCHOOL = "school"


_TABLE = """
                  laptop  trainee  instructor  examiner  administrator
join              own     -        -           -         -
send-records      -       own      own         own       own
read-records      -       own      class       class     school
carry-records     -       own      class       -         school
read-assignments  -       own      class       class     school
race              -       own      own         own       own
sit-exam          -       own      -           -         -
see-board         -       -        class       class     school
assign            -       -        class       -         school
run-race          -       -        class       -         school
invigilate        -       -        -           class     school
open-code         -       -        class       class     school
manage-roster     -       -        class       -         school
reset-password    -       -        class       -         school
withdraw-laptop   -       own      class       class     school
export            -       -        class       class     school
manage-classes    -       -        -           -         school
erase             -       -        -           -         school
manage-staff      -       -        -           -         school
see-audit         -       -        -           -         school
back-up           -       -        -           -         school
"""


def _read_table() -> dict[tuple[Role, Action], Scope]:
    head, *lines = (line.split() for line in _TABLE.strip("\n").splitlines())
    roles = [Role(name) for name in head]
    return {
        (role, Action(action)): Scope(cell) for action, *cells in lines for role, cell in zip(roles, cells, strict=True)
    }


RIGHTS = _read_table()


class Actor(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks: a person, known by a laptop's key or a login, or a laptop that is still joining."""

    role: Role
    person: UUID | None = None
    laptop: UUID | None = None


def not_allowed(action: Action) -> NotAllowedError:
    """The error for a forbidden action."""
    return NotAllowedError(action=Message(f"school.action.{action.value}"))


def scope_of(role: Role, action: Action) -> Scope:
    """How far a role's permission for an action goes."""
    return RIGHTS[role, action]


def check(
    book: PeopleBook, actor: Actor, action: Action, *, person: UUID | None = None, class_id: UUID | None = None
) -> None:
    """Raise `NotAllowedError` unless the actor may do this to a person or a class, or (with neither) to the whole
    school.

    A class is the actor's own if they are in it, and so are the trainees in it. Staff belong to no class in this sense:
    only an actor who manages staff, or the person themself, has access.
    """
    if not _is_allowed(book, actor, action, person, class_id):
        raise not_allowed(action)


def check_who(book: PeopleBook, who: UUID | None, action: Action, *, class_id: UUID | None = None) -> None:
    """`check` for a person by id. ``None`` is the command line: whoever runs it owns the school's files."""
    if who is not None:
        check(book, Actor(role=book.person(who).role, person=who), action, class_id=class_id)


def check_role(actor: Actor, action: Action) -> None:
    """Raise `NotAllowedError` unless the actor's role may do this at least in their own name. Reads no storage."""
    if scope_of(actor.role, action) is Scope.NONE:
        raise not_allowed(action)


def _is_allowed(book: PeopleBook, actor: Actor, action: Action, person: UUID | None, class_id: UUID | None) -> bool:
    scope = scope_of(actor.role, action)
    if scope is Scope.SCHOOL:
        return True
    if scope is Scope.NONE:
        return False
    if actor.person is None:
        return actor.role is Role.LAPTOP and person is None and class_id is None
    if person is not None and class_id is None and person == actor.person:
        return True
    mine = book.class_ids(actor.person)
    if scope is Scope.OWN:
        return person in (None, actor.person) and class_id is not None and class_id in mine
    if class_id is not None and class_id not in mine:
        return False
    if person is None:
        return class_id is not None
    if book.person(person).role is not Role.TRAINEE:
        return False
    theirs = book.class_ids(person)
    return class_id in theirs if class_id is not None else bool(mine & theirs)
