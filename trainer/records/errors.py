"""The errors of the records that a trainee can be told about, each with a message in both languages.

`translate_errors` turns the SQLite errors that a user can cause or cure (full disk, second instance, damaged file) into
these. Any other SQLite error is a bug and passes unchanged.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from trainer.texts import Language, Message, text


class RecordsError(Exception):
    """An error with a ``message`` that says what happened and what to do."""

    id = ""

    def __init__(self, **params: Any) -> None:
        self.message = Message(f"records.error.{self.id}", {key: str(value) for key, value in params.items()})
        super().__init__(text(self.message.id, Language.EN, **self.message.params))


class RecordsFileError(RecordsError, OSError):
    """An error of the file or its disk, as opposed to wrong input."""


class TooNewError(RecordsFileError):
    """A newer program wrote the file. It is left untouched."""

    id = "too-new"


class NotRecordsError(RecordsFileError):
    """The file belongs to another program."""

    id = "not-records"


class DamagedError(RecordsFileError):
    """The file cannot be read completely."""

    id = "damaged"


class AlteredError(DamagedError):
    """The file contains something that this program did not make: a trigger, a view, a changed table."""

    id = "altered"


class InUseError(RecordsFileError):
    """Another instance of the program has the file open for writing."""

    id = "in-use"


class DiskFullError(RecordsFileError):
    """The disk is full. The last change was not stored; everything before it was."""

    id = "full"


class ReadOnlyError(RecordsFileError):
    """The file or its folder cannot be written."""

    id = "read-only"


class EarlierFormError(RecordsFileError):
    """An older program wrote the file; it has to be migrated before it can be read."""

    id = "earlier-form"


class CannotOpenError(RecordsFileError):
    """The file cannot be opened at all."""

    id = "cannot-open"


class DiskError(RecordsFileError):
    """The disk failed while reading or writing."""

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
    """A line of an exported profile has an invalid field."""

    id = "bad-line"


class TooLargeError(NotAnExportError):
    """An import file is larger than any profile can be."""

    id = "too-large"


class PinNeededError(RecordsError):
    """The profile has a PIN that was not given yet."""

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
# Errors without an error code of their own: one of Python's and one of SQLite's.
_DAMAGED = ("Could not decode to UTF-8", "unsupported file format")
_PRIMARY = 0xFF  # the low byte of an SQLite error code is its category


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
    """An SQLite error in the same words as the errors of the operating system."""
    reason = _PROBLEMS.get(getattr(error, "sqlite_errorcode", 0) & _PRIMARY)
    sign = getattr(error, "sqlite_errorname", "") or type(error).__name__
    return Message(f"system.{reason}") if reason else Message("system.other", {"sign": sign})


@contextmanager
def translate_errors(path: Path | str) -> Iterator[None]:
    """Raise known SQLite errors as `RecordsError`; other errors pass unchanged."""
    try:
        yield
    except sqlite3.Error as error:
        kind = _KNOWN.get(getattr(error, "sqlite_errorcode", 0) & _PRIMARY)
        if kind is None and str(error).startswith(_DAMAGED):
            kind = DamagedError
        if kind is None:
            raise
        raise kind(path=path) from error
    except UnicodeDecodeError as error:  # SQLite quotes a schema that is not text
        raise DamagedError(path=path) from error
