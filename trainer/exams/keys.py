"""Signing keys: Ed25519 with domain separation; weak keys are refused.

A signature covers ``domain || 0 || bytes``, so a signature on one kind of document is invalid on any other. OpenSSL
accepts every public key. With a key of small order one signature would fit every message, so such keys, and signatures
whose first half is such a point, are refused here.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from trainer.exams.errors import RefusedError
from trainer.system.digests import sha256
from trainer.texts import Message

KEY_BYTES = 32
SIGNATURE_BYTES = 64
KID_BYTES = 8
_PRIME = 2**255 - 19
# The y coordinates of the eight points whose order divides 8.
_ORDER_EIGHT = 2707385501144840649318225287225658788936804267575313519463743609750303402022
_WEAK = frozenset({0, 1, _PRIME - 1, _ORDER_EIGHT, _PRIME - _ORDER_EIGHT})
_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_ED25519_MULTICODEC = b"\xed\x01"


class Domain(StrEnum):
    """Domain of a signature: one for each kind of signed document."""

    KEY = "ct-key-v1"
    ROLE = "ct-role-v1"
    SCHEME = "ct-scheme-v1"
    PAPER = "ct-paper-v1"
    RESULT = "ct-result-v1"
    REVIEW = "ct-review-v1"
    REHEARSAL = "ct-rehearsal-v1"
    REGISTER = "ct-register-v1"
    CARD = "ct-card-v1"
    PDF = "ct-pdf-v1"
    PICTURE = "ct-picture-v1"
    STATUS = "ct-status-v1"
    CHECKPOINT = "ct-checkpoint-v1"
    REGRADE = "ct-regrade-v1"


class KeyRole(StrEnum):
    """What a key may sign: other keys (root), results (station), reviews and certificates (certifier)."""

    ROOT = "root"
    STATION = "station"
    CERTIFIER = "certifier"


class BadKeyError(RefusedError):
    """Not a public key that can be trusted to verify anything."""


class PublicKey:
    """Ed25519 public key that passed the checks above."""

    __slots__ = ("__dict__", "raw")

    def __init__(self, raw: bytes) -> None:
        """Raises `BadKeyError` for a wrong length, a non-canonical encoding or a point of small order."""
        if len(raw) != KEY_BYTES or _is_weak(raw):
            raise BadKeyError(Message("keys.bad-key"))
        self.raw = bytes(raw)

    @classmethod
    def from_text(cls, text: str) -> PublicKey:
        """Parse 64 lower-case hexadecimal digits; raises `BadKeyError`."""
        try:
            return cls(parse_hex(text))
        except ValueError:
            raise BadKeyError(Message("keys.bad-key")) from None

    @classmethod
    def from_did(cls, did: str) -> PublicKey:
        """Parse a ``did:key``; raises `BadKeyError`."""
        number = 0
        for letter in did.removeprefix("did:key:z")[:64]:
            place = _BASE58.find(letter)
            if place < 0:
                raise BadKeyError(Message("keys.bad-key"))
            number = number * 58 + place
        raw = number.to_bytes(64, "big")[-KEY_BYTES:]
        key = cls(raw)
        if key.did != did:
            raise BadKeyError(Message("keys.bad-key"))
        return key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicKey) and self.raw == other.raw

    def __hash__(self) -> int:
        return hash(self.raw)

    def __str__(self) -> str:
        return self.raw.hex()

    def __repr__(self) -> str:
        return f"PublicKey({self.raw.hex()})"

    @property
    def kid(self) -> str:
        """Short id in hexadecimal, to look a key up. Two keys may share one, so it proves nothing."""
        return sha256(self.raw).digest()[:KID_BYTES].hex()

    @cached_property
    def did(self) -> str:
        """The key as ``did:key``, the issuer of an Open Badges credential."""
        number = int.from_bytes(_ED25519_MULTICODEC + self.raw, "big")
        letters = ""
        while number:
            number, place = divmod(number, 58)
            letters = _BASE58[place] + letters
        return f"did:key:z{letters}"

    @cached_property
    def native(self) -> Ed25519PublicKey:
        """The key as an object of the cryptography library."""
        return Ed25519PublicKey.from_public_bytes(self.raw)

    def signed(self, domain: Domain, data: bytes, signature: bytes) -> bool:
        """Whether this key signed these bytes in this domain."""
        return self.verifies_raw(_covered(domain, data), signature)

    def verifies_raw(self, data: bytes, signature: bytes) -> bool:
        """Whether this key signed exactly these bytes, without a domain: for standards that fix the bytes, such as
        JWT."""
        if len(signature) != SIGNATURE_BYTES or _is_weak(signature[:KEY_BYTES]):
            return False
        try:
            self.native.verify(signature, data)
        except (InvalidSignature, ValueError):
            return False
        return True


class PrivateKey:
    """Signing key. It leaves the program only in an encrypted key file, see `key_files`."""

    __slots__ = ("native", "public")

    def __init__(self, native: Ed25519PrivateKey) -> None:
        self.native = native
        self.public = PublicKey(native.public_key().public_bytes_raw())

    @classmethod
    def new(cls) -> PrivateKey:
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> PrivateKey:
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    def __repr__(self) -> str:
        return f"PrivateKey(of {self.public.kid})"

    def sign(self, domain: Domain, data: bytes) -> bytes:
        """Signature of 64 bytes over these bytes in this domain."""
        return self.native.sign(_covered(domain, data))

    def sign_raw(self, data: bytes) -> bytes:
        """Signature without a domain, for standards that fix the bytes, such as JWT."""
        return self.native.sign(data)


def parse_hex(text: str) -> bytes:
    """Bytes of a lower-case hexadecimal string without spaces; raises `ValueError` for any other spelling."""
    raw = bytes.fromhex(text)
    if raw.hex() != text:
        raise ValueError("not written in small hexadecimal figures")
    return raw


def rehearsal_key() -> PrivateKey:
    """Signing key of all rehearsals: publicly known and trusted by nobody."""
    return PrivateKey.from_seed(sha256(b"the rehearsal key of the croupier trainer").digest())


def _covered(domain: Domain, data: bytes) -> bytes:
    """Bytes that a signature in a domain covers."""
    return domain.value.encode("ascii") + b"\0" + data


def _is_weak(point: bytes) -> bool:
    """Whether 32 bytes encode a point of small order, or use an encoding that only lenient readers accept."""
    y = int.from_bytes(point, "little") & ((1 << 255) - 1)
    return y >= _PRIME or y in _WEAK
