"""The troubles with records that a trainee can be told of, each with a message in both languages."""

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


class RecordsFileError(RecordsError, OSError):
    """Something about the file or its disk, as opposed to what was asked for."""


class TooNewError(RecordsFileError):
    """The file has a schema this program does not know; it is left untouched."""

    id = "too-new"


class NotRecordsError(RecordsFileError):
    """An SQLite file of another program, or no SQLite file at all."""

    id = "not-records"


class DamagedError(RecordsFileError):
    """The file cannot be read as it should."""

    id = "damaged"


class AlteredError(DamagedError):
    """The file holds something that this program did not make: a trigger, a view, a table that is not as ours."""

    id = "altered"


class InUseError(RecordsFileError):
    """Another instance of the program writes to this file."""

    id = "in-use"


class DiskFullError(RecordsFileError):
    """There is no room: what was being written was not kept, all before it is."""

    id = "full"


class ReadOnlyError(RecordsFileError):
    """The file or its folder may not be written."""

    id = "read-only"


class EarlierFormError(RecordsFileError):
    """The file was written by an earlier program and must be brought up to date before it can be read."""

    id = "earlier-form"


class CannotOpenError(RecordsFileError):
    """The file cannot be opened at all."""

    id = "cannot-open"


class DiskError(RecordsFileError):
    """Reading or writing failed below SQLite."""

    id = "disk"


class CopyFailedError(RecordsFileError):
    """A backup, or the file that a backup is restored into, could not be written; the records are untouched."""

    id = "copy-failed"


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


class BadLineError(NotAnExportError):
    """A line of an exported profile that cannot be kept."""

    id = "bad-line"


class TooLargeError(NotAnExportError):
    """More than any profile can be."""

    id = "too-large"


class PinNeededError(RecordsError):
    """The profile has a PIN, and nobody has given it yet."""

    id = "pin-needed"


class WrongPinError(RecordsError):
    id = "wrong-pin"


class NoBackupError(RecordsError):
    id = "no-backup"


class ExistsError(RecordsError):
    id = "exists"


_KNOWN: dict[int, type[RecordsFileError]] = {
    sqlite3.SQLITE_PERM: ReadOnlyError,
    sqlite3.SQLITE_BUSY: InUseError,
    sqlite3.SQLITE_LOCKED: InUseError,
    sqlite3.SQLITE_READONLY: ReadOnlyError,
    sqlite3.SQLITE_IOERR: DiskError,
    sqlite3.SQLITE_CORRUPT: DamagedError,
    sqlite3.SQLITE_FULL: DiskFullError,
    sqlite3.SQLITE_CANTOPEN: CannotOpenError,
    sqlite3.SQLITE_NOTADB: DamagedError,
    sqlite3.SQLITE_TOOBIG: DamagedError,
    sqlite3.SQLITE_PROTOCOL: InUseError,
}
# Python's own complaint, which has no code, and one of SQLite's that has none of its own.
_DAMAGED = ("Could not decode to UTF-8", "unsupported file format")
_PRIMARY = 0xFF  # the low byte of an SQLite error code is its kind, the rest its detail


_PROBLEMS = {
    sqlite3.SQLITE_PERM: "not-allowed",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_IOERR: "device",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_CANTOPEN: "not-a-file",
}


def sqlite_problem(error: sqlite3.Error) -> Message:
    """What SQLite refuses, in the words that the system's own refusals have."""
    reason = _PROBLEMS.get(getattr(error, "sqlite_errorcode", 0) & _PRIMARY)
    sign = getattr(error, "sqlite_errorname", "") or type(error).__name__
    return Message(f"system.{reason}") if reason else Message("system.other", {"sign": sign})


@contextmanager
def translate_errors(path: Path | str) -> Iterator[None]:
    """Turn the SQLite errors a trainee can be told of into `RecordsError`; let the others through."""
    try:
        yield
    except sqlite3.Error as error:
        kind = _KNOWN.get(getattr(error, "sqlite_errorcode", 0) & _PRIMARY)
        if kind is None and str(error).startswith(_DAMAGED):
            kind = DamagedError
        if kind is None:
            raise
        raise kind(path=path) from error
    except UnicodeDecodeError as error:  # SQLite quotes a schema that is no text
        raise DamagedError(path=path) from error
