"""What can go wrong in SQLite, sorted into what a trainee can be told and what is a bug of ours.

A known trouble (disk full, read-only folder, second instance, damaged file …) becomes a `RecordsError`; any other
SQLite error stays as it is and is a bug.
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
    FileTroubleError,
    InUseError,
    ReadOnlyError,
)
from trainer.texts import Message

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
def known_errors(path: Path | str) -> Iterator[None]:
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
