"""The tables, and checks that a file has the right version and nothing but our tables.

A version is a pair, as in qutebrowser: a higher *major* version is refused, a higher *minor* one is used as it is, and
a lower one is migrated. It is stored in SQLite's ``user_version``. SQLite's ``application_id`` holds a random number
for each file, by which its write-ahead log is recognised.
"""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import NamedTuple

from trainer.records.errors import AlteredError, CannotOpenError, DamagedError, NotRecordsError, TooNewError
from trainer.system.input_files import open_input_file

_HEADER_BYTES = 100
_IMPLAUSIBLE = 50  # a version this much higher is not a version but damage
_SQLITE_MAGIC = b"SQLite format 3\x00"


class Version(NamedTuple):
    """The version of a file's tables."""

    major: int
    minor: int

    @classmethod
    def from_number(cls, number: int) -> Version:
        return cls(number >> 16, number & 0xFFFF)

    @property
    def number(self) -> int:
        return self.major << 16 | self.minor

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


CURRENT = Version(3, 0)
_EARLIER = ("sqlite_autoindex_attempts_1", "sqlite_autoindex_derived_1")  # indexes of tables that once had a rowid

TABLES = """
CREATE TABLE profiles (
    id INTEGER PRIMARY KEY,
    uuid BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    pin BLOB,
    settings TEXT NOT NULL DEFAULT '{}'
);
-- Texts that repeat are kept once: kinds of items, mistakes, behaviours, kinds of session, program versions.
CREATE TABLE texts (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
);
-- What a session was to ask, as one text. Many sessions may follow the same plan.
CREATE TABLE plans (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
);
CREATE TABLE sessions (
    number INTEGER PRIMARY KEY,
    profile INTEGER NOT NULL REFERENCES profiles (id),
    id BLOB NOT NULL,
    plan INTEGER NOT NULL REFERENCES plans (id),
    kind INTEGER NOT NULL REFERENCES texts (id),
    began INTEGER NOT NULL,
    app_version INTEGER NOT NULL REFERENCES texts (id),
    UNIQUE (profile, id)
);
CREATE TABLE attempts (
    profile INTEGER NOT NULL REFERENCES profiles (id),
    id BLOB NOT NULL,
    kind INTEGER NOT NULL REFERENCES texts (id),
    level INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    dealt TEXT,
    answer TEXT NOT NULL,
    right INTEGER NOT NULL,
    mistake INTEGER NOT NULL REFERENCES texts (id),
    milliseconds INTEGER NOT NULL,
    target INTEGER NOT NULL,
    behaviour INTEGER NOT NULL REFERENCES texts (id),
    counts INTEGER NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions (number),
    at INTEGER NOT NULL,
    app_version INTEGER NOT NULL REFERENCES texts (id),
    PRIMARY KEY (profile, id)
) WITHOUT ROWID;
-- The data behind the digests of rules that attempts name, compressed.
CREATE TABLE rules (
    digest TEXT PRIMARY KEY,
    data BLOB NOT NULL
) WITHOUT ROWID;
-- What is computed from attempts, and computed again whenever it is missing.
CREATE TABLE derived (
    profile INTEGER NOT NULL,
    sort TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (profile, sort, key)
) WITHOUT ROWID;
"""


def create(connection: sqlite3.Connection) -> None:
    """Create the tables in an empty file, in one transaction."""
    connection.executescript(f"BEGIN IMMEDIATE; {TABLES} PRAGMA user_version = {CURRENT.number}; COMMIT;")


def check_not_newer(path: Path) -> None:
    """Raise `TooNewError` from the file's header alone, without locking the file."""
    written = _header_version(path)
    if written is not None:
        _check_version(written, path)


def _header_version(path: Path) -> Version | None:
    """The version in the file's header, ignoring its log; None if there is no file or it is empty."""
    try:
        if path.exists() and not path.is_file():  # a folder, or a pipe that would block
            raise CannotOpenError(path=path)
        with open_input_file(path) as file:
            header = file.read(_HEADER_BYTES)
    except FileNotFoundError:
        return None
    except CannotOpenError:
        raise
    except OSError:
        raise CannotOpenError(path=path) from None
    if not header:
        return None
    if len(header) < _HEADER_BYTES or not header.startswith(_SQLITE_MAGIC):
        raise DamagedError(path=path)
    return Version.from_number(int.from_bytes(header[60:64], "big"))


def file_id(connection: sqlite3.Connection) -> int:
    """The random number of this file; one is assigned if it has none."""
    found = int(connection.execute("PRAGMA application_id").fetchone()[0])
    if not found:
        found = 1 + secrets.randbelow(0x7FFFFFFF)
        set_file_id(connection, found)
    return found


def set_file_id(connection: sqlite3.Connection, number: int) -> None:
    """Write the file's number to its first page, and thereby into the write-ahead log."""
    connection.execute(f"PRAGMA application_id = {number}")


def version_of(connection: sqlite3.Connection, path: Path) -> Version | None:
    """The version of an open file, or None if it has no tables yet. Raises for files of other or newer programs."""
    version = Version.from_number(connection.execute("PRAGMA user_version").fetchone()[0])
    if version.major == 0:
        by_itself = _header_version(path)
        if by_itself is not None and by_itself.major > 0:
            raise DamagedError(path=path)  # the log belongs to another file and would overwrite ours
        found = {part.name for part in _parts(connection)}
        if _ours().keys() & found > {"profiles", "attempts"}:
            raise DamagedError(path=path)  # it is ours but lost its version
        if found:
            raise NotRecordsError(path=path)
        return None
    _check_version(version, path)
    return version


class Part(NamedTuple):
    """A table, index, view or trigger, with the statement that created it."""

    sort: str
    name: str
    statement: str


def check_not_altered(connection: sqlite3.Connection, path: Path, version: Version) -> None:
    """Raise `AlteredError` unless the file consists of our tables and nothing else.

    A trigger could delete the records with the next answer, and a view could run for ever. A file of a later minor
    version may have more tables and indexes; one of an earlier major version has its own.
    """
    for part in _parts(connection):
        ours = _ours().get(part.name)
        is_table = part.sort in ("table", "index")
        is_statistics = part.name.startswith("sqlite_stat")
        is_known = part == ours if version.major == CURRENT.major and ours else is_table
        may_be_more = is_statistics or version.minor > CURRENT.minor
        if not is_known or not (ours or may_be_more or part.name in _EARLIER):
            raise AlteredError(path=path, what=f"{part.sort} {part.name}")
    missing = _ours().keys() - {part.name for part in _parts(connection)}
    if version.major == CURRENT.major and missing:
        raise AlteredError(path=path, what=min(missing))


def intact_tables(connection: sqlite3.Connection) -> set[str]:
    """The names of tables that are exactly as we create them."""
    return {part.name for part in _parts(connection) if part.sort == "table" and part == _ours().get(part.name)}


def _parts(connection: sqlite3.Connection) -> list[Part]:
    rows = connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    return [Part(str(sort), str(name), " ".join(str(statement or "").split())) for sort, name, statement in rows]


@cache
def _ours() -> dict[str, Part]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        create(empty)
        return {part.name: part for part in _parts(empty)}


def _check_version(version: Version, path: Path) -> None:
    if version.major > CURRENT.major + _IMPLAUSIBLE:
        raise DamagedError(path=path)
    if version.major > CURRENT.major:
        raise TooNewError(path=path, found=version, known=f"{CURRENT.major}.x")
