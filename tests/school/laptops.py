"""Simulated laptops: entries in memory, and a `SyncClient` connected to a `School` without a network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID, uuid4

from tests.school.people import Clock
from trainer.records.attempts import to_milliseconds
from trainer.school import protocol
from trainer.school.assignments import Work
from trainer.school.credentials import LaptopKey
from trainer.school.entries import Entry, Sort
from trainer.school.errors import SchoolError
from trainer.school.laptop.join_client import JoinClient
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.laptop.sync_client import SyncClient
from trainer.school.refusals import refusal
from trainer.school.service.app import School
from trainer.school.service.hub import Connection
from trainer.school.storage.people import Person

FINGERPRINT = bytes(range(32))
_ORDER = {Sort.SESSION: 0, Sort.RULES: 1}


class MemoryEntries:
    """Entries in memory."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.found = {entry.id: entry for entry in entries}
        self._told: set[bytes] = set()

    def add(self, entries: Iterable[Entry]) -> None:
        self.found.update({entry.id: entry for entry in entries})

    def ids(self) -> list[bytes]:
        self._told.clear()
        return list(self.fresh())

    def fresh(self) -> Iterator[bytes]:
        new = [entry for entry in self.found.values() if entry.id not in self._told]
        self._told.update(entry.id for entry in new)
        return iter([entry.id for entry in sorted(new, key=lambda entry: _ORDER.get(entry.sort, 2))])

    def entries(self, ids: Sequence[bytes]) -> list[Entry]:
        return [self.found[number] for number in ids if number in self.found]

    def work(self, person: UUID, assignments: Sequence[UUID]) -> list[Work]:
        return []

    def keep(self, entries: Sequence[Entry]) -> int:
        new = [entry for entry in entries if entry.id not in self.found]
        self.add(new)
        return len(new)


async def joined(
    school: School, code: str, person: Person, password: str = "1234", key: LaptopKey | None = None
) -> Link:
    """Join a school with a code, as a person."""
    talk = JoinClient(code, "school.local", "laptop", key)
    talk.hello_back(await asked(school, protocol.Hello, talk.hello()), FINGERPRINT)
    names = talk.names(await asked(school, protocol.AskNames, talk.ask_names()), FINGERPRINT)
    assert person.id.bytes in {line.id for line in names}
    return talk.joined(await asked(school, protocol.Join, talk.join(person.id.bytes, password)), FINGERPRINT, uuid4())


async def asked(school: School, kind: type, data: bytes, address: str = "10.0.0.7") -> bytes:
    """The service's reply to a joining or login request, as over HTTPS."""
    try:
        return await school.opening(kind, data, address)
    except SchoolError as error:
        return protocol.encoded(refusal(error))


class Laptop:
    """A laptop with its `SyncClient`, and a connection that can be cut."""

    def __init__(self, link: Link, clock: Clock, entries: Iterable[Entry] = (), book: LinkBook | None = None) -> None:
        self.local = MemoryEntries(entries)
        self.book = book or LinkBook(None)
        self.clock = clock
        self.link = link
        self.core = SyncClient(link, self.book, self.local, lambda: to_milliseconds(clock()))
        self.notices: list[protocol.Notice] = []
        self._out: list[bytes] = []
        self._connection: Connection | None = None
        self._school: School | None = None
        self._challenge = bytes(32)

    @property
    def is_connected(self) -> bool:
        return self._connection is not None

    async def connect(self, school: School, fingerprint: bytes = FINGERPRINT) -> None:
        self._out, self._school = [], school
        self.core.send, self.core.close = self._out.append, self.cut
        self.core.on_notice = self.notices.append
        self.core.connected(fingerprint)
        self.core.received(protocol.encoded(protocol.Challenge(nonce=self._challenge)))
        try:
            self._connection, welcome = await school.admit(self._out.pop(0), self._challenge)
        except SchoolError as error:
            self.core.received(protocol.encoded(refusal(error)))
            return
        school.hub.add(self._connection)
        self.core.received(protocol.encoded(welcome))

    async def meet(self, school: School) -> None:
        """Connect, and exchange messages until both sides are done."""
        await self.connect(school)
        await self.talk()

    async def record(self, entries: Iterable[Entry]) -> None:
        """Record entries while connected, and let them be sent."""
        self.local.add(entries)
        self.core.tick()
        await self.talk()

    def cut(self) -> None:
        """Lose the connection; messages not yet sent are lost."""
        if self._connection is not None and self._school is not None:
            self._school.hub.remove(self._connection)
        if self._connection is not None:
            self._connection, self._out = None, []
            self.core.disconnected()

    async def talk(self, most: int = 10_000, loses_after: int | None = None) -> None:
        """Exchange messages until both sides are done, or cut after some messages, losing a reply."""
        for number in range(most):
            self._hear()
            if self._connection is None or self._school is None or not self._out:
                return
            data = self._out.pop(0)
            try:
                reply = await self._school.answer(self._connection, data)
            except SchoolError as error:
                reply = refusal(error)
            if loses_after is not None and number >= loses_after:
                self.cut()
                return
            if reply is not None:
                self.core.received(protocol.encoded(reply))

    def _hear(self) -> None:
        while self._connection is not None and not self._connection.outgoing.empty():
            data = self._connection.outgoing.get_nowait()
            if data is None:
                self.cut()
            else:
                self.core.received(data)
