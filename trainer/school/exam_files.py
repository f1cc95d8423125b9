"""Where exams and the school meet: sealed papers go out, sealed results come back; all else is the exams' own."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from uuid import UUID

from trainer.exams.clock import MachineClock
from trainer.exams.errors import RefusedError
from trainer.exams.key_ring import KeyRing
from trainer.exams.locked_paper import read_locked
from trainer.exams.office import Office
from trainer.exams.people import read_candidate
from trainer.exams.register import Register
from trainer.exams.result import from_bytes
from trainer.exams.scheme import Scheme
from trainer.exams.scheme_files import Schemes
from trainer.exams.trust import Trust, format_time
from trainer.exams.verification import verify
from trainer.records.attempts import to_milliseconds, wall_clock
from trainer.records.database_files import new_file
from trainer.rulebooks import RulebookError
from trainer.school.certificate_files import CertificateFiles, look_at_certificate
from trainer.school.entries import Sort
from trainer.school.laptop.local import SealedStore
from trainer.school.sealed_files import SealedFiles
from trainer.school.storage.entry_book import EntryBook, SatExam
from trainer.system.digests import sha256
from trainer.system.private_files import make_private_folder
from trainer.texts import Message

_SECOND = "-second"  # a second result of one sitting, which is kept as evidence and goes nowhere


def result_id(data: bytes) -> UUID:
    """The id under which a sealed result travels; raises `RefusedError` if it is none."""
    return UUID(bytes=sha256(b"sitting " + from_bytes(data).digest.encode()).digest()[:16])


def look_at_result(entry_id: bytes, document: bytes, trust: Trust | None = None) -> Message | None:
    """A look at a sealed result that comes in: chain, marks and seals, and with the school's keys also who sealed it.
    Says what is wrong; nothing if it holds."""
    try:
        verify(document, trust)
        return None if result_id(document).bytes == entry_id else Message("school.why.id")
    except RefusedError as error:
        return error.message


def schemes_of(files: Schemes, rulebook: str) -> list[Scheme]:
    """The exams of a regulation that can be set; what has faults is named where exams are made."""
    found = []
    for scheme_id in files.ids():
        try:
            found.append(files.load(scheme_id))
        except (RefusedError, RulebookError, ValueError):
            continue
    return [scheme for scheme in found if scheme.rulebook == rulebook]


def sat_exam(document: bytes) -> SatExam:
    """What a sealed result is work on; raises `RefusedError` if it is none."""
    result = from_bytes(document).result
    marks = [each for each in result.marks.items if not each.voided]
    began = to_milliseconds(datetime.fromisoformat(result.header.created))
    return SatExam(
        scheme=result.header.scheme,
        answers=len(marks),
        rights=sum(each.right for each in marks),
        milliseconds=sum(each.ms for each in marks),
        began=began,
    )


def take_paper(exams: Path, data: bytes, seat: str, by: str, now: datetime) -> bool:
    """Keep a sealed paper that was handed out, under its own name and in the register, as if it had been drawn here;
    a second time changes nothing. Says whether it is new. Raises `RefusedError` or `ValueError` if it is none."""
    locked = read_locked(data)
    paper = locked.commitment.paper
    if not (paper.isascii() and paper.isalnum()):
        raise ValueError(f"no name of a paper: {paper[:60]!r}")
    path = exams / "papers" / f"{paper}.json"
    make_private_folder(path.parent)
    if not path.exists():
        with new_file(path) as unfinished:
            unfinished.write_bytes(data)
    register = Register(exams / "register.jsonl")
    if register.find("drawn", paper) is not None:
        return False
    details = {"seat": seat, "scheme": locked.scheme, "commitment": locked.commitment.whole, "reason": ""}
    register.add("drawn", paper, format_time(now), by, **details)
    return True


def take_result(exams: Path, document: bytes, candidate: bytes = b"") -> None:
    """Put a sealed result that came in where it is reviewed, if this machine has the school's keys; with the record of
    who sat it, if his laptop has sent one. What is there already, or does not hold, changes nothing."""
    office = Office(exams, MachineClock())
    with contextlib.suppress(RefusedError, OSError):
        if not office.keys.exists:
            return
        found = verify(document, office.keys.trust).sealed
        who, people = read_candidate(candidate), office.people
        if who is not None and who.reference == found.result.header.candidate and who.reference not in people.erased():
            people.keep(who)
        office.keep(found)


class ResultFiles(SealedFiles):
    """The sealed results in a folder of exams, as they travel."""

    pattern = "*.json"

    def __init__(self, exams: Path) -> None:
        super().__init__(exams / "results")

    def id_of(self, document: bytes) -> UUID:
        return result_id(document)

    def documents(self) -> Iterator[UUID]:
        self._seen |= {path.name for path in self._folder.glob(f"*{_SECOND}.json")}
        return super().documents()

    def name_of(self, number: UUID, document: bytes) -> str:
        """Of a result of this candidate from another laptop."""
        try:
            sealed = from_bytes(document)
        except RefusedError:
            return ""
        sitting = sealed.result.header.sitting
        if look_at_result(number.bytes, document) or not (sitting.isascii() and sitting.isalnum()):
            return ""
        return f"{sitting}-{sealed.digest[:12]}.json"


def sealed_files(exams: Path) -> dict[Sort, SealedStore]:
    """All documents of a laptop that travel, by their sort."""
    return {Sort.SITTING: ResultFiles(exams), Sort.CERTIFICATE: CertificateFiles(exams)}


def trust_own_keys(storage: EntryBook, exams: Path) -> None:
    """Where this machine has the school's keys, what comes in must be sealed by one of them: by those of the moment at
    which it comes, for a school may be founded, and a key replaced, while its service runs."""
    ring = KeyRing(exams / "keys", wall_clock)

    def sitting(entry_id: bytes, document: bytes) -> Message | None:
        try:
            return look_at_result(entry_id, document, ring.trust if ring.exists else None)
        except RefusedError as error:  # the school's own list is damaged
            return error.message

    def certificate(entry_id: bytes, document: bytes) -> Message | None:
        try:
            return look_at_certificate(entry_id, document, [ring.trust] if ring.exists else [])
        except RefusedError as error:
            return error.message

    storage.looks = {Sort.SITTING: sitting, Sort.CERTIFICATE: certificate}
