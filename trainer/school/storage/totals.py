"""Totals that are updated as entries arrive, so that boards do not have to read the entries.

The order of arrival does not matter, and any number of entries takes a few statements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

import msgspec

from trainer.records.sessions import is_really_dealt
from trainer.school.entries import AttemptBody, Entry, SessionBody, Sort, body_of, skill_of
from trainer.school.storage.engine import Writer

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
WEEK_MS = 7 * DAY_MS
_MOST_NAMED = 400  # values in one statement; old SQLite versions allow 999


class _PlanName(msgspec.Struct):
    """The part of a plan that the storage reads: its assignment."""

    assignment: str = ""


class Received(NamedTuple):
    """A new entry with its owner and time of arrival, and what the service knows better than the laptop."""

    person: bytes
    entry: Entry
    at: int
    is_right: bool | None = None  # the service's mark, if it differs
    counted: int | None = None  # when it counts as made, if not when the laptop says


def _unreal_sessions(writer: Writer, answers: Iterable[AttemptBody]) -> set[bytes]:
    """The sessions of these answers whose cards or numbers nobody dealt: answers at a simulated device or a recording
    do not stand on a board. Earlier versions stored them as counting, so their sessions have to be read."""
    wanted = sorted({body.session for body in answers})
    found: set[bytes] = set()
    for at in range(0, len(wanted), _MOST_NAMED):
        some = wanted[at : at + _MOST_NAMED]
        places = ", ".join("?" * len(some))
        rows = writer.rows(f"SELECT id, body FROM entries WHERE sort = 'session' AND id IN ({places})", tuple(some))
        for number, data in rows:
            body = body_of(Entry(bytes(number), Sort.SESSION, bytes(data)))
            if isinstance(body, SessionBody) and not is_really_dealt(body.plan):
                found.add(bytes(number))
    return found


def add_to_totals(writer: Writer, entries: Iterable[Received], sign: int = 1) -> None:
    """Add new entries to the totals, or with the sign -1 take them out again.

    An answer dated after its arrival, by a clock that is ahead, counts as given when it arrived; otherwise it would
    stay recent for years. So does one that a connected laptop dates before its last contact, by a clock that is behind.
    """
    skills: dict[tuple[bytes, str, int], Counter[str]] = {}
    hours: dict[tuple[bytes, int], Counter[str]] = {}
    work: dict[tuple[bytes, bytes], Counter[str]] = {}
    mistakes: dict[tuple[bytes, str, str, int], list[bytes]] = {}
    last: dict[tuple[bytes, bytes], int] = {}
    begun: list[tuple[bytes, bytes, bytes, int, int]] = []
    read = [(one, body_of(one.entry)) for one in entries]
    unreal = _unreal_sessions(writer, (body for _, body in read if isinstance(body, AttemptBody)))
    for (person, entry, received, is_right, counted), body in read:
        if isinstance(body, SessionBody) and (assignment := _assignment_of(body)):
            begun.append((person, entry.id, assignment, body.began, body.began))
        if not isinstance(body, AttemptBody) or body.session in unreal:
            continue
        made = min(body.at, received) if counted is None else counted
        right = int(body.right if is_right is None else is_right)
        skill, week = skill_of(body.item), made // WEEK_MS
        # Limited, so that sums of ten million answers stay within 64 bits.
        took, target = min(body.milliseconds, DAY_MS), min(body.target_ms, DAY_MS)
        taken = Counter(
            answers=sign, rights=sign * right, milliseconds=sign * took * right, target=sign * target * right
        )
        skills.setdefault((person, skill, week), Counter()).update(taken)
        spent = Counter(answers=sign, rights=sign * right, milliseconds=sign * took)
        hours.setdefault((person, made // HOUR_MS), Counter()).update(spent)
        session = (person, body.session)
        work.setdefault(session, Counter()).update(spent)
        last[session] = max(last.get(session, made), made)
        if body.mistake and not right:
            mistakes.setdefault((person, skill, body.mistake, week), []).append(entry.id)
    # In a fixed order, so that two services on one database cannot deadlock.
    writer.change_many(
        "INSERT INTO skills (person, skill, week, answers, rights, milliseconds, target) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person, skill, week) DO UPDATE SET "
        "answers = skills.answers + excluded.answers, "
        "rights = skills.rights + excluded.rights, milliseconds = skills.milliseconds + excluded.milliseconds, "
        "target = skills.target + excluded.target",
        [
            (*key, sums["answers"], sums["rights"], sums["milliseconds"], sums["target"])
            for key, sums in sorted(skills.items())
        ],
    )
    writer.change_many(
        "INSERT INTO mistakes (person, skill, mistake, week, times, example) VALUES (?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (person, skill, mistake, week) DO UPDATE SET times = mistakes.times + excluded.times, example "
        "= CASE WHEN excluded.example > mistakes.example THEN excluded.example ELSE mistakes.example END",
        [(*key, sign * len(examples), max(examples)) for key, examples in sorted(mistakes.items())],
    )
    writer.change_many(
        "INSERT INTO hours (person, hour, answers, rights, milliseconds) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (person, hour) DO UPDATE SET answers = hours.answers + excluded.answers, "
        "rights = hours.rights + excluded.rights, milliseconds = hours.milliseconds + excluded.milliseconds",
        [(*key, sums["answers"], sums["rights"], sums["milliseconds"]) for key, sums in sorted(hours.items())],
    )
    writer.change_many(
        "INSERT INTO work (person, session, assignment, answers, rights, milliseconds, began, last) "
        "VALUES (?, ?, ?, 0, 0, 0, ?, ?) ON CONFLICT DO NOTHING",
        begun,
    )
    writer.change_many(  # sessions without an assignment have no row
        "UPDATE work SET answers = answers + ?, rights = rights + ?, milliseconds = milliseconds + ?, "
        "last = CASE WHEN last > ? THEN last ELSE ? END WHERE person = ? AND session = ?",
        [
            (sums["answers"], sums["rights"], sums["milliseconds"], last[key], last[key], *key)
            for key, sums in sorted(work.items())
        ],
    )


def _assignment_of(session: SessionBody) -> bytes:
    """The id of the assignment that a session's plan names; empty if there is none."""
    try:
        name = msgspec.json.decode(session.plan, type=_PlanName).assignment if session.plan else ""
        return UUID(hex=name).bytes if name else b""
    except (msgspec.DecodeError, ValueError, RecursionError):
        return b""
