"""A laptop's links to schools, in a small SQLite file beside the records.

Losing the file loses no data: the laptop joins again and asks the service what it has. The table ``known`` only saves
comparing everything at each connection.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from uuid import UUID

import msgspec

from trainer.records.attempts import wall_clock
from trainer.records.database_files import set_aside
from trainer.school.entries import NO_CHECKSUM, checksum_with
from trainer.system.private_files import make_private

_TABLES = """
CREATE TABLE IF NOT EXISTS links (profile BLOB PRIMARY KEY, link BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS positions (
    profile BLOB PRIMARY KEY, pulled INTEGER NOT NULL, synced INTEGER NOT NULL, assigned BLOB
);
CREATE TABLE IF NOT EXISTS known (
    profile BLOB NOT NULL, id BLOB NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (profile, id)
) WITHOUT ROWID;
"""


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """A profile of this laptop that has joined a school: the pinned certificate and the laptop's own key."""

    profile: UUID
    school: str
    address: str  # host:port where it was last reached
    fingerprint: bytes
    laptop: bytes
    key: bytes  # seed of the laptop's key
    person: bytes
    name: str  # the person's name at the school
    class_name: str


class LinkBook:
    """The links of all profiles on a laptop; without a path, in memory only. A damaged file is set aside."""

    def __init__(self, path: Path | None) -> None:
        if path:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            make_private(path)
        try:
            self._connection = _opened(path)
        except sqlite3.DatabaseError:
            if path is None:
                raise
            set_aside(path, "damaged", wall_clock())
            make_private(path)
            self._connection = _opened(path)

    def close(self) -> None:
        self._connection.close()

    def link(self, profile: UUID) -> Link | None:
        """The link of a profile, or None."""
        row = self._connection.execute("SELECT link FROM links WHERE profile = ?", (profile.bytes,)).fetchone()
        return msgspec.msgpack.decode(row[0], type=Link) if row else None

    def store_link(self, link: Link) -> None:
        """Store a link or its new address. For another school or person, what was known is forgotten."""
        last = self.link(link.profile)
        if last is not None and (last.fingerprint, last.person) != (link.fingerprint, link.person):
            self.forget_known(link.profile)
        self._connection.execute("REPLACE INTO links VALUES (?, ?)", (link.profile.bytes, msgspec.msgpack.encode(link)))

    def remove_link(self, profile: UUID) -> None:
        """Leave the school. The records stay."""
        self.forget_known(profile)
        self._connection.execute("DELETE FROM links WHERE profile = ?", (profile.bytes,))

    def known(self, profile: UUID) -> dict[bytes, bytes]:
        """The ids that the service has, with their digests."""
        rows = self._connection.execute("SELECT id, digest FROM known WHERE profile = ?", (profile.bytes,))
        return dict(rows.fetchall())

    def position(self, profile: UUID) -> tuple[int, int]:
        """The number up to which the service's entries are known, and when all was last synchronised (0: never)."""
        row = self._connection.execute(
            "SELECT pulled, synced FROM positions WHERE profile = ?", (profile.bytes,)
        ).fetchone()
        return (row[0], row[1]) if row else (0, 0)

    def mark_known(self, profile: UUID, known: Iterable[tuple[bytes, bytes]], pulled: int) -> None:
        """Note that the service has these entries, and that everything up to ``pulled`` is known here."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany(
            "INSERT OR IGNORE INTO known VALUES (?, ?, ?)", ((profile.bytes, *one) for one in known)
        )
        self._connection.execute(
            "INSERT INTO positions VALUES (?, ?, 0, NULL) ON CONFLICT (profile) DO UPDATE SET pulled = excluded.pulled",
            (profile.bytes, pulled),
        )
        self._connection.execute("COMMIT")

    def forget_known(self, profile: UUID) -> None:
        """Forget what the service has, so that everything is compared again."""
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute("DELETE FROM known WHERE profile = ?", (profile.bytes,))
        self._connection.execute("UPDATE positions SET pulled = 0 WHERE profile = ?", (profile.bytes,))
        self._connection.execute("COMMIT")

    def set_synced(self, profile: UUID, synced: int) -> None:
        """Note when everything was last synchronised."""
        self._connection.execute(
            "INSERT INTO positions VALUES (?, 0, ?, NULL) ON CONFLICT (profile) DO UPDATE SET synced = excluded.synced",
            (profile.bytes, synced),
        )

    def assigned(self, profile: UUID) -> bytes:
        """The last list of assignments, for use without a network."""
        row = self._connection.execute("SELECT assigned FROM positions WHERE profile = ?", (profile.bytes,)).fetchone()
        return row[0] if row and row[0] else b""

    def store_assigned(self, profile: UUID, assigned: bytes) -> None:
        """Store the list of assignments."""
        self._connection.execute(
            "INSERT INTO positions VALUES (?, 0, 0, ?) "
            "ON CONFLICT (profile) DO UPDATE SET assigned = excluded.assigned",
            (profile.bytes, assigned),
        )


def _opened(path: Path | None) -> sqlite3.Connection:
    connection = sqlite3.connect(
        str(path) if path else ":memory:", isolation_level=None, check_same_thread=False, timeout=10
    )
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.executescript(_TABLES)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def checksum_of(known: dict[bytes, bytes]) -> bytes:
    """The checksum of known entries."""
    return checksum_with(NO_CHECKSUM, known.values())
