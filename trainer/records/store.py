"""The store: all attempts, the rules they were made under, and values derived from attempts.

Recording is one committed transaction with plain `sqlite3`; nothing slow to import or run is on this path. The store
keeps derived values for `trainer.study`, which computes them; it does not interpret them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from trainer.records.attempts import (
    Attempt,
    Clock,
    digest_of,
    from_milliseconds,
    join_item,
    split_item,
    to_milliseconds,
    wall_clock,
)
from trainer.records.database import WriterLock
from trainer.records.errors import DamagedError
from trainer.records.profiles import Profile
from trainer.records.sessions import SIMULATED, Session, SessionBook
from trainer.records.sqlite_errors import translate_errors
from trainer.records.validation import VALID_ROW_SQL, is_id

__all__ = ["Attempt", "Derived", "LogEntry", "Profile", "Session", "Store"]

LogEntry = tuple[bytes, str, int, int, str, int, str, int, int, str, int, str, str, int]
"""An attempt of `Store.log`: id, kind, level, seed, dealt, right, mistake, milliseconds, target, behaviour, counts,
session id (hexadecimal), session kind, at (milliseconds since 1970). A plain tuple, because a million may be read."""

_INSERT = f"INSERT INTO attempts VALUES ({', '.join('?' * 16)})"
_LOG_COLUMNS = "id, kind, level, seed, dealt, right, mistake, milliseconds, target, behaviour, counts, session, at"
_COLUMNS = f"{_LOG_COLUMNS}, answer, app_version, {VALID_ROW_SQL}"


class Derived(NamedTuple):
    """A derived value to store, or to delete if ``value`` is None."""

    sort: str
    key: str
    value: str | None


class Store(SessionBook):
    """The records of one laptop: profiles, sessions, attempts, rules and derived values."""

    def __init__(
        self, path: Path | None, clock: Clock = wall_clock, *, read_only: bool = False, lock: WriterLock | None = None
    ) -> None:
        self._known_rules: set[str] = set()
        self._new_rules: dict[str, bytes] = {}
        super().__init__(path, clock, read_only=read_only, lock=lock)

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
        session: UUID,
        mistake: str = "",
    ) -> Attempt:
        """An attempt with a new id, the time and the program's version. It is not stored until `record`."""
        attempt_id, at = self.stamp()
        return Attempt(
            id=attempt_id,
            profile=profile,
            item=item,
            answer=answer,
            right=right,
            mistake=mistake,
            milliseconds=milliseconds,
            target_ms=target_ms,
            behaviour=behaviour,
            counts=counts,
            at=at,
            session=session,
        )

    def record(self, attempt: Attempt, derived: Iterable[Derived] = ()) -> None:
        """Store an attempt with the derived values it changes. When this returns, they are on the disk, together with
        its session and the rules given to `archive_rules`."""
        self.record_all((attempt,), derived)

    def record_all(self, attempts: Sequence[Attempt], derived: Iterable[Derived] = ()) -> None:
        """Store the attempts of one profile, all or none, with the derived values they change."""
        with self.writing() as connection:
            for attempt in attempts:
                connection.execute(_INSERT, self.row(attempt))
            self._keep(self.profile_number(attempts[0].profile), derived)
            connection.executemany("INSERT OR IGNORE INTO rules VALUES (?, ?)", self._new_rules.items())
        if self._new_rules:
            self._known_rules |= self._new_rules.keys()
            self._new_rules.clear()

    def row(self, attempt: Attempt) -> tuple[int | bytes | str | None, ...]:
        """The table row of an attempt; writes new sessions and texts. Call it inside a transaction."""
        kind, level, seed, dealt = split_item(attempt.item)
        number = self.text_number
        session = self.session_number(attempt.profile, attempt.session)
        return (
            *(self.profile_number(attempt.profile), attempt.id.bytes, number(kind), level, seed, dealt or None),
            *(attempt.answer, int(attempt.right), number(attempt.mistake), attempt.milliseconds, attempt.target_ms),
            *(number(attempt.behaviour), int(attempt.counts), session),
            *(to_milliseconds(attempt.at), number(attempt.app_version)),
        )

    def attempts(self, profile: UUID, *, newest_first: bool = False, limit: int = -1) -> Iterator[Attempt]:
        """The attempts of a profile in the order of events."""
        order = "DESC" if newest_first else "ASC"
        with translate_errors(self.where):
            rows = self.connection.execute(
                f"SELECT {_COLUMNS} FROM attempts WHERE profile = ? ORDER BY id {order} LIMIT ?",
                (self.profile_number(profile), limit),
            )
            for row in rows:
                yield self._attempt(profile, row)

    def attempt(self, profile: UUID, attempt_id: UUID) -> Attempt | None:
        """One attempt by its id, for a replay; None if unknown."""
        with translate_errors(self.where):
            row = self.connection.execute(
                f"SELECT {_COLUMNS} FROM attempts WHERE profile = ? AND id = ?",
                (self.profile_number(profile), attempt_id.bytes),
            ).fetchone()
            return self._attempt(profile, row) if row else None

    def items_answered(self, profile: UUID, session_kind: str) -> set[str]:
        """The texts of all items answered in sessions of a kind."""
        with translate_errors(self.where):
            sessions = self.connection.execute(
                "SELECT number FROM sessions WHERE profile = ? AND kind = (SELECT id FROM texts WHERE text = ?)",
                (self.profile_number(profile), session_kind),
            ).fetchall()
            if not sessions:  # the usual case
                return set()
            places = ", ".join("?" * len(sessions))
            rows = self.connection.execute(
                f"SELECT kind, level, seed, dealt FROM attempts WHERE profile = ? AND session IN ({places})",
                (self.profile_number(profile), *(number for (number,) in sessions)),
            )
            return {join_item(self.texts[kind], level, seed, dealt or "") for kind, level, seed, dealt in rows}

    def count(self, profile: UUID) -> int:
        """The number of attempts of a profile. Slow for very many, because SQLite counts them."""
        with translate_errors(self.where):
            rows = self.connection.execute(
                "SELECT count(*) FROM attempts WHERE profile = ?", (self.profile_number(profile),)
            )
            return int(rows.fetchone()[0])

    def count_taken_back(self, profile: UUID) -> int:
        """The number of answers that were stored as counting and do not count, because nobody knows that their cards
        were really dealt."""
        with translate_errors(self.where):
            number = self.profile_number(profile)
            reading = "SELECT number FROM sessions WHERE profile = ?"
            sessions = [row[0] for row in self.connection.execute(reading, (number,))]
            unreal = [each for each in sessions if not self.session_names[each].is_real]
            counting = "SELECT count(*) FROM attempts WHERE profile = ? AND counts = 1 AND session = ?"
            return sum(self.connection.execute(counting, (number, each)).fetchone()[0] for each in unreal)

    def newest(self, profile: UUID) -> bytes:
        """The id of the profile's last attempt; empty if there is none."""
        with translate_errors(self.where):
            rows = self.connection.execute(
                "SELECT max(id) FROM attempts WHERE profile = ?", (self.profile_number(profile),)
            )
            newest = rows.fetchone()[0]
        if newest is not None and not is_id(newest):
            raise DamagedError(path=self.where)
        return newest or b""

    def attempts_after(self, profile: UUID, after: bytes = b"") -> list[tuple[bytes, bytes, str]]:
        """For each attempt after an id, in the order of events: its id, its session's id, and the digest of its rules
        (empty if it has none)."""
        with translate_errors(self.where):
            rows = self.connection.execute(
                "SELECT id, session, kind FROM attempts WHERE profile = ? AND id > ? ORDER BY id",
                (self.profile_number(profile), after),
            ).fetchall()
            if not all(is_id(number) for number, _, _ in rows):
                raise DamagedError(path=self.where)
            sessions = {session: bytes.fromhex(self.session_names[session].id) for _, session, _ in rows}
            digests = {kind: digest_of(self.texts[kind]) for _, _, kind in rows}
            return [(number, sessions[session], digests[kind]) for number, session, kind in rows]

    def session_totals(self, session: Session) -> tuple[int, int, int, int]:
        """A session's number of answers, of right answers, total milliseconds, and time of the last (0 if none).

        Attempts before the session are not read.
        """
        with translate_errors(self.where):
            row = self.connection.execute(
                "SELECT count(*), coalesce(sum(right), 0), coalesce(sum(milliseconds), 0), coalesce(max(at), 0) "
                "FROM attempts WHERE profile = ? AND id > ? AND session = ?",
                (
                    self.profile_number(session.profile),
                    session.id.bytes,
                    self._find_session(session.profile, session.id) or 0,
                ),
            ).fetchone()
        answers, rights, milliseconds, last = map(int, row)
        return answers, rights, milliseconds, last

    def merge(
        self, profile: UUID, sessions: Iterable[Session], rules: Mapping[str, bytes], attempts: Iterable[Attempt]
    ) -> int:
        """Store validated rows from another laptop in one transaction; returns the number of new attempts.

        Attempts whose session is unknown are skipped.
        """
        added = 0
        with self.writing() as connection:
            for session in sessions:
                self.write_session(session)
            connection.executemany("INSERT OR IGNORE INTO rules VALUES (?, ?)", rules.items())
            for attempt in attempts:
                try:
                    row = self.row(attempt)
                except KeyError:
                    continue
                added += connection.execute(f"{_INSERT} ON CONFLICT DO NOTHING", row).rowcount
            if added:
                # Merged attempts may be older than the derived values, which are therefore recomputed.
                connection.execute("DELETE FROM derived WHERE profile = ?", (self.profile_number(profile),))
        return added

    def log(self, profile: UUID, after: bytes = b"") -> Iterator[LogEntry]:
        """The attempts after an id in the order of events, as plain tuples, the fastest form to process."""
        with translate_errors(self.where):
            texts, sessions = self.texts, self.session_names
            rows = self.connection.execute(
                f"SELECT {_LOG_COLUMNS}, {VALID_ROW_SQL} FROM attempts WHERE profile = ? AND id > ? ORDER BY id",
                (self.profile_number(profile), after),
            )
            # fmt: off
            for (number, kind, level, seed, dealt, right, mistake, taken, target, behaviour, counts, session, at,
                 is_sound) in rows:
                if not is_sound:
                    raise DamagedError(path=self.where)
                name = sessions[session]
                yield (number, texts[kind], level, seed, dealt or "", right, texts[mistake], taken, target,
                       texts[behaviour], counts if name.is_real else 0, name.id,
                       name.kind if name.is_real else SIMULATED, at)
            # fmt: on

    # Rules of attempts

    def has_rules(self, digest: str) -> bool:
        """Whether the rules with this digest are stored, or will be with the next attempt."""
        return digest in self._known_rules or digest in self._new_rules or self.rules(digest) is not None

    def archive_rules(self, digest: str, data: bytes) -> None:
        """Store the rules of a digest, once, in the transaction of the next attempt."""
        if not self.has_rules(digest):
            self._new_rules[digest] = data

    def rules(self, digest: str) -> bytes | None:
        """The rules of a digest as they were archived; None for attempts older than the archive."""
        with translate_errors(self.where):
            row = self.connection.execute("SELECT data FROM rules WHERE digest = ?", (digest,)).fetchone()
        if row is None or not isinstance(row[0], bytes):
            return None
        self._known_rules.add(digest)
        return row[0]

    def digests(self, profile: UUID) -> list[str]:
        """The rules digests of all attempts of a profile."""
        with translate_errors(self.where):
            kinds = self.connection.execute(
                "SELECT DISTINCT kind FROM attempts WHERE profile = ?", (self.profile_number(profile),)
            ).fetchall()
            return sorted({digest for (kind,) in kinds if (digest := digest_of(self.texts[kind]))})

    # Derived values

    def derived(self, profile: UUID, sort: str, *, low: str = "", high: str = "\U0010ffff") -> list[tuple[str, str]]:
        """The derived values of a sort with keys from ``low`` up to, but not including, ``high``."""
        with translate_errors(self.where):
            rows = self.connection.execute(
                "SELECT key, value FROM derived WHERE profile = ? AND sort = ? AND key >= ? AND key < ? ORDER BY key",
                (self.profile_number(profile), sort, low, high),
            )
            return rows.fetchall()

    def latest_derived(self, profile: UUID, sort: str, prefix: str, limit: int) -> list[tuple[str, str]]:
        """The last ``limit`` values whose keys begin with ``prefix``, in key order."""
        with translate_errors(self.where):
            rows = self.connection.execute(
                "SELECT key, value FROM derived WHERE profile = ? AND sort = ? AND key >= ? AND key < ? "
                "ORDER BY key DESC LIMIT ?",
                (self.profile_number(profile), sort, prefix, prefix + "\U0010ffff", limit),
            )
            return rows.fetchall()[::-1]

    def write_derived(self, profile: UUID, derived: Iterable[Derived]) -> None:
        """Store or delete derived values."""
        with self.writing():
            self._keep(self.profile_number(profile), derived)

    def replace_derived(self, profile: UUID, derived: Iterable[Derived]) -> None:
        """Replace all derived values of a profile."""
        with self.writing() as connection:
            connection.execute("DELETE FROM derived WHERE profile = ?", (self.profile_number(profile),))
            self._keep(self.profile_number(profile), derived)

    def drop_derived(self) -> None:
        """Delete all derived values; they are recomputed when needed."""
        with self.writing() as connection:
            connection.execute("DELETE FROM derived")

    def has_attempts(self) -> bool:
        """Whether anything was ever answered."""
        with translate_errors(self.where):
            return self.connection.execute("SELECT 1 FROM attempts LIMIT 1").fetchone() is not None

    def _keep(self, profile: int, derived: Iterable[Derived]) -> None:
        for sort, key, value in derived:
            if value is None:
                self.connection.execute(
                    "DELETE FROM derived WHERE profile = ? AND sort = ? AND key = ?", (profile, sort, key)
                )
            else:
                self.connection.execute("REPLACE INTO derived VALUES (?, ?, ?, ?)", (profile, sort, key, value))

    def _attempt(self, profile: UUID, row: tuple[Any, ...]) -> Attempt:
        number, kind, level, seed, dealt, right, mistake, taken, target, behaviour, counts, session, at, *rest = row
        answer, app_version, is_sound = rest
        if not is_sound:
            raise DamagedError(path=self.where)
        texts = self.texts
        return Attempt(
            id=UUID(bytes=number),
            profile=profile,
            item=join_item(texts[kind], level, seed, dealt or ""),
            answer=answer,
            right=bool(right),
            mistake=texts[mistake],
            milliseconds=taken,
            target_ms=target,
            behaviour=texts[behaviour],
            counts=bool(counts) and self.session_names[session].is_real,
            at=from_milliseconds(at),
            session=UUID(hex=self.session_names[session].id),
            app_version=texts[app_version],
        )
