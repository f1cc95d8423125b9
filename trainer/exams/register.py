"""The school's register: what was drawn, begun and handed in, in a chained file that only grows.

It answers what no single file can: whether a paper was sat before, whether a second result of a sitting turned up, and
that something existed at a moment (its hash is in all that came later).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from trainer.digests import sha256
from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.refusing import RefusedError
from trainer.private_files import make_private_folder
from trainer.texts import Message

_FIRST = sha256(b"ct-register-v1\0").hexdigest()


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line: what, about which thing, when, and the hash over all before."""

    kind: str  # drawn, began, result, second-result
    about: str
    at: str
    by: str
    details: dict[str, str]
    after: str

    def digest(self) -> str:
        return sha256(b"ct-register-v1\0" + canonical(msgspec.to_builtins(self))).hexdigest()


class Register:
    """The register of a school, in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def entries(self) -> list[Entry]:
        """All lines; raises `RefusedError` that names the first that was changed, dropped, added or moved."""
        found: list[Entry] = []
        last = _FIRST
        for number, line in enumerate(self._lines(), start=1):
            try:
                entry = msgspec.convert(read_canonical(line), Entry)
            except (RefusedError, msgspec.ValidationError):
                raise RefusedError(Message("exams.refused.register", {"line": number})) from None
            if entry.after != last:
                raise RefusedError(Message("exams.refused.register", {"line": number}))
            last = entry.digest()
            found.append(entry)
        return found

    @property
    def anchor(self) -> str:
        """The newest hash: what holds it is not older."""
        entries = self.entries()
        return entries[-1].digest() if entries else _FIRST

    def of_kind(self, kind: str) -> list[Entry]:
        return [entry for entry in self.entries() if entry.kind == kind]

    def find(self, kind: str, about: str) -> Entry | None:
        return next((entry for entry in self.of_kind(kind) if entry.about == about), None)

    def add(self, kind: str, about: str, at: str, by: str, **details: str) -> Entry:
        """One more line, on disk when this returns."""
        entry = Entry(kind=kind, about=about, at=at, by=by, details=details, after=self.anchor)
        make_private_folder(self.path.parent)
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            length = os.fstat(handle).st_size
            try:
                data = canonical(msgspec.to_builtins(entry)) + b"\n"
                while data:
                    data = data[os.write(handle, data) :]
                os.fsync(handle)
            except OSError:
                os.ftruncate(handle, length)
                raise
        finally:
            os.close(handle)
        return entry

    def _lines(self) -> Iterator[bytes]:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return
        whole, _, _ = data.rpartition(b"\n")  # a last line without its end was never there
        yield from whole.split(b"\n") if whole else ()
