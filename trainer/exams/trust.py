"""The key list of a school: an append-only list of signed statements about its keys.

The first statement is about the root key and signed by itself. All others are signed by a current root key or, when a
key is replaced, by the key it replaces. Each holds the digest of the one before, so none can be dropped. Old public
keys stay in the list, so what they signed while in force can always be verified.

A thief of a key can write any date. So the statement that a key is compromised since a moment also lists what the
school's register knew before; nothing else this key signed counts any more, whatever its date.

The list is one public file. A verifier keeps it and accepts a newer one of the same school only if it extends it.
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
from trainer.system.people_names import is_visible
from trainer.texts import Message

LONGEST_SCHOOL = 200  # letters
_MOST_STATEMENTS = 10_000


class TrustError(RefusedError):
    """A key list that is not consistent, or a statement that cannot be made."""


class Kind(StrEnum):
    """Statement about a key: in force from a moment, ended, or compromised since a moment."""

    BEGINS = "begins"
    ENDS = "ends"
    COMPROMISED = "compromised"


class KeyStanding(StrEnum):
    """Whether a signature by a key counts, or why not."""

    GOOD = "good"
    UNKNOWN = "unknown"
    OTHER_ROLE = "other-role"
    NOT_THEN = "not-then"
    DOUBTFUL = "doubtful"
    UNPROVEN = "unproven"  # the key was stolen later, and the register did not know this signature before


class Statement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One statement about a key. Times are written by `format_time`."""

    kind: Kind
    key: str
    role: KeyRole
    at: str
    replaces: str = ""
    after: str
    signer: str
    proven: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET  # digests of signatures that still count
    signature: str = ""

    def covered(self, school: str) -> bytes:
        """Bytes that are signed: all fields but the signature, and the school's name."""
        said = msgspec.to_builtins(self)
        del said["signature"]
        return canonical(said | {"school": school})

    def digest(self) -> str:
        return sha256(canonical(msgspec.to_builtins(self))).hexdigest()


class Trust(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Key list of one school. Made by `new_trust` and `read_trust`, which check it."""

    format: Literal["croupier-trainer keys 1"] = "croupier-trainer keys 1"
    school: str
    statements: tuple[Statement, ...]

    def to_bytes(self) -> bytes:
        return canonical(msgspec.to_builtins(self))

    @property
    def root(self) -> PublicKey:
        """The first key, which identifies the school."""
        return PublicKey.from_text(self.statements[0].key)

    def keys(self, role: KeyRole | None = None) -> tuple[PublicKey, ...]:
        """All keys there ever were, newest first."""
        begun = [one for one in self.statements if one.kind is Kind.BEGINS and role in (None, one.role)]
        return tuple(PublicKey.from_text(one.key) for one in reversed(begun))

    def of_kid(self, kid: str, role: KeyRole) -> tuple[PublicKey, ...]:
        """Keys with this short id; usually one."""
        return tuple(key for key in self.keys(role) if key.kid == kid)

    def current(self, role: KeyRole, when: datetime) -> PublicKey | None:
        """Newest key of a role in force at a moment, or ``None``."""
        return next((key for key in self.keys(role) if self.judge(key, role, when) is KeyStanding.GOOD), None)

    def began(self, key: PublicKey) -> datetime:
        """When a key came into force."""
        return parse_time(next(one.at for one in self.statements if one.key == str(key)))

    def judge(self, key: PublicKey, role: KeyRole, when: datetime, signature: bytes = b"") -> KeyStanding:
        """Whether a signature by this key counts, if it was made at the moment it claims."""
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
        """Whether ``new`` replaced ``old``, directly or through other keys."""
        before = {one.key: one.replaces for one in self.statements if one.replaces}
        key = str(new)
        while key in before:
            key = before[key]
            if key == str(old):
                return True
        return False

    def with_key(self, key: PublicKey, role: KeyRole, at: datetime, signer: PrivateKey) -> Trust:
        """List with one more key, signed by a current root key."""
        return self._with_statement(signer, kind=Kind.BEGINS, key=str(key), role=role, at=format_time(at))

    def replaced(self, old: PublicKey, new: PublicKey, at: datetime, signer: PrivateKey) -> Trust:
        """List in which ``new`` replaces ``old``, which ends now; signed by the old key or a root key."""
        role = self._role(old)
        begun = self._with_statement(
            signer, kind=Kind.BEGINS, key=str(new), role=role, at=format_time(at), replaces=str(old)
        )
        return begun._with_statement(signer, kind=Kind.ENDS, key=str(old), role=role, at=format_time(at))

    def compromised(self, key: PublicKey, since: datetime, signer: PrivateKey, proven: Iterable[str] = ()) -> Trust:
        """Declare a key stolen since a moment; signed by a root key.

        Of everything it ever signed, only the signatures in ``proven`` (see `signature_digest`) still count. A second
        statement about the same key adds to that list.
        """
        return self._with_statement(
            signer,
            kind=Kind.COMPROMISED,
            key=str(key),
            role=self._role(key),
            at=format_time(since),
            proven=tuple(sorted(set(proven))),
        )

    def extends(self, older: Trust) -> bool:
        """Whether this list equals the older one or continues it."""
        length = len(older.statements)
        return self.school == older.school and self.statements[:length] == older.statements

    def _role(self, key: PublicKey) -> KeyRole:
        for one in self.statements:
            if one.key == str(key):
                return one.role
        raise TrustError(Message("keys.unknown-key", {"kid": key.kid}))

    def _with_statement(
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
        _check(grown)
        return grown


def signature_digest(signature: bytes) -> str:
    """Digest that identifies a signature in registers and key lists."""
    return sha256(signature).hexdigest()


def new_trust(school: str, root: PrivateKey, at: datetime) -> Trust:
    """Key list of a new school with its self-signed root key."""
    bare = Statement(
        kind=Kind.BEGINS,
        key=str(root.public),
        role=KeyRole.ROOT,
        at=format_time(at),
        after="",
        signer=str(root.public),
    )
    trust = Trust(school=school, statements=(_signed(bare, school, root),))
    _check(trust)
    return trust


def read_trust(data: bytes) -> Trust:
    """Parse and check a key list; raises `TrustError` or `NotCanonicalError`."""
    try:
        trust = msgspec.convert(read_canonical(data), Trust)
    except msgspec.ValidationError:
        raise TrustError(Message("keys.no-trust-file")) from None
    _check(trust)
    return trust


def format_time(moment: datetime) -> str:
    """Time as text for signed documents: UTC, whole seconds, fixed width, so that text order is time order.

    >>> format_time(datetime(2026, 11, 16, 18, 53, 25, tzinfo=UTC))
    '2026-11-16T18:53:25Z'
    """
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def parse_time(text: str) -> datetime:
    """Parse the text of `format_time`; raises `ValueError`."""
    if text[-1:] == "Z" and format_time(moment := datetime.fromisoformat(text)) == text:
        return moment
    raise ValueError(f"{text!r} is no time as it is written here")


def is_time(text: str) -> bool:
    """Whether a text is a time as `format_time` writes it."""
    try:
        return bool(parse_time(text))
    except ValueError:
        return False


def is_day(text: str) -> bool:
    """Whether a text is a date such as ``2026-11-16``."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def is_school_name(name: str) -> bool:
    """Whether a text can be the name of a school: in one line, visible and not too long for a certificate."""
    return bool(name.strip()) and is_visible(name) and len(name) <= LONGEST_SCHOOL


def _signed(bare: Statement, school: str, signer: PrivateKey) -> Statement:
    return msgspec.structs.replace(bare, signature=signer.sign(Domain.KEY, bare.covered(school)).hex())


def _check(trust: Trust) -> None:
    """Raise `TrustError` for the first invalid statement."""
    if not is_school_name(trust.school) or not 1 <= len(trust.statements) <= _MOST_STATEMENTS:
        raise TrustError(Message("keys.no-trust-file"))
    before: list[Statement] = []
    for number, one in enumerate(trust.statements, 1):
        reason = next(_faults(trust.school, one, before), None)
        if reason is not None:
            raise TrustError(Message("keys.bad-statement", {"number": number, "reason": reason}))
        before.append(one)


def _faults(school: str, one: Statement, before: list[Statement]) -> Iterator[Message]:
    """Reasons why a statement is invalid after the ones before it."""
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
    """Whether the signer may make this statement.

    A current root key may make any. Other keys may only name their successor, and then end themselves.
    """
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
    # Only together with a new key: otherwise a thief could end a key and leave the school without one.
    return one.kind is Kind.ENDS and one.key == one.signer and before[-1].replaces == one.key
