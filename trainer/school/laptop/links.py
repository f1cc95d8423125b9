"""A laptop's links to schools, in a small SQLite file beside the records.

Losing the file loses no data: the laptop joins again and asks the service what it has. The table ``known`` only saves
comparing everything at each connection. ``owners`` and ``documents`` keep the people of a shared laptop apart: a
profile and an exam document belong to one person for good, also after leaving the school.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from trainer.records.attempts import to_milliseconds, wall_clock
from trainer.records.database_files import set_aside
from trainer.records.errors import DamagedError
from trainer.records.sqlite_errors import translate_errors
from trainer.school.entries import NO_CHECKSUM, checksum_with
from trainer.school.errors import AnotherPersonError
from trainer.system.people_names import same_name
from trainer.system.private_files import make_private

_TABLES = """
CREATE TABLE IF NOT EXISTS links (profile BLOB PRIMARY KEY, link BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS positions (
    profile BLOB PRIMARY KEY, pulled INTEGER NOT NULL, synced INTEGER NOT NULL, assigned BLOB
);
CREATE TABLE IF NOT EXISTS known (
    profile BLOB NOT NULL, id BLOB NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (profile, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS owners (
    profile BLOB PRIMARY KEY, school BLOB NOT NULL, person BLOB NOT NULL, name TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS documents (id BLOB PRIMARY KEY, profile BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rules (digest TEXT PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS schools (fingerprint BLOB PRIMARY KEY, address TEXT NOT NULL, used INTEGER NOT NULL);
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


class KnownSchool(NamedTuple):
    """A school whose certificate was proved on this laptop, and where it was last reached."""

    fingerprint: bytes
    address: str


class LinkBook:
    """The links of all profiles on a laptop; without a path, in memory only. A damaged file is set aside.

    Everything raises `RecordsError` or `OSError` if the disk is full or the file cannot be read or written.
    """

    def __init__(self, path: Path | None) -> None:
        if path:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            make_private(path)
        try:
            self._connection = _opened(path)
        except DamagedError:  # not a full disk: whoever loses the links has to join again
            if path is None:
                raise
            set_aside(path, "damaged", wall_clock())
            make_private(path)
            self._connection = _opened(path)
        for (data,) in self._connection.execute("SELECT link FROM links").fetchall():  # joined before `owners` existed
            self._set_owner(msgspec.msgpack.decode(data, type=Link))

    def close(self) -> None:
        self._connection.close()

    def link(self, profile: UUID) -> Link | None:
        """The link of a profile, or None."""
        row = self._connection.execute("SELECT link FROM links WHERE profile = ?", (profile.bytes,)).fetchone()
        return msgspec.msgpack.decode(row[0], type=Link) if row else None

    def store_link(self, link: Link) -> None:
        """Store a link or its new address. For another school, what was known is forgotten.

        Raises `AnotherPersonError` if the profile belongs to another person, because everything in it would be sent
        in the wrong name.
        """
        if not self.may_join(link.profile, link.fingerprint, link.person, link.name):
            raise AnotherPersonError(name=link.name)
        self._set_owner(link)
        self.note_school(link.fingerprint, link.address)
        last = self.link(link.profile)
        if last is not None and (last.fingerprint, last.person) != (link.fingerprint, link.person):
            self.forget_known(link.profile)
        self._connection.execute("REPLACE INTO links VALUES (?, ?)", (link.profile.bytes, msgspec.msgpack.encode(link)))

    def remove_link(self, profile: UUID) -> None:
        """Leave the school. The records stay, and so does the person to whom the profile belongs."""
        self.forget_known(profile)
        self._connection.execute("DELETE FROM links WHERE profile = ?", (profile.bytes,))

    # The people of a shared laptop

    def _set_owner(self, link: Link) -> None:
        self._connection.execute(
            "INSERT OR IGNORE INTO owners VALUES (?, ?, ?, ?)",
            (link.profile.bytes, link.fingerprint, link.person, link.name),
        )

    def may_join(self, profile: UUID, school: bytes, person: bytes, name: str) -> bool:
        """Whether a profile may join a school as this person: it has never joined, or it belongs to this person.

        ``school`` is the fingerprint of its certificate. At another school people have other ids, and the name decides.
        """
        row = self._connection.execute(
            "SELECT school, person, name FROM owners WHERE profile = ?", (profile.bytes,)
        ).fetchone()
        if row is None or row[1] == person:
            return True
        return bool(row[0] != school and same_name(row[2], name))

    def profile_of(self, school: bytes, person: bytes) -> UUID | None:
        """The profile on this laptop that belongs to a person of a school, or None."""
        row = self._connection.execute(
            "SELECT profile FROM owners WHERE school = ? AND person = ?", (school, person)
        ).fetchone()
        return UUID(bytes=row[0]) if row else None

    def claim_document(self, number: UUID, profile: UUID) -> bool:
        """Whether an exam document is this profile's. The profile that is joined when it is first seen gets it."""
        self._connection.execute("INSERT OR IGNORE INTO documents VALUES (?, ?)", (number.bytes, profile.bytes))
        row = self._connection.execute("SELECT profile FROM documents WHERE id = ?", (number.bytes,)).fetchone()
        return bool(row[0] == profile.bytes)

    # Rules that came with assignments and races

    def rules(self, digest: str) -> bytes:
        """Shared rules; empty if they have not arrived."""
        row = self._connection.execute("SELECT data FROM rules WHERE digest = ?", (digest,)).fetchone()
        return row[0] if row else b""

    def store_rules(self, digest: str, data: bytes) -> None:
        """Store shared rules."""
        self._connection.execute("INSERT OR IGNORE INTO rules VALUES (?, ?)", (digest, data))

    # The schools that this laptop knows

    def note_school(self, fingerprint: bytes, address: str) -> None:
        """Remember where a school with a proved certificate was reached."""
        self._connection.execute(
            "REPLACE INTO schools VALUES (?, ?, ?)", (fingerprint, address, to_milliseconds(wall_clock()))
        )

    def known_schools(self) -> list[KnownSchool]:
        """The schools whose certificates this laptop knows, last used first."""
        rows = self._connection.execute("SELECT fingerprint, address FROM schools ORDER BY used DESC")
        return [KnownSchool(*row) for row in rows.fetchall()]

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
        with self._connection.transaction() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO known VALUES (?, ?, ?)", ((profile.bytes, *one) for one in known)
            )
            connection.execute(
                "INSERT INTO positions VALUES (?, ?, 0, NULL) "
                "ON CONFLICT (profile) DO UPDATE SET pulled = excluded.pulled",
                (profile.bytes, pulled),
            )

    def forget_known(self, profile: UUID) -> None:
        """Forget what the service has, so that everything is compared again."""
        with self._connection.transaction() as connection:
            connection.execute("DELETE FROM known WHERE profile = ?", (profile.bytes,))
            connection.execute("UPDATE positions SET pulled = 0 WHERE profile = ?", (profile.bytes,))

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


class _Connection(sqlite3.Connection):
    """A connection that raises the errors of the records."""

    path: Path | str = ":memory:"

    def execute(self, *given: Any) -> sqlite3.Cursor:
        with translate_errors(self.path):
            return super().execute(*given)

    def executemany(self, *given: Any) -> sqlite3.Cursor:
        with translate_errors(self.path):
            return super().executemany(*given)

    @contextmanager
    def transaction(self) -> Iterator[_Connection]:
        """A block that is written as a whole or not at all."""
        self.execute("BEGIN IMMEDIATE")
        try:
            yield self
            self.execute("COMMIT")
        except BaseException:
            if self.in_transaction:  # a full disk may have ended it
                self.execute("ROLLBACK")
            raise


def _opened(path: Path | None) -> _Connection:
    where = path or ":memory:"
    with translate_errors(where):
        connection = sqlite3.connect(
            where, isolation_level=None, check_same_thread=False, timeout=10, factory=_Connection
        )
    connection.path = where
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        for statement in _TABLES.split(";"):
            connection.execute(statement)
    except BaseException:
        connection.close()
        raise
    return connection


def checksum_of(known: dict[bytes, bytes]) -> bytes:
    """The checksum of known entries."""
    return checksum_with(NO_CHECKSUM, known.values())
