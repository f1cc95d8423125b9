"""The store: every attempt, kept for ever, and beside them what is derived from them.

Recording is one committed transaction with plain `sqlite3`; whatever is slow to import or to run stays off this path.
The derived values are kept for whoever computes them (`trainer.study`); the store does not read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from trainer.records.attempts import (
    Attempt,
    Clock,
    from_milliseconds,
    join_item,
    make_id,
    split_item,
    time_of,
    to_milliseconds,
    wall_clock,
)
from trainer.records.errors import NoProfileError
from trainer.records.profiles import Profile, Roster
from trainer.records.sqlite_errors import known_errors
from trainer.texts import Message

__all__ = ["Attempt", "Derived", "LogEntry", "Profile", "Store"]

LogEntry = tuple[bytes, str, int, int, int, str, int, int, str, int, str, int]
"""An attempt as it is folded: id, kind, level, seed, right, mistake, milliseconds, target, behaviour, counts, session,
at (milliseconds since 1970). A plain tuple, because a million of them are read in a row."""

_INSERT = f"INSERT INTO attempts VALUES ({', '.join('?' * 15)})"
_COLUMNS = (
    "id, kind, level, seed, right, mistake, milliseconds, target, behaviour, counts, session, at, answer, app_version"
)


class Derived(NamedTuple):
    """A derived value to keep, or (without a value) to drop."""

    sort: str
    key: str
    value: str | None


class Store(Roster):
    """The records of one laptop: profiles, attempts, and what is derived from them."""

    def __init__(self, path: Path | None, clock: Clock = wall_clock, *, read_only: bool = False) -> None:
        self._numbers: dict[str, int] = {}
        self._texts = _Texts(self)
        self._profiles: dict[UUID, int] = {}
        super().__init__(path, clock, read_only=read_only)
        try:
            with known_errors(self.where):
                newest: bytes | None = self.connection.execute(
                    "SELECT max(newest) FROM (SELECT (SELECT max(attempts.id) FROM attempts "
                    "WHERE attempts.profile = profiles.id) AS newest FROM profiles)"
                ).fetchone()[0]
        except BaseException:
            self.close()
            raise
        self._last = time_of(newest) if newest else 0
        if to_milliseconds(clock()) < self._last:
            last = from_milliseconds(self._last).isoformat(" ", "minutes")
            self.notices.append(Message("records.notice.clock-back", {"last": last}))

    def forget(self) -> None:
        self._numbers.clear()
        self._texts.clear()
        self._profiles.clear()

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
        """An attempt stamped with its id, the time and the program's version; it is not kept until `record`.

        Its time is what the clock says. Its id only ever grows: the order of ids is the order of events, even if the
        clock is set back.
        """
        now = to_milliseconds(self.clock())
        self._last = max(now, self._last + 1)
        return Attempt(
            id=make_id(self._last),
            profile=profile,
            item=item,
            answer=answer,
            right=right,
            mistake=mistake,
            milliseconds=milliseconds,
            target_ms=target_ms,
            behaviour=behaviour,
            counts=counts,
            at=from_milliseconds(now),
            session=session,
        )

    def record(self, attempt: Attempt, derived: Iterable[Derived] = ()) -> None:
        """Keep an attempt and what it changes in the derived values; when this returns both are on the disk."""
        with self.writing() as connection:
            connection.execute(_INSERT, self.row(attempt))
            self._keep(self.number_of(attempt.profile), derived)

    def row(self, attempt: Attempt) -> tuple[int | bytes | str, ...]:
        """An attempt as a row of the table; texts that are new get their number. Call it while writing."""
        kind, level, seed = split_item(attempt.item)
        number = self._number
        return (
            *(self.number_of(attempt.profile), attempt.id.bytes, number(kind), level, seed, attempt.answer),
            *(int(attempt.right), number(attempt.mistake), attempt.milliseconds, attempt.target_ms),
            *(number(attempt.behaviour), int(attempt.counts), number(attempt.session)),
            *(to_milliseconds(attempt.at), number(attempt.app_version)),
        )

    def attempts(self, profile: UUID, *, newest_first: bool = False, limit: int = -1) -> Iterator[Attempt]:
        """The attempts of a profile in the order of events."""
        order = "DESC" if newest_first else "ASC"
        with known_errors(self.where):
            rows = self.connection.execute(
                f"SELECT {_COLUMNS} FROM attempts WHERE profile = ? ORDER BY id {order} LIMIT ?",
                (self.number_of(profile), limit),
            )
            for row in rows:
                yield _attempt(profile, row, self._texts)

    def attempt(self, profile: UUID, attempt_id: UUID) -> Attempt | None:
        """One attempt, to be replayed."""
        with known_errors(self.where):
            row = self.connection.execute(
                f"SELECT {_COLUMNS} FROM attempts WHERE profile = ? AND id = ?",
                (self.number_of(profile), attempt_id.bytes),
            ).fetchone()
            return _attempt(profile, row, self._texts) if row else None

    def items_answered(self, profile: UUID, session_prefix: str) -> set[str]:
        """What was answered in the sessions of a profile whose names begin so."""
        with known_errors(self.where):
            named = self.connection.execute(
                "SELECT id FROM texts WHERE text >= ? AND text < ?", (session_prefix, session_prefix + "\U0010ffff")
            ).fetchall()
            if not named:  # most often, and then nothing more is looked through
                return set()
            places = ", ".join("?" * len(named))
            rows = self.connection.execute(
                f"SELECT kind, level, seed FROM attempts WHERE profile = ? AND session IN ({places})",
                (self.number_of(profile), *(number for (number,) in named)),
            )
            return {join_item(self._texts[kind], level, seed) for kind, level, seed in rows}

    def count(self, profile: UUID) -> int:
        """How many attempts a profile has; it counts them, which takes its time with very many."""
        with known_errors(self.where):
            rows = self.connection.execute(
                "SELECT count(*) FROM attempts WHERE profile = ?", (self.number_of(profile),)
            )
            return int(rows.fetchone()[0])

    def newest(self, profile: UUID) -> bytes:
        """The id of the last attempt, empty if there is none."""
        with known_errors(self.where):
            rows = self.connection.execute("SELECT max(id) FROM attempts WHERE profile = ?", (self.number_of(profile),))
            return rows.fetchone()[0] or b""

    def log(self, profile: UUID, after: bytes = b"") -> Iterator[LogEntry]:
        """The attempts after an id, in the order of events, in the form that is quickest to fold."""
        with known_errors(self.where):
            texts = self._texts
            rows = self.connection.execute(
                f"SELECT {_COLUMNS.removesuffix(', answer, app_version')} FROM attempts "
                "WHERE profile = ? AND id > ? ORDER BY id",
                (self.number_of(profile), after),
            )
            for number, kind, level, seed, right, mistake, taken, target, behaviour, counts, session, at in rows:
                # fmt: off
                yield (number, texts[kind], level, seed, right, texts[mistake], taken, target, texts[behaviour],
                       counts, texts[session], at)
                # fmt: on

    # What is derived

    def derived(self, profile: UUID, sort: str, *, low: str = "", high: str = "\U0010ffff") -> list[tuple[str, str]]:
        """The derived values of a sort, by key, from ``low`` up to ``high`` (which is left out)."""
        with known_errors(self.where):
            rows = self.connection.execute(
                "SELECT key, value FROM derived WHERE profile = ? AND sort = ? AND key >= ? AND key < ? ORDER BY key",
                (self.number_of(profile), sort, low, high),
            )
            return rows.fetchall()

    def latest_derived(self, profile: UUID, sort: str, prefix: str, limit: int) -> list[tuple[str, str]]:
        """The last ``limit`` values whose key begins with ``prefix``, in the order of their keys."""
        with known_errors(self.where):
            rows = self.connection.execute(
                "SELECT key, value FROM derived WHERE profile = ? AND sort = ? AND key >= ? AND key < ? "
                "ORDER BY key DESC LIMIT ?",
                (self.number_of(profile), sort, prefix, prefix + "\U0010ffff", limit),
            )
            return rows.fetchall()[::-1]

    def keep_derived(self, profile: UUID, derived: Iterable[Derived]) -> None:
        """Keep or drop derived values."""
        with self.writing():
            self._keep(self.number_of(profile), derived)

    def replace_derived(self, profile: UUID, derived: Iterable[Derived]) -> None:
        """Put these in place of all that was derived for a profile."""
        with self.writing() as connection:
            connection.execute("DELETE FROM derived WHERE profile = ?", (self.number_of(profile),))
            self._keep(self.number_of(profile), derived)

    def _keep(self, profile: int, derived: Iterable[Derived]) -> None:
        for sort, key, value in derived:
            if value is None:
                self.connection.execute(
                    "DELETE FROM derived WHERE profile = ? AND sort = ? AND key = ?", (profile, sort, key)
                )
            else:
                self.connection.execute("REPLACE INTO derived VALUES (?, ?, ?, ?)", (profile, sort, key, value))

    # Numbers that stand for texts and profiles inside this file

    def number_of(self, profile: UUID) -> int:
        if profile not in self._profiles:
            row = self.connection.execute("SELECT id FROM profiles WHERE uuid = ?", (profile.bytes,)).fetchone()
            if row is None:
                raise NoProfileError(name=profile)
            self._profiles[profile] = row[0]
        return self._profiles[profile]

    def _number(self, text: str) -> int:
        if text not in self._numbers:
            row = self.connection.execute("SELECT id FROM texts WHERE text = ?", (text,)).fetchone()
            if row is None:
                row = self.connection.execute("INSERT INTO texts (text) VALUES (?) RETURNING id", (text,)).fetchone()
            self._numbers[text] = row[0]
        return self._numbers[text]


class _Texts(dict[int, str]):
    """Texts by their number, read from the file when first asked for."""

    def __init__(self, database: Roster) -> None:
        super().__init__()
        self._database = database

    def __missing__(self, number: int) -> str:
        rows = self._database.connection.execute("SELECT text FROM texts WHERE id = ?", (number,))
        self[number] = text = rows.fetchone()[0]
        return str(text)


def _attempt(profile: UUID, row: tuple[Any, ...], texts: _Texts) -> Attempt:
    number, kind, level, seed, right, mistake, taken, target, behaviour, counts, session, at, answer, app_version = row
    return Attempt(
        id=UUID(bytes=number),
        profile=profile,
        item=join_item(texts[kind], level, seed),
        answer=answer,
        right=bool(right),
        mistake=texts[mistake],
        milliseconds=taken,
        target_ms=target,
        behaviour=texts[behaviour],
        counts=bool(counts),
        at=from_milliseconds(at),
        session=texts[session],
        app_version=texts[app_version],
    )
