"""Bringing files of earlier versions to the current one. Imported only when a file needs it.

Each step takes a file of one version to the next, inside the one transaction that `migrate` holds: a power cut in the
middle leaves the old file. Every earlier version has a kept file in the tests.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import sqlite_utils

from trainer.records.attempts import split_item
from trainer.records.paths import free_path
from trainer.records.schema import CURRENT, TABLES, Version
from trainer.texts import Message


def upgrade(connection: sqlite3.Connection, path: Path, version: Version, now: datetime) -> Message:
    """Keep a copy of the old file beside it, migrate, and say so."""
    kept = free_path(path.with_name(f"{path.stem}.format-{version}.{now:%Y-%m-%d}{path.suffix}"))
    with closing(sqlite3.connect(kept)) as copy:
        connection.backup(copy)
    migrate(connection, version)
    return Message("records.notice.migrated", {"path": str(kept)})


def migrate(connection: sqlite3.Connection, version: Version) -> None:
    """Bring the open file from its version to `CURRENT`, all or nothing."""
    connection.execute("BEGIN EXCLUSIVE")
    try:
        while version < CURRENT:
            version = STEPS[version](connection)
        connection.execute(f"PRAGMA user_version = {CURRENT.number}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _from_1_0(connection: sqlite3.Connection) -> Version:
    """1.0 wrote every item, id and mistake out in full; 2.0 keeps repeating texts once and ids as bytes."""
    database = sqlite_utils.Database(connection)
    for name in ("profiles", "attempts"):
        database.rename_table(name, f"{name}_1")
    for statement in TABLES.split(";"):
        if statement.strip():
            connection.execute(statement)
    connection.executemany(
        "INSERT INTO profiles (uuid, name, created) VALUES (?, ?, ?)",
        [(UUID(row["id"]).bytes, row["name"], row["created"]) for row in database["profiles_1"].rows],
    )
    profiles = {str(UUID(bytes=row["uuid"])): row["id"] for row in database["profiles"].rows}
    texts: dict[str, int] = {}

    def number(text: str) -> int:
        if text not in texts:
            texts[text] = len(texts) + 1
            connection.execute("INSERT INTO texts VALUES (?, ?)", (texts[text], text))
        return texts[text]

    def rows() -> Iterator[tuple[Any, ...]]:
        for old in connection.execute(
            "SELECT profile, id, item, answer, right, mistake, milliseconds, target, behaviour, counts, session, at, "
            "app_version FROM attempts_1"
        ):
            profile, attempt_id, item, answer, right, mistake, taken, target, behaviour, counts, session, at, app = old
            kind, level, seed = split_item(item)
            yield (
                *(profiles[profile], UUID(attempt_id).bytes, number(kind), level, seed, answer, right),
                *(number(mistake), taken, target, number(behaviour), counts, number(session), at, number(app)),
            )

    connection.executemany(f"INSERT INTO attempts VALUES ({', '.join('?' * 15)})", rows())
    for name in ("attempts_1", "profiles_1"):
        database[name].drop()
    return Version(2, 0)


STEPS: dict[Version, Callable[[sqlite3.Connection], Version]] = {Version(1, 0): _from_1_0}
