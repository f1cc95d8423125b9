"""A copy of the whole file, and its way back."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from trainer.records import schema
from trainer.records.attempts import Clock, wall_clock
from trainer.records.errors import DamagedError
from trainer.records.paths import free_path, set_aside, written_whole
from trainer.records.sqlite_errors import known_errors
from trainer.records.store import Store
from trainer.records.watching import Progress, no_progress

_PAGES_A_STEP = 1000


def backup(store: Store, target: Path, progress: Progress = no_progress) -> None:
    """Copy the records, while they are in use, to a file that must not exist yet; the copy is checked."""
    with written_whole(target) as unfinished:
        _copy(store.connection, unfinished, progress)


def backup_as_it_is(path: Path, target: Path, progress: Progress = no_progress) -> None:
    """Copy a file of records of whatever form, without bringing it up to date; otherwise as `backup`."""
    with known_errors(path):
        old = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    with contextlib.closing(old), written_whole(target) as unfinished:
        _copy(old, unfinished, progress)


def restore(source: Path, path: Path, clock: Clock = wall_clock) -> Path | None:
    """Put a backup in the place of the records; these are kept under a dated name, which is given back.

    Refused while the records are open anywhere, and if the backup is damaged or too new.
    """
    schema.refuse_newer(source)
    with known_errors(source):
        backed_up = sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)
    with contextlib.closing(backed_up):
        with known_errors(source):
            if schema.version_of(backed_up, source) is None:
                raise DamagedError(path=source)
        if path.exists():
            # Opening and closing them brings everything into the one file, and fails if somebody else has them open.
            with contextlib.suppress(DamagedError):
                Store(path, clock).close()
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = free_path(path.with_name(path.name + ".unfinished"))
        _copy(backed_up, unfinished)
    kept = set_aside(path, "replaced", clock()) if path.exists() else None
    unfinished.rename(path)
    Store(path, clock).close()
    return kept


def _copy(source: sqlite3.Connection, target: Path, progress: Progress = no_progress) -> None:
    with known_errors(target), contextlib.closing(sqlite3.connect(target)) as copy:
        source.backup(copy, pages=_PAGES_A_STEP, progress=lambda _, left, total: progress(total - left, total))
        copy.execute("PRAGMA journal_mode = DELETE")
        check(copy, target)


def check_links(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `DamagedError` if a row points to a session, a plan, a profile or a text that is not there."""
    with known_errors(path):
        broken = connection.execute("SELECT 1 FROM pragma_foreign_key_check LIMIT 1").fetchone()
    if broken:
        raise DamagedError(path=path)


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `DamagedError` unless SQLite finds nothing wrong with the whole file."""
    with known_errors(path):
        found = connection.execute("PRAGMA integrity_check").fetchall()
    if found != [("ok",)]:
        raise DamagedError(path=path)
