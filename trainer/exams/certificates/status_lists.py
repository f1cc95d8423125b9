"""Certificate status: the issuer's status book, the signed lists it publishes, and the newest lists a verifier has
seen.

A list is a W3C Bitstring Status List: one bit a certificate, one list for revocation and one for suspension. A verifier
never goes back to an older list, even a valid one, because that would undo a revocation.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import msgspec
from openbadgeslib import OB3Signer
from openbadgeslib.errors import (
    AlreadyRevoked,
    AlreadySuspended,
    LibOpenBadgesException,
    NotSuspended,
    UnknownCredential,
)
from openbadgeslib.ob3 import StatusRegistry, build_status_list_credential

from trainer.exams.certificates.credential import ALGORITHM, PURPOSES
from trainer.exams.certificates.token import Token
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole, PrivateKey
from trainer.exams.trust import KeyStanding, Trust, format_time, parse_time
from trainer.system.digests import sha256
from trainer.system.input_files import read_input_file
from trainer.system.private_files import make_private_folder, write_private
from trainer.texts import Message

_WRONG_CLOCK = timedelta(days=1)
WINDOW = timedelta(days=30)  # how long a published list may be relied on
_LEAST_BITS = 131_072  # the standard's minimum, so that an index does not identify a person
_MOST_BYTES = 5_000_000
_LARGEST_BOOK = 64_000_000  # a book of 131,072 certificates has 20 MB
_LAST_MOMENT = 1 << 32  # seconds since 1970: gzip stores the date in 32 bits


class StatusError(RefusedError):
    """A status change that is not possible, or a status list that cannot be used."""


class StatusBook:
    """The issuer's side: index and status of every certificate. Revocation is final."""

    def __init__(self, path: Path, clock: Callable[[], datetime]) -> None:
        self._path = path
        self._clock = clock

    def allocate(self, number: str) -> int:
        """Reserve an index for a certificate, or return the one it has; an index is never reused."""
        with self._open() as registry:
            if number in registry.entries:
                return registry.entries[number].index
            return registry.allocate(number, number, self._clock())

    def indices(self) -> dict[str, int]:
        """Index of every certificate by its number."""
        with self._open() as registry:
            return {number: entry.index for number, entry in registry.entries.items()}

    def revoke(self, number: str, reason: str, first: Callable[[], object] = lambda: None) -> None:
        """Revoke a certificate for good; raises `StatusError` without a reason.

        ``first`` is called before the book is written, if the change is possible; if it fails nothing has changed.
        """
        with self._open() as registry:
            registry.revoke(number, self._clock(), _reason(reason))
            first()

    def suspend(self, number: str, reason: str, first: Callable[[], object] = lambda: None) -> None:
        """Suspend a certificate until it is reinstated, like `revoke`."""
        with self._open() as registry:
            registry.suspend(number, self._clock(), _reason(reason))
            first()

    def reinstate(self, number: str) -> None:
        """End a suspension; a revoked certificate stays revoked."""
        with self._open() as registry:
            entry = registry.entries.get(number)
            if entry is not None and entry.revoked is not None:
                raise StatusError(Message("certificates.status.final", {"number": number}))
            registry.unsuspend(number)

    def standing(self, number: str) -> tuple[str, str]:
        """Status of a certificate (``revocation``, ``suspension`` or empty) and its reason."""
        with self._open() as registry:
            entry = registry.entries.get(number)
        for purpose, event in (("revocation", entry and entry.revoked), ("suspension", entry and entry.suspended)):
            if event:
                return purpose, event.reason or ""
        return "", ""

    def publish(self, key: PrivateKey, lists: dict[str, str], window: timedelta = WINDOW) -> dict[str, str]:
        """Signed list for each purpose, dated later than the ones before.

        If the last ones are more than a day ahead of the clock, the clock was wrong then: no verifier whose clock is
        right has taken them, and none would take lists that are dated later still.
        """
        if not 0 <= self._clock().timestamp() < _LAST_MOMENT:
            raise StatusError(Message("system.clock"))
        with self._open() as registry:
            marked = {"revocation": registry.revoked_indices(), "suspension": registry.suspended_indices()}
            bits = registry.size_bits
        now, next_one = self._clock().replace(microsecond=0), self._last_published() + timedelta(seconds=1)
        issued = next_one if now < next_one < now + _WRONG_CLOCK else now
        published = {}
        for purpose, address in lists.items():
            listed = build_status_list_credential(
                key.public.did, address, purpose, marked[purpose], bits, issued=issued, valid_until=issued + window
            )
            payload = listed | {"iss": key.public.did, "jti": address, "nbf": int(issued.timestamp())}
            published[purpose] = OB3Signer(privkey_pem=key.native, algorithm=ALGORITHM).sign_payload(payload)
        write_private(self._stamp, format_time(issued).encode("ascii"))
        return published

    @property
    def _stamp(self) -> Path:
        return self._path.with_suffix(".published")

    def _last_published(self) -> datetime:
        try:
            found = parse_time(read_input_file(self._stamp).decode("ascii"))
        except (FileNotFoundError, ValueError):
            found = None
        is_possible = found is not None and found.timestamp() < _LAST_MOMENT  # otherwise somebody else wrote it
        return found if found is not None and is_possible else datetime.min.replace(tzinfo=self._clock().tzinfo)

    @contextmanager
    def _open(self) -> Iterator[StatusRegistry]:
        make_private_folder(self._path.parent)
        if self._path.exists():
            read_input_file(self._path, _LARGEST_BOOK)  # raises `OSError` for a pipe, a device or a file of gigabytes
        try:
            with StatusRegistry.locked(str(self._path)) as registry:
                yield registry
                registry.save()
        except AlreadyRevoked:
            raise StatusError(Message("certificates.status.already-revoked")) from None
        except (AlreadySuspended, NotSuspended):
            raise StatusError(Message("certificates.status.no-change")) from None
        except UnknownCredential:
            raise StatusError(Message("certificates.status.unknown-number")) from None
        except LibOpenBadgesException as error:
            raise StatusError(Message("certificates.status.book", {"problem": str(error)[:200]})) from None


def _reason(reason: str) -> str:
    if not reason.strip():
        raise StatusError(Message("certificates.status.no-reason"))
    return one_line(reason)


def one_line(reason: str) -> str:
    """A reason as it is stored: without line breaks and tabs, because lists of certificates have a line for each."""
    return " ".join(reason.split())[:500]


class StatusList(msgspec.Struct, frozen=True, kw_only=True):
    """A status list with a valid signature; `check_usable` checks whether it may be relied on."""

    address: str
    purpose: str
    issued: datetime
    ends: datetime
    bits: bytes
    token: Token

    def __contains__(self, index: object) -> bool:
        if not isinstance(index, int) or not 0 <= index < len(self.bits) * 8:
            raise StatusError(Message("certificates.status.outside"))
        return bool(self.bits[index // 8] & 0x80 >> index % 8)

    def forgets(self, earlier: StatusList) -> bool:
        """Whether this list takes a revocation back: revocations are final, so the school's book was put back. A list
        of suspensions revokes nothing."""
        if earlier.purpose != "revocation":
            return False
        bits = (self.bits if self.purpose == earlier.purpose else b"").ljust(len(earlier.bits), b"\0")
        return any(old & ~new for old, new in zip(earlier.bits, bits, strict=False))

    def check_usable(self, trust: Trust, now: datetime) -> None:
        """Raise `StatusError` unless a certifier key of the school signed it and it is valid now.

        The key must be good at issue and still be good now: the holder of an old key could write backdated lists.
        """
        moments = (self.issued, max(now, self.issued))
        if any(trust.judge(self.token.key, KeyRole.CERTIFIER, when) is not KeyStanding.GOOD for when in moments):
            raise StatusError(Message("certificates.status.stranger"))
        if not self.issued <= now + timedelta(minutes=5):
            raise StatusError(Message("certificates.status.from-the-future"))
        if not now < self.ends:
            raise StatusError(Message("certificates.status.stale", {"day": self.ends.date().isoformat()}))


def read_status_list(text: str) -> StatusList:
    """Parse a signed list; raises `AlteredError` or `StatusError`."""
    token = Token(text.strip())
    payload = token.payload
    subject = payload.get("credentialSubject")
    try:
        if not isinstance(subject, dict) or "BitstringStatusListCredential" not in payload["type"]:
            raise ValueError("no status list")
        found = StatusList(
            address=payload["id"],
            purpose=subject["statusPurpose"],
            issued=parse_time(payload["validFrom"]),
            ends=parse_time(payload["validUntil"]),
            bits=_inflated(subject["encodedList"]),
            token=token,
        )
        if payload["jti"] != found.address or subject.get("statusSize", 1) != 1 or found.purpose not in PURPOSES:
            raise ValueError("another kind of list")
    except (KeyError, TypeError, ValueError, zlib.error, binascii.Error):
        raise StatusError(Message("certificates.status.no-list")) from None
    return found


def _inflated(encoded: str) -> bytes:
    if encoded[:1] != "u":
        raise ValueError("not base64url")
    body = encoded[1:]
    packed = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
    unpacking = zlib.decompressobj(wbits=31)
    bits = unpacking.decompress(packed, _MOST_BYTES)
    if not unpacking.eof or unpacking.unused_data or len(bits) * 8 < _LEAST_BITS:
        raise ValueError("not whole, or too short")
    return bits


class NewestLists:
    """The verifier's side: the newest list of every school and address, in a folder or in memory.

    Lists are kept by school and address, so a school cannot publish a list for another school's certificates.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._seen: dict[str, StatusList] = {}  # by `_name`

    def take(self, text: str, trust: Trust, now: datetime) -> StatusList:
        """Accept a list; raises `RefusedError` if it is not valid or older than one seen before.

        One that is older and revokes more was signed later, with the clock back: a revocation is final.
        """
        offered = read_status_list(text)
        offered.check_usable(trust, now)
        name = _name(offered.address, trust)
        known = self._kept(offered.address, trust)
        if known is not None and known.issued > offered.issued and not known.forgets(offered):
            raise StatusError(Message("certificates.status.older", {"day": format_time(known.issued)}))
        if known is not None and known.issued == offered.issued and known.token.text != offered.token.text:
            raise StatusError(Message("certificates.status.two"))
        if known is not None and offered.forgets(known):
            raise StatusError(Message("certificates.status.forgets", {"day": format_time(known.issued)[:10]}))
        self._seen[name] = offered
        if self._folder is not None:
            write_private(self._folder / f"{name}.jwt", offered.token.text.encode("ascii"))
        return offered

    def find(self, address: str, purpose: str, trust: Trust, now: datetime) -> StatusList:
        """Newest list of an address; raises `StatusError` if there is none that can be relied on."""
        known = self._kept(address, trust)
        if known is None:
            raise StatusError(Message("certificates.status.missing"))
        if known.purpose != purpose:
            raise StatusError(Message("certificates.status.other-purpose"))
        known.check_usable(trust, now)
        return known

    def newest(self, purpose: str, trust: Trust, now: datetime) -> StatusList:
        """Newest list of a school for a purpose at any address, because a card has no room for addresses; it takes back
        no revocation of another."""
        for path in sorted(self._folder.glob("*.jwt")) if self._folder is not None else ():
            self._remember(path, trust)
        keys = trust.keys(KeyRole.CERTIFIER)
        mine = (one for name, one in self._seen.items() if name == _name(one.address, trust))
        found = [one for one in mine if one.purpose == purpose and one.token.key in keys]
        if not found:
            raise StatusError(Message("certificates.status.missing"))
        kept = [one for one in found if not any(map(one.forgets, found))]
        if not kept:
            last = max(one.issued for one in found)
            raise StatusError(Message("certificates.status.forgets", {"day": format_time(last)[:10]}))
        newest = max(kept, key=lambda one: one.issued)
        newest.check_usable(trust, now)
        return newest

    def _kept(self, address: str, trust: Trust) -> StatusList | None:
        name = _name(address, trust)
        if name not in self._seen and self._folder is not None:
            self._remember(self._folder / f"{name}.jwt", trust)
        return self._seen.get(name)

    def _remember(self, path: Path, trust: Trust) -> None:
        """Load a stored list of a school; a damaged file is ignored."""
        try:
            found = read_status_list(read_input_file(path).decode("ascii"))
        except (OSError, UnicodeDecodeError, RefusedError):
            return
        if path.stem == _name(found.address, trust):
            self._seen.setdefault(path.stem, found)


def _name(address: str, trust: Trust) -> str:
    """File name of a school's list at an address."""
    return sha256(f"{trust.root} {address}".encode()).hexdigest()[:32]
