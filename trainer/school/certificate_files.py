"""Certificates through the school: given by it, brought to their holders' laptops, and looked at whenever asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from uuid import UUID

from trainer.exams.certificates.status_lists import NewestLists
from trainer.exams.certificates.verifier import Verdict, Verifier
from trainer.exams.trust import Trust
from trainer.records.attempts import wall_clock
from trainer.school.entries import LARGEST_BODY
from trainer.school.sealed_files import SealedFiles
from trainer.system.digests import sha256
from trainer.texts import Message

_ENDINGS = {b"%PDF": ".pdf", b"\x89PNG": ".png"}


def certificate_id(document: bytes) -> UUID:
    """The id under which a certificate travels, whatever its form."""
    return UUID(bytes=sha256(b"certificate " + document).digest()[:16])


def look_at_certificate(
    entry_id: bytes, document: bytes, trusted: Sequence[Trust] = (), clock: Callable[[], datetime] = wall_clock
) -> Message | None:
    """A look at a certificate that comes in: as it was issued, and with the school's keys also by whom. One that was
    revoked or has run out is still a certificate. Says what is wrong; nothing if it holds."""
    if certificate_id(document).bytes != entry_id or len(document) > LARGEST_BODY:
        return Message("school.why.id")
    finding = Verifier(trusted, NewestLists(), clock).verify(document)
    wrong = (Verdict.ALTERED, Verdict.UNKNOWN_ISSUER) if trusted else (Verdict.ALTERED,)
    return finding.reason if finding.verdict in wrong else None


class CertificateFiles(SealedFiles):
    """The certificates that a school gave to somebody, on his laptop."""

    pattern = "certificate-*"

    def __init__(self, exams: Path) -> None:
        super().__init__(exams / "given")

    def id_of(self, document: bytes) -> UUID:
        return certificate_id(document)

    def name_of(self, number: UUID, document: bytes) -> str:
        if look_at_certificate(number.bytes, document):
            return ""
        return f"certificate-{number.hex[:12]}{_ENDINGS.get(document[:4], '.json')}"
