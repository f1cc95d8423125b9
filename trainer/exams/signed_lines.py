"""Signatures on lines of the register.

The register's hashes need no secret, so whoever can write the file can add a line with right hashes. A line that gives
somebody a key, a certificate its facts or a status its end therefore counts only with a signature. Lines of programs
before November 2026 have none; they count as long as no signed line of their kind stands before them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.keys import Domain, PrivateKey, PublicKey, parse_hex
from trainer.exams.register import Entry

SIGNER, SIGNED = "signer", "signed"


def signed_details(kind: str, about: str, details: Mapping[str, str], key: PrivateKey) -> dict[str, str]:
    """Details of a line with the signature of a key over them."""
    signature = key.sign(Domain.REGISTER, _covered(kind, about, details))
    return {**details, SIGNER: str(key.public), SIGNED: signature.hex()}


def is_signed(line: Entry, keys: Collection[PublicKey]) -> bool:
    """Whether one of these keys signed a line."""
    try:
        signer = PublicKey.from_text(line.details[SIGNER])
        covered = _covered(line.kind, line.about, line.details)
        return signer in keys and signer.signed(Domain.REGISTER, covered, parse_hex(line.details[SIGNED]))
    except (KeyError, RefusedError, ValueError):
        return False


def counted_lines(lines: Iterable[Entry], kind: str, keys: Collection[PublicKey]) -> Iterator[Entry]:
    """Lines of a kind that one of these keys signed, and unsigned ones before the first of them."""
    has_signed = False
    for line in lines:
        if line.kind == kind:
            signed = is_signed(line, keys)
            has_signed = has_signed or signed
            if signed or not (has_signed or SIGNED in line.details):
                yield line


def _covered(kind: str, about: str, details: Mapping[str, str]) -> bytes:
    said = {name: value for name, value in details.items() if name not in (SIGNER, SIGNED)}
    return canonical({"about": about, "details": said, "kind": kind})
