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
from trainer.school.service.races import Race
from trainer.school.storage.exam_rooms import RecordedOrder
from trainer.school.storage.people import Role

_MOST_UNSENT = 200  # messages; a connection that does not read them is closed and reconnects
_MOST_UNSENT_BYTES = 8 * protocol.MOST_BYTES
ENOUGH_UNSENT_BYTES = 1_000_000  # with more unread, no further request of this connection is answered
_MOST_OF_A_LAPTOP = 2  # connections; a laptop that reconnects may not have noticed yet that the last one is dead
_MOST_OF_A_DESK = 5  # connections of one person's logins
_STUCK_AT_LEAST_MS = 20_000
_STUCK_TIMES = 3  # times the target time


class Connection:
    """A connected laptop or desk."""

    def __init__(self, actor: Actor, classes: Iterable[UUID], now: int, token: bytes = b"") -> None:
        self.actor = actor
        self.classes = set(classes)
        self.token = token
        self.since = now
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
        self.races: dict[UUID, Race] = {}  # by class
        self._synced: dict[UUID, int] = {}
        self._changed: dict[UUID, set[UUID]] = {}  # class → people whose lines changed since they were last sent
        self.on_board_change: Callable[[UUID], None] = lambda class_id: None

    def add(self, connection: Connection) -> None:
        """Add a connection, and send it what is going on in its classes: exam orders, a copied sitting, a race."""
        self._make_room_for(connection)
        self.connections.add(connection)
        if connection.actor.person is not None:
            self._of_person.setdefault(connection.actor.person, set()).add(connection)
        for class_id in connection.classes:
            self._of_class.setdefault(class_id, set()).add(connection)
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
        connection.keys, connection.exams, connection.sitting = None, [], []  # sent; these are large
        for class_id in connection.classes:
            if class_id in self.races:
                connection.send(self.races[class_id].question)
        self.board_changed(connection)

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

    def laptops_of(self, person: UUID) -> list[Connection]:
        """The connected laptops of a person."""
        return [one for one in self.of_person(person) if one.actor.laptop is not None]

    def disconnect_laptop(self, laptop: UUID, person: UUID) -> None:
        """Close the connections of a person's laptop."""
        for connection in self.of_person(person):
            if connection.actor.laptop == laptop:
                connection.close()

    def disconnect_person(self, person: UUID) -> None:
        """Close the connections of a person."""
        for connection in self.of_person(person):
            connection.close()

    def synced(self, person: UUID) -> None:
        """Note that this person's entries are all stored as of now."""
        self._synced[person] = self._now()

    def notify_class(self, class_id: UUID, notice: Notice, *, only_staff: bool = False) -> None:
        """Send a notice to everybody in a class, or only to its staff."""
        data = protocol.encoded(notice)
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
        """A person's line on the boards of their classes has changed: send it soon to the desks that show them, and
        notify the others once."""
        for class_id in connection.classes:
            if self.watchers(class_id) and connection.actor.person is not None:
                self._changed.setdefault(class_id, set()).add(connection.actor.person)
                self.on_board_change(class_id)
            self.notify_changed("board", class_id)

    def watchers(self, class_id: UUID) -> list[Connection]:
        """The desks that show the live board of a class."""
        return [one for one in self.of_class(class_id) if one.watching == class_id]

    def take_changed(self, class_id: UUID) -> set[UUID]:
        """The people whose lines changed since the last call."""
        return self._changed.pop(class_id, set())

    def board_line(self, person: UUID, name: str, answers: int, rights: int, seen: int, ahead: int) -> BoardLine:
        """A trainee's line on the live board. ``seen`` and ``ahead`` come from the laptop last seen, for when none is
        connected."""
        present = max(self.laptops_of(person), key=lambda one: one.status_at, default=None)
        status = present.status if present else Status()
        open_for = status.asked_ms + (self._now() - present.status_at) if present and status.target_ms else 0
        is_stuck = (
            present is not None
            and status.doing is not Doing.HOME
            and open_for > max(_STUCK_AT_LEAST_MS, _STUCK_TIMES * status.target_ms)
        )
        return BoardLine(
            person=person,
            name=name,
            is_in=present is not None,
            status=status,
            is_stuck=is_stuck,
            answers=answers,
            rights=rights,
            synced=max(self._synced.get(person, 0), seen),
            waiting=present.waiting if present else 0,
            ahead=present.ahead if present else ahead,
        )


def _discard(index: dict[UUID, set[Connection]], key: UUID, connection: Connection) -> None:
    """Remove a connection from an index, and the key with its last connection."""
    found = index.get(key, set())
    found.discard(connection)
    if not found:
        index.pop(key, None)
