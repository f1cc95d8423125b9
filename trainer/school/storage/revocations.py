"""The list of what was withdrawn from a school, kept beside its database.

A restored backup is older than the withdrawals since then. They are in this file of the school's folder, which is only
ever appended to, and are applied to each backup that is restored. It contains ids, no names and no passwords.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from trainer.school.errors import StorageError
from trainer.system.digests import sha256
from trainer.system.input_files import read_input_file
from trainer.system.private_files import make_private, make_private_folder
from trainer.texts.system_errors import system_problem

_log = logging.getLogger(__name__)

FILE = "withdrawn.txt"


class Revocation(StrEnum):
    """What happened to a laptop or a person."""

    LAPTOP = "laptop"  # its key was withdrawn
    GONE = "gone"  # the person left
    BACK = "back"  # and returned
    ERASED = "erased"
    ROLE = "role"  # it has this role now
    PASSWORD = "password"  # the digest of its hash, by which a backup with an earlier one is recognised


class Revoked(NamedTuple):
    """A line of the list."""

    kind: Revocation
    id: UUID
    value: str  # of a role or password; empty for other kinds


def digest_of_hash(password: bytes | None) -> str:
    """What the list says of a password's salted hash, or of none: enough to compare it, too little to guess it."""
    return sha256(password).hexdigest()[:16] if password else "none"


class RevocationList:
    """The list in a school's folder. Without a folder (None) nothing is listed. Raises `StorageError`."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FILE if folder else None

    def add(self, kind: Revocation, ids: Iterable[UUID], value: str = "") -> None:
        """Append lines and wait until they are on the disk."""
        lines = "".join(f"{kind.value} {number} {value}".rstrip() + "\n" for number in ids)
        if self._path is None or not lines:
            return
        try:
            make_private_folder(self._path.parent)
            make_private(self._path)
            with self._path.open("ab", buffering=0) as file:
                file.write(b"\n" + lines.encode("ascii"))  # a power cut may have left a part of a line
                os.fsync(file.fileno())
        except OSError as error:
            raise StorageError(where=str(self._path), problem=system_problem(error)) from error

    def read(self) -> list[Revoked]:
        """All lines, oldest first. Unreadable lines are logged and skipped."""
        if self._path is None:
            return []
        try:
            lines = read_input_file(self._path).decode("ascii", errors="replace").splitlines()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StorageError(where=str(self._path), problem=system_problem(error)) from error
        found = []
        for line in filter(None, lines):
            kind, number, value = [*line.split(" ", 2), "", ""][:3]
            try:
                found.append(Revoked(Revocation(kind), UUID(number), value))
            except ValueError:
                _log.warning("a line of %s cannot be read", self._path)
        return found
