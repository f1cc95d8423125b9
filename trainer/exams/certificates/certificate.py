"""Facts of a certificate: the one source of card, credential, badge and PDF."""

from __future__ import annotations

import secrets
import unicodedata
from datetime import datetime

import msgspec

from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.trust import parse_time
from trainer.system.people_names import is_visible
from trainer.texts import Language, Message, Names

NUMBER_BYTES = 8
AIDS = ("four-colour-deck", "chip-text", "paper")  # aids with a text; others are printed as in the scheme
LONGEST_NAME = 96  # bytes of UTF-8 that fit on the card
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32: no characters that are easily confused


class PartMark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the exam; marks in hundredths of a percent."""

    names: Names
    reached: int
    needed: int = 0


class Certificate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All facts of a certificate. Times are written by `trust.format_time`; digests are hexadecimal.

    ``holder`` is the name in the identity document; the sealed result holds no name. ``result`` is the digest of that
    result, ``rules`` of the rules it was sat under. ``renews`` is the number of the certificate it renews.
    """

    number: str
    holder: str
    school: str
    place: str = ""
    scheme: str
    scheme_names: Names
    revision: int = 1
    level: str
    regulation: Names
    games: tuple[Names, ...]
    rules: str
    parts: tuple[PartMark, ...]
    reached: int
    needed: int
    aids: tuple[str, ...] = ()
    not_assessed: tuple[Names, ...] = ()
    sat: str
    issued: str
    expires: str
    result: str
    status: int
    certifier: str = ""
    renews: str = ""
    renewed_by: str = ""  # id of the shorter scheme that renews it
    language: Language = Language.ES

    @property
    def issued_at(self) -> datetime:
        return parse_time(self.issued)

    @property
    def expires_at(self) -> datetime:
        return parse_time(self.expires)

    @property
    def id(self) -> str:
        """URN of the credential."""
        return f"urn:croupier-trainer:certificate:{self.number}"

    def to_bytes(self) -> bytes:
        return canonical(msgspec.to_builtins(self))


def new_number() -> str:
    """Random certificate number: 64 bits in four groups of letters and digits."""
    return format_number(secrets.token_bytes(NUMBER_BYTES))


def format_number(raw: bytes) -> str:
    """Certificate number as text.

    >>> format_number(bytes(range(8)))
    '0008-20C2-0A1G-7'
    """
    value = int.from_bytes(raw, "big")
    letters = "".join(_LETTERS[value >> shift & 31] for shift in range(60, -1, -5))
    return "-".join(letters[start : start + 4] for start in range(0, 13, 4))


def parse_number(text: str) -> bytes:
    """Parse a certificate number; raises `ValueError`."""
    value = 0
    for letter in text.replace("-", "")[:13]:  # as many as `format_number` writes
        value = value << 5 | _LETTERS.index(letter)
    raw = value.to_bytes(NUMBER_BYTES + 1, "big")[1:]
    if format_number(raw) != text:
        raise ValueError(f"{text!r} is no number of a certificate")
    return raw


def clean_name(name: str) -> str:
    """Holder's name as printed and signed; raises `RefusedError` if it is empty, too long or not printable."""
    clean = unicodedata.normalize("NFC", " ".join(name.split()))
    if not clean or not is_visible(clean) or len(clean.encode("utf-8", "replace")) > LONGEST_NAME:
        raise RefusedError(Message("certificates.refused.name", {"most": LONGEST_NAME}))
    if any(unicodedata.category(letter) in ("Cf", "Cs", "Co", "Cn") for letter in clean):
        raise RefusedError(Message("certificates.refused.name", {"most": LONGEST_NAME}))
    return clean
