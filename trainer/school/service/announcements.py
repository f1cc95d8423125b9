"""Announcements between the services of one school: short messages that name what has changed and where to read it."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import TypeAlias
from uuid import UUID

import msgspec

from trainer.school.storage.engine import LONGEST_ANNOUNCEMENT

_MOST_PEOPLE = 150  # in one announcement; each takes 40 bytes


class ClassChanged(msgspec.Struct, frozen=True, tag=True):
    """Something of a class changed: its board, roster or assignments."""

    what: str
    class_id: UUID


class MembersChanged(msgspec.Struct, frozen=True, tag=True):
    """A class has other members, or has ended."""

    class_id: UUID


class ClassesChanged(msgspec.Struct, frozen=True, tag=True):
    """There is another class, or one has another name."""


class Disconnected(msgspec.Struct, frozen=True, tag=True):
    """A person's laptop is no longer accepted; without a laptop, none of the person's connections is."""

    person: UUID
    laptop: UUID | None = None


class RaceMoved(msgspec.Struct, frozen=True, tag=True):
    """A race of a class has another question or other standings."""

    class_id: UUID
    has_question: bool
    only_staff: bool = False


class RaceGone(msgspec.Struct, frozen=True, tag=True):
    """A race that is not the current one of its class is over."""

    class_id: UUID
    race: UUID


class ExamOrdered(msgspec.Struct, frozen=True, tag=True):
    """There is a new order for a sitting of a class, or of one person in it."""

    class_id: UUID
    sitting: UUID
    person: UUID | None
    order: str
    by: str


class ForStaff(msgspec.Struct, frozen=True, tag=True):
    """An encoded notice for the staff of a class."""

    class_id: UUID
    notice: bytes


class ForPerson(msgspec.Struct, frozen=True, tag=True):
    """An encoded notice for the laptops of a member of a class."""

    class_id: UUID
    person: UUID
    notice: bytes


class LinesChanged(msgspec.Struct, frozen=True, tag=True):
    """The board lines of some people of a class changed."""

    class_id: UUID
    people: tuple[UUID, ...]


Announcement: TypeAlias = (
    ClassChanged
    | MembersChanged
    | ClassesChanged
    | Disconnected
    | RaceMoved
    | RaceGone
    | ExamOrdered
    | ForStaff
    | ForPerson
    | LinesChanged
)


class _Envelope(msgspec.Struct, frozen=True, array_like=True):
    service: UUID
    announcements: tuple[Announcement, ...]


def write_announcements(service: UUID, announcements: Iterable[Announcement]) -> Iterator[str]:
    """Announcements of a service as texts, several in each as far as they fit."""
    some: list[Announcement] = []
    text = ""
    for one in announcements:
        longer = _written(service, [*some, one])
        if some and len(longer) > LONGEST_ANNOUNCEMENT:
            yield text
            some, longer = [], _written(service, [one])
        some, text = [*some, one], longer
    if some:
        yield text


def _written(service: UUID, announcements: Iterable[Announcement]) -> str:
    return b64encode(msgspec.msgpack.encode(_Envelope(service, tuple(announcements)))).decode()


def read_announcements(text: str, own: UUID) -> tuple[Announcement, ...]:
    """The announcements of another service; none if this service made them, or if they cannot be read."""
    try:
        found = msgspec.msgpack.decode(b64decode(text), type=_Envelope)
    except (ValueError, msgspec.DecodeError):  # of a later version, or of something else in the same database
        return ()
    return () if found.service == own else found.announcements


def changed_lines(changed: Mapping[UUID, Set[UUID]]) -> Iterator[LinesChanged]:
    """The changed people of each class, in parts that fit into one announcement."""
    for class_id, people in changed.items():
        in_order = sorted(people)
        for at in range(0, len(in_order), _MOST_PEOPLE):
            yield LinesChanged(class_id, tuple(in_order[at : at + _MOST_PEOPLE]))
