"""A sealed result: the paper, the log, the marks and the seals.

The file is canonical JSON (RFC 8785) of a `SealedResult`. The station's seal covers the whole `Result`. A certifier's
seal covers the review, which holds the result's digest. `FORMATS.md` describes the file.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from trainer.exams.canonical import NotCanonicalError, canonical, read_canonical
from trainer.exams.errors import RefusedError
from trainer.exams.paper import Commitment, Paper
from trainer.system.digests import sha256
from trainer.texts import Message
from trainer.texts.parse_errors import parser_problem

FORM = "croupier-trainer-result"
VERSION = 1
LARGEST_RESULT = 12_000_000  # bytes; the largest exam, with a log of many hours, has a third of it
WHOLE = 1_000_000  # a full mark, and the whole of a part, in millionths


class SealRole(StrEnum):
    """Kind of a seal."""

    STATION = "station"  # by the machine it was sat on
    CERTIFIER = "certifier"  # by the certifier after the review
    REHEARSAL = "rehearsal"  # by the public rehearsal key; never certified


class _Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all structs in a result; unknown keys are refused."""


class SittingHeader(_Record, frozen=True):
    """What a sitting is bound to; its hash begins the chain of events.

    It holds no names. ``candidate`` is a hash over identity and salt, which are stored separately and can be deleted;
    staff are ids.
    """

    sitting: str
    candidate: str
    paper: str
    commitment: Commitment
    scheme: str
    scheme_digest: str
    station: str  # public key of the laptop, hexadecimal
    program: str
    created: str  # ISO 8601 in UTC
    anchor: str  # newest hash of the school's register: proves that the sitting is not older
    seat: str
    extra_time: int  # percent, as accommodation
    attempt: int  # 1, or 2 and more for a retake
    trained_by: tuple[str, ...]  # staff ids: they may neither examine nor certify
    rehearsal: bool


class ChainedEvent(_Record, frozen=True):
    """An event and the hash over it and everything before it; see `events`."""

    event: dict[str, Any]
    hash: str


class ItemMark(_Record, frozen=True):
    """Mark of one item."""

    item: int
    part: str
    given: str  # empty: not answered
    right: bool
    millionths: int
    ms: int  # corrected time to the last answer
    mistake: str  # id of the named mistake, or empty
    voided: bool


class PartMark(_Record, frozen=True):
    """Mark of a part, without voided items."""

    part: str
    items: int
    right: int
    millionths: int  # of the part
    pass_mark: str  # percent
    must_pass: bool
    passed: bool


class Marks(_Record, frozen=True):
    """Marks of a sitting."""

    items: tuple[ItemMark, ...]
    parts: tuple[PartMark, ...]
    millionths: int  # of the whole, weighted
    pass_mark: str  # percent
    passed: bool


class Correction(_Record, frozen=True):
    """Corrected solutions of an item, with their citation."""

    item: int
    solutions: tuple[str, ...]
    cite: str


class Regrade(_Record, frozen=True):
    """Why and how a result replaces an earlier one."""

    parent: str  # digest of the result that is replaced
    first: str  # digest of the first result of the sitting
    reason: str
    by: str  # staff id
    at: str
    voided: tuple[int, ...]
    corrected: tuple[Correction, ...]
    cite: str | msgspec.UnsetType = msgspec.UNSET  # the article; the last three since November 2026
    second: str | msgspec.UnsetType = msgspec.UNSET  # staff id of the second person
    agreed: str | msgspec.UnsetType = msgspec.UNSET  # their signature, see `seals.regrade_bytes`


class Result(_Record, frozen=True):
    """Everything the station vouches for."""

    form: str
    version: int
    header: SittingHeader
    paper: Paper
    events: tuple[ChainedEvent, ...]
    count: int  # of events, so that none can be cut off at the end
    last: str  # the last hash
    marks: Marks
    regrade: Regrade | None

    @property
    def is_rehearsal(self) -> bool:
        return self.header.rehearsal or self.paper.rehearsal


class Review(_Record, frozen=True):
    """A certifier's decision about a result."""

    result: str  # its digest
    decision: str  # ``confirmed`` or ``refused``
    by: str  # staff id
    at: str
    note: str
    anchor: str | msgspec.UnsetType = msgspec.UNSET  # newest hash of the register: it cannot be rewritten unnoticed


class Seal(_Record, frozen=True):
    """Signature by a key; ``review`` only in a certifier's seal."""

    role: SealRole
    key: str  # hexadecimal, 32 bytes
    at: str
    signature: str  # hexadecimal, 64 bytes
    review: Review | None


class SealedResult(_Record, frozen=True):
    """A result with its seals: the station's (or the rehearsal's) first, then the reviews in order."""

    result: Result
    seals: tuple[Seal, ...]

    @property
    def digest(self) -> str:
        """Digest that names this result in reviews, regrades, certificates and the register."""
        return result_digest(self.result)

    @property
    def decisions(self) -> tuple[str, ...]:
        """Signatures of the certifiers' decisions, in order."""
        return tuple(seal.signature for seal in self.seals if seal.review)

    @property
    def is_confirmed(self) -> bool:
        """Whether the last review confirmed it. Does not check the seals; see `verification`."""
        reviews = [seal.review for seal in self.seals if seal.review]
        return bool(reviews) and reviews[-1].decision == "confirmed"


def result_bytes(result: Result) -> bytes:
    """Canonical bytes of a result."""
    return canonical(msgspec.to_builtins(result))


def result_digest(result: Result) -> str:
    return sha256(b"ct-result-v1\0" + result_bytes(result)).hexdigest()


def seal_bytes(seal: Seal, result: Result) -> bytes:
    """Bytes a seal covers: result digest or review, with time, key and role."""
    said = msgspec.to_builtins(seal.review) if seal.review else result_digest(result)
    return canonical({"at": seal.at, "key": seal.key, "role": seal.role.value, "says": said})


def to_bytes(sealed: SealedResult) -> bytes:
    """File content of a sealed result."""
    return canonical(msgspec.to_builtins(sealed))


def from_bytes(data: bytes) -> SealedResult:
    """Parse a sealed result without verifying it; raises `RefusedError`."""
    if b'"seals"' not in data:  # some other file: do not report it as a changed result
        raise RefusedError(Message("exams.refused.no-result-file"))
    try:
        found = msgspec.convert(read_canonical(data), SealedResult)
    except msgspec.ValidationError as error:
        raise RefusedError(Message("exams.refused.not-a-result", {"reason": parser_problem(error)})) from None
    # Fields with default values must be present. msgspec's faster writer usually gives the same bytes.
    if msgspec.json.encode(found, order="sorted") != data and to_bytes(found) != data:
        raise NotCanonicalError(Message("keys.not-canonical"))
    return found
