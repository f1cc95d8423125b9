"""The entries of all trainees, stored once and never changed, and the totals computed from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple, TypeAlias
from uuid import UUID

import msgspec

from trainer.school.assignments import Assignment
from trainer.school.entries import (
    NO_CHECKSUM,
    AttemptBody,
    Entry,
    SealedBody,
    Sort,
    body_of,
    checksum_with,
    digest_of,
    invalid_field,
)
from trainer.school.errors import NotJoinedError, UnknownError
from trainer.school.storage.engine import Question, Row, Writer
from trainer.school.storage.laptops import LaptopBook
from trainer.school.storage.people import ERASED
from trainer.school.storage.schema import TOTALS
from trainer.school.storage.totals import DAY_MS, Received, add_to_totals
from trainer.system.digests import sha256
from trainer.texts import Message

_MOST_NAMED = 400  # values in one statement; old SQLite versions allow 999
MOST_STORED = 500_000_000  # bytes of a person's entries; ten years of a hundred answers a day are a quarter of it
_GRACE_MS = 2 * 60_000  # an answer takes some seconds to be sent, and clocks differ
_Key: TypeAlias = tuple[bytes, ...]  # (person, id), or (id,) for the owner


class Incoming(NamedTuple):
    """Entries received from a laptop in a person's name."""

    person: UUID
    laptop: UUID | None
    entries: Sequence[Entry]


class Kept(NamedTuple):
    """The result of storing entries: the ids that are stored now, new or not, and the refused ones with reasons."""

    kept: tuple[bytes, ...]
    refused: tuple[tuple[bytes, Message], ...]
    added: int
    stored: int  # number of the person's entries now
    checksum: bytes  # of all the person's entries


class ExamSummary(NamedTuple):
    """What the storage needs to know of a result: the scheme and the totals."""

    scheme: str
    answers: int
    rights: int
    milliseconds: int
    began: int


class Numbered(NamedTuple):
    """An entry with its number in the person's sequence."""

    number: int
    entry: Entry


class _PersonUpdate:
    """One person's entries while a batch is stored: their count, checksum, and the new ones."""

    def __init__(self, person: bytes, stored: int, checksum: bytes) -> None:
        self.person, self.stored, self.checksum = person, stored, checksum
        self.size = 0  # bytes of all entries
        self.fresh: dict[bytes, Entry] = {}
        self.added: list[Row] = []  # table rows
        self.counted: dict[bytes, int] = {}  # entries that count as made when they arrived

    def put(self, entry: Entry, laptop: bytes | None, now: int) -> None:
        """Append a new entry."""
        self.stored += 1
        self.size += len(entry.body)
        self.checksum = checksum_with(self.checksum, [digest_of(entry)])
        self.fresh[entry.id] = entry
        self.added.append((self.person, entry.id, self.stored, entry.sort.value, laptop, now, entry.body))

    def received(self) -> Iterator[Received]:
        """The new entries with their time of arrival."""
        return (
            Received(self.person, self.fresh[number], at, counted=self.counted.get(number))
            for _, number, _, _, _, at, _ in self.added
        )


class EntryBook(LaptopBook):
    """Each person's entries, numbered in the order of arrival. ``document_checks`` verify sealed documents of a sort
    before they are stored, and return the problem or None."""

    document_checks: Mapping[Sort, Callable[[bytes, bytes], Message | None]] = MappingProxyType({})
    read_result: Callable[[bytes], ExamSummary] | None = None  # summarises a sealed result

    def keep(self, incoming: Sequence[Incoming]) -> list[Kept]:
        """Store entries in one transaction; entries that are already there are counted as kept. When this returns they
        are on the disk.

        A whole class takes a few queries, not a few per answer, because with a database server round trips are what
        costs time.
        """
        checked = [[self._refusal_of(entry) for entry in one.entries] for one in incoming]
        with self.engine.writing() as writer:
            updates, there, contacts = self._current_state(writer, incoming)
            results = []
            for one, refusals in zip(incoming, checked, strict=True):
                update = updates.get(one.person.bytes)
                if update is None:
                    raise UnknownError(what=Message("school.thing.person"))
                results.append(self._decide(writer, one, refusals, update, there, contacts))
            self._write(writer, [update for update in updates.values() if update.added])
        return results

    def _current_state(
        self, writer: Writer, incoming: Sequence[Incoming]
    ) -> tuple[dict[bytes, _PersonUpdate], dict[_Key, str], dict[bytes, int]]:
        """The current state for incoming entries: each person's update, which of the entries and their sessions are
        already stored, with their sorts, and until when each laptop was in contact.

        Raises `NotJoinedError` for a laptop that was withdrawn in between."""
        wanted: set[_Key] = set()
        for one in incoming:
            for entry in one.entries:
                wanted |= {(one.person.bytes, number) for number in (entry.id, _session_of(entry)) if number}
        said = {(one.laptop.bytes, one.person.bytes) for one in incoming if one.laptop is not None}
        # Rows are locked in a fixed order, so that two services on one database cannot deadlock.
        people: list[Question] = [
            (
                f"SELECT id, stored, checksum FROM people WHERE id IN ({places}) AND (gone IS NULL OR name <> ?) "
                f"ORDER BY id{self.engine.for_update}",
                [*some, ERASED],
            )
            for places, some in _statement_parts({(one.person.bytes,) for one in incoming})
        ]
        laptops = [
            (f"SELECT id, person FROM laptops WHERE withdrawn IS NULL AND id IN ({places})", some)
            for places, some in _statement_parts({(laptop,) for laptop, _ in said})
        ]
        entries = [
            (
                f"WITH wanted (person, id) AS (VALUES {places}) "
                "SELECT entries.person, entries.id, entries.sort FROM wanted "
                "JOIN entries ON entries.person = wanted.person AND entries.id = wanted.id",
                some,
            )
            for places, some in _statement_parts(wanted)
        ]
        owned: set[_Key] = {(entry.id,) for one in incoming for entry in one.entries if entry.sort is not Sort.RULES}
        owners = [
            (f"SELECT id, person FROM entries WHERE sort <> 'rules' AND id IN ({places})", some)
            for places, some in _statement_parts(owned)
        ]
        contacts = [
            (f"SELECT laptop, until FROM contacts WHERE laptop IN ({places})", some)
            for places, some in _statement_parts({(laptop,) for laptop, _ in said})
        ]
        sizes = [
            (f"SELECT person, total FROM sizes WHERE person IN ({places})", some)
            for places, some in _statement_parts({(one.person.bytes,) for one in incoming})
        ]
        # Two services that store the records of one session for two people must not both find it without an owner.
        locks = self.engine.locks({e.id for one in incoming for e in one.entries if e.sort is Sort.SESSION})
        questions = [*locks, *people, *laptops, *entries, *owners, *sizes, *contacts]
        answers = islice(writer.answers(questions), len(locks), None)
        updates = [_PersonUpdate(bytes(row[0]), row[1], bytes(row[2])) for _ in people for row in next(answers)]
        if not said <= {(bytes(number), bytes(person)) for _ in laptops for number, person in next(answers)}:
            raise NotJoinedError
        there: dict[_Key, str] = {(bytes(row[0]), bytes(row[1])): row[2] for _ in entries for row in next(answers)}
        # The owner of each entry: nobody else can send it. Rules are the same for everybody.
        for number, person in [row for _ in owners for row in next(answers)]:
            there[bytes(number),] = bytes(person).hex()
        found = {update.person: update for update in updates}
        for person, total in [row for _ in sizes for row in next(answers)]:
            found[bytes(person)].size = total
        return found, there, {bytes(laptop): until for _ in contacts for laptop, until in next(answers)}

    def _decide(
        self,
        writer: Writer,
        incoming: Incoming,
        refusals: Sequence[Message | None],
        update: _PersonUpdate,
        there: dict[_Key, str],
        contacts: Mapping[bytes, int],
    ) -> Kept:
        """Decide on each entry of a batch. New ones are put into the person's update and into ``there``."""
        before = len(update.added)
        kept: list[bytes] = []
        refused: list[tuple[bytes, Message]] = []
        now, laptop = self.now(), incoming.laptop.bytes if incoming.laptop else None
        contact = contacts.get(laptop, 0) if laptop else 0
        for entry, refusal in zip(incoming.entries, refusals, strict=True):
            key = (update.person, entry.id)
            session = _session_of(entry)
            if refusal is not None:
                refused.append((entry.id, refusal))
            elif (
                entry.sort is not Sort.RULES
                and key not in there
                and there.setdefault((entry.id,), update.person.hex()) != update.person.hex()
            ):
                refused.append((entry.id, Message("school.why.anothers")))
            elif key not in there and update.size + len(entry.body) > MOST_STORED:
                refused.append((entry.id, Message("school.why.full")))
            elif session and there.get((update.person, session)) != Sort.SESSION.value:
                refused.append((entry.id, Message("school.why.session")))
            elif key not in there:
                there[key] = entry.sort.value
                update.put(entry, laptop, now)
                if _was_withheld(entry, contact):
                    update.counted[entry.id] = now
                kept.append(entry.id)
            elif update.fresh.get(entry.id) == entry or self._is_same(writer, update.person, entry):
                kept.append(entry.id)
            else:
                refused.append((entry.id, Message("school.why.differs")))  # the first version stays
        return Kept(tuple(kept), tuple(refused), len(update.added) - before, update.stored, update.checksum)

    def _write(self, writer: Writer, updates: Sequence[_PersonUpdate]) -> None:
        """Write the new entries, the counts and the totals."""
        writer.change_many(
            "INSERT INTO entries (person, id, number, sort, laptop, received, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [row for update in updates for row in update.added],
        )
        writer.change_many(
            "UPDATE people SET stored = ?, checksum = ? WHERE id = ?",
            [(update.stored, update.checksum, update.person) for update in updates],
        )
        writer.change_many(
            "INSERT INTO sizes (person, total) VALUES (?, ?) ON CONFLICT (person) DO UPDATE SET total = excluded.total",
            [(update.person, update.size) for update in updates],
        )
        writer.change_many(
            "INSERT INTO corrections (person, id, is_right, counted) VALUES (?, ?, NULL, ?)",
            [(update.person, number, at) for update in updates for number, at in update.counted.items()],
        )
        add_to_totals(writer, [received for update in updates for received in update.received()])
        for update in updates:
            self._note_sittings(writer, update.person, update.fresh.values())

    def _note_sittings(self, writer: Writer, person: bytes, entries: Iterable[Entry]) -> None:
        """Count a result as work on every assigned exam of its scheme that was set before it was sat.

        One day of clock difference is tolerated.
        """
        for entry in entries:
            body = body_of(entry) if entry.sort is Sort.SITTING and self.read_result else None
            if not isinstance(body, SealedBody) or self.read_result is None:
                continue
            sat = self.read_result(body.document)
            rows = writer.rows(
                "SELECT assignments.body FROM assignments JOIN members ON members.class = assignments.class "
                "WHERE members.person = ? AND assignments.withdrawn IS NULL",
                (person,),
            )
            for assignment in (msgspec.json.decode(bytes(found), type=Assignment) for (found,) in rows):
                is_meant = assignment.scheme == sat.scheme and assignment.is_for(UUID(bytes=person))
                if is_meant and sat.began >= assignment.made - DAY_MS:
                    of_both = sha256(entry.id + assignment.id.bytes).digest()[:16]
                    writer.change(
                        "INSERT INTO work (person, session, assignment, answers, rights, milliseconds, began, last) "
                        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                        (
                            *(person, of_both, assignment.id.bytes, sat.answers, sat.rights, sat.milliseconds),
                            *(sat.began, sat.began + sat.milliseconds),
                        ),
                    )

    def _refusal_of(self, entry: Entry) -> Message | None:
        """Why an entry cannot be stored; None if it can."""
        if field := invalid_field(entry):
            return Message("school.why.unsound", {"field": field})
        body = body_of(entry) if entry.sort in self.document_checks else None
        return self.document_checks[entry.sort](entry.id, body.document) if isinstance(body, SealedBody) else None

    @staticmethod
    def _is_same(writer: Writer, person: bytes, entry: Entry) -> bool:
        """Whether the stored entry with this id is identical."""
        rows = writer.rows("SELECT sort, body FROM entries WHERE person = ? AND id = ?", (person, entry.id))
        return bool(rows) and rows[0][0] == entry.sort.value and bytes(rows[0][1]) == entry.body

    def entries(self, person: UUID, after: int = 0, most: int = 500, most_bytes: int = 1_000_000) -> list[Numbered]:
        """A person's entries after a number, at most ``most`` and about ``most_bytes``, but at least one."""
        sizes = self.engine.rows(
            "SELECT number, length(body) FROM entries WHERE person = ? AND number > ? ORDER BY number LIMIT ?",
            (person.bytes, after, most),
        )
        # Only what fits is read; five hundred of the largest entries would take a gigabyte.
        size = 0
        last = after
        for number, length in sizes:
            size += length
            if last > after and size > most_bytes:
                break
            last = number
        rows = self.engine.rows(
            "SELECT number, id, sort, body FROM entries "
            "WHERE person = ? AND number > ? AND number <= ? ORDER BY number",
            (person.bytes, after, last),
        )
        return [Numbered(number, Entry(bytes(id_), Sort(sort), bytes(body))) for number, id_, sort, body in rows]

    def all_entries(self, person: UUID) -> Iterator[Numbered]:
        """All entries of a person, read in pages."""
        last = 0
        while page := self.entries(person, last):
            yield from page
            last = page[-1].number

    def entry(self, person: UUID, entry_id: bytes) -> Entry | None:
        """An entry by its id, or None."""
        rows = self.engine.rows("SELECT sort, body FROM entries WHERE person = ? AND id = ?", (person.bytes, entry_id))
        return Entry(entry_id, Sort(rows[0][0]), bytes(rows[0][1])) if rows else None

    def entries_of_sort(self, person: UUID, sort: Sort) -> list[Entry]:
        """A person's entries of one sort, such as certificates."""
        rows = self.engine.rows(
            "SELECT id, body FROM entries WHERE person = ? AND sort = ? ORDER BY number", (person.bytes, sort.value)
        )
        return [Entry(bytes(entry_id), sort, bytes(body)) for entry_id, body in rows]

    def corrected_marks(self, person: UUID) -> dict[bytes, bool]:
        """A person's answers whose mark at the service differs from the laptop's."""
        rows = self.engine.rows(
            "SELECT id, is_right FROM corrections WHERE person = ? AND is_right IS NOT NULL", (person.bytes,)
        )
        return {bytes(number): bool(is_right) for number, is_right in rows}

    def take_back_simulated(self) -> None:
        """Recompute the totals of an earlier version, which counted answers at simulated devices, and write into the
        audit log how many answers each person loses on the boards."""
        counted = "SELECT person, sum(answers) FROM skills GROUP BY person"
        before = {bytes(person): int(answers) for person, answers in self.engine.rows(counted)}
        self.recount()
        after = {bytes(person): int(answers) for person, answers in self.engine.rows(counted)}
        with self.engine.writing() as writer:
            for person, answers in sorted(before.items()):
                if taken := answers - after.get(person, 0):
                    self.write_audit(writer, None, "take-back-simulated", str(UUID(bytes=person)), str(taken))

    def recount(self, people: Iterable[UUID] | None = None) -> None:
        """Recompute the totals from the entries, after a change of what they contain or as a check."""
        for person in [one.id for one in self.people()] if people is None else people:
            with self.engine.writing() as writer:
                if self.is_erased(writer, person):
                    continue
                for table in TOTALS:
                    writer.change(f"DELETE FROM {table} WHERE person = ?", (person.bytes,))
                stored, checksum, size = 0, NO_CHECKSUM, 0
                while page := writer.rows(
                    "SELECT number, entries.id, sort, body, received, is_right, counted FROM entries "
                    "LEFT JOIN corrections ON corrections.person = entries.person AND corrections.id = entries.id "
                    "WHERE entries.person = ? AND number > ? ORDER BY number LIMIT 1000",
                    (person.bytes, stored),
                ):
                    found = [Entry(bytes(row[1]), Sort(row[2]), bytes(row[3])) for row in page]
                    add_to_totals(writer, [_received(person.bytes, *one) for one in zip(found, page, strict=True)])
                    self._note_sittings(writer, person.bytes, found)
                    checksum = checksum_with(checksum, map(digest_of, found))
                    stored = page[-1][0]
                    size += sum(len(entry.body) for entry in found)
                writer.change("INSERT INTO sizes (person, total) VALUES (?, ?)", (person.bytes, size))
                writer.change(
                    "UPDATE people SET stored = ?, checksum = ? WHERE id = ?", (stored, checksum, person.bytes)
                )


def _received(person: bytes, entry: Entry, row: Row) -> Received:
    """A stored entry as it counts, from the end of its row: arrival, the service's mark, and its time."""
    at, is_right, counted = row[4:7]
    return Received(person, entry, at, None if is_right is None else bool(is_right), counted)


def _was_withheld(entry: Entry, contact: int) -> bool:
    """Whether an answer is dated before a time at which its laptop was connected and could have sent it."""
    body = body_of(entry) if contact and entry.sort is Sort.ATTEMPT else None
    return isinstance(body, AttemptBody) and body.at + _GRACE_MS < contact


def _session_of(entry: Entry) -> bytes:
    """The id of the session that an attempt needs; empty for other entries."""
    if entry.sort is not Sort.ATTEMPT:
        return b""
    try:
        body = body_of(entry)
    except ValueError:
        return b""
    return body.session if isinstance(body, AttemptBody) else b""


def _statement_parts(wanted: set[tuple[bytes, ...]]) -> Iterator[tuple[str, list[bytes]]]:
    """Split keys into parts for one statement each: its placeholders and its values."""
    in_order = sorted(wanted)
    for at in range(0, len(in_order), _MOST_NAMED):
        some = in_order[at : at + _MOST_NAMED]
        place = "?" if len(some[0]) == 1 else "(?, ?)"
        yield ", ".join([place] * len(some)), [value for key in some for value in key]
