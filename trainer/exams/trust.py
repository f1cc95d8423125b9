"""Whom a school's keys belong to, from when and until when: a list of statements that only grows.

The first statement is the root key's about itself. Every other is signed by a root key in force or, when a key is
replaced, by the key it replaces; each holds the digest of the one before, so none can be dropped. Old public keys stay
in the list for ever: what they signed while they were in force can be verified whatever became of them.

Of a stolen key the date of a signature proves nothing: the thief writes any he likes. So the statement that a key is
compromised since a moment also lists what the school's register knew before it; of what this key signed nothing else
counts any more, whatever its date.

The list is one public file. Whoever verifies keeps it; a newer one of the same school is taken if it goes on from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Literal

import msgspec

from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.errors import RefusedError
from trainer.exams.keys import Domain, KeyRole, PrivateKey, PublicKey, parse_hex, rehearsal_key
from trainer.system.digests import sha256
from trainer.texts import Message

_MOST_STATEMENTS = 10_000


class TrustError(RefusedError):
    """A list of keys that does not hold together, or a statement that cannot be made."""


class Kind(StrEnum):
    """What is said of a key: it is in force from a moment on; it is ended; it is compromised since a moment."""

    BEGINS = "begins"
    ENDS = "ends"
    COMPROMISED = "compromised"


class KeyStanding(StrEnum):
    """What a key is worth for something signed at a moment."""

    GOOD = "good"
    UNKNOWN = "unknown"
    OTHER_ROLE = "other-role"
    NOT_THEN = "not-then"
    DOUBTFUL = "doubtful"
    UNPROVEN = "unproven"  # the key was stolen later, and nobody knew of this before


class Statement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing that is said of a key. Times are written by `format_time`."""

    kind: Kind
    key: str
    role: KeyRole
    at: str
    replaces: str = ""
    after: str
    signer: str
    proven: tuple[str, ...] | msgspec.UnsetType = (
        msgspec.UNSET
    )  # of a compromised key: `signature_digest` of what counts
    signature: str = ""

    def covered(self, school: str) -> bytes:
        """The bytes that are signed: everything but the signature, and whose keys they are."""
        said = msgspec.to_builtins(self)
        del said["signature"]
        return canonical(said | {"school": school})

    def digest(self) -> str:
        return sha256(canonical(msgspec.to_builtins(self))).hexdigest()


class Trust(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The keys of one school. Made by `new_trust` and `read_trust`, which look through it; grown by the methods."""

    format: Literal["croupier-trainer keys 1"] = "croupier-trainer keys 1"
    school: str
    statements: tuple[Statement, ...]

    def to_bytes(self) -> bytes:
        return canonical(msgspec.to_builtins(self))

    @property
    def root(self) -> PublicKey:
        """The first key: what a school is known by."""
        return PublicKey.from_text(self.statements[0].key)

    def keys(self, role: KeyRole | None = None) -> tuple[PublicKey, ...]:
        """Every key there ever was, the newest first."""
        begun = [one for one in self.statements if one.kind is Kind.BEGINS and role in (None, one.role)]
        return tuple(PublicKey.from_text(one.key) for one in reversed(begun))

    def of_kid(self, kid: str, role: KeyRole) -> tuple[PublicKey, ...]:
        """The keys that a short name may mean; usually one."""
        return tuple(key for key in self.keys(role) if key.kid == kid)

    def current(self, role: KeyRole, when: datetime) -> PublicKey | None:
        """The newest key of a role in force at a moment."""
        return next((key for key in self.keys(role) if self.judge(key, role, when) is KeyStanding.GOOD), None)

    def began(self, key: PublicKey) -> datetime:
        """When a key of the list came into force."""
        return parse_time(next(one.at for one in self.statements if one.key == str(key)))

    def judge(self, key: PublicKey, role: KeyRole, when: datetime, signature: bytes = b"") -> KeyStanding:
        """What a signature of this key is worth if it was made at that moment, as it says."""
        about = [one for one in self.statements if one.key == str(key)]
        if not about:
            return KeyStanding.UNKNOWN
        if about[0].role is not role:
            return KeyStanding.OTHER_ROLE
        moment = format_time(when)
        if moment < about[0].at or any(one.kind is Kind.ENDS and moment >= one.at for one in about):
            return KeyStanding.NOT_THEN
        stolen = [one for one in about if one.kind is Kind.COMPROMISED]
        if any(moment >= one.at for one in stolen):
            return KeyStanding.DOUBTFUL
        if stolen and not any(signature_digest(signature) in (one.proven or ()) for one in stolen):
            return KeyStanding.UNPROVEN
        return KeyStanding.GOOD

    def follows(self, new: PublicKey, old: PublicKey) -> bool:
        """Whether a key took the place of another, or of one that did."""
        before = {one.key: one.replaces for one in self.statements if one.replaces}
        key = str(new)
        while key in before:
            key = before[key]
            if key == str(old):
                return True
        return False

    def with_key(self, key: PublicKey, role: KeyRole, at: datetime, signer: PrivateKey) -> Trust:
        """One more key, signed by a root key in force."""
        return self._grown(signer, kind=Kind.BEGINS, key=str(key), role=role, at=format_time(at))

    def replaced(self, old: PublicKey, new: PublicKey, at: datetime, signer: PrivateKey) -> Trust:
        """A new key in the place of an old one, which ends at that moment; signed by the old one or by a root key."""
        role = self._role(old)
        begun = self._grown(signer, kind=Kind.BEGINS, key=str(new), role=role, at=format_time(at), replaces=str(old))
        return begun._grown(signer, kind=Kind.ENDS, key=str(old), role=role, at=format_time(at))

    def compromised(self, key: PublicKey, since: datetime, signer: PrivateKey, proven: Iterable[str] = ()) -> Trust:
        """Declare a key stolen since a moment; signed by a root key.

        Of everything it ever signed, only the signatures in ``proven`` (see `signature_digest`) still count. A second
        statement about the same key adds to that list.
        """
        return self._grown(
            signer,
            kind=Kind.COMPROMISED,
            key=str(key),
            role=self._role(key),
            at=format_time(since),
            proven=tuple(sorted(set(proven))),
        )

    def extends(self, older: Trust) -> bool:
        """Whether this is the same list, grown or not."""
        length = len(older.statements)
        return self.school == older.school and self.statements[:length] == older.statements

    def _role(self, key: PublicKey) -> KeyRole:
        for one in self.statements:
            if one.key == str(key):
                return one.role
        raise TrustError(Message("keys.unknown-key", {"kid": key.kid}))

    def _grown(
        self,
        signer: PrivateKey,
        *,
        kind: Kind,
        key: str,
        role: KeyRole,
        at: str,
        replaces: str = "",
        proven: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET,
    ) -> Trust:
        bare = Statement(
            kind=kind,
            key=key,
            role=role,
            at=at,
            replaces=replaces,
            after=self.statements[-1].digest(),
            signer=str(signer.public),
            proven=proven,
        )
        grown = msgspec.structs.replace(self, statements=(*self.statements, _signed(bare, self.school, signer)))
        _look_through(grown)
        return grown


def signature_digest(signature: bytes) -> str:
    """By which a register and a list of keys know a signature."""
    return sha256(signature).hexdigest()


def new_trust(school: str, root: PrivateKey, at: datetime) -> Trust:
    """The list of a new school: its root key, signed by itself."""
    bare = Statement(
        kind=Kind.BEGINS,
        key=str(root.public),
        role=KeyRole.ROOT,
        at=format_time(at),
        after="",
        signer=str(root.public),
    )
    trust = Trust(school=school, statements=(_signed(bare, school, root),))
    _look_through(trust)
    return trust


def read_trust(data: bytes) -> Trust:
    """A list of keys from its bytes, looked through; raises `TrustError` or `NotCanonicalError`."""
    try:
        trust = msgspec.convert(read_canonical(data), Trust)
    except msgspec.ValidationError:
        raise TrustError(Message("keys.no-trust-file")) from None
    _look_through(trust)
    return trust


def format_time(moment: datetime) -> str:
    """A moment as it stands in what is signed: UTC, whole seconds, as wide as any other, so that text order is order.

    >>> format_time(datetime(2026, 11, 16, 18, 53, 25, tzinfo=UTC))
    '2026-11-16T18:53:25Z'
    """
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def parse_time(text: str) -> datetime:
    """A moment from its text form; `ValueError` for any other."""
    moment = datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    if format_time(moment) != text:
        raise ValueError(f"{text!r} is no time as it is written here")
    return moment


def is_day(text: str) -> bool:
    """Whether a text is a day as ``2026-11-16``."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _signed(bare: Statement, school: str, signer: PrivateKey) -> Statement:
    return msgspec.structs.replace(bare, signature=signer.sign(Domain.KEY, bare.covered(school)).hex())


def _look_through(trust: Trust) -> None:
    """Raises `TrustError` that names the first statement that does not hold."""
    if not trust.school.strip() or not 1 <= len(trust.statements) <= _MOST_STATEMENTS:
        raise TrustError(Message("keys.no-trust-file"))
    before: list[Statement] = []
    for number, one in enumerate(trust.statements, 1):
        reason = next(_faults(trust.school, one, before), None)
        if reason is not None:
            raise TrustError(Message("keys.bad-statement", {"number": number, "reason": reason}))
        before.append(one)


def _faults(school: str, one: Statement, before: list[Statement]) -> Iterator[Message]:
    try:
        parse_time(one.at)
        signer = PublicKey.from_text(one.signer)
        PublicKey.from_text(one.key)
        signature = parse_hex(one.signature)
    except (ValueError, RefusedError):
        yield Message("keys.statement.unreadable")
        return
    if one.after != (before[-1].digest() if before else ""):
        yield Message("keys.statement.out-of-order")
    if not signer.signed(Domain.KEY, one.covered(school), signature):
        yield Message("keys.statement.unsigned")
    if one.key == str(rehearsal_key().public):
        yield Message("keys.statement.rehearsal")
    known = {other.key for other in before}
    if one.kind is Kind.BEGINS:
        if one.key in known or bool(one.replaces) != (one.replaces in known):
            yield Message("keys.statement.not-new")
    elif one.key not in known:
        yield Message("keys.statement.unheard-of")
    if one.proven is not msgspec.UNSET and one.kind is not Kind.COMPROMISED:
        yield Message("keys.statement.unreadable")
    if before and not _may_say(one, before):
        yield Message("keys.statement.no-right")
    if not before and (one.kind is not Kind.BEGINS or one.role is not KeyRole.ROOT or one.signer != one.key):
        yield Message("keys.statement.no-right")
    if any(other.role is not one.role for other in before if other.key in (one.key, one.replaces)):
        yield Message("keys.statement.other-role")


def _may_say(one: Statement, before: list[Statement]) -> bool:
    """A root key may say everything until it is ended; any other only who follows it, and that it has ended."""
    about = [other for other in before if other.key == one.signer]
    if not about or any(other.kind is Kind.COMPROMISED for other in about):
        return False
    ended = any(other.kind is Kind.ENDS for other in about)
    if about[0].role is KeyRole.ROOT and not ended:
        return True
    if ended:
        return False
    if one.kind is Kind.BEGINS:
        return one.replaces == one.signer
    # Only beside a new key: a thief of the old one could otherwise end it and leave nobody.
    return one.kind is Kind.ENDS and one.key == one.signer and before[-1].replaces == one.key
