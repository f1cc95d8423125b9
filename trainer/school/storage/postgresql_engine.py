"""The engine for PostgreSQL, for a school with many rooms. Its driver is an optional extra."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, RLock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from trainer.school.errors import CannotOpenSchoolError, ConflictError, MalformedError, NoDriverError, StorageError
from trainer.school.storage.engine import Question, Row, Value, Writer
from trainer.system.lazy_imports import lazily
from trainer.texts import Message

if TYPE_CHECKING:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict
    from psycopg.pq import TransactionStatus
else:
    with lazily():
        import psycopg
        from psycopg.conninfo import conninfo_to_dict
        from psycopg.pq import TransactionStatus

_MIGRATING = 0x63726F75  # id of the advisory lock for migrations
_SLOTS = 256  # of the advisory locks for ids
_LISTEN_SECONDS = 0.5  # between two looks whether to stop, and before a lost connection is reopened
# Notice a server that disappeared within half a minute. The address can override these settings.
_PATIENCE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}


class PostgreSQLEngine:
    """A database by its address, ``postgresql://…``. Lost connections are reopened at the next use."""

    name = "postgresql"
    types: ClassVar[dict[str, str]] = {
        "BYTES": "BYTEA",
        "NUMBER": "BIGINT",
        "COUNTED": "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    }
    for_update = " FOR UPDATE"
    is_shared = True
    retry_seconds = 2.0  # between attempts to reach a server that is gone

    def __init__(self, address: str) -> None:
        self._address = address
        logging.getLogger("psycopg").setLevel(logging.CRITICAL)  # psycopg also raises what it would log
        self._writing, self._reading = RLock(), RLock()
        self._lost: str | None = None  # why the last attempt to connect failed
        self._lost_at = 0.0  # and when
        self._channel_name = ""
        self._is_closing = Event()
        self._listeners: list[Thread] = []
        try:
            self._writer, self._reader = self._connect(), self._connect()
        except ImportError:
            raise NoDriverError from None
        except psycopg.Error as error:
            raise CannotOpenSchoolError(where=self._public_address, problem=_problem(error)) from None

    @property
    def _public_address(self) -> str:
        """The address without user and password."""
        return "postgresql://" + self._address.partition("://")[2].rpartition("@")[2]

    def lock_for_service(self) -> Callable[[], None]:
        """Nothing to keep away: several services share a database."""
        return lambda: None

    def _connect(self) -> psycopg.Connection[Row]:
        """Open a connection. After a failure other callers fail at once instead of each waiting for a timeout."""
        if self._lost is not None and monotonic() < self._lost_at + self.retry_seconds:
            raise psycopg.OperationalError(self._lost)
        try:
            found: psycopg.Connection[Row] = psycopg.connect(
                **{**_PATIENCE, **conninfo_to_dict(self._address)}, autocommit=True
            )
        except psycopg.Error as error:
            self._lost, self._lost_at = str(error), monotonic()
            raise
        # In a pipeline the driver may leave a part of a large statement unsent and wait for its answer forever; so the
        # library sends each one whole. While the server cannot take more it reads what the server sends.
        found.pgconn.nonblocking = 0
        self._lost = None
        return found

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        with self._reading, self._translated_errors():
            self._reopen()
            return self._reader.execute(_query(statement), values).fetchall()

    def _reopen(self) -> None:
        """Reopen the reading connection if it was lost."""
        if self._reader.closed or self._reader.broken:
            self._reader = self._connect()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with self._reading, self._translated_errors():
            self._reopen()
            with self._reader.transaction():
                self._reader.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                yield

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        with self._writing, self._translated_errors():
            if self._writer.closed or self._writer.broken:
                self._writer = self._connect()
            try:
                # A pipeline sends many statements in one round trip.
                with self._writer.pipeline() as pipeline, self._writer.transaction():
                    yield _PostgreSQLWriter(self._writer, pipeline)
            finally:
                if self._writer.info.transaction_status is not TransactionStatus.IDLE:  # the commit itself failed
                    self._writer.close()

    def lock(self, writer: Writer, table: str) -> None:
        writer.change(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")

    def locks(self, ids: Iterable[bytes]) -> list[Question]:
        # In a fixed order against deadlocks, and few, because the server has room for some thousands.
        slots = sorted({int.from_bytes(number[-2:]) % _SLOTS for number in ids})
        return [("SELECT pg_advisory_xact_lock(?, ?)", (_MIGRATING, slot)) for slot in slots]

    def script(self, writer: Writer, statements: str) -> None:
        for statement in statements.split(";"):
            if statement.strip():
                writer.change(statement)

    def version(self, writer: Writer) -> int:
        writer.rows("SELECT pg_advisory_xact_lock(?)", (_MIGRATING,))
        if writer.rows("SELECT to_regclass('school_version')")[0][0] is None:
            return 0
        return int(writer.rows("SELECT version FROM school_version")[0][0])

    def set_version(self, writer: Writer, version: int) -> None:
        writer.change("CREATE TABLE IF NOT EXISTS school_version (version BIGINT NOT NULL)")
        writer.change("DELETE FROM school_version")
        writer.change("INSERT INTO school_version VALUES (?)", (version,))

    def scrub(self, tables: Sequence[str]) -> None:
        # Rewrites the tables' files. The server's own log is reused by the server, and archived copies are backups.
        with self._writing, self._translated_errors():
            if self._writer.closed or self._writer.broken:
                self._writer = self._connect()
            for table in tables:
                self._writer.execute(f"VACUUM FULL {table}".encode())

    def announce(self, messages: Sequence[str]) -> None:
        with self.writing() as writer:
            writer.answers([("SELECT pg_notify(?, ?)", (self._channel(writer), message)) for message in messages])

    def _channel(self, writer: Writer) -> str:
        """The name under which the services of this school announce; other schools may use the same database."""
        if not self._channel_name:
            ((number,),) = writer.rows("SELECT CAST(to_regclass('people') AS oid)")
            self._channel_name = f"school_{number}"
        return self._channel_name

    def listen(self, heard: Callable[[str | None], None]) -> None:
        listener = Thread(target=self._hear, args=(heard,), name="school announcements", daemon=True)
        self._listeners.append(listener)
        listener.start()

    def _hear(self, heard: Callable[[str | None], None]) -> None:
        """Pass announcements on, over a connection of its own that is reopened when it is lost."""
        while not self._is_closing.is_set():
            with suppress(psycopg.Error, StorageError), self._connect() as connection:
                with self.writing() as writer:
                    channel = self._channel(writer)
                connection.execute(f"LISTEN {channel}".encode())
                heard(None)
                while not self._is_closing.is_set():
                    for announced in connection.notifies(timeout=_LISTEN_SECONDS):
                        heard(announced.payload)
            self._is_closing.wait(_LISTEN_SECONDS)

    def close(self) -> None:
        self._is_closing.set()
        for listener in self._listeners:
            listener.join()
        self._reader.close()
        self._writer.close()

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        try:
            yield
        except psycopg.IntegrityError as error:
            raise ConflictError from error
        except psycopg.DataError as error:  # a value that no column accepts: the sender's fault, and useless to retry
            raise MalformedError(why=Message("school.why.unstorable")) from error
        except psycopg.Error as error:
            raise StorageError(where=self._public_address, problem=_problem(error)) from error


class _PostgreSQLWriter:
    def __init__(self, connection: psycopg.Connection[Row], pipeline: psycopg.Pipeline) -> None:
        self._connection = connection
        self._pipeline = pipeline

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        return self._connection.execute(_query(statement), values).fetchall()

    def answers(self, questions: Sequence[Question]) -> list[list[Row]]:
        asked = [self._connection.execute(_query(statement), values) for statement, values in questions]
        return [cursor.fetchall() for cursor in asked]

    def change(self, statement: str, values: Sequence[Value] = ()) -> int:
        cursor = self._connection.execute(_query(statement), values)
        self._pipeline.sync()  # the row count is known only after this
        return cursor.rowcount

    def change_many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(_query(statement), rows)


def _problem(error: psycopg.Error) -> Message | str:
    """The server's own words, or ours if no server answered or its disk is full."""
    words = str(error).strip()
    if isinstance(error, psycopg.errors.DiskFull):
        return Message("system.full")
    if error.sqlstate is None and "FATAL:" not in words:  # no server answered
        return Message("system.no-answer")
    return words.rpartition("FATAL:")[2].strip().partition("\n")[0]


def _query(statement: str) -> Any:
    """A statement in the driver's form; as bytes, because psycopg refuses text that could come from a user."""
    return statement.replace("?", "%s").encode()
