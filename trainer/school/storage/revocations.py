"""The list of what was withdrawn from a school, kept beside its database.

A restored backup is older than the withdrawals since then. They are in this file of the school's folder, which is only
ever appended to, and are applied to each backup that is restored. It contains ids, no names.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from uuid import UUID

from trainer.school.errors import StorageError
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


class RevocationList:
    """The list in a school's folder. Without a folder (None) nothing is listed. Raises `StorageError`."""

    def __init__(self, folder: Path | None) -> None:
        self._path = folder / FILE if folder else None

    def add(self, kind: Revocation, ids: Iterable[UUID]) -> None:
        """Append lines and wait until they are on the disk."""
        lines = "".join(f"{kind.value} {number}\n" for number in ids)
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

    def read(self) -> list[tuple[Revocation, UUID]]:
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
            kind, _, number = line.partition(" ")
            try:
                found.append((Revocation(kind), UUID(number)))
            except ValueError:
                _log.warning("a line of %s cannot be read", self._path)
        return found
