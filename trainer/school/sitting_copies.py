"""Copies of a running sitting on the service, so that it can continue on another laptop if its own fails.

The copied files are those from which `trainer.exams` takes over a sitting: header, sealed paper, chained log, counter
and the candidate's record. Without the paper's code nothing in them can be read, and a changed line breaks the chain.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from trainer.exams.canonical import read_canonical
from trainer.exams.countersignature import countersigned_bytes, newest_checkpoint
from trainer.exams.errors import RefusedError
from trainer.exams.people import People, read_candidate
from trainer.exams.result import SittingHeader
from trainer.exams.trust import format_time
from trainer.school.entries import LARGEST_BODY
from trainer.school.protocol import CounterSigned, SittingCopy
from trainer.school.service_identity import ServiceIdentity
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_private

FOLDER = "from-school"  # folder inside the exams folder for sittings from other laptops
_COUNTER, _HEADER, _CANDIDATE = "counter", "header.json", "candidate.json"
_FILES = (_CANDIDATE, _HEADER, "paper.json", "events.jsonl", _COUNTER)
LAST = max(_FILES)  # the service sends the files in the order of their names


class SittingCopies:
    """Sends the files of this laptop's sitting to the school, and stores those of another laptop's sitting here."""

    def __init__(self, exams: Path) -> None:
        self._exams = exams
        self._sent: dict[Path, tuple[int, int]] = {}

    def resend_all(self) -> None:
        """Send every file again, on a new connection."""
        self._sent.clear()

    def changed(self, sitting: str) -> Iterator[SittingCopy]:
        """The files of a sitting that changed since they were last sent."""
        for name in _FILES:
            try:
                path = self._candidate(sitting) if name == _CANDIDATE else _path(self._exams, sitting, name)
                status = path.stat()
                state = (status.st_size, status.st_mtime_ns)
                if self._sent.get(path) == state or status.st_size > LARGEST_BODY:
                    continue
                copy = SittingCopy(sitting=sitting, name=name, data=read_input_file(path), countersigned=True)
            except (OSError, RefusedError, ValueError):  # a log that is being written is read again later
                continue
            self._sent[path] = state
            yield copy

    def _candidate(self, sitting: str) -> Path:
        header = msgspec.convert(read_canonical(read_input_file(_path(self._exams, sitting, _HEADER))), SittingHeader)
        return People(self._exams / "people").path(header.candidate)

    def store(self, copy: SittingCopy) -> None:
        """Store a file of another laptop's sitting where `trainer.exams` takes it over. Raises `OSError`."""
        folder = self._exams / FOLDER
        if copy.name == _CANDIDATE:
            candidate = read_candidate(copy.data)
            if candidate is not None:
                People(folder / "people").keep(candidate)
            return
        write_private(_path(folder, copy.sitting, copy.name), copy.data)


def countersigned(identity: ServiceIdentity, sitting: str, log: bytes, now: int) -> CounterSigned | None:
    """The service's signature on the newest checkpoint of a log; ``None`` if it has one already, or no checkpoint."""
    newest = newest_checkpoint(log)
    if newest is None:
        return None
    at = format_time(datetime.fromtimestamp(now / 1000, UTC))
    signature = identity.sign(countersigned_bytes(sitting, *newest, at))
    return CounterSigned(
        sitting=sitting,
        checkpoint=newest[0],
        hash=newest[1],
        at=at,
        certificate=identity.public,
        signature=signature,
    )


def _path(exams: Path, sitting: str, name: str) -> Path:
    return exams / "counters" / sitting if name == _COUNTER else exams / "sittings" / sitting / name
