"""What trainees have made, kept once and for ever, and what is added up from it as it comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple
from uuid import UUID

import msgspec

from trainer.school.assignments import Assignment
from trainer.school.entries import (
    NO_CHECKSUM,
    AttemptBody,
    Entry,
    SealedBody,
    SessionBody,
    Sort,
    body_of,
    checksum_with,
    digest_of,
    fault_of,
    skill_of,
)
from trainer.school.errors import NotJoinedError, UnknownError
from trainer.school.storage.engine import Writer
from trainer.school.storage.laptops import LaptopBook
from trainer.school.storage.tables import ADDED_UP

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
WEEK_MS = 7 * DAY_MS


class Incoming(NamedTuple):
    """Entries that came from a laptop in somebody's name."""

    person: UUID
    laptop: UUID | None
    entries: Sequence[Entry]


class Kept(NamedTuple):
    """What became of them: the ids that are kept now (also those that were before), and why others are not."""

    kept: tuple[bytes, ...]
    refused: tuple[tuple[bytes, str], ...]
    added: int
    stored: int  # how many there are now,
    checksum: bytes  # and of all of them


class SatExam(NamedTuple):
    """What the storage knows of a result: which exam was sat, and what it came to."""

    scheme: str
    answers: int
    rights: int
    milliseconds: int
    began: int


class Numbered(NamedTuple):
    """An entry with its place in the order in which its person's came."""

    number: int
    entry: Entry


class _PlanName(msgspec.Struct):
    """What the storage reads of a plan: which assignment it was made from."""

    assignment: str = ""


class EntryBook(LaptopBook):
    """The entries of everybody, a sequence of their own for each person. ``looks`` are the looks at sealed documents of
    a sort, before they are kept: they say what is wrong."""

    looks: Mapping[Sort, Callable[[bytes, bytes], str]] = MappingProxyType({})
    reads: Callable[[bytes], SatExam] | None = None  # of a sealed result

    def keep(self, incoming: Sequence[Incoming]) -> list[Kept]:
        """Unite what came with what is there, all in one transaction; when this returns it is on the disk."""
        results: list[Kept | None] = [None] * len(incoming)
        with self.engine.writing() as writer:
            # Always in the same order, so that two services on one database cannot wait for one another.
            for index in sorted(range(len(incoming)), key=lambda index: incoming[index].person):
                results[index] = self._keep_one(writer, incoming[index])
        return [result for result in results if result is not None]

    def _keep_one(self, writer: Writer, incoming: Incoming) -> Kept:
        person = incoming.person.bytes
        rows = writer.rows(f"SELECT stored, checksum FROM people WHERE id = ?{self.engine.for_update}", (person,))
        if not rows:
            raise UnknownError(what=incoming.person)
        stored, checksum = rows[0][0], bytes(rows[0][1])
        if incoming.laptop is not None:
            laptop = writer.rows("SELECT person, withdrawn FROM laptops WHERE id = ?", (incoming.laptop.bytes,))
            if not laptop or bytes(laptop[0][0]) != person or laptop[0][1] is not None:
                raise NotJoinedError
        kept: list[bytes] = []
        refused: list[tuple[bytes, str]] = []
        added: list[Entry] = []
        sessions: set[bytes] = set()
        now = self.now()
        for entry in incoming.entries:
            if fault := fault_of(entry) or self._looked_at(entry):
                refused.append((entry.id, fault))
                continue
            if entry.sort is Sort.ATTEMPT and not self._has_session(writer, person, entry, sessions):
                refused.append((entry.id, "session"))
                continue
            is_new = writer.change(
                "INSERT INTO entries (person, id, number, sort, laptop, received, body) VALUES (?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT DO NOTHING",
                (
                    *(person, entry.id, stored + 1, entry.sort.value),
                    *(incoming.laptop.bytes if incoming.laptop else None, now, entry.body),
                ),
            )
            if is_new:
                stored += 1
                added.append(entry)
            elif not self._is_same(writer, person, entry):
                refused.append((entry.id, "differs"))  # what was first is kept
                continue
            if entry.sort is Sort.SESSION:
                sessions.add(entry.id)
            kept.append(entry.id)
        if added:
            checksum = checksum_with(checksum, map(digest_of, added))
            writer.change("UPDATE people SET stored = ?, checksum = ? WHERE id = ?", (stored, checksum, person))
            _add_up(writer, person, added)
            self._note_sittings(writer, person, added)
        return Kept(tuple(kept), tuple(refused), len(added), stored, checksum)

    def _note_sittings(self, writer: Writer, person: bytes, entries: Iterable[Entry]) -> None:
        """A result is work on the exams of that scheme that are set to its candidate."""
        for entry in entries:
            body = body_of(entry) if entry.sort is Sort.SITTING and self.reads else None
            if not isinstance(body, SealedBody) or self.reads is None:
                continue
            sat = self.reads(body.document)
            rows = writer.rows(
                "SELECT assignments.body FROM assignments JOIN members ON members.class = assignments.class "
                "WHERE members.person = ? AND assignments.withdrawn IS NULL",
                (person,),
            )
            for assignment in (msgspec.json.decode(bytes(found), type=Assignment) for (found,) in rows):
                if assignment.scheme == sat.scheme and assignment.is_for(UUID(bytes=person)):
                    writer.change(
                        "INSERT INTO work (person, session, assignment, answers, rights, milliseconds, began, last) "
                        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                        (
                            *(person, entry.id, assignment.id.bytes, sat.answers, sat.rights, sat.milliseconds),
                            *(sat.began, sat.began + sat.milliseconds),
                        ),
                    )

    def _looked_at(self, entry: Entry) -> str:
        body = body_of(entry) if entry.sort in self.looks else None
        return self.looks[entry.sort](entry.id, body.document) if isinstance(body, SealedBody) else ""

    @staticmethod
    def _has_session(writer: Writer, person: bytes, entry: Entry, known: set[bytes]) -> bool:
        body = body_of(entry)
        if not isinstance(body, AttemptBody):
            return False
        if body.session not in known and writer.rows(
            "SELECT 1 FROM entries WHERE person = ? AND id = ? AND sort = 'session'", (person, body.session)
        ):
            known.add(body.session)
        return body.session in known

    @staticmethod
    def _is_same(writer: Writer, person: bytes, entry: Entry) -> bool:
        rows = writer.rows("SELECT sort, body FROM entries WHERE person = ? AND id = ?", (person, entry.id))
        return bool(rows) and rows[0][0] == entry.sort.value and bytes(rows[0][1]) == entry.body

    def entries(self, person: UUID, after: int = 0, most: int = 500, most_bytes: int = 1_000_000) -> list[Numbered]:
        """Somebody's entries in the order in which they came, those that follow a number; at least one if there are."""
        rows = self.engine.rows(
            "SELECT number, id, sort, body FROM entries WHERE person = ? AND number > ? ORDER BY number LIMIT ?",
            (person.bytes, after, most),
        )
        found: list[Numbered] = []
        size = 0
        for number, entry_id, sort, body in rows:
            size += len(body)
            if found and size > most_bytes:
                break
            found.append(Numbered(number, Entry(bytes(entry_id), Sort(sort), bytes(body))))
        return found

    def all_entries(self, person: UUID) -> Iterator[Numbered]:
        """All of somebody's entries, page by page."""
        last = 0
        while page := self.entries(person, last):
            yield from page
            last = page[-1].number

    def entry(self, person: UUID, entry_id: bytes) -> Entry | None:
        rows = self.engine.rows("SELECT sort, body FROM entries WHERE person = ? AND id = ?", (person.bytes, entry_id))
        return Entry(entry_id, Sort(rows[0][0]), bytes(rows[0][1])) if rows else None

    def of_sort(self, person: UUID, sort: Sort) -> list[Entry]:
        """Somebody's sittings or certificates."""
        rows = self.engine.rows(
            "SELECT id, body FROM entries WHERE person = ? AND sort = ? ORDER BY number", (person.bytes, sort.value)
        )
        return [Entry(bytes(entry_id), sort, bytes(body)) for entry_id, body in rows]

    def recount(self, people: Iterable[UUID] | None = None) -> None:
        """Add up again what is added up as it comes: for proof, and after a change of what is added up."""
        for person in [one.id for one in self.people()] if people is None else people:
            with self.engine.writing() as writer:
                for table in ADDED_UP:
                    writer.change(f"DELETE FROM {table} WHERE person = ?", (person.bytes,))
                stored, checksum = 0, NO_CHECKSUM
                while page := writer.rows(
                    "SELECT number, id, sort, body FROM entries WHERE person = ? AND number > ? "
                    "ORDER BY number LIMIT 1000",
                    (person.bytes, stored),
                ):
                    found = [Entry(bytes(entry_id), Sort(sort), bytes(body)) for _, entry_id, sort, body in page]
                    _add_up(writer, person.bytes, found)
                    self._note_sittings(writer, person.bytes, found)
                    checksum = checksum_with(checksum, map(digest_of, found))
                    stored = page[-1][0]
                writer.change(
                    "UPDATE people SET stored = ?, checksum = ? WHERE id = ?", (stored, checksum, person.bytes)
                )


def _add_up(writer: Writer, person: bytes, entries: Sequence[Entry]) -> None:
    """Add new entries to the sums. The order in which they come makes no difference."""
    skills: dict[tuple[str, int], Counter[str]] = {}
    hours: dict[int, Counter[str]] = {}
    work: dict[bytes, Counter[str]] = {}
    mistakes: dict[tuple[str, str, int], list[bytes]] = {}
    last: dict[bytes, int] = {}
    for entry in entries:
        body = body_of(entry)
        if isinstance(body, SessionBody):
            _begin_work(writer, person, entry.id, body)
        if not isinstance(body, AttemptBody):
            continue
        skill, week = skill_of(body.item), body.at // WEEK_MS
        right = int(body.right)
        # Whatever a laptop says it took: sums of ten million answers must stay whole numbers of 64 bits.
        took, target = min(body.milliseconds, DAY_MS), min(body.target_ms, DAY_MS)
        taken = Counter(answers=1, rights=right, milliseconds=took * right, target=target * right)
        skills.setdefault((skill, week), Counter()).update(taken)
        spent = Counter(answers=1, rights=right, milliseconds=took)
        hours.setdefault(body.at // HOUR_MS, Counter()).update(spent)
        work.setdefault(body.session, Counter()).update(spent)
        last[body.session] = max(last.get(body.session, body.at), body.at)
        if body.mistake:
            mistakes.setdefault((skill, body.mistake, week), []).append(entry.id)
    for (skill, week), sums in skills.items():
        writer.change(
            "INSERT INTO skills (person, skill, week, answers, rights, milliseconds, target) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (person, skill, week) DO UPDATE SET "
            "answers = skills.answers + excluded.answers, "
            "rights = skills.rights + excluded.rights, milliseconds = skills.milliseconds + excluded.milliseconds, "
            "target = skills.target + excluded.target",
            (person, skill, week, sums["answers"], sums["rights"], sums["milliseconds"], sums["target"]),
        )
    for (skill, mistake, week), examples in mistakes.items():
        writer.change(
            "INSERT INTO mistakes (person, skill, mistake, week, times, example) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (person, skill, mistake, week) DO UPDATE SET times = mistakes.times + excluded.times, example "
            "= CASE WHEN excluded.example > mistakes.example THEN excluded.example ELSE mistakes.example END",
            (person, skill, mistake, week, len(examples), max(examples)),
        )
    for hour, sums in hours.items():
        writer.change(
            "INSERT INTO hours (person, hour, answers, rights, milliseconds) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (person, hour) DO UPDATE SET answers = hours.answers + excluded.answers, "
            "rights = hours.rights + excluded.rights, milliseconds = hours.milliseconds + excluded.milliseconds",
            (person, hour, sums["answers"], sums["rights"], sums["milliseconds"]),
        )
    for session, sums in work.items():  # sessions that belong to no assignment have no row, and get none
        writer.change(
            "UPDATE work SET answers = answers + ?, rights = rights + ?, milliseconds = milliseconds + ?, "
            "last = CASE WHEN last > ? THEN last ELSE ? END WHERE person = ? AND session = ?",
            (
                *(sums["answers"], sums["rights"], sums["milliseconds"]),
                *(last[session], last[session], person, session),
            ),
        )


def _begin_work(writer: Writer, person: bytes, session: bytes, body: SessionBody) -> None:
    """A session whose plan names an assignment is work on it."""
    try:
        name = msgspec.json.decode(body.plan, type=_PlanName).assignment if body.plan else ""
        assignment = UUID(hex=name).bytes if name else b""
    except (msgspec.DecodeError, ValueError, RecursionError):
        return
    if assignment:
        writer.change(
            "INSERT INTO work (person, session, assignment, answers, rights, milliseconds, began, last) "
            "VALUES (?, ?, ?, 0, 0, 0, ?, ?) ON CONFLICT DO NOTHING",
            (person, session, assignment, body.began, body.began),
        )
