"""What to do about a damaged file: set it aside under a dated name, and save from it what can still be read."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from trainer.records import schema
from trainer.records.attempts import Clock, make_id, time_of, wall_clock
from trainer.records.errors import DamagedError, RecordsError
from trainer.records.paths import set_aside
from trainer.records.store import Store
from trainer.texts import Message

Row = tuple[Any, ...]
_KEYS: dict[str, tuple[str, ...]] = {
    "profiles": ("id",),
    "texts": ("id",),
    "plans": ("id",),
    "sessions": ("number",),
    "rules": ("digest",),
    "attempts": ("profile", "id"),
}


def open_or_set_aside(path: Path, clock: Clock = wall_clock) -> Store:
    """The store of a path; if its file is damaged, a new one with what could be saved, and a notice that says so."""
    try:
        return Store(path, clock)
    except DamagedError:
        return repair(path, clock)


def repair(path: Path, clock: Clock = wall_clock) -> Store:
    """Set the file aside, whatever its state, and open a new one with every attempt that could be read from it."""
    kept = set_aside(path, "damaged", clock())
    store = Store(path, clock)
    rescued = rescue(kept, store)
    store.notices.append(Message("records.notice.set-aside", {"path": str(kept), "rescued": rescued}))
    return store


def rescue(damaged: Path, store: Store) -> int:
    """Copy into an empty store every attempt a damaged file of the current form still gives; says how many.

    It works on a copy, so that the file itself stays as it is for whoever can do more. Reading goes from the front and
    from the back until the damage stops it, so that one bad page costs little.
    """
    with tempfile.TemporaryDirectory() as folder:
        for ending in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(damaged.with_name(damaged.name + ending), Path(folder) / f"copy.db{ending}")
        try:
            with contextlib.closing(sqlite3.connect(Path(folder) / "copy.db")) as source:
                version = schema.version_of(source, damaged)
                if version is None or version.major != schema.CURRENT.major:
                    return 0
                saved = {table: _readable(source, table, key) for table, key in _KEYS.items()}
        except (sqlite3.DatabaseError, RecordsError):
            return 0
    _drop_broken(saved)
    with store.writing() as connection:
        for table, rows in saved.items():
            if rows:
                marks = ", ".join("?" * len(rows[0]))
                connection.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", rows)
    return len(saved["attempts"])


def _drop_broken(saved: dict[str, list[Row]]) -> None:
    """Leave out what names something that could not be read. An attempt whose session is lost is kept: the sessions
    that are missing are made up for them, one a profile."""
    profiles, texts, plans = ({row[0] for row in saved[table]} for table in ("profiles", "texts", "plans"))
    saved["sessions"] = [
        row for row in saved["sessions"] if row[1] in profiles and row[3] in plans and {row[4], row[6]} <= texts
    ]
    sessions = {row[0] for row in saved["sessions"]}
    whole = [row for row in saved["attempts"] if row[0] in profiles and {row[2], row[8], row[11], row[15]} <= texts]
    lost = {(row[0], row[13]): row for row in reversed(whole) if row[13] not in sessions}
    if lost:
        plan = max(plans, default=0) + 1
        saved["plans"].append((plan, ""))  # left out again if there is an empty plan already
        plan = next(row[0] for row in saved["plans"] if row[1] == "")
        for (profile, number), row in lost.items():
            saved["sessions"].append((number, profile, make_id(time_of(row[1])).bytes, plan, row[11], row[14], row[15]))
    saved["attempts"] = whole


def _readable(source: sqlite3.Connection, table: str, key: tuple[str, ...]) -> list[Row]:
    """The rows of a table up to where reading fails, from either end. The key is the first column or columns."""
    found: dict[Any, Row] = {}
    for direction in ("", "DESC"):
        order = ", ".join(f"{column} {direction}" for column in key)
        with contextlib.suppress(sqlite3.DatabaseError):
            for row in source.execute(f"SELECT * FROM {table} ORDER BY {order}"):
                found[row[: len(key)]] = row
    return list(found.values())
