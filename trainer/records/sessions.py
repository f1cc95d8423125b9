"""Sessions: the run of questions an attempt belongs to, its plan and when it began."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from trainer import __version__
from trainer.records.attempts import (
    Clock,
    from_milliseconds,
    id_time,
    is_valid_moment,
    make_id,
    to_milliseconds,
    wall_clock,
)
from trainer.records.database import WriterLock
from trainer.records.errors import DamagedError, NoProfileError
from trainer.records.profiles import ProfileBook
from trainer.records.sqlite_errors import translate_errors
from trainer.records.validation import clamp_time, is_id, is_text, is_time
from trainer.system.digests import sha256
from trainer.texts import Message

_COLUMNS = (
    "sessions.id, (SELECT text FROM texts WHERE texts.id = sessions.kind), "
    "(SELECT text FROM plans WHERE plans.id = sessions.plan), began, "
    "(SELECT text FROM texts WHERE texts.id = sessions.app_version)"
)


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A run of questions. Sessions that are older than plans have an empty plan."""

    id: UUID
    profile: UUID
    kind: str  # drill, today, class, placement …; a timed one has its seconds: challenge-60
    plan: str  # the plan's text form
    began: datetime  # UTC, to the millisecond
    app_version: str = __version__

    @property
    def log_kind(self) -> str:
        """The kind as the log tells it."""
        return self.kind if is_really_dealt(self.plan) else SIMULATED


class SessionName(NamedTuple):
    """A session as the attempt log refers to it."""

    id: str  # 32 hexadecimal digits
    kind: str
    is_real: bool = True  # False: its cards may come from a simulated device, so its answers do not count


SIMULATED = "simulated"  # kind of a session that is not real, in the log
_ENDLESS = 10_000  # questions: the length of every session at a real table
_REAL = ("device", "hand")


class _Dealt(msgspec.Struct, frozen=True):
    dealt: bool = False
    dealt_by: str = ""
    length: int = 0


def is_really_dealt(plan: str) -> bool:
    """Whether the answers of a session with this plan may count.

    Those at a simulator or a recording do not. Earlier versions did not store what dealt at a real table, so those
    sessions do not count either.
    """
    if '"dealt":true' not in plan:
        return True
    try:
        read = msgspec.json.decode(plan, type=_Dealt)
    except (msgspec.DecodeError, RecursionError):
        return True
    return read.dealt_by in _REAL if read.dealt_by else read.length != _ENDLESS


class SessionBook(ProfileBook):
    """The sessions in the file, and the row numbers of sessions, texts and profiles.

    Ids of sessions and attempts always increase: their order is the order of events, even if the clock is set back.
    """

    def __init__(
        self, path: Path | None, clock: Clock = wall_clock, *, read_only: bool = False, lock: WriterLock | None = None
    ) -> None:
        self._numbers: dict[str, int] = {}
        self._profiles: dict[UUID, int] = {}
        self._session_numbers: dict[tuple[UUID, UUID], int] = {}
        self._begun: dict[
            tuple[UUID, UUID], Session
        ] = {}  # started since the file was opened; its row may not be written yet
        self.texts = Texts(self)
        self.session_names = SessionNames(self)
        super().__init__(path, clock, read_only=read_only, lock=lock)
        try:
            with translate_errors(self.where):
                newest = self.connection.execute(
                    "SELECT max(newest) FROM (SELECT (SELECT max(attempts.id) FROM attempts "
                    "WHERE attempts.profile = profiles.id) AS newest FROM profiles)"
                ).fetchone()[0]
            if newest is not None and not is_id(newest):
                raise DamagedError(path=self.where)
        except BaseException:
            self.close()
            raise
        self._last = id_time(newest) if newest else 0
        if to_milliseconds(clock()) < self._last:
            last = from_milliseconds(self._last).isoformat(" ", "minutes")
            self.notices.append(Message("records.notice.clock-back", {"last": last}))

    def clear_caches(self) -> None:
        self._numbers.clear()
        self._profiles.clear()
        self._session_numbers.clear()
        self.texts.clear()
        self.session_names.clear()

    def stamp(self) -> tuple[UUID, datetime]:
        """A new id and the clock's time. Ids increase even if the clock does not."""
        now = clamp_time(to_milliseconds(self.clock()))
        self._last = max(now, self._last + 1)
        return make_id(self._last), from_milliseconds(now)

    def add_session(self, profile: UUID, kind: str, plan: str) -> Session:
        """Begin a session now. Its row is written together with its first attempt, so that a session without answers
        leaves nothing behind."""
        number, began = self.stamp()
        session = Session(id=number, profile=profile, kind=kind, plan=plan, began=began)
        self._begun[profile, number] = session
        return session

    def record_session(self, profile: UUID, kind: str, plan: str) -> Session:
        """Begin a session without answers, such as an opened lesson, and write it at once."""
        session = self.add_session(profile, kind, plan)
        with self.writing():
            self.session_number(profile, session.id)
        return session

    def resume_session(self, session: Session) -> None:
        """Continue a session that began before the file was opened; its row may not exist yet."""
        self._begun[session.profile, session.id] = session

    def session(self, profile: UUID, session_id: UUID) -> Session | None:
        """The session with this id, also if its row is not written yet; None if unknown."""
        with translate_errors(self.where):
            row = self.connection.execute(
                f"SELECT {_COLUMNS} FROM sessions WHERE profile = ? AND id = ?",
                (self.profile_number(profile), session_id.bytes),
            ).fetchone()
        return self._session(profile, row) if row else self._begun.get((profile, session_id))

    def sessions(self, profile: UUID, kind: str | None = None) -> list[Session]:
        """The sessions of a profile that are written, all or those of one kind, newest first."""
        return list(self.newest_sessions(profile, kind))

    def newest_sessions(self, profile: UUID, kind: str | None = None) -> Iterator[Session]:
        """Like `sessions`, one by one, for callers that need only the first few."""
        with translate_errors(self.where):
            rows: Iterable[tuple[Any, ...]] = self.connection.execute(
                f"SELECT {_COLUMNS} FROM sessions WHERE profile = :profile "
                "AND (:kind IS NULL OR kind = (SELECT id FROM texts WHERE text = :kind)) ORDER BY sessions.id DESC",
                {"profile": self.profile_number(profile), "kind": kind},
            )
            for row in rows:
                yield self._session(profile, row)

    def _session(self, profile: UUID, row: tuple[Any, ...]) -> Session:
        session_id, kind, plan, began, app_version = row
        if not (is_id(session_id) and is_time(began) and all(map(is_text, (kind, plan, app_version)))):
            raise DamagedError(path=self.where)
        return Session(
            id=UUID(bytes=session_id),
            profile=profile,
            kind=kind,
            plan=plan,
            began=from_milliseconds(began),
            app_version=app_version,
        )

    def session_number(self, profile: UUID, session_id: UUID) -> int:
        """The row number of a session; its row is written if it is new. Call it inside a transaction."""
        key = (profile, session_id)
        if key not in self._session_numbers:
            self._session_numbers[key] = self._find_session(*key) or self.write_session(self._begun[key])
        return self._session_numbers[key]

    def write_session(self, session: Session) -> int:
        """Write a session's row unless it exists; returns its number. Call it inside a transaction."""
        plan = self.connection.execute("SELECT id FROM plans WHERE text = ?", (session.plan,)).fetchone()
        if plan is None:
            inserting = "INSERT INTO plans (text) VALUES (?) RETURNING id"
            plan = self.connection.execute(inserting, (session.plan,)).fetchone()
        self.connection.execute(
            "INSERT OR IGNORE INTO sessions (profile, id, plan, kind, began, app_version) VALUES (?, ?, ?, ?, ?, ?)",
            (
                *(self.profile_number(session.profile), session.id.bytes, plan[0], self.text_number(session.kind)),
                *(to_milliseconds(session.began), self.text_number(session.app_version)),
            ),
        )
        return self._find_session(session.profile, session.id) or 0

    def _find_session(self, profile: UUID, session_id: UUID) -> int | None:
        found = self.connection.execute(
            "SELECT number FROM sessions WHERE profile = ? AND id = ?", (self.profile_number(profile), session_id.bytes)
        ).fetchone()
        return found[0] if found else None

    # Row numbers of profiles and texts

    def profile_number(self, profile: UUID) -> int:
        """The row number of a profile; raises `NoProfileError`."""
        if profile not in self._profiles:
            row = self.connection.execute("SELECT id FROM profiles WHERE uuid = ?", (profile.bytes,)).fetchone()
            if row is None:
                raise NoProfileError(name=profile)
            self._profiles[profile] = row[0]
        return self._profiles[profile]

    def text_number(self, text: str) -> int:
        """The row number of a text, which is written if it is new. Call it inside a transaction."""
        if text not in self._numbers:
            row = self.connection.execute("SELECT id FROM texts WHERE text = ?", (text,)).fetchone()
            if row is None:
                row = self.connection.execute("INSERT INTO texts (text) VALUES (?) RETURNING id", (text,)).fetchone()
            self._numbers[text] = row[0]
        return self._numbers[text]


class Texts(dict[int, str]):
    """Cache of texts by row number; reads missing ones from the file."""

    def __init__(self, database: ProfileBook) -> None:
        super().__init__()
        self._database = database

    def __missing__(self, number: int) -> str:
        found = self._database.connection.execute("SELECT text FROM texts WHERE id = ?", (number,)).fetchone()
        if found is None or not is_text(found[0]):
            raise DamagedError(path=self._database.where)
        self[number] = text = str(found[0])
        return text


class SessionNames(dict[int, SessionName]):
    """Cache of session ids and kinds by row number; reads missing ones from the file."""

    def __init__(self, book: SessionBook) -> None:
        super().__init__()
        self._book = book

    def __missing__(self, number: int) -> SessionName:
        reading = "SELECT id, kind, (SELECT text FROM plans WHERE id = plan) FROM sessions WHERE number = ?"
        found = self._book.connection.execute(reading, (number,)).fetchone()
        if found is None or not is_id(found[0]):
            raise DamagedError(path=self._book.where)
        session_id, kind, plan = found
        self[number] = name = SessionName(session_id.hex(), self._book.texts[kind], is_really_dealt(plan or ""))
        return name


def session_from_name(profile: UUID, name: str, first_at: datetime, app_version: str) -> Session:
    """The session for a name from before sessions had rows: ``challenge-60 2026-09-02T08:00:00.500000``.

    The same profile and name always give the same id. If the name has no time, the session began with its first answer.

    >>> session_from_name(UUID(int=7), "class-42 2026-09-02T08:00:00.500000", wall_clock(), "0.1.0").kind
    'class'
    """
    word, _, moment = name.partition(" ")
    kind = "class" if re.fullmatch(r"class-\d+", word) else "drill" if word == "skill" else word
    try:
        began = datetime.fromisoformat(moment)
        began = began if began.tzinfo else began.replace(tzinfo=UTC)
        milliseconds = max(0, to_milliseconds(began)) if is_valid_moment(began) else 0
        first_at = from_milliseconds(milliseconds) if milliseconds else first_at
    except ValueError:
        milliseconds = 0
    chance = int.from_bytes(sha256(profile.bytes + name.encode()).digest()[:10], "big")
    session_id = make_id(milliseconds, chance)
    return Session(id=session_id, profile=profile, kind=kind, plan="", began=first_at, app_version=app_version)
