"""The school's register: an append-only, hash-chained file of what was drawn, begun, handed in and decided.

It answers what no single file can: whether a paper was sat before, whether a sitting has a second result, whether a
decision was removed from a result, and that something existed at a moment, since its hash is in all later lines.
Several programs may share a register. Code that looks something up and writes because of it holds the lock meanwhile.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import takewhile
from pathlib import Path

import msgspec

from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.errors import RefusedError
from trainer.exams.roles import Role
from trainer.exams.trust import is_time
from trainer.records.database import WriterLock
from trainer.system.digests import sha256
from trainer.system.input_files import read_input_file
from trainer.system.private_files import append_durably, make_private_folder
from trainer.texts import Message

REGISTER_FILE = "register.jsonl"
_LARGEST = 1 << 32  # bytes; it only grows
_PATIENCE = 30.0  # seconds to wait for another program, which may be drawing a paper
FIRST = sha256(b"ct-register-v1\0").hexdigest()
_NEEDED = {  # details that are read from a line of a kind
    "drawing": ("seat", "scheme", "candidate", "reason"),
    "drawn": ("seat", "scheme", "commitment"),
    "began": ("paper", "candidate", "scheme"),
    "checkpoint": ("n", "last"),
    "result": ("sitting", "parent"),
    "second-result": ("sitting",),
    "second-sitting": ("paper",),
    "review": ("signature", "decision"),
    "correction": ("reason",),
    "staff": ("seal", "until", "role"),
    "certificate": ("facts", "nameless", "result", "index"),
    "status": ("status", "reason"),
    "wrong-password": ("second",),
    "right-password": ("second",),
}
_FORMS = {  # details of a kind that are read as numbers or as one of some words, and their form
    ("checkpoint", "n"): "[0-9]{1,9}",
    ("certificate", "index"): "[0-9]{1,9}",
    ("key-list", "statements"): "[0-9]{1,9}",
    ("wrong-password", "second"): r"[0-9]{1,12}\.[0-9]{3}",
    ("right-password", "second"): r"[0-9]{1,12}\.[0-9]{3}",
    ("review", "decision"): "confirmed|refused",
    ("staff", "role"): "|".join(Role),
}
_MS = "[0-9]{1,13}"  # the monotonic clock of a machine
_FIRST_YEAR, _END_YEAR = "1000", "9000"  # so that times can be moved by the slack of a clock


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line: what happened, to what, when, by whom, and the hash of the line before."""

    # keys, staff, wrong-password, right-password, drawing, drawn, looked, began, checkpoint, moved, result, review,
    # second-result, second-sitting, certificate, status, key-list, calibrated, erased, service
    kind: str
    about: str
    at: str
    by: str
    details: dict[str, str]
    after: str

    @property
    def is_whole(self) -> bool:
        """Whether the line has a time and the details that its kind needs, each in its form."""
        times = [self.at, *([self.details["began"]] if "began" in self.details else [])]
        return (
            all(is_time(time) and _FIRST_YEAR <= time < _END_YEAR for time in times)
            and all(name in self.details for name in _NEEDED.get(self.kind, ()))
            and ("boot" not in self.details or re.fullmatch(_MS, self.details.get("ms", "")) is not None)
            and all(
                re.fullmatch(form, self.details[name])
                for (kind, name), form in _FORMS.items()
                if kind == self.kind and name in self.details
            )
        )

    def digest(self) -> str:
        return _digest(canonical(msgspec.to_builtins(self)))


def _digest(line: bytes) -> str:
    return sha256(b"ct-register-v1\0" + line).hexdigest()


@lru_cache(maxsize=500_000)  # with fewer than the register has, each line would push out the next
def _read_line(line: bytes) -> Entry | None:
    """Parse a line; None if it is damaged. Cached, because one command reads all lines a dozen times."""
    try:
        entry = msgspec.convert(read_canonical(line), Entry)
    except (RefusedError, msgspec.ValidationError):
        return None
    return entry if entry.is_whole else None


class Register:
    """The register of a school, in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._holds = 0

    @contextmanager
    def hold(self, patience: float | None = None) -> Iterator[None]:
        """Hold the write lock during the block, reentrant; raises `OSError` if another program does not release it."""
        if self._holds:
            self._holds += 1
            try:
                yield
            finally:
                self._holds -= 1
            return
        make_private_folder(self.path.parent)
        lock = WriterLock(self.path, _PATIENCE if patience is None else patience)
        self._holds = 1
        try:
            yield
        finally:
            self._holds = 0
            lock.release()

    def entries(self) -> list[Entry]:
        """All lines; raises `RefusedError` at the first that is incomplete or was changed, dropped, added or moved."""
        found: list[Entry] = []
        last = FIRST
        for number, line in enumerate(self._lines(), start=1):
            entry = _read_line(line)
            if entry is None or entry.after != last:
                raise RefusedError(Message("exams.refused.register", {"line": number}))
            last = _digest(line)
            found.append(entry)
        return found

    @property
    def anchor(self) -> str:
        """Hash of the newest line. A file that holds it was written later than that line."""
        entries = self.entries()
        return entries[-1].digest() if entries else FIRST

    def of_kind(self, kind: str) -> list[Entry]:
        return [entry for entry in self.entries() if entry.kind == kind]

    def reviews_of(self, result: str) -> list[str]:
        """Signatures of all decisions about a result, in order."""
        return [entry.details["signature"] for entry in self.of_kind("review") if entry.about == result]

    def is_superseded(self, result: str) -> bool:
        """Whether a regrade replaced a result."""
        return any(entry.details.get("parent") == result for entry in self.of_kind("result"))

    def check_decisions(self, result: str, signatures: Sequence[str]) -> None:
        """Raise `RefusedError` if a decision about a result is missing from these: its file was put back or cut."""
        known = self.reviews_of(result)
        if list(signatures[: len(known)]) != known:
            params = {"found": len(signatures), "wanted": len(known)}
            raise RefusedError(Message("exams.refused.decision-missing", params))

    def check_current(self, result: str, signatures: Sequence[str]) -> None:
        """Raise `RefusedError` if a result was regraded or decided upon later."""
        if self.is_superseded(result):
            raise RefusedError(Message("exams.refused.superseded"))
        self.check_decisions(result, signatures)

    def results_of(self, sitting: str) -> list[Entry]:
        """Lines of all results of a sitting."""
        return [entry for entry in self.of_kind("result") if entry.details["sitting"] == sitting]

    def before(self, moment: str) -> list[Entry]:
        """Lines before the first one at or after a moment. Lines written later with a clock set back are not
        included."""
        return list(takewhile(lambda entry: entry.at < moment, self.entries()))

    def find(self, kind: str, about: str) -> Entry | None:
        """First line of this kind about a thing, or ``None``."""
        return next((entry for entry in self.of_kind(kind) if entry.about == about), None)

    def add(self, kind: str, about: str, at: str, by: str, **details: str) -> Entry:
        """Append a line; it is on disk when this returns.

        Raises `RefusedError` for a line that would be refused when it is read: from then on all others would be too.
        """
        with self.hold():
            entry = Entry(kind=kind, about=about, at=at, by=by, details=details, after=self.anchor)
            if not entry.is_whole:
                raise RefusedError(Message("exams.refused.register-line", {"kind": kind[:60]}))
            self._append(canonical(msgspec.to_builtins(entry)) + b"\n")
        return entry

    def _append(self, data: bytes) -> None:
        whole = read_input_file(self.path, _LARGEST).rfind(b"\n") + 1 if self.path.exists() else 0
        append_durably(self.path, data, whole)

    def _lines(self) -> Iterator[bytes]:
        try:
            data = read_input_file(self.path, _LARGEST)
        except FileNotFoundError:
            return
        whole, _, _ = data.rpartition(b"\n")  # ignore an incomplete last line
        yield from whole.split(b"\n") if whole else ()
