"""The store: one SQLite file that keeps every attempt for ever.

Recording is one committed insert with plain `sqlite3`; whatever is slow to import or to run stays off this path.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

from trainer import __version__

Clock = Callable[[], datetime]
"""Gives the present moment with its time zone."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

SCHEMA = """
CREATE TABLE profiles (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created INTEGER NOT NULL
);
CREATE TABLE attempts (
    id TEXT PRIMARY KEY,
    profile TEXT NOT NULL REFERENCES profiles (id),
    item TEXT NOT NULL,
    answer TEXT NOT NULL,
    right INTEGER NOT NULL,
    mistake TEXT NOT NULL,
    milliseconds INTEGER NOT NULL,
    target INTEGER NOT NULL,
    behaviour TEXT NOT NULL,
    counts INTEGER NOT NULL,
    session TEXT NOT NULL,
    at INTEGER NOT NULL,
    app_version TEXT NOT NULL
);
"""


def wall_clock() -> datetime:
    """The computer's clock."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Profile:
    """Somebody who learns on this laptop."""

    id: UUID
    name: str
    created: datetime


@dataclass(frozen=True, slots=True)
class Attempt:
    """One answer to one item, as it is kept for ever."""

    id: UUID
    profile: UUID
    item: str  # the item's one line of text
    answer: str  # in the canonical text form of its answer form
    right: bool
    mistake: str  # message id of the named mistake, or ""
    milliseconds: int
    target_ms: int
    behaviour: str
    counts: bool  # whether it goes into ratings, cards and mastery
    at: datetime  # UTC, to the millisecond
    session: str = ""  # the session it belongs to
    app_version: str = __version__


class Store:
    """The records of one laptop. ``clock`` is asked whenever something is stamped; ``close`` when done."""

    def __init__(self, path: Path, clock: Clock = wall_clock) -> None:
        self.path = path
        self.clock = clock
        path.parent.mkdir(parents=True, exist_ok=True)
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        # A verdict is shown only after its attempt would survive a power cut.
        self._connection.execute("PRAGMA synchronous = FULL")
        if not self._connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            self._connection.executescript(SCHEMA)
            self._connection.execute(f"PRAGMA user_version = {1 << 16}")
        self._last = self._newest()

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add_profile(self, name: str) -> Profile:
        now = _milliseconds(self.clock())
        profile = Profile(self._new_id(now), name.strip(), _moment(now))
        self._connection.execute("INSERT INTO profiles VALUES (?, ?, ?)", (str(profile.id), profile.name, now))
        return profile

    def profiles(self) -> list[Profile]:
        rows = self._connection.execute("SELECT id, name, created FROM profiles ORDER BY name")
        return [Profile(UUID(row[0]), row[1], _moment(row[2])) for row in rows]

    def new_attempt(
        self,
        *,
        profile: UUID,
        item: str,
        answer: str,
        right: bool,
        milliseconds: int,
        target_ms: int,
        behaviour: str,
        counts: bool,
        mistake: str = "",
        session: str = "",
    ) -> Attempt:
        """An attempt stamped with its id, the time and the program's version; it is not kept until `record`."""
        now = _milliseconds(self.clock())
        return Attempt(
            id=self._new_id(now),
            profile=profile,
            item=item,
            answer=answer,
            right=right,
            mistake=mistake,
            milliseconds=milliseconds,
            target_ms=target_ms,
            behaviour=behaviour,
            counts=counts,
            at=_moment(now),
            session=session,
        )

    def record(self, attempt: Attempt) -> None:
        """Keep an attempt; when this returns it is on the disk."""
        self._connection.execute(
            "INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                str(attempt.id),
                str(attempt.profile),
                attempt.item,
                attempt.answer,
                attempt.right,
                attempt.mistake,
                attempt.milliseconds,
                attempt.target_ms,
                attempt.behaviour,
                attempt.counts,
                attempt.session,
                _milliseconds(attempt.at),
                attempt.app_version,
            ),
        )

    def attempts(self, profile: UUID) -> Iterator[Attempt]:
        """Every attempt of a profile, oldest first."""
        rows = self._connection.execute(
            "SELECT id, item, answer, right, mistake, milliseconds, target, behaviour, counts, at, session, "
            "app_version FROM attempts WHERE profile = ? ORDER BY id",
            (str(profile),),
        )
        for row in rows:
            yield Attempt(
                id=UUID(row[0]),
                profile=profile,
                item=row[1],
                answer=row[2],
                right=bool(row[3]),
                mistake=row[4],
                milliseconds=row[5],
                target_ms=row[6],
                behaviour=row[7],
                counts=bool(row[8]),
                at=_moment(row[9]),
                session=row[10],
                app_version=row[11],
            )

    def _newest(self) -> int:
        newest: str | None = self._connection.execute("SELECT max(id) FROM attempts").fetchone()[0]
        return UUID(newest).int >> 80 if newest else 0

    def _new_id(self, now: int) -> UUID:
        """A version 7 UUID. Ids only ever grow, so their order is the order of events even if the clock is set back."""
        self._last = max(now, self._last + 1)
        return UUID(int=self._last << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62 | secrets.randbits(62))


def _milliseconds(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(milliseconds=1)


def _moment(milliseconds: int) -> datetime:
    return EPOCH + timedelta(milliseconds=milliseconds)
