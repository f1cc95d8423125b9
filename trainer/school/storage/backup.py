"""Backup of a whole school into one file, from either kind of database and into either."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from trainer.records.database_files import gzip_writer, new_file
from trainer.school.errors import NotABackupError, NotEmptyError, SchoolTooNewError
from trainer.school.rights import Action, check_who
from trainer.school.storage.engine import Row, Value, Writer
from trainer.school.storage.schema import CURRENT, DROPPED_TABLES, TABLES
from trainer.school.storage.school_storage import Storage
from trainer.system.digests import sha256
from trainer.system.input_files import open_input_file

Kind = TypeVar("Kind")

ENDING = ".school"
FORMAT = "croupier-trainer school"
_PAGE = 2_000
_LARGEST_FIGURE = 1 << 63  # largest integer of a database column, plus one
_LONGEST_LINE = 8_000_000
_NOT_KEPT = ("logins", "codes")  # a backup must not let anybody log in or join


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: format and version."""

    format: str
    version: int
    made: int


class Foot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The last line: the number of rows and their digest."""

    rows: int
    digest: bytes


def back_up(
    storage: Storage, path: Path, who: UUID | None = None, progress: Callable[[int], None] | None = None
) -> int:
    """Write the school to a new file, also while it is served; returns the number of rows. Raises `ExistsError`."""
    check_who(storage, who, Action.BACK_UP)
    encode = msgspec.json.encode
    number = 0
    whole = sha256()
    with new_file(path) as unfinished, gzip_writer(unfinished, 5) as file:
        storage.log(who, "back-up", path.name[:200])
        file.write(encode(Head(format=FORMAT, version=CURRENT, made=storage.now())) + b"\n")
        with storage.engine.snapshot():  # each person's count of entries must fit the entries in the backup
            for table in TABLES:
                if table in _NOT_KEPT:
                    continue
                for row in _rows(storage, table):
                    line = encode([table, *row]) + b"\n"
                    whole.update(line)
                    file.write(line)
                    number += 1
                    if progress is not None and not number % _PAGE:
                        progress(number)
        file.write(encode(Foot(rows=number, digest=whole.digest())) + b"\n")
    return number


def made_at(path: Path) -> int:
    """When a backup was made, in milliseconds since 1970; raises `NotABackupError`."""
    return _decoded(next(_lines(path), b""), Head, path).made


def restore(storage: Storage, path: Path, who: UUID | None = None) -> int:
    """Fill an empty storage from a backup in one transaction; returns the number of rows. The totals of a backup of an
    earlier version are computed anew. What the school's folder lists as withdrawn or erased stays so."""
    if storage.people() or storage.classes():
        raise NotEmptyError
    number = 0
    whole = sha256()
    lines = _lines(path)
    head = _decoded(next(lines, b""), Head, path)
    if head.format != FORMAT:
        raise NotABackupError(path=path)
    if head.version > CURRENT:
        raise SchoolTooNewError(found=head.version, known=CURRENT)
    foot: Foot | None = None
    with storage.engine.writing() as writer:
        page = _Page(writer)
        for line in lines:
            if foot is not None:
                raise NotABackupError(path=path)
            if line.startswith(b"{"):
                foot = _decoded(line, Foot, path)
                continue
            whole.update(line)
            number += 1
            table, values = _row(line, path)
            if table in DROPPED_TABLES:
                continue
            page.add(table, values)
        page.write()
        if foot is None or (foot.rows, foot.digest) != (number, whole.digest()):
            raise NotABackupError(path=path)
        storage.write_audit(writer, who, "restore", path.name[:200], "")
        has_erased = storage.apply_revocations(writer, who)
    if has_erased:
        storage.scrub_names()
    if head.version < CURRENT:  # an earlier version had other totals
        storage.recount()
    return number


class _Page:
    """Rows of one table that are written together, because there may be millions."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._table = ""
        self._rows: list[list[Value]] = []

    def add(self, table: str, values: list[Value]) -> None:
        """Queue a row; a full page, or one of another table, is written first."""
        if table != self._table or len(self._rows) >= _PAGE:
            self.write()
        self._table = table
        self._rows.append(values)

    def write(self) -> None:
        """Write the queued rows."""
        if self._rows:
            columns = TABLES[self._table].split()
            places = ", ".join("?" * len(columns))
            self._writer.change_many(f"INSERT INTO {self._table} ({', '.join(columns)}) VALUES ({places})", self._rows)
        self._rows = []


def _rows(storage: Storage, table: str) -> Iterator[list[Any]]:
    """The rows of a table, in pages for large tables. Bytes are wrapped, because JSON has none."""
    columns = ", ".join(TABLES[table].split())
    if table == "entries":
        for (person,) in storage.engine.rows("SELECT id FROM people"):
            last = 0
            reading = f"SELECT {columns} FROM entries WHERE person = ? AND number > ? ORDER BY number LIMIT {_PAGE}"
            while page := storage.engine.rows(reading, (person, last)):
                yield from map(_plain, page)
                last = page[-1][2]
        return
    order = " ORDER BY number" if table == "audit" else ""
    yield from map(_plain, storage.engine.rows(f"SELECT {columns} FROM {table}{order}"))


def _plain(row: Row) -> list[Any]:
    return [{"b": bytes(value)} if isinstance(value, bytes | memoryview) else value for value in row]


class _Bytes(msgspec.Struct, forbid_unknown_fields=True):
    b: bytes


_decode_row = msgspec.json.Decoder(list[_Bytes | str | int | None]).decode


def _row(line: bytes, path: Path) -> tuple[str, list[int | str | bytes | None]]:
    """The table and values of a line; raises `NotABackupError` if they do not fit the schema."""
    try:
        table, *values = _decode_row(line)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise NotABackupError(path=path) from None
    columns = {**TABLES, **DROPPED_TABLES}
    if not isinstance(table, str) or table not in columns or len(values) != len(columns[table].split()):
        raise NotABackupError(path=path)
    if any(isinstance(value, int) and not -_LARGEST_FIGURE <= value < _LARGEST_FIGURE for value in values):
        raise NotABackupError(path=path)
    return table, [value.b if isinstance(value, _Bytes) else value for value in values]


def _lines(path: Path) -> Iterator[bytes]:
    """The lines of a gzip file, with bounded length; raises `NotABackupError`."""
    if not path.is_file():
        raise NotABackupError(path=path)
    try:
        with open_input_file(path) as given, gzip.open(given, "rb") as file:
            while line := file.readline(_LONGEST_LINE + 1):
                if len(line) > _LONGEST_LINE:
                    raise NotABackupError(path=path)
                yield line
    except (OSError, EOFError, zlib.error):
        raise NotABackupError(path=path) from None


def _decoded(line: bytes, kind: type[Kind], path: Path) -> Kind:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise NotABackupError(path=path) from None
