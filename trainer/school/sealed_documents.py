"""Sealed documents that travel between laptops and the school: exam results, exam papers and certificates.

Each document carries its own seal. Here are their ids, the checks when one comes in, and the folders of a laptop that
hold them; everything else about exams is in `trainer.exams`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from uuid import UUID

from trainer.exams.certificates.status_lists import NewestLists
from trainer.exams.certificates.verifier import Verdict, Verifier
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
from trainer.school.entries import LARGEST_BODY, Sort
from trainer.school.laptop.local_entries import SealedStore
from trainer.school.storage.entry_book import EntryBook, ExamSummary
from trainer.system.digests import sha256
from trainer.system.input_files import read_input_file
from trainer.system.private_files import make_private_folder
from trainer.texts import Message

_log = logging.getLogger(__name__)


class DocumentFolder:
    """The documents of one kind in a folder of this laptop. Subclasses say which files, ids and checks."""

    pattern = "*"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._paths: dict[UUID, Path] = {}
        self._seen: set[str] = set()

    def id_of(self, document: bytes) -> UUID:
        """The id of a document; raises `RefusedError` if it is not one of this kind."""
        raise NotImplementedError

    def name_of(self, number: UUID, document: bytes) -> str:
        """The file name for a document; empty if it must not be stored."""
        raise NotImplementedError

    def documents(self) -> Iterator[UUID]:
        """The ids of all documents in the folder."""
        for path in sorted(self._folder.glob(self.pattern)) if self._folder.is_dir() else ():
            if path.name not in self._seen:
                self._seen.add(path.name)
                try:
                    self._paths[self.id_of(read_input_file(path))] = path
                except (RefusedError, OSError):
                    continue
        yield from list(self._paths)

    def document(self, number: UUID) -> bytes | None:
        """A document by its id; None if it is unknown or cannot be read."""
        path = self._paths.get(number)
        if path is None:  # it may be in the folder, which nobody has listed yet
            path = {known: self._paths[known] for known in self.documents()}.get(number)
        try:
            return read_input_file(path) if path else None
        except OSError:
            return None

    def keep_document(self, number: UUID, document: bytes) -> None:
        """Store a document of this person from elsewhere; an invalid one is ignored."""
        name = self.name_of(number, document)
        if not name:
            return
        make_private_folder(self._folder)
        path = self._folder / name
        if not path.exists():
            with new_file(path) as unfinished:
                unfinished.write_bytes(document)
        self._seen.add(path.name)
        self._paths[number] = path


_ENDINGS = {b"%PDF": ".pdf", b"\x89PNG": ".png"}


def certificate_id(document: bytes) -> UUID:
    """The entry id of a certificate, in any of its formats."""
    return UUID(bytes=sha256(b"certificate " + document).digest()[:16])


def check_certificate(
    entry_id: bytes, document: bytes, trusted: Sequence[Trust] = (), clock: Callable[[], datetime] = wall_clock
) -> Message | None:
    """Check a certificate that arrives: its seal and, if keys are given, its issuer. Revoked and expired ones are
    accepted. Returns the problem, or None."""
    if certificate_id(document).bytes != entry_id or len(document) > LARGEST_BODY:
        return Message("school.why.id")
    finding = Verifier(trusted, NewestLists(), clock).verify(document)
    wrong = (Verdict.ALTERED, Verdict.UNKNOWN_ISSUER) if trusted else (Verdict.ALTERED,)
    return finding.reason if finding.verdict in wrong else None


class CertificateFiles(DocumentFolder):
    """The certificates on a laptop that the school gave to its owner."""

    pattern = "certificate-*"

    def __init__(self, exams: Path) -> None:
        super().__init__(exams / "given")

    def id_of(self, document: bytes) -> UUID:
        return certificate_id(document)

    def name_of(self, number: UUID, document: bytes) -> str:
        if check_certificate(number.bytes, document):
            return ""
        return f"certificate-{number.hex[:12]}{_ENDINGS.get(document[:4], '.json')}"


_SECOND = "-second"  # a second result of the same sitting, kept as evidence and not sent


def result_id(data: bytes) -> UUID:
    """The entry id of a sealed result; raises `RefusedError` if it is not one."""
    return UUID(bytes=sha256(b"sitting " + from_bytes(data).digest.encode()).digest()[:16])


def check_result(entry_id: bytes, document: bytes, trust: Trust | None = None) -> Message | None:
    """Check a sealed result that arrives: chain, marks and seals, and with the school's keys who sealed it. Returns the
    problem, or None."""
    try:
        verify(document, trust)
        return None if result_id(document).bytes == entry_id else Message("school.why.id")
    except RefusedError as error:
        return error.message


def schemes_of(files: Schemes, rulebook: str) -> list[Scheme]:
    """The exam schemes of a regulation that can be set. Schemes with errors are skipped here."""
    found = []
    for scheme_id in files.ids():
        try:
            found.append(files.load(scheme_id))
        except (RefusedError, RulebookError, ValueError):
            continue
    return [scheme for scheme in found if scheme.rulebook == rulebook]


def exam_summary(document: bytes) -> ExamSummary:
    """What a sealed result contributes to an assignment; raises `RefusedError` if it is not a result."""
    result = from_bytes(document).result
    marks = [each for each in result.marks.items if not each.voided]
    began = to_milliseconds(datetime.fromisoformat(result.header.created))
    return ExamSummary(
        scheme=result.header.scheme,
        answers=len(marks),
        rights=sum(each.right for each in marks),
        milliseconds=sum(each.ms for each in marks),
        began=began,
    )


def accept_paper(exams: Path, data: bytes, seat: str, by: str, now: datetime) -> bool:
    """Store a sealed paper that was handed out, and register it as if it had been drawn here. Returns whether it is
    new. Raises `RefusedError` or `ValueError` if it is not a paper."""
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
    details |= {"handed": "yes"}
    register.add("drawn", paper, format_time(now), by, **details)
    return True


def sitting_of(document: bytes) -> str:
    """The id of the sitting that a sealed result is of; empty if it cannot be read."""
    try:
        return from_bytes(document).result.header.sitting
    except RefusedError:
        return ""


def accept_result(
    exams: Path, document: bytes, candidate: bytes = b"", log: bytes = b"", *, service: bytes = b""
) -> None:
    """File a sealed result for review, with the candidate's record if there is one, if this machine has the school's
    keys. A known or invalid result changes nothing. ``log`` is the copy of the log that the school received during the
    sitting: a result that contradicts it is not filed. ``service`` is the fingerprint of the school's service. The
    register notes it, so that a review can tell its countersignatures from others."""
    office = Office(exams, MachineClock())
    try:
        if not office.keys.exists:
            return
        found = verify(document, office.keys.trust).sealed
        who, people = read_candidate(candidate), office.people
        if who is not None and who.reference == found.result.header.candidate and who.reference not in people.erased():
            people.keep(who)
        if service:
            office.note_service(service.hex())
        office.note_copy(found.result.header, log)
        office.store_result(found)
    except (RefusedError, OSError):
        _log.warning("a sealed result was not filed for review", exc_info=True)


class ResultFiles(DocumentFolder):
    """The sealed results in the exams folder."""

    pattern = "*.json"

    def __init__(self, exams: Path) -> None:
        super().__init__(exams / "results")

    def id_of(self, document: bytes) -> UUID:
        return result_id(document)

    def documents(self) -> Iterator[UUID]:
        self._seen |= {path.name for path in self._folder.glob(f"*{_SECOND}.json")}
        return super().documents()

    def name_of(self, number: UUID, document: bytes) -> str:
        """The file name for a result of this candidate from another laptop."""
        try:
            sealed = from_bytes(document)
        except RefusedError:
            return ""
        sitting = sealed.result.header.sitting
        if check_result(number.bytes, document) or not (sitting.isascii() and sitting.isalnum()):
            return ""
        return f"{sitting}-{sealed.digest[:12]}.json"


def document_folders(exams: Path) -> dict[Sort, SealedStore]:
    """The folders of all documents that a laptop synchronises, by their sort."""
    return {Sort.SITTING: ResultFiles(exams), Sort.CERTIFICATE: CertificateFiles(exams)}


def trust_own_keys(storage: EntryBook, exams: Path) -> None:
    """If this machine has the school's keys, accept only documents sealed by one of them.

    The keys are read for each document, because keys can be created or replaced while the service runs.
    """
    ring = KeyRing(exams / "keys", wall_clock)

    def sitting(entry_id: bytes, document: bytes) -> Message | None:
        try:
            return check_result(entry_id, document, ring.trust if ring.exists else None)
        except RefusedError as error:  # the school's own list of keys is damaged
            return error.message

    def certificate(entry_id: bytes, document: bytes) -> Message | None:
        try:
            return check_certificate(entry_id, document, [ring.trust] if ring.exists else [])
        except RefusedError as error:
            return error.message

    storage.document_checks = {Sort.SITTING: sitting, Sort.CERTIFICATE: certificate}
