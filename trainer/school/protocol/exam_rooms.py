"""Exam rooms: sealed papers go out, incidents come back, and a sitting outlives its laptop."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from trainer.school.entries import LARGEST_BODY, Moment
from trainer.school.protocol.limits import Name


class ExamOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The invigilator's word to one laptop: begin (with a sealed paper), pause, go on, end."""

    sitting: UUID  # the paper's id, which is known before anybody sits it
    order: Annotated[str, Meta(pattern="^(begin|pause|go-on|end)$")]
    paper: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""
    by: Name = ""  # who says so, as the service knows him


class SchoolKeys(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The school's public keys; where an exam is to be sat, also the invigilators and the station's locked key."""

    public: Annotated[bytes, Meta(max_length=LARGEST_BODY)]
    staff: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""
    station: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""


class Incident(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that the invigilator should see at once; it stands in the sitting as well."""

    sitting: UUID
    kind: Name
    at: Moment
    person: UUID | None = None  # the service says whose it is, whatever a laptop says


class ExamRoomOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The invigilator starts, pauses or ends for all (no person) or for one."""

    class_id: UUID
    order: Annotated[str, Meta(pattern="^(begin|pause|go-on|end)$")]
    sitting: UUID
    person: UUID | None = None
    paper: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""


class SittingCopy(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A file of a sitting, while it is sat: from a laptop to the service, and on to one that takes its place."""

    sitting: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    name: Annotated[str, Meta(pattern=r"^(candidate\.json|header\.json|paper\.json|events\.jsonl|counter)$")]
    data: Annotated[bytes, Meta(max_length=LARGEST_BODY)]
