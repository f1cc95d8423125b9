"""A sealed result: what was asked, everything that happened, the marks, and who vouches for it.

The file is canonical JSON (RFC 8785) of a `SealedResult`. The station's seal covers the whole `Result`; a certifier's
seal covers what was decided in the review and the digest of the result. See `README.md` for the form.
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
WHOLE = 1_000_000  # a full mark, and the whole of a part, in millionths


class SealRole(StrEnum):
    """Who put a seal on a result."""

    STATION = "station"  # the laptop it was sat on
    CERTIFIER = "certifier"  # after the review
    REHEARSAL = "rehearsal"  # nobody: no certificate can come of it


class _Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Anything in a result; unknown keys are refused."""


class SittingHeader(_Record, frozen=True):
    """What a sitting is bound to; its hash begins the chain of events. No names: `candidate` is a hash over identity
    and salt, which are kept apart and can be deleted; staff are ids."""

    sitting: str
    candidate: str
    paper: str
    commitment: Commitment
    scheme: str
    scheme_digest: str
    station: str  # public key of the laptop, hexadecimal
    program: str
    created: str  # ISO 8601 in UTC
    anchor: str  # newest hash of the school's register then: the sitting is not older
    seat: str
    extra_time: int  # percent, as accommodation
    attempt: int  # 1, or 2 and more for a retake
    trained_by: tuple[str, ...]  # staff ids: they may neither examine nor certify
    rehearsal: bool


class ChainedEvent(_Record, frozen=True):
    """An event and the hash over it and all before it. Kinds and fields: `events`."""

    event: dict[str, Any]
    hash: str


class ItemMark(_Record, frozen=True):
    """What one item was worth."""

    item: int
    part: str
    given: str  # empty: not answered
    right: bool
    millionths: int
    ms: int  # corrected time to the last answer
    mistake: str  # id of the named mistake, or empty
    voided: bool


class PartMark(_Record, frozen=True):
    """What a part came to; voided items are not counted."""

    part: str
    items: int
    right: int
    millionths: int  # of the part
    pass_mark: str  # percent
    must_pass: bool
    passed: bool


class Marks(_Record, frozen=True):
    """The marks of a sitting."""

    items: tuple[ItemMark, ...]
    parts: tuple[PartMark, ...]
    millionths: int  # of the whole, weighted
    pass_mark: str  # percent
    passed: bool


class Correction(_Record, frozen=True):
    """An item whose answer was found to be another: those that are right now, and why."""

    item: int
    solutions: tuple[str, ...]
    cite: str


class Regrade(_Record, frozen=True):
    """Why a result takes the place of an earlier one."""

    parent: str  # digest of the result that is replaced
    first: str  # digest of the first result of the sitting
    reason: str
    by: str  # staff id
    at: str
    voided: tuple[int, ...]
    corrected: tuple[Correction, ...]


class Result(_Record, frozen=True):
    """All that the station vouches for."""

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
    """What a certifier decided about a result."""

    result: str  # its digest
    decision: str  # ``confirmed`` or ``refused``
    by: str  # staff id
    at: str
    note: str


class Seal(_Record, frozen=True):
    """A signature by a key; `review` only where a certifier gives it."""

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
        """By which a review, a regrade, a certificate and the register name this result."""
        return result_digest(self.result)

    @property
    def decisions(self) -> tuple[str, ...]:
        """The signatures of the certifiers' decisions, in order."""
        return tuple(seal.signature for seal in self.seals if seal.review)

    @property
    def is_confirmed(self) -> bool:
        """Whether the last review confirmed it. Says nothing about whether the seals are right: `verifying`."""
        reviews = [seal.review for seal in self.seals if seal.review]
        return bool(reviews) and reviews[-1].decision == "confirmed"


def result_bytes(result: Result) -> bytes:
    """What the station signs."""
    return canonical(msgspec.to_builtins(result))


def result_digest(result: Result) -> str:
    return sha256(b"ct-result-v1\0" + result_bytes(result)).hexdigest()


def seal_bytes(seal: Seal, result: Result) -> bytes:
    """What a seal covers: the result, or the review of it; with the time and the key it was made with."""
    said = msgspec.to_builtins(seal.review) if seal.review else result_digest(result)
    return canonical({"at": seal.at, "key": seal.key, "role": seal.role.value, "says": said})


def to_bytes(sealed: SealedResult) -> bytes:
    """The file of a sealed result."""
    return canonical(msgspec.to_builtins(sealed))


def from_bytes(data: bytes) -> SealedResult:
    """A sealed result as it stands in its file, not verified; raises `RefusedError` if it is not one."""
    if b'"seals"' not in data:  # another file is not called a result that somebody changed
        raise RefusedError(Message("exams.refused.no-result-file"))
    try:
        found = msgspec.convert(read_canonical(data), SealedResult)
    except msgspec.ValidationError as error:
        raise RefusedError(Message("exams.refused.not-a-result", {"reason": parser_problem(error)})) from None
    # What has a usual value must not be left out; the quick writer sees it nearly always.
    if msgspec.json.encode(found, order="sorted") != data and to_bytes(found) != data:
        raise NotCanonicalError(Message("keys.not-canonical"))
    return found
