"""A copy of the whole file, and its way back."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

from trainer.records import schema
from trainer.records.attempts import Clock, wall_clock
from trainer.records.errors import DamagedError, ExistsError, known_errors
from trainer.records.paths import free_path, set_aside
from trainer.records.store import Store

Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""

_PAGES_A_STEP = 1000


def no_progress(done: int, total: int) -> None:
    """For those who do not watch."""


def backup(store: Store, target: Path, progress: Progress = no_progress) -> None:
    """Copy the records, while they are in use, to a file that must not exist yet.

    The copy is written under another name and takes its own only when it is whole and sound.
    """
    if target.exists():
        raise ExistsError(path=target)
    unfinished = free_path(target.with_name(target.name + ".unfinished"))
    try:
        with known_errors(target), contextlib.closing(sqlite3.connect(unfinished)) as copy:
            store.connection.backup(
                copy, pages=_PAGES_A_STEP, progress=lambda _, left, total: progress(total - left, total)
            )
            copy.execute("PRAGMA journal_mode = DELETE")
            check(copy, target)
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)


def restore(source: Path, path: Path, clock: Clock = wall_clock) -> Path | None:
    """Put a backup in the place of the records; these are kept under a dated name, which is given back.

    Refused while the records are open anywhere, and if the backup is damaged or too new.
    """
    schema.refuse_newer(source)
    with (
        known_errors(source),
        contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as copy,
    ):
        if schema.version_of(copy, source) is None:
            raise DamagedError(path=source)
        check(copy, source)
        kept = None
        if path.exists():
            # Opening and closing them brings everything into the one file, and fails if somebody else has them open.
            with contextlib.suppress(DamagedError):
                Store(path, clock).close()
            kept = set_aside(path, "replaced", clock())
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = free_path(path.with_name(path.name + ".unfinished"))
        with contextlib.closing(sqlite3.connect(unfinished)) as target:
            copy.backup(target)
        unfinished.rename(path)
    Store(path, clock).close()
    return kept


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `DamagedError` unless SQLite finds nothing wrong with the whole file."""
    with known_errors(path):
        found = connection.execute("PRAGMA integrity_check").fetchall()
    if found != [("ok",)]:
        raise DamagedError(path=path)
