"""Opening the records file: version checks, one writer at a time, atomic transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from trainer.records import schema, wal_file
from trainer.records.attempts import Clock, clamp_clock, wall_clock
from trainer.records.database_files import resolve_link
from trainer.records.errors import (
    CannotOpenError,
    DamagedError,
    EarlierFormError,
    InUseError,
    LockFileError,
    ReadOnlyError,
)
from trainer.records.sqlite_errors import translate_errors
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import make_private
from trainer.texts import Message

with lazily():  # sqlite-utils is slow to import
    from trainer.records.migrations import upgrade


# SQLite errors of a file whose tables do not fit the version it states.
_WRONG_TABLES = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_CONSTRAINT_NOTNULL)


class WriterLock:
    """Held from construction to `release`. Raises `InUseError` if another process holds it for ``patience`` seconds.

    The lock is an exclusive SQLite transaction on an empty file beside the records: it works on every system, and the
    system releases it however the process ends.
    """

    def __init__(self, records: Path, patience: float = 0) -> None:
        records = resolve_link(records)  # two links to one file are one lock
        path = records.with_name(records.name + ".lock")
        try:
            make_private(path)
        except OSError:
            raise ReadOnlyError(path=records) from None
        try:
            with translate_errors(path):
                self._take(path, patience)
        except InUseError:
            raise InUseError(path=records) from None
        except DamagedError:
            raise LockFileError(path=path) from None

    def _take(self, path: Path, patience: float) -> None:
        self._connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error:
            self._connection.close()
            raise

    def release(self) -> None:
        self._connection.close()


class Database:
    """The records file. Only one `Database` can write to it at a time.

    Without a path the data is kept in memory until `close`. A ``read_only`` database needs no lock and reads while
    another one writes. A ``lock`` that is already held is taken over and released by `close`. ``clock`` gives the time
    of new rows. ``notices`` are messages for the trainee about opening: a migration, a clock that is behind.
    """

    def __init__(
        self, path: Path | None, clock: Clock = wall_clock, *, read_only: bool = False, lock: WriterLock | None = None
    ) -> None:
        path = resolve_link(path) if path else None
        self.path = path
        self.clock: Clock = lambda: clamp_clock(clock())
        self.read_only = read_only
        self.notices: list[Message] = []
        self.where = path or Path(":memory:")
        self._lock = lock
        if path and not read_only:
            _make_folder(path)
        if path:
            schema.check_not_newer(path)
            if wal_file.is_truncated(path) or wal_file.is_foreign(path):
                raise DamagedError(path=path)
        if path and not read_only and lock is None:
            self._lock = WriterLock(path)
        try:
            if path and not read_only:
                _make_private(path)
                if wal_file.is_damaged(wal_file.wal_path(path)):
                    raise DamagedError(path=path)
            with translate_errors(self.where):
                self.connection = self._open_to_read() if read_only else self._open_to_write()
        except BaseException:
            if self._lock:
                self._lock.release()
            raise

    def _open_to_write(self) -> sqlite3.Connection:
        # One thread at a time uses the records, but not always the one that opened them.
        connection = sqlite3.connect(self.where, isolation_level=None, check_same_thread=False)
        try:
            version = schema.version_of(connection, self.where)
            if version is not None:
                schema.check_not_altered(connection, self.where, version)
            self._file_id = schema.file_id(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            # A verdict is shown only when its attempt would survive a power cut.
            connection.execute("PRAGMA synchronous = FULL")
            if version is None:
                schema.create(connection)
            elif version < schema.CURRENT:
                self._upgrade(connection, version)
        except BaseException:
            connection.close()
            raise
        return connection

    def _upgrade(self, connection: sqlite3.Connection, version: schema.Version) -> None:
        try:
            self.notices.append(upgrade(connection, self.where, version, self.clock()))
        except (sqlite3.Error, KeyError, ValueError, TypeError, AttributeError) as error:
            with translate_errors(self.where):
                if isinstance(error, sqlite3.Error) and error.sqlite_errorcode not in _WRONG_TABLES:
                    raise
            raise DamagedError(path=self.where) from error

    def _open_to_read(self) -> sqlite3.Connection:
        """Open beside a writer (``mode=ro``) or, in a folder that cannot be written, as ``immutable``."""
        if not self.where.exists():
            raise CannotOpenError(path=self.where)
        for mode in ("mode=ro", "immutable=1"):
            connection = sqlite3.connect(f"{self.where.absolute().as_uri()}?{mode}", uri=True, check_same_thread=False)
            try:
                version = schema.version_of(connection, self.where)
                if version is None or version.major < schema.CURRENT.major:
                    raise EarlierFormError(path=self.where)
                schema.check_not_altered(connection, self.where, version)
                return connection
            except BaseException as error:
                connection.close()
                if not isinstance(error, sqlite3.OperationalError) or mode == "immutable=1":
                    raise
        raise AssertionError("unreachable")

    def close(self) -> None:
        self.connection.close()
        if self._lock:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: when the block ends all of it is on the disk; if it raises, nothing is."""
        with translate_errors(self.where):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                schema.set_file_id(
                    self.connection, self._file_id
                )  # marks the write-ahead log as belonging to this file
                self.connection.execute("COMMIT")
            except BaseException:
                # A full disk may already have ended the transaction.
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                self.clear_caches()
                raise

    def clear_caches(self) -> None:
        """Forget cached rows; called after a rollback, because they may not exist."""


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        raise ReadOnlyError(path=path.parent) from None


def _make_private(path: Path) -> None:
    try:
        make_private(path)
    except OSError:
        raise ReadOnlyError(path=path) from None
