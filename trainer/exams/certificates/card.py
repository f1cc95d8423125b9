"""The card: the main facts of a certificate in about 220 signed bytes, small enough for a QR code on paper.

The full credential does not fit in a QR code that a phone can read. The card holds what is compared with the paper and
what is needed to look up the status list. Its text is ``CT1:`` and base 45 (RFC 9285), which QR codes store densely.
"""

from __future__ import annotations

import struct
from datetime import UTC, date, datetime, timedelta

import msgspec

from trainer.exams.certificates.certificate import NUMBER_BYTES, Certificate, format_number, parse_number
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KID_BYTES, SIGNATURE_BYTES, Domain, PrivateKey, PublicKey
from trainer.texts import Message

PREFIX = "CT1:"
_SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_EPOCH = date(2020, 1, 1)
_LAST = _EPOCH + timedelta(days=65_535)  # days are counted in 16 bits
_DIGEST_BYTES = 16
_RULES_BYTES = 8
_LONGEST = 1_000
# version, key id, number, issued and expires (days), status index, result, rules
_HEAD = struct.Struct(f">B{KID_BYTES}s{NUMBER_BYTES}sHHI{_DIGEST_BYTES}s{_RULES_BYTES}s")


class NoCardError(RefusedError):
    """A text that is not a card, or a changed card."""


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A parsed card; `signed_by` checks its signature."""

    kid: str
    number: str
    issued: date
    expires: date
    status: int
    result: str  # first half of the result's digest
    rules: str  # first quarter of the rules' digest
    level: str
    holder: str
    scheme: str
    said: bytes
    signature: bytes

    def signed_by(self, key: PublicKey) -> bool:
        return key.signed(Domain.CARD, self.said, self.signature)

    def begins(self) -> datetime:
        """Start of the day of issue, in UTC."""
        return datetime.combine(self.issued, datetime.min.time(), UTC)

    def ends(self) -> datetime:
        """First moment after the last valid day."""
        return datetime.combine(self.expires, datetime.min.time(), UTC) + timedelta(days=1)

    def matches(self, certificate: Certificate) -> bool:
        """Whether the certificate agrees with everything on the card."""
        return self.said[1 + KID_BYTES :] == _body(certificate, bytes(KID_BYTES))[1 + KID_BYTES :]


def write_card(certificate: Certificate, key: PrivateKey) -> str:
    """Text of the QR code; raises `RefusedError` for dates that no card can have."""
    if not _EPOCH <= certificate.issued_at.date() <= certificate.expires_at.date() <= _LAST:
        raise RefusedError(Message("system.clock"))
    said = _body(certificate, bytes.fromhex(key.public.kid))
    return PREFIX + base45(said + key.sign(Domain.CARD, said))


def read_card(text: str) -> Card:
    """Parse the text of a QR code without checking the signature; raises `NoCardError`."""
    if not text.startswith(PREFIX) or len(text) > _LONGEST:
        raise NoCardError(Message("certificates.refused.no-card"))
    try:
        raw = from_base45(text.removeprefix(PREFIX))
        said, signature = raw[:-SIGNATURE_BYTES], raw[-SIGNATURE_BYTES:]
        version, kid, number, issued, expires, status, result, rules = _HEAD.unpack_from(said)
        level, scheme, holder, *rest = said[_HEAD.size :].decode("utf-8").split("\0")
        if version != 1 or rest or said[0] != 1:
            raise ValueError
        return Card(
            kid=kid.hex(),
            number=format_number(number),
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
    """Signed bytes of a card."""
    head = _HEAD.pack(
        1,
        kid,
        parse_number(certificate.number),
        (certificate.issued_at.date() - _EPOCH).days,
        (certificate.expires_at.date() - _EPOCH).days,
        certificate.status,
        bytes.fromhex(certificate.result)[:_DIGEST_BYTES],
        bytes.fromhex(certificate.rules)[:_RULES_BYTES],
    )
    return head + "\0".join((certificate.level, certificate.scheme, certificate.holder)).encode("utf-8")


def base45(data: bytes) -> str:
    """Encode as base 45.

    >>> base45(b"base-45")
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


def from_base45(text: str) -> bytes:
    """Decode base 45; raises `ValueError` unless the text is the canonical encoding."""
    data = bytearray()
    for start in range(0, len(text), 3):
        figures = [_SIGNS.index(sign) for sign in text[start : start + 3]]
        value = sum(figure * 45**place for place, figure in enumerate(figures))
        if value >= 256 ** (len(figures) - 1):
            raise ValueError("too large")
        data += value.to_bytes(len(figures) - 1, "big")
    if base45(bytes(data)) != text:
        raise ValueError("written otherwise")
    return bytes(data)
