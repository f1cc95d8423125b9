"""Full integrity checks: SQLite's own, the write-ahead log, and every row as the program reads it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from trainer.records import wal_file
from trainer.records.errors import DamagedError
from trainer.records.sqlite_errors import translate_errors
from trainer.records.store import Store


def check_store(store: Store) -> None:
    """Raise `DamagedError` unless every row can be read. (Opening has already checked the tables.)"""
    log = wal_file.wal_path(store.where)
    # Checked twice: a frame that another process was just writing is complete the second time.
    if wal_file.is_damaged(log) and wal_file.is_damaged(log):
        raise DamagedError(path=store.where)
    check_file(store.connection, store.where)
    check_links(store.connection, store.where)
    for profile in store.profiles():
        store.settings(profile.id)
        store.sessions(profile.id)
        for _ in store.log(profile.id):
            pass
        for attempt in store.attempts(profile.id):
            if not attempt.item.isprintable():
                raise DamagedError(path=store.where)


def check_file(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `DamagedError` if SQLite's integrity check finds anything."""
    with translate_errors(path):
        found = connection.execute("PRAGMA integrity_check").fetchall()
    if found != [("ok",)]:
        raise DamagedError(path=path)


def check_links(connection: sqlite3.Connection, path: Path) -> None:
    """Raise `DamagedError` if a row refers to a session, plan, profile or text that does not exist."""
    with translate_errors(path):
        broken = connection.execute("SELECT 1 FROM pragma_foreign_key_check LIMIT 1").fetchone()
    if broken:
        raise DamagedError(path=path)
