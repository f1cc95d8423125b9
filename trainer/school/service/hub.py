"""The live connections, what they are doing, and who is notified of what.

Used only in the service's event loop: threads read the storage, never the hub. Connections are indexed by class, person
and laptop, so that the cost of a class does not grow with the school.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from uuid import UUID

import msgspec

from trainer.school import protocol
from trainer.school.protocol import BoardLine, Doing, Notice, Status
from trainer.school.rights import Actor
from trainer.school.service.boards import LineTotals
from trainer.school.storage.exam_rooms import RecordedOrder
from trainer.school.storage.people import Role

_MOST_UNSENT = 200  # messages; a connection that does not read them is closed and reconnects
_MOST_UNSENT_BYTES = 8 * protocol.MOST_BYTES
ENOUGH_UNSENT_BYTES = 1_000_000  # with more unread, no further request of this connection is answered
_MOST_OF_A_LAPTOP = 2  # connections; a laptop that reconnects may not have noticed yet that the last one is dead
_MOST_OF_A_DESK = 5  # connections of one person's logins
_STUCK_AT_LEAST_MS = 20_000
_STUCK_TIMES = 3  # times the target time


class Presence(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """How a trainee is connected, as a board shows it. Times are those of the service that has the connection."""

    status: Status
    status_at: int
    waiting: int
    ahead: int
    synced: int  # when an entry last arrived; 0 for never


class Connection:
    """A connected laptop or desk."""

    def __init__(self, actor: Actor, classes: Iterable[UUID], now: int, token: bytes = b"") -> None:
        self.actor = actor
        self.classes = set(classes)
        self.token = token
        self.since = self.checked = now
        self.outgoing: asyncio.Queue[bytes | None] = asyncio.Queue(_MOST_UNSENT)
        self.unsent = 0  # bytes in the queue
        self._read = asyncio.Event()  # set while few bytes are unread
        self._read.set()
        self.status = Status()
        self.status_at = now
        self.waiting = 0
        self.ahead = 0
        self.keys: protocol.SchoolKeys | None = None  # the school's keys, to send to a laptop
        self.exams: list[RecordedOrder] = []  # recent exam orders of this person
        self.sitting: list[tuple[str, str, bytes]] = []  # files of this person's sitting on another laptop
        self.races: list[protocol.RaceQuestion] = []  # races that run in this person's classes
        self.incidents: list[int] = []  # times of recent incidents
        self.is_closed = False
        self.watching: UUID | None = None  # the class whose live board is shown on this desk
        self.told: set[str] = set()  # changes that were notified and not asked for since

    def send(self, message: msgspec.Struct) -> None:
        """Queue a message. A connection with too many unread messages, or too large ones, is closed."""
        self.send_encoded(protocol.encoded(message))

    def send_encoded(self, data: bytes) -> None:
        """Queue a message that was encoded once for many connections."""
        if self.is_closed:
            return
        if self.outgoing.full() or self.unsent + len(data) > _MOST_UNSENT_BYTES:
            self.close()
            return
        self.outgoing.put_nowait(data)
        self._count(len(data))

    async def next_message(self) -> bytes | None:
        """The next message to send; None if the connection is to be closed."""
        data = await self.outgoing.get()
        self._count(-len(data) if data is not None else 0)
        return data

    async def until_read(self) -> None:
        """Wait until the other side has read most of what was sent to it."""
        await self._read.wait()

    def _count(self, change: int) -> None:
        self.unsent += change
        if self.unsent > ENOUGH_UNSENT_BYTES:
            self._read.clear()
        else:
            self._read.set()

    def close(self) -> None:
        """Close the connection; queued messages are dropped."""
        self.is_closed = True
        self.unsent = 0
        self._read.set()
        while not self.outgoing.empty():
            self.outgoing.get_nowait()
        self.outgoing.put_nowait(None)


class Hub:
    """The connections of a service. ``now`` returns milliseconds since 1970."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self.connections: set[Connection] = set()
        self._of_class: dict[UUID, set[Connection]] = {}
        self._of_person: dict[UUID, set[Connection]] = {}
        self._synced: dict[UUID, int] = {}
        # Class → people whose lines changed since they were last sent to the desks; None for everybody.
        self._changed: dict[UUID, set[UUID] | None] = {}
        # The same since they were last reported to other services, if there can be any.
        self._unreported: dict[UUID, set[UUID]] = {}
        self.is_reported = False
        self.on_board_change: Callable[[UUID], None] = lambda class_id: None

    def add(self, connection: Connection) -> None:
        """Add a connection, and send it what is going on in its classes."""
        self._make_room_for(connection)
        self.connections.add(connection)
        if connection.actor.person is not None:
            self._of_person.setdefault(connection.actor.person, set()).add(connection)
        for class_id in connection.classes:
            self._of_class.setdefault(class_id, set()).add(connection)
        self.greet(connection)
        self.board_changed(connection)

    def greet(self, connection: Connection) -> None:
        """Send a connection what was read for it: keys, exam orders, a copied sitting, races."""
        if connection.keys is not None:
            connection.send(connection.keys)
        for told in connection.exams:
            order = protocol.ExamOrder(sitting=told.sitting, order="begin", paper=told.paper, by=told.by)
            if told.said != "end":
                connection.send(order)
            if told.said != "begin":  # a replacement laptop, or one that was disconnected, needs both orders
                connection.send(msgspec.structs.replace(order, order=told.said, paper=b""))
        for sitting, name, data in connection.sitting:
            connection.send(protocol.SittingCopy(sitting=sitting, name=name, data=data))
        for question in connection.races:
            connection.send(question)
        connection.keys, connection.exams, connection.sitting, connection.races = (
            None,
            [],
            [],
            [],
        )  # sent; they are large

    def _make_room_for(self, connection: Connection) -> None:
        """Close the oldest connections of the same laptop, or of the same person's desks, if there are too many."""
        actor = connection.actor
        same = [one for one in self.of_person(actor.person) if one.actor.laptop == actor.laptop and not one.is_closed]
        most = _MOST_OF_A_LAPTOP if actor.laptop is not None else _MOST_OF_A_DESK
        for oldest in sorted(same, key=lambda one: one.since)[: max(0, len(same) - most + 1)]:
            oldest.close()

    def remove(self, connection: Connection) -> None:
        """Remove a connection."""
        self.connections.discard(connection)
        if connection.actor.person is not None:
            _discard(self._of_person, connection.actor.person, connection)
        for class_id in connection.classes:
            _discard(self._of_class, class_id, connection)
        self.board_changed(connection)

    def of_class(self, class_id: UUID) -> list[Connection]:
        """The connections of a class: its trainees and its staff."""
        return list(self._of_class.get(class_id, ()))

    def of_person(self, person: UUID | None) -> list[Connection]:
        """The connections of a person: laptops and desks."""
        return list(self._of_person.get(person, ())) if person is not None else []

    def update_members(self, class_id: UUID, members: set[UUID]) -> None:
        """Update which connections belong to a class after its members changed."""
        for connection in self.of_class(class_id):
            if connection.actor.person not in members:
                connection.classes.discard(class_id)
                _discard(self._of_class, class_id, connection)
                if connection.actor.role is Role.TRAINEE:
                    connection.send(protocol.Changed(what="assignments"))
        for connection in [one for person in members for one in self.of_person(person)]:
            connection.classes.add(class_id)
            self._of_class.setdefault(class_id, set()).add(connection)

    def set_classes(self, connection: Connection, classes: set[UUID]) -> None:
        """Update the classes of a connection, which another process may have changed."""
        for class_id in connection.classes - classes:
            _discard(self._of_class, class_id, connection)
        for class_id in classes - connection.classes:
            self._of_class.setdefault(class_id, set()).add(connection)
        connection.classes = classes

    def laptops_of(self, person: UUID) -> list[Connection]:
        """The connected laptops of a person."""
        return [one for one in self.of_person(person) if one.actor.laptop is not None]

    def disconnect(self, person: UUID, laptop: UUID | None) -> None:
        """Close the connections of a person's laptop, or for None all of the person's."""
        for connection in self.of_person(person):
            if laptop is None or connection.actor.laptop == laptop:
                connection.close()

    def synced(self, person: UUID) -> None:
        """Note that this person's entries are all stored as of now."""
        self._synced[person] = self._now()

    def notify_class(self, class_id: UUID, notice: Notice, *, only_staff: bool = False) -> None:
        """Send a notice to everybody in a class, or only to its staff."""
        self.send_class(class_id, protocol.encoded(notice), only_staff=only_staff)

    def send_class(self, class_id: UUID, data: bytes, *, only_staff: bool) -> None:
        """Send an encoded notice to everybody in a class, or only to its staff."""
        for connection in self.of_class(class_id):
            if not (only_staff and connection.actor.role is Role.TRAINEE):
                connection.send_encoded(data)

    def notify_changed(self, what: str, class_id: UUID) -> None:
        """Notify everybody concerned that something changed and should be asked for again."""
        for connection in self.of_class(class_id):
            is_meant = what == "assignments" or connection.actor.role is not Role.TRAINEE
            if is_meant and what not in connection.told and not (what == "board" and connection.watching == class_id):
                connection.told.add(what)  # at most one notice until they ask, because a busy class changes often
                connection.send(protocol.Changed(what=what))

    def board_changed(self, connection: Connection) -> None:
        """A person's line on the boards of their classes has changed."""
        person = connection.actor.person
        for class_id in connection.classes:
            if person is not None:
                self.lines_changed(class_id, [person])
                if self.is_reported and connection.actor.laptop is not None:
                    self._unreported.setdefault(class_id, set()).add(person)

    def lines_changed(self, class_id: UUID, people: Iterable[UUID]) -> None:
        """Some lines of a board have changed: send them soon to the desks that show it, and notify the others once."""
        if self.watchers(class_id):
            known = self._changed.setdefault(class_id, set())
            if known is not None:
                known.update(people)
            self.on_board_change(class_id)
        self.notify_changed("board", class_id)

    def all_boards_changed(self) -> None:
        """Any line may have changed, for example because another service has ended."""
        for class_id in list(self._of_class):
            if self.watchers(class_id):
                self._changed[class_id] = None
                self.on_board_change(class_id)

    def watchers(self, class_id: UUID) -> list[Connection]:
        """The desks that show the live board of a class."""
        staff = [one for one in self.of_class(class_id) if one.actor.role is not Role.TRAINEE]  # a role may change
        return [one for one in staff if one.watching == class_id]

    def take_changed(self, class_id: UUID) -> set[UUID] | None:
        """The people whose lines changed since the last call; None for everybody."""
        return self._changed.pop(class_id, set())

    def take_unreported(self) -> tuple[dict[UUID, Presence | None], dict[UUID, set[UUID]]]:
        """How the people whose lines changed since the last call are connected (None: not here), and who that is in
        each class."""
        lines, self._unreported = self._unreported, {}
        return {person: self.presence(person) for people in lines.values() for person in people}, lines

    def report_everybody(self) -> None:
        """Report all connected people again."""
        for connection in self.connections:
            if connection.actor.laptop is not None and connection.actor.person is not None and self.is_reported:
                for class_id in connection.classes:
                    self._unreported.setdefault(class_id, set()).add(connection.actor.person)

    def presence(self, person: UUID) -> Presence | None:
        """How a person is connected here, by the laptop with the latest status; None if no laptop is."""
        found = max(self.laptops_of(person), key=lambda one: one.status_at, default=None)
        if found is None:
            return None
        return Presence(
            status=found.status,
            status_at=found.status_at,
            waiting=found.waiting,
            ahead=found.ahead,
            synced=self._synced.get(person, 0),
        )

    def class_ids(self) -> list[UUID]:
        """The classes with connections."""
        return list(self._of_class)

    def board_line(self, stored: LineTotals, elsewhere: Presence | None = None) -> BoardLine:
        """A trainee's line on the live board, from what is stored, this service's connections, and how the trainee is
        connected to another service."""
        here = self.presence(stored.person)
        present = max((one for one in (here, elsewhere) if one), key=lambda one: one.status_at, default=None)
        status = present.status if present else Status()
        open_for = status.asked_ms + (self._now() - present.status_at) if present and status.target_ms else 0
        is_stuck = (
            present is not None
            and status.doing is not Doing.HOME
            and open_for > max(_STUCK_AT_LEAST_MS, _STUCK_TIMES * status.target_ms)
        )
        return BoardLine(
            person=stored.person,
            name=stored.name,
            is_in=present is not None,
            status=status,
            is_stuck=is_stuck,
            answers=stored.answers,
            rights=stored.rights,
            synced=max(self._synced.get(stored.person, 0), elsewhere.synced if elsewhere else 0, stored.seen),
            waiting=present.waiting if present else 0,
            ahead=present.ahead if present else stored.ahead,
        )


def _discard(index: dict[UUID, set[Connection]], key: UUID, connection: Connection) -> None:
    """Remove a connection from an index, and the key with its last connection."""
    found = index.get(key, set())
    found.discard(connection)
    if not found:
        index.pop(key, None)
