"""What can go wrong with the records, sorted into what a trainee can be told and what is a bug of ours.

A known trouble (disk full, read-only folder, second instance, damaged file …) becomes a `RecordsError` with a message
in both languages; any other SQLite error stays as it is and is a bug.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from trainer.texts import Language, Message, text


class RecordsError(Exception):
    """A known trouble with the records; ``message`` says what happened and what to do."""

    id = ""

    def __init__(self, **params: Any) -> None:
        self.message = Message(f"records.error.{self.id}", {key: str(value) for key, value in params.items()})
        super().__init__(text(self.message.id, Language.EN, **self.message.params))


class FileTroubleError(RecordsError, OSError):
    """Something about the file or its disk, as opposed to what was asked for."""


class TooNewError(FileTroubleError):
    """The file has a schema this program does not know; it is left untouched."""

    id = "too-new"


class NotRecordsError(FileTroubleError):
    """An SQLite file of another program, or no SQLite file at all."""

    id = "not-records"


class DamagedError(FileTroubleError):
    """The file cannot be read as it should."""

    id = "damaged"


class InUseError(FileTroubleError):
    """Another instance of the program writes to this file."""

    id = "in-use"


class DiskFullError(FileTroubleError):
    """There is no room: what was being written was not kept, all before it is."""

    id = "full"


class ReadOnlyError(FileTroubleError):
    """The file or its folder may not be written."""

    id = "read-only"


class CannotOpenError(FileTroubleError):
    """The file cannot be opened at all."""

    id = "cannot-open"


class DiskError(FileTroubleError):
    """Reading or writing failed below SQLite."""

    id = "disk"


class NameEmptyError(RecordsError):
    id = "name-empty"


class NameTakenError(RecordsError):
    id = "name-taken"


class NoProfileError(RecordsError):
    id = "no-profile"


class NotAnExportError(RecordsError):
    id = "not-an-export"


class ExportTooNewError(RecordsError):
    id = "export-too-new"


class ExistsError(RecordsError):
    id = "exists"


_KNOWN: dict[int, type[FileTroubleError]] = {
    sqlite3.SQLITE_PERM: ReadOnlyError,
    sqlite3.SQLITE_BUSY: InUseError,
    sqlite3.SQLITE_LOCKED: InUseError,
    sqlite3.SQLITE_READONLY: ReadOnlyError,
    sqlite3.SQLITE_IOERR: DiskError,
    sqlite3.SQLITE_CORRUPT: DamagedError,
    sqlite3.SQLITE_FULL: DiskFullError,
    sqlite3.SQLITE_CANTOPEN: CannotOpenError,
    sqlite3.SQLITE_NOTADB: DamagedError,
}
_PRIMARY = 0xFF  # the low byte of an SQLite error code is its kind, the rest its detail


@contextmanager
def known_errors(path: Path | str) -> Iterator[None]:
    """Turn the SQLite errors a trainee can be told of into `RecordsError`; let the others through."""
    try:
        yield
    except sqlite3.Error as error:
        kind = _KNOWN.get(getattr(error, "sqlite_errorcode", 0) & _PRIMARY)
        if kind is None:
            raise
        raise kind(path=path) from error
