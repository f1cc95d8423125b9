"""What a certificate says: the one set of facts that card, credential, picture and PDF are made from."""

from __future__ import annotations

import secrets
import unicodedata
from datetime import datetime

import msgspec

from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.trust import parse_time
from trainer.texts import Language, Message, Names

NUMBER_BYTES = 8
AIDS = ("four-colour-deck", "chip-text", "paper")  # those that have words; others are printed as the scheme has them
LONGEST_NAME = 96  # bytes of UTF-8: what the card has room for
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: none is taken for another when read aloud


class PartMark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the exam, with what was reached in hundredths of a percent."""

    names: Names
    reached: int
    needed: int = 0


class Certificate(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The facts. Times are written by `trust.format_time`; digests are hexadecimal.

    ``holder`` is the name in the identity document; the sealed result itself holds no name. ``result`` is the digest of
    that result, ``rules`` of the rules it was sat under. ``renews`` is the number of the certificate it takes on.
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
    renewed_by: str = ""  # the shorter scheme that renews it
    language: Language = Language.ES

    @property
    def issued_at(self) -> datetime:
        return parse_time(self.issued)

    @property
    def expires_at(self) -> datetime:
        return parse_time(self.expires)

    @property
    def id(self) -> str:
        """The credential's name."""
        return f"urn:croupier-trainer:certificate:{self.number}"

    def to_bytes(self) -> bytes:
        return canonical(msgspec.to_builtins(self))


def new_number() -> str:
    """A number that nobody can guess or count: 64 bits in four groups of letters and figures."""
    return written_number(secrets.token_bytes(NUMBER_BYTES))


def written_number(raw: bytes) -> str:
    """
    >>> written_number(bytes(range(8)))
    '0008-20C2-0A1G-7'
    """
    value = int.from_bytes(raw, "big")
    letters = "".join(_LETTERS[value >> shift & 31] for shift in range(60, -1, -5))
    return "-".join(letters[start : start + 4] for start in range(0, 13, 4))


def read_number(text: str) -> bytes:
    """The bytes of a number; `ValueError` if it is none."""
    value = 0
    for letter in text.replace("-", ""):
        value = value << 5 | _LETTERS.index(letter)
    raw = value.to_bytes(NUMBER_BYTES + 1, "big")[1:]
    if written_number(raw) != text:
        raise ValueError(f"{text!r} is no number of a certificate")
    return raw


def clean_name(name: str) -> str:
    """A holder's name as it is printed and signed; raises `RefusedError` for none, one too long or unprintable."""
    clean = unicodedata.normalize("NFC", " ".join(name.split()))
    if not clean or not clean.isprintable() or len(clean.encode("utf-8", "replace")) > LONGEST_NAME:
        raise RefusedError(Message("certificates.refused.name", {"most": LONGEST_NAME}))
    if any(unicodedata.category(letter) in ("Cf", "Cs", "Co", "Cn") for letter in clean):
        raise RefusedError(Message("certificates.refused.name", {"most": LONGEST_NAME}))
    return clean
