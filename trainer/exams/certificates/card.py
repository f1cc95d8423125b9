"""The card: what a certificate says, in some 220 signed bytes that a phone reads from paper.

The full credential does not fit a QR code that a phone can read. The card holds what must be compared with the paper
and asked of the status list; it is written as ``CT1:`` and base 45 (RFC 9285), which QR codes store densely.
"""

from __future__ import annotations

import struct
from datetime import UTC, date, datetime, timedelta

import msgspec

from trainer.exams.certificates.certificate import NUMBER_BYTES, Certificate, read_number, written_number
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KID_BYTES, SIGNATURE_BYTES, Domain, PrivateKey, PublicKey
from trainer.texts import Message

PREFIX = "CT1:"
_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_EPOCH = date(2020, 1, 1)
_DIGEST_BYTES = 16
_RULES_BYTES = 8
_LONGEST = 1_000
# version, key, number, issued and expires in days, status index, result, rules
_HEAD = struct.Struct(f">B{KID_BYTES}s{NUMBER_BYTES}sHHI{_DIGEST_BYTES}s{_RULES_BYTES}s")


class NoCardError(RefusedError):
    """A text that is no card, or one that was changed."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card that was read; whether it was signed by whom it says is asked with `signed_by`."""

    kid: str
    number: str
    issued: date
    expires: date
    status: int
    result: str  # the first half of the digest
    rules: str  # the first quarter of the digest
    level: str
    holder: str
    scheme: str
    said: bytes
    signature: bytes

    def signed_by(self, key: PublicKey) -> bool:
        return key.signed(Domain.CARD, self.said, self.signature)

    def begins(self) -> datetime:
        return datetime.combine(self.issued, datetime.min.time(), UTC)

    def ends(self) -> datetime:
        """The first moment that the card no longer covers: it holds to the end of its last day."""
        return datetime.combine(self.expires, datetime.min.time(), UTC) + timedelta(days=1)

    def matches(self, certificate: Certificate) -> bool:
        """Whether card and certificate are the same in all that the card says."""
        return self.said[1 + KID_BYTES :] == _body(certificate, bytes(KID_BYTES))[1 + KID_BYTES :]


def write_card(certificate: Certificate, key: PrivateKey) -> str:
    """The text of the QR code."""
    said = _body(certificate, bytes.fromhex(key.public.kid))
    return PREFIX + _base45(said + key.sign(Domain.CARD, said))


def read_card(text: str) -> Card:
    """A card from the text of its QR code; raises `NoCardError`. The signature is not looked at."""
    if not text.startswith(PREFIX) or len(text) > _LONGEST:
        raise NoCardError(Message("certificates.refused.no-card"))
    try:
        raw = _from_base45(text.removeprefix(PREFIX))
        said, signature = raw[:-SIGNATURE_BYTES], raw[-SIGNATURE_BYTES:]
        version, kid, number, issued, expires, status, result, rules = _HEAD.unpack_from(said)
        level, scheme, holder, *rest = said[_HEAD.size :].decode("utf-8").split("\0")
        if version != 1 or rest or said[0] != 1:
            raise ValueError
        return Card(
            kid=kid.hex(),
            number=written_number(number),
            issued=_EPOCH + timedelta(days=issued),
            expires=_EPOCH + timedelta(days=expires),
            status=status,
            result=result.hex(),
            rules=rules.hex(),
            level=level,
            scheme=scheme,
            holder=holder,
            said=said,
            signature=signature,
        )
    except (ValueError, struct.error, UnicodeDecodeError):
        raise NoCardError(Message("certificates.refused.no-card")) from None


def _body(certificate: Certificate, kid: bytes) -> bytes:
    head = _HEAD.pack(
        1,
        kid,
        read_number(certificate.number),
        (certificate.issued_at.date() - _EPOCH).days,
        (certificate.expires_at.date() - _EPOCH).days,
        certificate.status,
        bytes.fromhex(certificate.result)[:_DIGEST_BYTES],
        bytes.fromhex(certificate.rules)[:_RULES_BYTES],
    )
    return head + "\0".join((certificate.level, certificate.scheme, certificate.holder)).encode("utf-8")


def _base45(data: bytes) -> str:
    """
    >>> _base45(b"base-45")
    'UJCLQE7W581'
    """
    text = ""
    for start in range(0, len(data) - 1, 2):
        rest, low = divmod(data[start] * 256 + data[start + 1], 45)
        high, middle = divmod(rest, 45)
        text += _SIGNS[low] + _SIGNS[middle] + _SIGNS[high]
    if len(data) % 2:
        high, low = divmod(data[-1], 45)
        text += _SIGNS[low] + _SIGNS[high]
    return text


def _from_base45(text: str) -> bytes:
    """The bytes that are written so, in the one way they are; or `ValueError`."""
    data = bytearray()
    for start in range(0, len(text), 3):
        figures = [_SIGNS.index(sign) for sign in text[start : start + 3]]
        value = sum(figure * 45**place for place, figure in enumerate(figures))
        if value >= 256 ** (len(figures) - 1):
            raise ValueError("too large")
        data += value.to_bytes(len(figures) - 1, "big")
    if _base45(bytes(data)) != text:
        raise ValueError("written otherwise")
    return bytes(data)
