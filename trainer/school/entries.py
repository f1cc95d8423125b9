"""What travels: everything that a trainee makes is an entry with an id of its own, and all of them go the same way.

Sessions (with their plans), attempts, the rules behind them, sittings and certificates are append-only; to bring two
sides together is to unite their entries, in whatever order and however often. An entry does not say whose it is: it
belongs to whom the laptop's key belongs to, so that nobody can write in another's name.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, TypeAlias
from uuid import UUID

import msgspec
from msgspec import Meta

from trainer.records.attempts import Attempt, from_milliseconds, to_milliseconds
from trainer.records.sessions import Session
from trainer.records.validation import invalid_attempt_field, invalid_session_field
from trainer.system.digests import sha256

LARGEST_BODY = 1_500_000  # bytes: a long plan or a sealed paper has some hundred thousand
NOBODY = UUID(int=0)  # in the place of a profile, which is each side's own business
CHECKSUM_BYTES = 16
NO_CHECKSUM = bytes(CHECKSUM_BYTES)

Id: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]
Body: TypeAlias = Annotated[bytes, Meta(max_length=LARGEST_BODY)]
Text: TypeAlias = Annotated[str, Meta(max_length=4_000)]
Moment: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]


class Sort(StrEnum):
    """What an entry is."""

    SESSION = "session"
    RULES = "rules"
    ATTEMPT = "attempt"
    SITTING = "sitting"
    CERTIFICATE = "certificate"


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One thing that was made, once and for ever."""

    id: Id
    sort: Sort
    body: Body


class SessionBody(msgspec.Struct, frozen=True, array_like=True):
    """A session, with its plan."""

    kind: Text
    plan: Annotated[str, Meta(max_length=LARGEST_BODY)]
    began: Moment
    app_version: Text


class AttemptBody(msgspec.Struct, frozen=True, array_like=True):
    """An answer."""

    session: Id
    item: Text
    answer: Annotated[str, Meta(max_length=100_000)]
    right: bool
    mistake: Text
    milliseconds: Count
    target_ms: Count
    behaviour: Text
    counts: bool
    at: Moment
    app_version: Text


class RulesBody(msgspec.Struct, frozen=True, array_like=True):
    """The data behind a digest of rules that attempts name."""

    digest: Annotated[str, Meta(max_length=200)]
    data: Body


class SealedBody(msgspec.Struct, frozen=True, array_like=True):
    """A sitting or a certificate: a document with a seal of its own, which is looked at by those who made it."""

    document: Body


BODIES: dict[Sort, type[SessionBody | AttemptBody | RulesBody | SealedBody]] = {
    Sort.SESSION: SessionBody,
    Sort.RULES: RulesBody,
    Sort.ATTEMPT: AttemptBody,
    Sort.SITTING: SealedBody,
    Sort.CERTIFICATE: SealedBody,
}
_UNREADABLE = (msgspec.DecodeError, ValueError, OverflowError, RecursionError)
_encode = msgspec.msgpack.Encoder().encode
_decode = {sort: msgspec.msgpack.Decoder(body).decode for sort, body in BODIES.items()}


def body_of(entry: Entry) -> SessionBody | AttemptBody | RulesBody | SealedBody:
    """What an entry holds; raises `ValueError` if it cannot be read."""
    try:
        return _decode[entry.sort](entry.body)
    except _UNREADABLE as error:
        raise ValueError(f"no {entry.sort.value}: {error}") from None


def invalid_field(entry: Entry) -> str:
    """What is wrong with an entry that came from elsewhere; nothing if it may be kept."""
    try:
        match body_of(entry):
            case SessionBody() as body:
                return invalid_session_field(session_of(entry.id, body, NOBODY))
            case AttemptBody() as body:
                if "\0" in body.item + body.mistake:  # which no text of a database holds
                    return "item"
                return invalid_attempt_field(attempt_of(entry.id, body, NOBODY))
            case RulesBody() as body:
                return "" if entry.id == rules_id(body.digest) else "id"
            case SealedBody():
                return ""
    except _UNREADABLE as error:
        return str(error)[:200]


def digest_of(entry: Entry) -> bytes:
    """By which both sides know that they mean the same entry."""
    return sha256(entry.id + entry.sort.value.encode() + entry.body).digest()[:CHECKSUM_BYTES]


def checksum_with(checksum: bytes, digests: Iterable[bytes]) -> bytes:
    """The checksum of all entries, whatever their order, when some more came: the digests, put over one another.

    >>> checksum_with(checksum_with(NO_CHECKSUM, [b"a" * 16]), [b"b" * 16]) == checksum_with(NO_CHECKSUM, [
    ...     b"b" * 16, b"a" * 16])
    True
    """
    number = int.from_bytes(checksum, "big")
    for digest in digests:
        number ^= int.from_bytes(digest, "big")
    return number.to_bytes(CHECKSUM_BYTES, "big")


def session_entry(session: Session) -> Entry:
    body = SessionBody(session.kind, session.plan, to_milliseconds(session.began), session.app_version)
    return Entry(session.id.bytes, Sort.SESSION, _encode(body))


def attempt_entry(attempt: Attempt) -> Entry:
    body = AttemptBody(
        attempt.session.bytes,
        attempt.item,
        attempt.answer,
        attempt.right,
        attempt.mistake,
        attempt.milliseconds,
        attempt.target_ms,
        attempt.behaviour,
        attempt.counts,
        to_milliseconds(attempt.at),
        attempt.app_version,
    )
    return Entry(attempt.id.bytes, Sort.ATTEMPT, _encode(body))


def rules_entry(digest: str, data: bytes) -> Entry:
    return Entry(rules_id(digest), Sort.RULES, _encode(RulesBody(digest, data)))


def sealed_entry(number: UUID, sort: Sort, document: bytes) -> Entry:
    """A sitting or a certificate."""
    return Entry(number.bytes, sort, _encode(SealedBody(document)))


def rules_id(digest: str) -> bytes:
    """Rules have no id but their digest; this stands for it."""
    return sha256(b"rules " + digest.encode(errors="replace")).digest()[:16]


def session_of(number: bytes, body: SessionBody, profile: UUID) -> Session:
    """The session again, in somebody's records."""
    return Session(
        id=UUID(bytes=number),
        profile=profile,
        kind=body.kind,
        plan=body.plan,
        began=from_milliseconds(body.began),
        app_version=body.app_version,
    )


def attempt_of(number: bytes, body: AttemptBody, profile: UUID) -> Attempt:
    """The attempt again, in somebody's records."""
    return Attempt(
        id=UUID(bytes=number),
        profile=profile,
        item=body.item,
        answer=body.answer,
        right=body.right,
        mistake=body.mistake,
        milliseconds=body.milliseconds,
        target_ms=body.target_ms,
        behaviour=body.behaviour,
        counts=body.counts,
        at=from_milliseconds(body.at),
        session=UUID(bytes=body.session),
        app_version=body.app_version,
    )


def skill_of(item: str) -> str:
    """The skill an item belongs to: its drill and table, without level, version and options.

    >>> skill_of("pay-the-layout/3 baleares/roulette-french@1+ab12cd34 zero=half #77")
    'pay-the-layout baleares/roulette-french'
    """
    name, _, rest = item.partition(" ")
    return f"{name.rpartition('/')[0]} {rest.partition('@')[0].partition(' ')[0]}"
