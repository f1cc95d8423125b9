"""Dated backups that are made by themselves: one a day, kept for seven days, four weeks and twelve months.

They lie in a folder beside the records. Which are kept is told by the dates of those that are there, never by the
clock: a clock that goes wrong deletes nothing. A copy takes the place of the day's only when it is whole and was
checked, so that damage does not spread into the backups.
"""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from trainer.records.attempts import Clock, wall_clock
from trainer.records.backup import backup, restore
from trainer.records.errors import NoBackupError
from trainer.records.store import Store
from trainer.system.log import timed
from trainer.system.private_files import free_path, make_private_folder

_log = logging.getLogger(__name__)

DAYS, WEEKS, MONTHS = 7, 4, 12
_SMALL = 30_000_000  # bytes that are copied without being noticed
_NAME = re.compile(r"records-(\d{4}-\d\d-\d\d)\.db")


class Kept(NamedTuple):
    """A backup, the day it was made and its size in bytes."""

    path: Path
    day: date
    size: int


class SafetyNet:
    """The dated backups of the records at a path."""

    def __init__(self, records: Path) -> None:
        self._records = records
        self.folder = records.with_name("backups")

    def backups(self) -> list[Kept]:
        """All there are, newest first; what has another name is not ours."""
        found = []
        with contextlib.suppress(OSError):
            for path in self.folder.iterdir():
                day = _day_of(path)
                if day is not None and not path.is_symlink() and path.is_file():
                    found.append(Kept(path, day, path.stat().st_size))
        return sorted(found, key=lambda kept: kept.day, reverse=True)

    def find(self, wanted: str = "") -> Path:
        """The newest backup, or the one of a day; raises `NoBackupError` if there is none."""
        for kept in self.backups():
            if not wanted or wanted in (kept.day.isoformat(), kept.path.name):
                return kept.path
        raise NoBackupError(path=self.folder)

    def keep_if_due(self, store: Store, now: datetime) -> None:
        """On opening: make one if there is none of today; very large records wait for the end, but not for ever."""
        newest = self.backups()[:1]
        today = now.date()
        if newest and newest[0].day == today:
            return
        is_old = not newest or abs(today - newest[0].day) > timedelta(days=DAYS)
        if is_old or self._records.stat().st_size <= _SMALL:
            self.keep(store, now)

    def keep(self, store: Store, now: datetime) -> None:
        """Make the backup of today, or bring it up to date, and drop those that are kept no longer."""
        if store.path is None or store.read_only or not store.is_begun():
            return
        target = self.folder / f"records-{now.date().isoformat()}.db"
        if target.exists() and target.stat().st_size > _SMALL:
            return
        make_private_folder(self.folder)
        for left in self.folder.glob("records-*.new*"):  # by a program that was killed meanwhile
            with suppress(OSError):
                left.unlink()
        fresh = free_path(target.with_suffix(".new"))
        try:
            with timed(_log, "backing up the records", slow_after=2.0):
                backup(store, fresh)
            fresh.replace(target)
        finally:
            fresh.unlink(missing_ok=True)
        kept = self.backups()
        days = wanted_days(one.day for one in kept)
        for one in kept:
            if one.day not in days:
                one.path.unlink(missing_ok=True)

    def restore(self, source: Path, clock: Clock = wall_clock) -> Path | None:
        """Put a backup in the place of the records, which are kept; see `backup.restore`."""
        return restore(source, self._records, clock)


def wanted_days(days: Iterable[date]) -> set[date]:
    """Which of the days of backups are kept: the last seven, and the newest of each of the last weeks and months.

    >>> sorted(day.day for day in wanted_days(date(2026, 11, number) for number in range(1, 17)))
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
