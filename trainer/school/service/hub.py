"""The live connections, what they are doing, and who is notified of what. Used only in the service's event loop."""

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
        self.status = Status()
        self.status_at = now
        self.waiting = 0
        self.ahead = 0
        self.keys: protocol.SchoolKeys | None = None  # the school's keys, to send to a laptop
        self.exams: list[RecordedOrder] = []  # recent exam orders of this person
        self.sitting: list[tuple[str, str, bytes]] = []  # files of this person's sitting on another laptop
        self.incidents: list[int] = []  # times of recent incidents
        self.told: set[str] = set()  # changes that were notified and not asked for since

    def send(self, message: msgspec.Struct) -> None:
        """Queue a message. A connection with too many unread messages is closed."""
        try:
            self.outgoing.put_nowait(protocol.encoded(message))
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        """Close the connection; queued messages are dropped."""
        while not self.outgoing.empty():
            self.outgoing.get_nowait()
        self.outgoing.put_nowait(None)


class Hub:
    """The connections of a service. ``now`` returns milliseconds since 1970."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self.connections: set[Connection] = set()
        self.races: dict[UUID, Race] = {}  # by class
        self._synced: dict[UUID, int] = {}

    def add(self, connection: Connection) -> None:
        """Add a connection, and send it what is going on in its classes: exam orders, a copied sitting, a race."""
        self.connections.add(connection)
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
        for class_id in connection.classes:
            self.notify_changed("board", class_id)

    def remove(self, connection: Connection) -> None:
        """Remove a connection."""
        self.connections.discard(connection)
        for class_id in connection.classes:
            self.notify_changed("board", class_id)

    def update_members(self, class_id: UUID, members: set[UUID]) -> None:
        """Update which connections belong to a class after its members changed."""
        for connection in self.connections:
            if connection.actor.person in members:
                connection.classes.add(class_id)
            elif class_id in connection.classes:
                connection.classes.discard(class_id)
                if connection.actor.role is Role.TRAINEE:
                    connection.send(protocol.Changed(what="assignments"))

    def laptops_of(self, person: UUID) -> list[Connection]:
        """The connected laptops of a person."""
        return [one for one in self.connections if one.actor.person == person and one.actor.laptop is not None]

    def disconnect_laptop(self, laptop: UUID) -> None:
        """Close the connections of a laptop."""
        for connection in [one for one in self.connections if one.actor.laptop == laptop]:
            connection.close()

    def disconnect_person(self, person: UUID) -> None:
        """Close the connections of a person."""
        for connection in [one for one in self.connections if one.actor.person == person]:
            connection.close()

    def synced(self, person: UUID) -> None:
        """Note that this person's entries are all stored as of now."""
        self._synced[person] = self._now()

    def notify_class(self, class_id: UUID, notice: Notice, *, only_staff: bool = False) -> None:
        """Send a notice to everybody in a class, or only to its staff."""
        for connection in self.connections:
            if class_id in connection.classes and not (only_staff and connection.actor.role is Role.TRAINEE):
                connection.send(notice)

    def notify_changed(self, what: str, class_id: UUID) -> None:
        """Notify everybody concerned that something changed and should be asked for again."""
        for connection in self.connections:
            is_meant = what == "assignments" or connection.actor.role is not Role.TRAINEE
            if is_meant and class_id in connection.classes and what not in connection.told:
                connection.told.add(what)  # at most one notice until they ask, because a busy class changes often
                connection.send(protocol.Changed(what=what))

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
