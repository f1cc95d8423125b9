"""The store: every attempt, kept for ever, and beside them what is derived from them.

Recording is one committed transaction with plain `sqlite3`; whatever is slow to import or to run stays off this path.
The derived values are kept for whoever computes them (`trainer.study`); the store does not read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
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
from trainer.records.errors import DamagedError, translate_errors
from trainer.records.profiles import Profile
from trainer.records.sessions import Session, SessionBook
from trainer.records.validation import VALID_ROW_SQL, is_id
from trainer.records.writer_lock import WriterLock

__all__ = ["Attempt", "Derived", "LogEntry", "Profile", "Session", "Store"]

LogEntry = tuple[bytes, str, int, int, str, int, str, int, int, str, int, str, str, int]
"""An attempt as it is folded: id, kind, level, seed, dealt, right, mistake, milliseconds, target, behaviour, counts,
session (hexadecimal), kind of session, at (milliseconds since 1970). A plain tuple: a million are read in a row."""

_INSERT = f"INSERT INTO attempts VALUES ({', '.join('?' * 16)})"
_LOG_COLUMNS = "id, kind, level, seed, dealt, right, mistake, milliseconds, target, behaviour, counts, session, at"
_COLUMNS = f"{_LOG_COLUMNS}, answer, app_version, {VALID_ROW_SQL}"


class Derived(NamedTuple):
    """A derived value to keep, or (without a value) to drop."""

    sort: str
    key: str
    value: str | None


class Store(SessionBook):
    """The records of one laptop: profiles, sessions, attempts, their rules, and what is derived from them."""

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
        """An attempt stamped with its id, the time and the program's version; it is not kept until `record`."""
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
        """Keep an attempt and what it changes in the derived values; when this returns both are on the disk, and with
        them its session and the rules that `archive_rules` was told of."""
        with self.writing() as connection:
            connection.execute(_INSERT, self.row(attempt))
            self._keep(self.profile_number(attempt.profile), derived)
            connection.executemany("INSERT OR IGNORE INTO rules VALUES (?, ?)", self._new_rules.items())
        if self._new_rules:
            self._known_rules |= self._new_rules.keys()
            self._new_rules.clear()

    def row(self, attempt: Attempt) -> tuple[int | bytes | str | None, ...]:
        """An attempt as a row of the table; its session and texts that are new get theirs. Call it while writing."""
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
        """One attempt, to be replayed."""
        with translate_errors(self.where):
            row = self.connection.execute(
                f"SELECT {_COLUMNS} FROM attempts WHERE profile = ? AND id = ?",
                (self.profile_number(profile), attempt_id.bytes),
            ).fetchone()
            return self._attempt(profile, row) if row else None

    def items_answered(self, profile: UUID, session_kind: str) -> set[str]:
        """What was answered in all sessions of a kind."""
        with translate_errors(self.where):
            sessions = self.connection.execute(
                "SELECT number FROM sessions WHERE profile = ? AND kind = (SELECT id FROM texts WHERE text = ?)",
                (self.profile_number(profile), session_kind),
            ).fetchall()
            if not sessions:  # most often, and then nothing more is looked through
                return set()
            places = ", ".join("?" * len(sessions))
            rows = self.connection.execute(
                f"SELECT kind, level, seed, dealt FROM attempts WHERE profile = ? AND session IN ({places})",
                (self.profile_number(profile), *(number for (number,) in sessions)),
            )
            return {join_item(self.texts[kind], level, seed, dealt or "") for kind, level, seed, dealt in rows}

    def count(self, profile: UUID) -> int:
        """How many attempts a profile has; it counts them, which takes its time with very many."""
        with translate_errors(self.where):
            rows = self.connection.execute(
                "SELECT count(*) FROM attempts WHERE profile = ?", (self.profile_number(profile),)
            )
            return int(rows.fetchone()[0])

    def newest(self, profile: UUID) -> bytes:
        """The id of the last attempt, empty if there is none."""
        with translate_errors(self.where):
            rows = self.connection.execute(
                "SELECT max(id) FROM attempts WHERE profile = ?", (self.profile_number(profile),)
            )
            newest = rows.fetchone()[0]
        if newest is not None and not is_id(newest):
            raise DamagedError(path=self.where)
        return newest or b""

    def attempts_after(self, profile: UUID, after: bytes = b"") -> list[tuple[bytes, bytes, str]]:
        """The attempts after an id, in the order of events: their ids, those of their sessions, and the digests of the
        rules they name (empty if they name none)."""
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
        """What was answered in a session: how many, how many right, milliseconds in all, and when last (0: nothing).
        Nothing that was answered before it is looked through."""
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
        """Keep what came from elsewhere and was found sound, all or nothing; says how many attempts were new. An
        attempt whose session is nowhere is left out."""
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
                # Some may be older than what was already derived from: all of it is computed again.
                connection.execute("DELETE FROM derived WHERE profile = ?", (self.profile_number(profile),))
        return added

    def log(self, profile: UUID, after: bytes = b"") -> Iterator[LogEntry]:
        """The attempts after an id, in the order of events, in the form that is quickest to fold."""
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
                yield (number, texts[kind], level, seed, dealt or "", right, texts[mistake], taken, target,
                       texts[behaviour], counts, *sessions[session], at)
            # fmt: on

    # The rules attempts were made under

    def has_rules(self, digest: str) -> bool:
        """Whether the data behind a digest is kept, or will be with the next attempt."""
        return digest in self._known_rules or digest in self._new_rules or self.rules(digest) is not None

    def archive_rules(self, digest: str, data: bytes) -> None:
        """Keep the data behind a digest, once: it is written with the next attempt, in the same transaction."""
        if not self.has_rules(digest):
            self._new_rules[digest] = data

    def rules(self, digest: str) -> bytes | None:
        """The data behind a digest as it was given; `None` for rules from before they were kept."""
        with translate_errors(self.where):
            row = self.connection.execute("SELECT data FROM rules WHERE digest = ?", (digest,)).fetchone()
        if row is None or not isinstance(row[0], bytes):
            return None
        self._known_rules.add(digest)
        return row[0]

    def digests(self, profile: UUID) -> list[str]:
        """The digests of all rules that attempts of a profile name."""
        with translate_errors(self.where):
            kinds = self.connection.execute(
                "SELECT DISTINCT kind FROM attempts WHERE profile = ?", (self.profile_number(profile),)
            ).fetchall()
            return sorted({digest for (kind,) in kinds if (digest := digest_of(self.texts[kind]))})

    # What is derived

    def derived(self, profile: UUID, sort: str, *, low: str = "", high: str = "\U0010ffff") -> list[tuple[str, str]]:
        """The derived values of a sort, by key, from ``low`` up to ``high`` (which is left out)."""
        with translate_errors(self.where):
            rows = self.connection.execute(
                "SELECT key, value FROM derived WHERE profile = ? AND sort = ? AND key >= ? AND key < ? ORDER BY key",
                (self.profile_number(profile), sort, low, high),
            )
            return rows.fetchall()

    def latest_derived(self, profile: UUID, sort: str, prefix: str, limit: int) -> list[tuple[str, str]]:
        """The last ``limit`` values whose key begins with ``prefix``, in the order of their keys."""
        with translate_errors(self.where):
            rows = self.connection.execute(
                "SELECT key, value FROM derived WHERE profile = ? AND sort = ? AND key >= ? AND key < ? "
                "ORDER BY key DESC LIMIT ?",
                (self.profile_number(profile), sort, prefix, prefix + "\U0010ffff", limit),
            )
            return rows.fetchall()[::-1]

    def write_derived(self, profile: UUID, derived: Iterable[Derived]) -> None:
        """Keep or drop derived values."""
        with self.writing():
            self._keep(self.profile_number(profile), derived)

    def replace_derived(self, profile: UUID, derived: Iterable[Derived]) -> None:
        """Put these in place of all that was derived for a profile."""
        with self.writing() as connection:
            connection.execute("DELETE FROM derived WHERE profile = ?", (self.profile_number(profile),))
            self._keep(self.profile_number(profile), derived)

    def drop_derived(self) -> None:
        """Forget all that is derived: it is computed again when it is asked for."""
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
            counts=bool(counts),
            at=from_milliseconds(at),
            session=UUID(hex=self.session_names[session].id),
            app_version=texts[app_version],
        )
