"""Backups of the records: copies on request and a dated one every day, and restoring them.

Daily backups lie in a folder beside the records and are kept for seven days, four weeks and twelve months. Which ones
to keep follows from their own dates and not from the clock, so a wrong clock deletes nothing. A copy replaces the one
of the same day only after it was checked, so that damage does not spread into the backups.
"""

from __future__ import annotations

import contextlib
import logging
import re
import sqlite3
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from trainer.records import schema
from trainer.records.attempts import Clock, wall_clock
from trainer.records.database import WriterLock
from trainer.records.database_files import new_file, remove_database, replace_database, resolve_link
from trainer.records.errors import (
    CannotOpenError,
    CopyFailedError,
    DamagedError,
    DiskError,
    DiskFullError,
    NoBackupError,
    ReadOnlyError,
)
from trainer.records.integrity import check_file, check_store
from trainer.records.progress_callback import Progress, no_progress
from trainer.records.sqlite_errors import translate_errors
from trainer.records.store import Store
from trainer.system.lazy_imports import lazily
from trainer.system.log import timed
from trainer.system.private_files import UNFINISHED, free_path, make_private, make_private_folder

with lazily():  # sqlite-utils is slow to import
    from trainer.records.migrations import migrate

_log = logging.getLogger(__name__)

_PAGES_A_STEP = 1000
DAYS, WEEKS, MONTHS = 7, 4, 12
_SMALL = 30_000_000  # bytes; copying this much is not noticed
_NAME = re.compile(r"records-(\d{4}-\d\d-\d\d)\.db")


def backup(store: Store, target: Path, progress: Progress = no_progress) -> None:
    """Copy the records to a new file while they are in use, and check the copy. Raises `ExistsError`."""
    with new_file(target) as unfinished:
        _copy(store.connection, unfinished, progress)


def backup_any_version(path: Path, target: Path, progress: Progress = no_progress) -> None:
    """Copy a file of any version without migrating it; otherwise like `backup`."""
    with contextlib.closing(open_read_only(path)) as old, new_file(target) as unfinished:
        _copy(old, unfinished, progress)


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a records file of any version for reading only."""
    with translate_errors(path):
        return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def restore(source: Path, path: Path, clock: Clock = wall_clock) -> Path | None:
    """Replace the records by a backup. Returns the dated path under which the replaced file is kept, if there was one.

    Everything that can fail is checked first: the records are not open elsewhere and not too new, the backup exists,
    consists of our tables only, and every row of it can be read.
    """
    path = resolve_link(path)
    if not source.is_file():
        raise CannotOpenError(path=source)
    schema.check_not_newer(source)
    with contextlib.suppress(DamagedError):
        schema.check_not_newer(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        raise ReadOnlyError(path=path.parent) from None
    lock = WriterLock(path)
    try:
        unfinished = free_path(path.with_name(path.name + ".unfinished"))
        try:
            make_private(unfinished)
            _copy_and_migrate(source, unfinished)
            return replace_database(unfinished, path, "replaced", clock())
        finally:
            remove_database(unfinished)
    finally:
        lock.release()


def _copy_and_migrate(source: Path, target: Path) -> None:
    """Copy a backup to ``target``, migrate the copy to the current version and read all of it."""
    with contextlib.closing(open_read_only(source)) as backed_up, translate_errors(source):
        version = schema.version_of(backed_up, source)
        if version is None:
            raise DamagedError(path=source)
        schema.check_not_altered(backed_up, source, version)
        _copy(backed_up, target)
    try:
        if version.major < schema.CURRENT.major:
            with translate_errors(target), contextlib.closing(sqlite3.connect(target, isolation_level=None)) as copy:
                migrate(copy, version)
        with Store(target, read_only=True) as store:
            check_store(store)
    except (DamagedError, sqlite3.Error, ValueError, TypeError, KeyError):
        raise DamagedError(path=source) from None


def _copy(source: sqlite3.Connection, target: Path, progress: Progress = no_progress) -> None:
    """Copy an open database into a file and check the copy; raises `CopyFailedError` if the disk refuses it."""
    try:
        with translate_errors(target), contextlib.closing(sqlite3.connect(target)) as copy:
            source.backup(copy, pages=_PAGES_A_STEP, progress=lambda _, left, total: progress(total - left, total))
            copy.execute("PRAGMA journal_mode = DELETE")
            schema.set_file_id(copy, 0)  # a backup is a file of its own, with its own write-ahead log
            check_file(copy, target)
    except BaseException as error:
        remove_database(target)
        if isinstance(error, DiskFullError | DiskError):
            raise CopyFailedError(path=target.with_name(target.name.removesuffix(UNFINISHED))) from error
        raise


class DatedBackup(NamedTuple):
    """A daily backup: its file, its day and its size in bytes."""

    path: Path
    day: date
    size: int


class DailyBackups:
    """The daily backups of the records at a path."""

    def __init__(self, records: Path) -> None:
        self._records = records
        self.folder = records.with_name("backups")

    def backups(self) -> list[DatedBackup]:
        """All daily backups, newest first. Files with other names are ignored."""
        found = []
        with contextlib.suppress(OSError):
            for path in self.folder.iterdir():
                day = _day_of(path)
                if day is not None and not path.is_symlink() and path.is_file():
                    found.append(DatedBackup(path, day, path.stat().st_size))
        return sorted(found, key=lambda kept: kept.day, reverse=True)

    def find(self, wanted: str = "") -> Path:
        """The newest backup, or the one of a given day or file name; raises `NoBackupError`."""
        for kept in self.backups():
            if not wanted or wanted in (kept.day.isoformat(), kept.path.name):
                return kept.path
        raise NoBackupError(path=self.folder)

    def back_up_if_due(self, store: Store, now: datetime) -> None:
        """Make today's backup if there is none yet; called when the records are opened.

        Large records are copied when they are closed instead, unless the last backup is more than a week old.
        """
        newest = self.backups()[:1]
        today = now.date()
        if newest and newest[0].day == today:
            return
        is_old = not newest or abs(today - newest[0].day) > timedelta(days=DAYS)
        if is_old or self._records.stat().st_size <= _SMALL:
            self.keep(store, now)

    def keep(self, store: Store, now: datetime) -> None:
        """Make or update today's backup, and delete the ones that need not be kept any longer."""
        if store.path is None or store.read_only or not store.has_attempts():
            return
        target = self.folder / f"records-{now.date().isoformat()}.db"
        if target.exists() and target.stat().st_size > _SMALL:
            return
        make_private_folder(self.folder)
        for left in self.folder.glob("records-*.new*"):  # left by a program that was killed
            with contextlib.suppress(OSError):
                left.unlink()
        fresh = free_path(target.with_suffix(".new"))
        try:
            with timed(_log, "backing up the records", slow_after=2.0):
                backup(store, fresh)
            fresh.replace(target)
        finally:
            fresh.unlink(missing_ok=True)
        kept = self.backups()
        days = days_to_keep(one.day for one in kept)
        for one in kept:
            if one.day not in days:
                one.path.unlink(missing_ok=True)

    def restore(self, source: Path, clock: Clock = wall_clock) -> Path | None:
        """Replace the records by a backup; see `restore`."""
        return restore(source, self._records, clock)


def days_to_keep(days: Iterable[date]) -> set[date]:
    """The days whose backups are kept: the last seven, and the newest of each of the last weeks and months.

    >>> sorted(day.day for day in days_to_keep(date(2026, 11, number) for number in range(1, 17)))
    [1, 8, 10, 11, 12, 13, 14, 15, 16]
    """
    newest_first = sorted(set(days), reverse=True)
    wanted = set(newest_first[:DAYS])
    for period, most in ((_week, WEEKS), (_month, MONTHS)):
        newest: dict[object, date] = {}
        for day in newest_first:
            newest.setdefault(period(day), day)
        wanted |= set(list(newest.values())[:most])
    return wanted


def _week(day: date) -> object:
    return day.isocalendar()[:2]


def _month(day: date) -> object:
    return (day.year, day.month)


def _day_of(path: Path) -> date | None:
    found = _NAME.fullmatch(path.name)
    try:
        return date.fromisoformat(found[1]) if found else None
    except ValueError:
        return None
