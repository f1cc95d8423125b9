"""Messages for synchronising: batches, pages, pings, status and assignments."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from trainer.school.assignments import Assignment, Work
from trainer.school.entries import Count, Entry, Id, Moment, Text
from trainer.school.protocol.limits import MOST_ENTRIES, MOST_WORK, Said, Signature
from trainer.texts import Names

_LONGEST_PROBLEM = 1_000  # characters


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """Entries signed by the laptop that made them, the same over the network and on a stick."""

    laptop: Id
    entries: Annotated[tuple[Entry, ...], Meta(max_length=MOST_ENTRIES)]
    signature: Signature


class Push(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A batch from a laptop."""

    number: Count  # repeated in the reply
    batch: Batch
    waiting: Count = 0  # entries left after this batch


class Stored(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The confirmation of a batch: what is on the service's disk now, and what is refused."""

    number: Count
    kept: Annotated[tuple[Id, ...], Meta(max_length=MOST_ENTRIES)]
    refused: Annotated[tuple[tuple[Id, Said], ...], Meta(max_length=MOST_ENTRIES)] = ()
    stored: Count = 0
    checksum: Id = bytes(16)


class Pull(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Asks for one's own entries after a number, including those from other laptops."""

    after: Count


class Pulled(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A page of entries."""

    entries: Annotated[tuple[Entry, ...], Meta(max_length=MOST_ENTRIES)]
    last: Count  # number of the last entry in this page
    stored: Count  # number of all entries
    checksum: Id  # of all entries


class Ping(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Sign of life, with the clock difference and the number of waiting entries."""

    sent: Moment
    ahead: Moment = 0
    waiting: Count = 0


class Pong(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Reply to a ping, with the service's time."""

    sent: Moment
    now: Moment


class Doing(StrEnum):
    """What a trainee is doing."""

    HOME = "home"
    RUN = "run"
    LESSON = "lesson"
    EXAM = "exam"
    RACE = "race"


class Status(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What happens on a laptop right now. Shown on the board and not stored."""

    doing: Doing = Doing.HOME
    skill: Text = ""
    answered: Count = 0
    length: Count = 0
    asked_ms: Count = 0  # how long the current question has been open
    target_ms: Count = 0
    rights: Count = 0
    assignment: Annotated[bytes, Meta(max_length=16)] = b""
    problem: Names | None = None  # why the laptop cannot do what the class is set

    def __post_init__(self) -> None:
        if self.problem is not None and max(len(self.problem.es), len(self.problem.en)) > _LONGEST_PROBLEM:
            raise ValueError("a problem that is too long for a board")


class AskAssignments(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Asks for one's own assignments."""

    pass


class Assigned(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Assignments, and the progress on them."""

    assignments: Annotated[tuple[Assignment, ...], Meta(max_length=500)]
    work: Annotated[tuple[Work, ...], Meta(max_length=MOST_WORK)] = ()
    next: Count = 0  # what to ask after for the rest of the progress; 0 if there is none
