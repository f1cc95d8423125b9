"""The file underneath: opening it safely, one writer, whole transactions."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from trainer.records import schema, wal_file
from trainer.records.attempts import Clock, clamp_clock, wall_clock
from trainer.records.database_files import resolve_link
from trainer.records.errors import CannotOpenError, DamagedError, EarlierFormError, ReadOnlyError, translate_errors
from trainer.records.writer_lock import WriterLock
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import make_private
from trainer.texts import Message

with lazily():  # sqlite-utils is slow to import
    from trainer.records.migrations import upgrade


# What a file answers that is not of the version it says.
_NOT_AS_IT_SAYS = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_CONSTRAINT_NOTNULL)


class Database:
    """The records' file, held by one writer at a time. ``clock`` is asked whenever something is stamped.

    Without a path nothing is kept beyond `close`. A ``read_only`` database needs no lock and reads beside a writer.
    A ``lock`` that is held already is taken over, and let go by `close`.
    ``notices`` tells the trainee what happened on opening: a migration, a clock that is behind.
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
        # Only one thread uses the records at a time; it need not be the one that opened them.
        connection = sqlite3.connect(self.where, isolation_level=None, check_same_thread=False)
        try:
            version = schema.version_of(connection, self.where)
            if version is not None:
                schema.check_not_altered(connection, self.where, version)
            self._mark = schema.file_id(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            # A verdict is shown only after its attempt would survive a power cut.
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
                if isinstance(error, sqlite3.Error) and error.sqlite_errorcode not in _NOT_AS_IT_SAYS:
                    raise
            raise DamagedError(path=self.where) from error

    def _open_to_read(self) -> sqlite3.Connection:
        """Beside a writer, or from a folder that may not be written, where SQLite must be told that nobody writes."""
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
        """One transaction: all of it is on the disk afterwards, or, if anything is raised, none of it."""
        with translate_errors(self.where):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                schema.set_file_id(self.connection, self._mark)  # no log without it: it may be left beside another file
                self.connection.execute("COMMIT")
            except BaseException:
                # A full disk may have ended the transaction already.
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                self.clear_caches()
                raise

    def clear_caches(self) -> None:
        """Called when a transaction was undone: what was remembered of it does not hold."""


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
