"""A copy of the whole file, and its way back."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from trainer.records import schema
from trainer.records.attempts import Clock, wall_clock
from trainer.records.checking import check_file, check_store
from trainer.records.errors import (
    CannotOpenError,
    CopyFailedError,
    DamagedError,
    DiskError,
    DiskFullError,
    ReadOnlyError,
)
from trainer.records.lock import WriterLock
from trainer.records.paths import led_to, put_in_place, remove_database, written_whole
from trainer.records.sqlite_errors import known_errors
from trainer.records.store import Store
from trainer.records.watching import Progress, no_progress
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import UNFINISHED, free_path, make_private

with lazily():  # sqlite-utils is slow to import
    from trainer.records.migrations import migrate

_PAGES_A_STEP = 1000


def backup(store: Store, target: Path, progress: Progress = no_progress) -> None:
    """Copy the records, while they are in use, to a file that must not exist yet; the copy is checked."""
    with written_whole(target) as unfinished:
        _copy(store.connection, unfinished, progress)


def backup_as_it_is(path: Path, target: Path, progress: Progress = no_progress) -> None:
    """Copy a file of records of whatever form, without bringing it up to date; otherwise as `backup`."""
    with contextlib.closing(open_as_it_is(path)) as old, written_whole(target) as unfinished:
        _copy(old, unfinished, progress)


def open_as_it_is(path: Path) -> sqlite3.Connection:
    """A connection that only reads, to a file of whatever version."""
    with known_errors(path):
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def restore(source: Path, path: Path, clock: Clock = wall_clock) -> Path | None:
    """Put a backup in the place of the records; these are kept under a dated name, which is given back.

    Everything that can refuse is asked before anything is moved: whether the records are open anywhere or too new for
    this program, whether the backup is there, is made of our tables and nothing else, and can be read to its last row.
    """
    path = led_to(path)
    if not source.is_file():
        raise CannotOpenError(path=source)
    schema.refuse_newer(source)
    with contextlib.suppress(DamagedError):
        schema.refuse_newer(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        raise ReadOnlyError(path=path.parent) from None
    lock = WriterLock(path)
    try:
        unfinished = free_path(path.with_name(path.name + ".unfinished"))
        try:
            make_private(unfinished)
            _take_over(source, unfinished)
            return put_in_place(unfinished, path, "replaced", clock())
        finally:
            remove_database(unfinished)
    finally:
        lock.release()


def _take_over(source: Path, target: Path) -> None:
    """Copy a backup, bring the copy to the current form, and read all of it."""
    with contextlib.closing(open_as_it_is(source)) as backed_up, known_errors(source):
        version = schema.version_of(backed_up, source)
        if version is None:
            raise DamagedError(path=source)
        schema.refuse_altered(backed_up, source, version)
        _copy(backed_up, target)
    try:
        if version.major < schema.CURRENT.major:
            with known_errors(target), contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copy:
                migrate(copy, version)
        with Store(target, read_only=True) as store:
            check_store(store)
    except (DamagedError, sqlite3.Error, ValueError, TypeError, KeyError):
        raise DamagedError(path=source) from None


def _copy(source: sqlite3.Connection, target: Path, progress: Progress = no_progress) -> None:
    """Copy an open database into a file and check the copy; raises `CopyFailedError` if the disk refuses it."""
    try:
        with known_errors(target), contextlib.closing(sqlite3.connect(target)) as copy:
            source.backup(copy, pages=_PAGES_A_STEP, progress=lambda _, left, total: progress(total - left, total))
            copy.execute("PRAGMA journal_mode = DELETE")
            schema.set_mark(copy, 0)  # a file of its own: what is written to either is not the other's
            check_file(copy, target)
    except BaseException as error:
        remove_database(target)
        if isinstance(error, DiskFullError | DiskError):
            raise CopyFailedError(path=target.with_name(target.name.removesuffix(UNFINISHED))) from error
        raise
