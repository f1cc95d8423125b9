"""Migrations of older records files. Imported only when a file needs one.

Each step migrates by one version, inside the one transaction of `migrate`, so that a power cut leaves the old file. The
tests keep a file of every earlier version.
"""

from __future__ import annotations

import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import sqlite_utils

from trainer.records.attempts import from_milliseconds, split_item, to_milliseconds
from trainer.records.schema import CURRENT, TABLES, Version
from trainer.records.sessions import session_from_name
from trainer.system.log import timed
from trainer.system.private_files import atomic_file, free_path
from trainer.texts import Message

_log = logging.getLogger(__name__)


def upgrade(connection: sqlite3.Connection, path: Path, version: Version, now: datetime) -> Message:
    """Copy the old file beside itself, migrate it, and return the notice for the trainee."""
    kept = free_path(path.with_name(f"{path.stem}.format-{version}.{now:%Y-%m-%d}{path.suffix}"))
    with atomic_file(kept) as unfinished, closing(sqlite3.connect(unfinished)) as copy:
        connection.backup(copy)
    _log.info("migrating the records from format %s to %s", version, CURRENT)
    with timed(_log, "migrating the records", slow_after=10.0):
        migrate(connection, version)
    return Message("records.notice.migrated", {"path": str(kept)})


def migrate(connection: sqlite3.Connection, version: Version) -> None:
    """Migrate an open file to `CURRENT` in one transaction."""
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
    """Version 1.0 stored every text in full. Version 2.0 stores repeated texts once, and ids as bytes."""
    database = sqlite_utils.Database(connection)
    for name in ("profiles", "attempts"):
        database.rename_table(name, f"{name}_1")
    for statement in TABLES_2_0.split(";"):
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
            kind, level, seed, _ = split_item(item)
            yield (
                *(profiles[profile], UUID(attempt_id).bytes, number(kind), level, seed, answer, right),
                *(number(mistake), taken, target, number(behaviour), counts, number(session), at, number(app)),
            )

    connection.executemany(f"INSERT INTO attempts VALUES ({', '.join('?' * 15)})", rows())
    for name in ("attempts_1", "profiles_1"):
        database[name].drop()
    return Version(2, 0)


def _from_2_0(connection: sqlite3.Connection) -> Version:
    """Version 2.0 named sessions by a text. Version 3.0 has tables for sessions, plans and rules."""
    connection.execute("ALTER TABLE attempts RENAME TO attempts_2")
    for statement in TABLES.split(";"):
        if re.search(r"CREATE TABLE (plans|sessions|attempts|rules) ", statement):
            connection.execute(statement)
    connection.execute(
        "CREATE TABLE named_2 (profile INTEGER, text INTEGER, session INTEGER, PRIMARY KEY (profile, text))"
    )
    connection.execute("INSERT INTO plans VALUES (1, '')")
    # With min(), SQLite takes the other columns from the row with the minimum: the first attempt of each session.
    named = connection.execute(
        "SELECT attempts_2.profile, profiles.uuid, session, names.text, min(attempts_2.at), versions.id, versions.text "
        "FROM attempts_2 JOIN profiles ON profiles.id = attempts_2.profile JOIN texts AS names ON names.id = session "
        "JOIN texts AS versions ON versions.id = app_version GROUP BY attempts_2.profile, session ORDER BY 5"
    ).fetchall()
    for number, (profile, uuid, text, name, first_at, app, app_version) in enumerate(named, start=1):
        session = session_from_name(UUID(bytes=uuid), name, from_milliseconds(first_at), app_version)
        connection.execute("INSERT OR IGNORE INTO texts (text) VALUES (?)", (session.kind,))
        connection.execute(
            "INSERT INTO sessions SELECT ?, ?, ?, 1, id, ?, ? FROM texts WHERE text = ?",
            (number, profile, session.id.bytes, to_milliseconds(session.began), app, session.kind),
        )
        connection.execute("INSERT INTO named_2 VALUES (?, ?, ?)", (profile, text, number))
    connection.execute(
        "INSERT INTO attempts SELECT old.profile, id, kind, level, seed, NULL, answer, right, mistake, milliseconds, "
        "target, behaviour, counts, named_2.session, at, app_version FROM attempts_2 AS old "
        "JOIN named_2 ON named_2.profile = old.profile AND named_2.text = old.session ORDER BY old.profile, id"
    )
    if _count(connection, "attempts") != _count(connection, "attempts_2"):
        raise sqlite3.DatabaseError("attempts would be lost")
    connection.execute("DELETE FROM texts WHERE id IN (SELECT text FROM named_2)" + _NOT_USED_ELSEWHERE)
    for name in ("attempts_2", "named_2"):
        connection.execute(f"DROP TABLE {name}")
    return Version(3, 0)


def _count(connection: sqlite3.Connection, table: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


_NOT_USED_ELSEWHERE = "".join(
    f" AND id NOT IN (SELECT {column} FROM {table})"
    for table, column in (
        *(("attempts", "kind"), ("attempts", "mistake"), ("attempts", "behaviour"), ("attempts", "app_version")),
        *(("sessions", "kind"), ("sessions", "app_version")),
    )
)

STEPS: dict[Version, Callable[[sqlite3.Connection], Version]] = {
    Version(1, 0): _from_1_0,
    Version(2, 0): _from_2_0,
}

TABLES_2_0 = """
CREATE TABLE profiles (
    id INTEGER PRIMARY KEY,
    uuid BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created INTEGER NOT NULL,
    pin BLOB,
    settings TEXT NOT NULL DEFAULT '{}'
);
CREATE TABLE texts (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
);
CREATE TABLE attempts (
    profile INTEGER NOT NULL REFERENCES profiles (id),
    id BLOB NOT NULL,
    kind INTEGER NOT NULL REFERENCES texts (id),
    level INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    answer TEXT NOT NULL,
    right INTEGER NOT NULL,
    mistake INTEGER NOT NULL REFERENCES texts (id),
    milliseconds INTEGER NOT NULL,
    target INTEGER NOT NULL,
    behaviour INTEGER NOT NULL REFERENCES texts (id),
    counts INTEGER NOT NULL,
    session INTEGER NOT NULL REFERENCES texts (id),
    at INTEGER NOT NULL,
    app_version INTEGER NOT NULL REFERENCES texts (id),
    PRIMARY KEY (profile, id)
) WITHOUT ROWID;
CREATE TABLE derived (
    profile INTEGER NOT NULL,
    sort TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (profile, sort, key)
) WITHOUT ROWID
"""
