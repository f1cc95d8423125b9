"""What trainees have made, kept once and for ever, and what is added up from it as it comes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from trainer.school.storage.engine import Row, Writer
from trainer.school.storage.laptops import LaptopBook
from trainer.school.storage.schema import TOTALS
from trainer.school.storage.totals import DAY_MS, Received, add_to_totals
from trainer.system.digests import sha256
from trainer.texts import Message

_MOST_NAMED = 400  # in one statement: the oldest SQLite takes 999 values
_Key: TypeAlias = tuple[bytes, ...]  # a person and an id


class Incoming(NamedTuple):
    """Entries that came from a laptop in somebody's name."""

    person: UUID
    laptop: UUID | None
    entries: Sequence[Entry]


class Kept(NamedTuple):
    """What became of them: the ids that are kept now (also those that were before), and why others are not."""

    kept: tuple[bytes, ...]
    refused: tuple[tuple[bytes, Message], ...]
    added: int
    stored: int  # how many there are now,
    checksum: bytes  # and of all of them


class ExamSummary(NamedTuple):
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


class _Shelf:
    """One person's entries: how many there are, and what is being put with them."""

    def __init__(self, person: bytes, stored: int, checksum: bytes) -> None:
        self.person, self.stored, self.checksum = person, stored, checksum
        self.fresh: dict[bytes, Entry] = {}
        self.added: list[Row] = []  # as they are written

    def put(self, entry: Entry, laptop: bytes | None, now: int) -> None:
        self.stored += 1
        self.checksum = checksum_with(self.checksum, [digest_of(entry)])
        self.fresh[entry.id] = entry
        self.added.append((self.person, entry.id, self.stored, entry.sort.value, laptop, now, entry.body))

    def received(self) -> Iterator[Received]:
        return (Received(self.person, self.fresh[number], at) for _, number, _, _, _, at, _ in self.added)


class EntryBook(LaptopBook):
    """The entries of everybody, a sequence of their own for each person. ``looks`` are the looks at sealed documents of
    a sort, before they are kept: they say what is wrong."""

    document_checks: Mapping[Sort, Callable[[bytes, bytes], Message | None]] = MappingProxyType({})
    read_result: Callable[[bytes], ExamSummary] | None = None  # of a sealed result

    def keep(self, incoming: Sequence[Incoming]) -> list[Kept]:
        """Unite what came with what is there, all in one transaction; when this returns it is on the disk.

        A whole class costs a few questions to the database, not a few for each answer: on the way there and back, and
        not on the disk, a class would wait.
        """
        looked = [[self._refusal_of(entry) for entry in one.entries] for one in incoming]
        with self.engine.writing() as writer:
            shelves, there = self._found(writer, incoming)
            results = []
            for one, faults in zip(incoming, looked, strict=True):
                shelf = shelves.get(one.person.bytes)
                if shelf is None:
                    raise UnknownError(what=Message("school.thing.person"))
                results.append(self._united(writer, one, faults, shelf, there))
            self._write(writer, [shelf for shelf in shelves.values() if shelf.added])
        return results

    def _found(self, writer: Writer, incoming: Sequence[Incoming]) -> tuple[dict[bytes, _Shelf], dict[_Key, str]]:
        """Where each person's entries end, and which of those that came, and of the sessions they need, are kept
        already, with their sorts. Raises `NotJoinedError` for a laptop that is none: it may have been withdrawn while
        its batch was on the way."""
        wanted: set[_Key] = set()
        for one in incoming:
            for entry in one.entries:
                wanted |= {(one.person.bytes, number) for number in (entry.id, _session_of(entry)) if number}
        said = {(one.laptop.bytes, one.person.bytes) for one in incoming if one.laptop is not None}
        # People are taken hold of in one order, so that two services on one database cannot wait for one another.
        people = [
            (
                f"SELECT id, stored, checksum FROM people WHERE id IN ({places}) ORDER BY id{self.engine.for_update}",
                some,
            )
            for places, some in _parts({(one.person.bytes,) for one in incoming})
        ]
        laptops = [
            (f"SELECT id, person FROM laptops WHERE withdrawn IS NULL AND id IN ({places})", some)
            for places, some in _parts({(laptop,) for laptop, _ in said})
        ]
        entries = [
            (
                f"WITH wanted (person, id) AS (VALUES {places}) "
                "SELECT entries.person, entries.id, entries.sort FROM wanted "
                "JOIN entries ON entries.person = wanted.person AND entries.id = wanted.id",
                some,
            )
            for places, some in _parts(wanted)
        ]
        sittings: set[_Key] = {(entry.id,) for one in incoming for entry in one.entries if entry.sort is Sort.SITTING}
        owners = [
            (f"SELECT id, person FROM entries WHERE sort = 'sitting' AND id IN ({places})", some)
            for places, some in _parts(sittings)
        ]
        answers = iter(writer.answers([*people, *laptops, *entries, *owners]))
        shelves = [_Shelf(bytes(row[0]), row[1], bytes(row[2])) for _ in people for row in next(answers)]
        if not said <= {(bytes(number), bytes(person)) for _ in laptops for number, person in next(answers)}:
            raise NotJoinedError
        there: dict[_Key, str] = {(bytes(row[0]), bytes(row[1])): row[2] for _ in entries for row in next(answers)}
        # Of a sealed result, whose it is: it is nobody else's.
        there |= {(bytes(number),): bytes(person).hex() for _ in owners for number, person in next(answers)}
        return {shelf.person: shelf for shelf in shelves}, there

    def _united(
        self,
        writer: Writer,
        incoming: Incoming,
        faults: Sequence[Message | None],
        shelf: _Shelf,
        there: dict[_Key, str],
    ) -> Kept:
        """What becomes of a batch; what is new is put on its person's shelf, and ``there`` from now on."""
        before = len(shelf.added)
        kept: list[bytes] = []
        refused: list[tuple[bytes, Message]] = []
        now, laptop = self.now(), incoming.laptop.bytes if incoming.laptop else None
        for entry, fault in zip(incoming.entries, faults, strict=True):
            key = (shelf.person, entry.id)
            session = _session_of(entry)
            if fault is not None:
                refused.append((entry.id, fault))
            elif entry.sort is Sort.SITTING and there.setdefault((entry.id,), shelf.person.hex()) != shelf.person.hex():
                refused.append((entry.id, Message("school.why.anothers")))
            elif session and there.get((shelf.person, session)) != Sort.SESSION.value:
                refused.append((entry.id, Message("school.why.session")))
            elif key not in there:
                there[key] = entry.sort.value
                shelf.put(entry, laptop, now)
                kept.append(entry.id)
            elif shelf.fresh.get(entry.id) == entry or self._is_same(writer, shelf.person, entry):
                kept.append(entry.id)
            else:
                refused.append((entry.id, Message("school.why.differs")))  # what was first is kept
        return Kept(tuple(kept), tuple(refused), len(shelf.added) - before, shelf.stored, shelf.checksum)

    def _write(self, writer: Writer, shelves: Sequence[_Shelf]) -> None:
        writer.change_many(
            "INSERT INTO entries (person, id, number, sort, laptop, received, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [row for shelf in shelves for row in shelf.added],
        )
        writer.change_many(
            "UPDATE people SET stored = ?, checksum = ? WHERE id = ?",
            [(shelf.stored, shelf.checksum, shelf.person) for shelf in shelves],
        )
        add_to_totals(writer, [received for shelf in shelves for received in shelf.received()])
        for shelf in shelves:
            self._note_sittings(writer, shelf.person, shelf.fresh.values())

    def _note_sittings(self, writer: Writer, person: bytes, entries: Iterable[Entry]) -> None:
        """A result is work on every exam of that scheme that is set to its candidate, and was when it was sat: clocks
        may differ by a day, and what is set later asks for another sitting."""
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
        """What is wrong with an entry; nothing if it may be kept."""
        if field := invalid_field(entry):
            return Message("school.why.unsound", {"field": field})
        body = body_of(entry) if entry.sort in self.document_checks else None
        return self.document_checks[entry.sort](entry.id, body.document) if isinstance(body, SealedBody) else None

    @staticmethod
    def _is_same(writer: Writer, person: bytes, entry: Entry) -> bool:
        """Whether that is what was kept before."""
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

    def entries_of_sort(self, person: UUID, sort: Sort) -> list[Entry]:
        """Somebody's sittings or certificates."""
        rows = self.engine.rows(
            "SELECT id, body FROM entries WHERE person = ? AND sort = ? ORDER BY number", (person.bytes, sort.value)
        )
        return [Entry(bytes(entry_id), sort, bytes(body)) for entry_id, body in rows]

    def recount(self, people: Iterable[UUID] | None = None) -> None:
        """Add up again what is added up as it comes: for proof, and after a change of what is added up."""
        for person in [one.id for one in self.people()] if people is None else people:
            with self.engine.writing() as writer:
                for table in TOTALS:
                    writer.change(f"DELETE FROM {table} WHERE person = ?", (person.bytes,))
                stored, checksum = 0, NO_CHECKSUM
                while page := writer.rows(
                    "SELECT number, id, sort, body, received FROM entries WHERE person = ? AND number > ? "
                    "ORDER BY number LIMIT 1000",
                    (person.bytes, stored),
                ):
                    found = [Entry(bytes(entry_id), Sort(sort), bytes(body)) for _, entry_id, sort, body, _ in page]
                    came = [row[4] for row in page]
                    add_to_totals(writer, [Received(person.bytes, *one) for one in zip(found, came, strict=True)])
                    self._note_sittings(writer, person.bytes, found)
                    checksum = checksum_with(checksum, map(digest_of, found))
                    stored = page[-1][0]
                writer.change(
                    "UPDATE people SET stored = ?, checksum = ? WHERE id = ?", (stored, checksum, person.bytes)
                )


def _session_of(entry: Entry) -> bytes:
    """The session that an answer must have; nothing of any other entry."""
    if entry.sort is not Sort.ATTEMPT:
        return b""
    try:
        body = body_of(entry)
    except ValueError:
        return b""
    return body.session if isinstance(body, AttemptBody) else b""


def _parts(wanted: set[tuple[bytes, ...]]) -> Iterator[tuple[str, list[bytes]]]:
    """In parts of as many as a statement may name: what stands for them there, and the values."""
    in_order = sorted(wanted)
    for at in range(0, len(in_order), _MOST_NAMED):
        some = in_order[at : at + _MOST_NAMED]
        place = "?" if len(some[0]) == 1 else "(?, ?)"
        yield ", ".join([place] * len(some)), [value for key in some for value in key]
