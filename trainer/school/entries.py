"""Entries: what laptops and the school synchronise. Everything a trainee produces becomes an entry with its own id.

Sessions (with their plans), attempts, rules, sittings and certificates are append-only, so that synchronising is the
union of two sets, in any order and any number of times. An entry does not name its owner: it belongs to the owner of
the laptop key that signed it, so nobody can write in another person's name.
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

LARGEST_BODY = 1_500_000  # bytes; a long plan or a sealed paper takes some hundred thousand
NOBODY = UUID(int=0)  # placeholder for the profile, which differs on each side
CHECKSUM_BYTES = 16
NO_CHECKSUM = bytes(CHECKSUM_BYTES)

Id: TypeAlias = Annotated[bytes, Meta(min_length=16, max_length=16)]
Body: TypeAlias = Annotated[bytes, Meta(max_length=LARGEST_BODY)]
Text: TypeAlias = Annotated[str, Meta(max_length=4_000)]
Moment: TypeAlias = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]


class Sort(StrEnum):
    """The kind of an entry."""

    SESSION = "session"
    RULES = "rules"
    ATTEMPT = "attempt"
    SITTING = "sitting"
    CERTIFICATE = "certificate"


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One immutable record with its kind and encoded body."""

    id: Id
    sort: Sort
    body: Body


class SessionBody(msgspec.Struct, frozen=True, array_like=True):
    """A session with its plan."""

    kind: Text
    plan: Annotated[str, Meta(max_length=LARGEST_BODY)]
    began: Moment
    app_version: Text


class AttemptBody(msgspec.Struct, frozen=True, array_like=True):
    """An attempt."""

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
    """The rules data for a digest that attempts refer to."""

    digest: Annotated[str, Meta(max_length=200)]
    data: Body


class SealedBody(msgspec.Struct, frozen=True, array_like=True):
    """A sitting or a certificate: a document with its own seal, which `trainer.exams` verifies."""

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
    """The decoded body of an entry; raises `ValueError` if it cannot be decoded."""
    try:
        return _decode[entry.sort](entry.body)
    except _UNREADABLE as error:
        raise ValueError(f"no {entry.sort.value}: {error}") from None


def invalid_field(entry: Entry) -> str:
    """The name of the first invalid field of an entry from elsewhere; empty if it can be stored."""
    try:
        match body_of(entry):
            case SessionBody() as body:
                return invalid_session_field(session_of(entry.id, body, NOBODY))
            case AttemptBody() as body:
                if "\0" in body.item + body.mistake:  # PostgreSQL cannot store NUL in text
                    return "item"
                return invalid_attempt_field(attempt_of(entry.id, body, NOBODY))
            case RulesBody() as body:
                return "" if entry.id == rules_id(body.digest) else "id"
            case SealedBody():
                return ""
    except _UNREADABLE as error:
        return str(error)[:200]


def digest_of(entry: Entry) -> bytes:
    """A digest by which both sides compare an entry."""
    return sha256(entry.id + entry.sort.value.encode() + entry.body).digest()[:CHECKSUM_BYTES]


def checksum_with(checksum: bytes, digests: Iterable[bytes]) -> bytes:
    """A checksum of entries extended by more digests. It is an XOR, so the order does not matter.

    >>> checksum_with(checksum_with(NO_CHECKSUM, [b"a" * 16]), [b"b" * 16]) == checksum_with(NO_CHECKSUM, [
    ...     b"b" * 16, b"a" * 16])
    True
    """
    number = int.from_bytes(checksum, "big")
    for digest in digests:
        number ^= int.from_bytes(digest, "big")
    return number.to_bytes(CHECKSUM_BYTES, "big")


def session_entry(session: Session) -> Entry:
    """The entry of a session."""
    body = SessionBody(session.kind, session.plan, to_milliseconds(session.began), session.app_version)
    return Entry(session.id.bytes, Sort.SESSION, _encode(body))


def attempt_entry(attempt: Attempt) -> Entry:
    """The entry of an attempt."""
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
    """The entry of archived rules."""
    return Entry(rules_id(digest), Sort.RULES, _encode(RulesBody(digest, data)))


def sealed_entry(number: UUID, sort: Sort, document: bytes) -> Entry:
    """The entry of a sitting or a certificate."""
    return Entry(number.bytes, sort, _encode(SealedBody(document)))


def rules_id(digest: str) -> bytes:
    """The id of a rules entry, made from the digest, because rules have no id of their own."""
    return sha256(b"rules " + digest.encode(errors="replace")).digest()[:16]


def session_of(number: bytes, body: SessionBody, profile: UUID) -> Session:
    """The session of an entry, as part of a profile's records."""
    return Session(
        id=UUID(bytes=number),
        profile=profile,
        kind=body.kind,
        plan=body.plan,
        began=from_milliseconds(body.began),
        app_version=body.app_version,
    )


def attempt_of(number: bytes, body: AttemptBody, profile: UUID) -> Attempt:
    """The attempt of an entry, as part of a profile's records."""
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
    return f"{name.rpartition('/')[0].partition('~')[0]} {rest.partition('@')[0].partition(' ')[0]}"
