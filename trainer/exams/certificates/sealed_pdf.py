"""Seal of a PDF: a last line that signs every byte before it and locates the attached credential and card.

The credential's signature does not cover what is printed; this line does. PDF readers treat it as a comment. A file
that was changed, saved again or appended to has no valid seal.
"""

from __future__ import annotations

import re

import msgspec

from trainer.exams.certificates.token import AlteredError
from trainer.exams.keys import KID_BYTES, SIGNATURE_BYTES, Domain, PrivateKey, PublicKey
from trainer.texts import Message

_LINE = re.compile(
    rb"%%ct-seal-v1 ([0-9a-f]{%d}) (\d{1,9}) (\d{1,9}) (\d{1,9}) (\d{1,9}) ([0-9a-f]{%d})\n"
    % (2 * KID_BYTES, 2 * SIGNATURE_BYTES)
)
_STREAM = b"\nstream\n"  # start of a stream as reportlab writes it
_LONGEST_LINE = 260


class SealedPdf(msgspec.Struct, frozen=True, kw_only=True):
    """A parsed PDF: its attachments and what the seal covers."""

    kid: str
    credential: str
    card: str
    covered: bytes
    signature: bytes

    def sealed_by(self, key: PublicKey) -> bool:
        return key.kid == self.kid and key.signed(Domain.PDF, self.covered, self.signature)


def seal_pdf(pdf: bytes, credential: str, card: str, key: PrivateKey) -> bytes:
    """PDF with its seal line; credential and card must be attached uncompressed."""
    places = []
    for attached in (credential.encode("ascii"), card.encode("ascii")):
        places += [pdf.index(_STREAM + attached) + len(_STREAM), len(attached)]
    if not pdf.endswith(b"\n"):
        pdf += b"\n"
    covered = pdf + " ".join(["%ct-seal-v1", key.public.kid, *map(str, places)]).encode("ascii")
    return covered + b" " + key.sign(Domain.PDF, covered).hex().encode("ascii") + b"\n"


def read_sealed_pdf(data: bytes) -> SealedPdf:
    """Parse a sealed PDF without checking the signature; raises `AlteredError` if there is no seal."""
    start = data.rfind(b"\n%ct-seal-v1 ", max(0, len(data) - _LONGEST_LINE)) + 1
    line = _LINE.fullmatch(data, start) if start else None
    if line is None:
        raise AlteredError(Message("certificates.altered.no-seal"))
    kid, *figures, signature = (part.decode("ascii") for part in line.groups())
    credential_at, credential_length, card_at, card_length = map(int, figures)
    covered = data[: data.rindex(b" ")]
    try:
        credential = data[credential_at : credential_at + credential_length].decode("ascii")
        card = data[card_at : card_at + card_length].decode("ascii")
    except UnicodeDecodeError:
        raise AlteredError(Message("certificates.altered.no-seal")) from None
    return SealedPdf(kid=kid, credential=credential, card=card, covered=covered, signature=bytes.fromhex(signature))
