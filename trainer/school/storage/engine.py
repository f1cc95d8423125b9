"""The interface to a database: SQL with ``?`` parameters, transactions, rows as tuples.

Statements use the common subset of SQLite and PostgreSQL. `schema` names column types by words that each engine
replaces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Protocol

Value = int | str | bytes | None
Row = tuple[Any, ...]
Question = tuple[str, Sequence[Value]]

LONGEST_ANNOUNCEMENT = 7_900  # bytes; PostgreSQL's limit is 8,000


class Writer(Protocol):
    """An open transaction."""

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """The rows of a query, including what this transaction has written."""

    def answers(self, questions: Sequence[Question]) -> list[list[Row]]:
        """The rows of several queries, sent together."""

    def change(self, statement: str, values: Sequence[Value] = ()) -> int:
        """Run a statement that writes; returns the number of rows."""

    def change_many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Run one statement for many rows."""


class Engine(Protocol):
    """An open database. Any thread may use it; transactions that write take turns."""

    name: str
    types: ClassVar[dict[str, str]]  # type words of `schema` → types of this database
    for_update: str  # appended to a SELECT whose rows are about to be written
    is_shared: bool  # whether several services can use this database at once

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """The rows of a query, as of the last finished transaction."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Inside the block, all reads see the state at its beginning."""

    def writing(self) -> AbstractContextManager[Writer]:
        """One transaction: committed when the block ends, rolled back if it raises."""

    def lock(self, writer: Writer, table: str) -> None:
        """Let no other transaction write a table until this one ends."""

    def locks(self, ids: Iterable[bytes]) -> list[Question]:
        """Queries that wait until no other transaction holds one of these ids, and hold them until this one ends."""

    def script(self, writer: Writer, statements: str) -> None:
        """Run several statements, separated by semicolons, inside a transaction."""

    def version(self, writer: Writer) -> int:
        """The version of the tables, 0 if there are none. Locks out other migrations."""

    def set_version(self, writer: Writer, version: int) -> None:
        """Store the version of the tables."""

    def scrub(self, tables: Sequence[str]) -> None:
        """Remove deleted rows of these tables from the files. What cannot be removed is logged."""

    def announce(self, messages: Sequence[str]) -> None:
        """Send short texts (`LONGEST_ANNOUNCEMENT` bytes each) to every process that listens, including this one."""

    def listen(self, heard: Callable[[str | None], None]) -> None:
        """Call ``heard`` in another thread with each text that is announced from now on until `close`, and with None
        when some may have been missed. Does nothing if the database is not shared."""

    def lock_for_service(self) -> Callable[[], None]:
        """Keep other services away if the database cannot be shared; returns what ends it. Raises
        `AlreadyServedError`."""

    def close(self) -> None:
        """Close the connections."""
