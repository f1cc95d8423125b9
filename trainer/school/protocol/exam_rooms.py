"""Messages of an exam room: papers go out, incidents come back, and a sitting can move to another laptop."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from trainer.school.entries import LARGEST_BODY, Moment
from trainer.school.protocol.limits import Name


class ExamOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The invigilator's order to one laptop: begin (with a sealed paper), pause, go on or end."""

    sitting: UUID  # the paper's id, known before anybody sits it
    order: Annotated[str, Meta(pattern="^(begin|pause|go-on|end)$")]
    paper: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""
    by: Name = ""  # who gives the order, according to the service


class SchoolKeys(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The school's public keys and, where an exam is to be sat, the invigilators and the locked station key."""

    public: Annotated[bytes, Meta(max_length=LARGEST_BODY)]
    staff: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""
    station: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""


class Incident(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something the invigilator should see at once. It is recorded in the sitting as well."""

    sitting: UUID
    kind: Name
    at: Moment
    person: UUID | None = None  # filled in by the service, whatever the laptop says


class ExamRoomOrder(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The invigilator's order for a whole class, or for one person."""

    class_id: UUID
    order: Annotated[str, Meta(pattern="^(begin|pause|go-on|end)$")]
    sitting: UUID
    person: UUID | None = None
    paper: Annotated[bytes, Meta(max_length=LARGEST_BODY)] = b""


class SittingCopy(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A file of a running sitting: from its laptop to the service, and on to a replacement laptop."""

    sitting: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    name: Annotated[str, Meta(pattern=r"^(candidate\.json|header\.json|paper\.json|events\.jsonl|counter)$")]
    data: Annotated[bytes, Meta(max_length=LARGEST_BODY)]
