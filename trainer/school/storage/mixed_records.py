"""Repairs schools in which a shared laptop stored one person's records under another person's name as well.

A session with its answers, a result or a certificate belongs to one person. If several people have the same one, it
belongs to the person as whom the laptop had joined when it was made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from trainer.school.entries import AttemptBody, Entry, Sort, body_of
from trainer.school.storage.engine import Writer
from trainer.school.storage.school_storage import Storage

_DUPLICATES = "SELECT id FROM entries WHERE sort <> 'rules' GROUP BY id HAVING count(DISTINCT person) > 1 ORDER BY id"


class Mixed(NamedTuple):
    """Entries of one person that are stored under another person's name as well."""

    owner: UUID
    other: UUID
    entries: int


class _Copy(NamedTuple):
    """One person's copy of an entry, and since when the laptop that sent it was this person's."""

    person: bytes
    joined: int


def find_mixed(storage: Storage) -> list[Mixed]:
    """Whose entries are stored under which other name, most first."""
    counts: dict[tuple[bytes, bytes], int] = {}
    for owner, others in _owners(storage).values():
        for other in others:
            counts[owner, other] = counts.get((owner, other), 0) + 1
    found = [Mixed(UUID(bytes=owner), UUID(bytes=other), count) for (owner, other), count in counts.items()]
    return sorted(found, key=lambda one: (-one.entries, one))


def separate(storage: Storage, who: UUID | None = None) -> list[Mixed]:
    """Remove the copies from people to whom they do not belong, and recompute their totals; returns what was removed.

    Their laptops compare everything at the next connection. What is refused there stays on the laptop only.
    """
    mixed = find_mixed(storage)
    owners = _owners(storage)
    wrong: dict[bytes, list[bytes]] = {}
    for number, (_, others) in owners.items():
        for other in others:
            wrong.setdefault(other, []).append(number)
    for person, copies in wrong.items():
        # A session that the person continued with answers of their own stays.
        own = [one.entry for one in storage.all_entries(UUID(bytes=person)) if one.entry.id not in set(copies)]
        continued = {_session_of(entry) for entry in own}
        numbers = [number for number in copies if number not in continued]
        with storage.engine.writing() as writer:
            writer.change_many(
                "DELETE FROM entries WHERE person = ? AND id = ?", [(person, number) for number in numbers]
            )
            _renumber(writer, person)
            for table in ("corrections", "marking"):  # the service marks the rest again
                writer.change(f"DELETE FROM {table} WHERE person = ?", (person,))
            storage.write_audit(writer, who, "separate", str(UUID(bytes=person)), str(len(numbers)))
    storage.recount([UUID(bytes=person) for person in wrong])
    return mixed


def _owners(storage: Storage) -> dict[bytes, tuple[bytes, list[bytes]]]:
    """For each entry that several people have: its owner, and the others. Answers follow their session."""
    found: dict[bytes, tuple[bytes, list[bytes]]] = {}
    numbers = [bytes(number) for (number,) in storage.engine.rows(_DUPLICATES)]
    sessions: dict[bytes, bytes] = {}
    for number in numbers:
        rows = storage.engine.rows(
            "SELECT entries.person, entries.sort, entries.body, coalesce(laptops.joined, entries.received) "
            "FROM entries LEFT JOIN laptops ON laptops.id = entries.laptop "
            "WHERE entries.id = ? AND entries.sort <> 'rules'",
            (number,),
        )
        copies = sorted((_Copy(bytes(person), joined) for person, _, _, joined in rows), key=lambda one: one.joined)
        session = _session_of(Entry(number, Sort(rows[0][1]), bytes(rows[0][2])))
        owner = sessions.get(session or number) or _owner(session or number, copies)
        sessions[session or number] = owner
        if any(copy.person == owner for copy in copies):
            found[number] = owner, [copy.person for copy in copies if copy.person != owner]
    return found


def _owner(number: bytes, copies: Sequence[_Copy]) -> bytes:
    """The person as whom the laptop had joined last when the entry was made; before any joining, the first."""
    made = int.from_bytes(number[:6], "big")  # ids begin with the time in milliseconds
    before = [copy for copy in copies if copy.joined <= made]
    return (before[-1] if before else copies[0]).person


def _session_of(entry: Entry) -> bytes:
    body = body_of(entry)
    return body.session if isinstance(body, AttemptBody) else b""


def _renumber(writer: Writer, person: bytes) -> None:
    """Close the gaps in a person's sequence, because the number of the last entry is the number of entries."""
    rows = writer.rows("SELECT id FROM entries WHERE person = ? ORDER BY number", (person,))
    # In two steps: within one, a number could be taken by an entry that has not been renumbered yet.
    writer.change("UPDATE entries SET number = -number WHERE person = ?", (person,))
    writer.change_many(
        "UPDATE entries SET number = ? WHERE person = ? AND id = ?",
        [(at, person, bytes(number)) for at, (number,) in enumerate(rows, 1)],
    )
