"""What to do about a damaged file: set it aside under a dated name, and save from it what can still be read."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from trainer.records import schema
from trainer.records.attempts import Clock, wall_clock
from trainer.records.errors import DamagedError, RecordsError
from trainer.records.paths import set_aside
from trainer.records.store import Store
from trainer.texts import Message


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
                profiles, texts, attempts = (_readable(source, table) for table in ("profiles", "texts", "attempts"))
        except (sqlite3.DatabaseError, RecordsError):
            return 0
    known_texts, known_profiles = {row[0] for row in texts}, {row[0] for row in profiles}
    whole = [
        row
        for row in attempts
        if row[0] in known_profiles and {row[2], row[7], row[10], row[12], row[14]} <= known_texts
    ]
    with store.writing() as connection:
        for table, rows in (("profiles", profiles), ("texts", texts), ("attempts", whole)):
            if rows:
                marks = ", ".join("?" * len(rows[0]))
                connection.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({marks})", rows)
    return len(whole)


def _readable(source: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    """The rows of a table up to where reading fails, from either end."""
    key = "profile, id" if table == "attempts" else "id"
    found: dict[Any, tuple[Any, ...]] = {}
    for direction in ("", "DESC"):
        order = ", ".join(f"{column} {direction}" for column in key.split(", "))
        with contextlib.suppress(sqlite3.DatabaseError):
            for row in source.execute(f"SELECT * FROM {table} ORDER BY {order}"):
                found[row[:2] if table == "attempts" else row[0]] = row
    return list(found.values())
