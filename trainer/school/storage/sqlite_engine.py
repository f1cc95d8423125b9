"""The engine for SQLite: one file, for a school with one room."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import ClassVar

from trainer.records.database import WriterLock
from trainer.records.errors import InUseError
from trainer.records.sqlite_errors import sqlite_problem
from trainer.school.errors import AlreadyServedError, CannotOpenSchoolError, ConflictError, StorageError
from trainer.school.storage.engine import Question, Row, Value, Writer
from trainer.system.private_files import make_private
from trainer.texts import Message
from trainer.texts.system_errors import system_problem

_log = logging.getLogger(__name__)

_PATIENCE = 30  # seconds to wait for another process that writes, such as a command beside the service


class SQLiteEngine:
    """A school's file, or memory for None. One connection writes while another reads."""

    name = "sqlite"
    types: ClassVar[dict[str, str]] = {
        "BYTES": "BLOB",
        "NUMBER": "INTEGER",
        "COUNTED": "INTEGER PRIMARY KEY AUTOINCREMENT",
    }
    for_update = ""
    is_shared = False

    def __init__(self, path: Path | None) -> None:
        self._where = str(path) if path else ":memory:"
        self._writing, self._reading = RLock(), RLock()
        try:
            if path:
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                if path.exists() and not path.is_file():  # SQLite would treat a device as an empty file
                    raise OSError(errno.ENXIO, os.strerror(errno.ENXIO))
                make_private(path)
            self._writer = self._connect()
            self._writer.execute("PRAGMA journal_mode = WAL")
            self._writer.execute("PRAGMA synchronous = FULL")  # what was confirmed survives a power cut
            self._writer.execute("PRAGMA foreign_keys = ON")
            self._writer.execute("PRAGMA secure_delete = ON")  # erased rows are overwritten in the file
            self._reader = self._connect() if path else self._writer
            if not path:
                self._reading = self._writing
        except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
            raise CannotOpenSchoolError(where=self._where, problem=_problem(error)) from None

    def lock_for_service(self) -> Callable[[], None]:
        """Keep other services away from this file; returns what ends it. Raises `AlreadyServedError`."""
        if self._where == ":memory:":
            return lambda: None
        try:
            return WriterLock(Path(self._where)).release
        except InUseError:
            raise AlreadyServedError from None

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(self._where, isolation_level=None, check_same_thread=False, timeout=_PATIENCE)

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        with self._reading, _translated_errors(self._where):
            return self._reader.execute(statement, values).fetchall()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with self._reading, _translated_errors(self._where):
            self._reader.execute("BEGIN")
            try:
                yield
            finally:
                self._reader.execute("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        with self._writing, _translated_errors(self._where):
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield _SQLiteWriter(self._writer)
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    def lock(self, writer: Writer, table: str) -> None:
        pass  # only one transaction at a time writes the file

    def locks(self, ids: Iterable[bytes]) -> list[Question]:
        return []

    def script(self, writer: Writer, statements: str) -> None:
        for statement in statements.split(";"):
            if statement.strip():
                writer.change(statement)

    def version(self, writer: Writer) -> int:
        return int(writer.rows("PRAGMA user_version")[0][0])

    def set_version(self, writer: Writer, version: int) -> None:
        writer.change(f"PRAGMA user_version = {version:d}")

    def scrub(self, tables: Sequence[str]) -> None:
        # Deleted rows are overwritten in the file (`secure_delete`), but the log still has them.
        with self._writing, self._reading, _translated_errors(self._where):
            (is_busy, *_), *_ = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        if is_busy:
            _log.warning("another process uses the school: the write-ahead log is not empty yet")

    def announce(self, messages: Sequence[str]) -> None:
        pass  # there is no other service

    def listen(self, heard: Callable[[str | None], None]) -> None:
        pass

    def close(self) -> None:
        with self._writing, self._reading:
            self._reader.close()
            self._writer.close()


class _SQLiteWriter:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        return self._connection.execute(statement, values).fetchall()

    def answers(self, questions: Sequence[Question]) -> list[list[Row]]:
        return [self.rows(statement, values) for statement, values in questions]

    def change(self, statement: str, values: Sequence[Value] = ()) -> int:
        return self._connection.execute(statement, values).rowcount

    def change_many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        self._connection.executemany(statement, rows)


@contextmanager
def _translated_errors(where: str) -> Iterator[None]:
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise ConflictError from error
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise StorageError(where=where, problem=_problem(error)) from error


def _problem(error: sqlite3.Error | OSError | UnicodeDecodeError) -> Message:
    if isinstance(error, UnicodeDecodeError):  # SQLite quotes a schema that is not text
        return Message("system.damaged")
    return system_problem(error) if isinstance(error, OSError) else sqlite_problem(error)
