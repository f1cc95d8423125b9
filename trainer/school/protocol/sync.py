"""Keeping in step: batches, pages, pings, what is being done, what is assigned."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from trainer.school.assignments import Assignment, Work
from trainer.school.entries import Count, Entry, Id, Moment, Text
from trainer.school.protocol.limits import MOST_ENTRIES, Said, Signature


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """Entries that a laptop sends, signed by it: over the network and on a stick they are the same."""

    laptop: Id
    entries: Annotated[tuple[Entry, ...], Meta(max_length=MOST_ENTRIES)]
    signature: Signature


class Push(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    number: Count  # by which the laptop knows the answer
    batch: Batch
    waiting: Count = 0  # how many entries are left after it


class Stored(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What is on the service's disk now, and what never will be."""

    number: Count
    kept: Annotated[tuple[Id, ...], Meta(max_length=MOST_ENTRIES)]
    refused: Annotated[tuple[tuple[Id, Said], ...], Meta(max_length=MOST_ENTRIES)] = ()
    stored: Count = 0
    checksum: Id = bytes(16)


class Pull(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """One's own entries that came after a number, from other laptops too."""

    after: Count


class Pulled(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    entries: Annotated[tuple[Entry, ...], Meta(max_length=MOST_ENTRIES)]
    last: Count  # the number of the last of them
    stored: Count  # how many there are
    checksum: Id  # of all that there are


class Ping(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Still here; and what a laptop knows of the difference of the clocks, and of what waits."""

    sent: Moment
    ahead: Moment = 0
    waiting: Count = 0


class Pong(msgspec.Struct, frozen=True, kw_only=True, tag=True):
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
    """What happens at a laptop right now; shown on the board, kept nowhere."""

    doing: Doing = Doing.HOME
    skill: Text = ""
    answered: Count = 0
    length: Count = 0
    asked_ms: Count = 0  # for how long the present question has been open
    target_ms: Count = 0
    rights: Count = 0
    assignment: Annotated[bytes, Meta(max_length=16)] = b""


class AskAssignments(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    pass


class Assigned(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What one has to do, and how far one is."""

    assignments: Annotated[tuple[Assignment, ...], Meta(max_length=500)]
    work: Annotated[tuple[Work, ...], Meta(max_length=500)] = ()
