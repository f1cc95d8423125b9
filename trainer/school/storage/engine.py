"""One way to say SQL to either database: statements with ``?``, whole transactions, rows as plain tuples.

Statements are written in what both understand. `tables` names types by words that each engine puts its own for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, Protocol

Value = int | str | bytes | None
Row = tuple[Any, ...]
Question = tuple[str, Sequence[Value]]


class Writer(Protocol):
    """A transaction that is open."""

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """What is found, also what the transaction itself has written."""

    def answers(self, questions: Sequence[Question]) -> list[list[Row]]:
        """What is found for each of several questions, asked at once, in their order."""

    def change(self, statement: str, values: Sequence[Value] = ()) -> int:
        """Write; says how many rows."""

    def change_many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Write many rows with one statement."""


class Engine(Protocol):
    """A database that is open. Any thread may use it; writers take turns."""

    name: str
    types: ClassVar[dict[str, str]]  # the words of `tables` → this database's types
    for_update: str  # what follows a SELECT whose row is about to be written

    def rows(self, statement: str, values: Sequence[Value] = ()) -> list[Row]:
        """What is found, as of the last finished transaction."""

    def snapshot(self) -> AbstractContextManager[None]:
        """While it is open, all that is read here is as it was when it was opened, whatever others write meanwhile."""

    def writing(self) -> AbstractContextManager[Writer]:
        """One transaction: all of it is kept when it ends, or, if anything is raised, none of it."""

    def script(self, writer: Writer, statements: str) -> None:
        """Several statements that are split_entries by semicolons, inside a transaction."""

    def version(self, writer: Writer) -> int:
        """The version of the tables, 0 if there are none; whoever asks first keeps others from migrating."""

    def set_version(self, writer: Writer, version: int) -> None:
        """Write it down."""

    def close(self) -> None:
        """Let go of it."""
