"""Turns the SQLite errors that a user can cause or cure (full disk, second instance, damaged file) into errors of the
records. Any other SQLite error is a bug and passes unchanged.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from trainer.records.errors import (
    CannotOpenError,
    DamagedError,
    DiskError,
    DiskFullError,
    InUseError,
    ReadOnlyError,
    RecordsFileError,
)
from trainer.texts import Message

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
