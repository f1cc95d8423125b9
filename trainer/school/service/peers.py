"""The other services of the same school, on one PostgreSQL: who runs, who is connected where, and announcements.

Each service reports twice a second that it runs, and which of its trainees' lines changed. A school on SQLite has one
service; then nothing is reported and nobody listens.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from uuid import UUID, uuid4

import msgspec

from trainer.school.errors import StorageError
from trainer.school.service.announcements import (
    Announcement,
    changed_lines,
    read_announcements,
    write_announcements,
)
from trainer.school.service.hub import Hub, Presence
from trainer.school.storage.school_storage import Storage

_log = logging.getLogger(__name__)

REPORT_SECONDS = 0.5
GONE_SECONDS = 3.0  # without a report, after which a service counts as ended


class Peers:
    """Sends what happens at this service to the others. ``clock`` counts seconds."""

    def __init__(self, storage: Storage, hub: Hub, clock: Callable[[], float] = monotonic) -> None:
        self.service = uuid4()
        self.is_shared = storage.engine.is_shared
        self._storage = storage
        self._hub = hub
        hub.is_reported = self.is_shared
        self._clock = clock
        self._beats: dict[UUID, tuple[int, float]] = {}  # other services: reports, and when the number last changed

    @property
    def others(self) -> set[UUID]:
        """The other services that run."""
        return set(self._beats)

    @property
    def is_first(self) -> bool:
        """Whether this service does the work that one service has to do."""
        return all(self.service < other for other in self._beats)

    def announce(self, announcements: Iterable[Announcement]) -> None:
        """Tell the other services. They find out by themselves, later, if the database does not answer."""
        texts = list(write_announcements(self.service, announcements)) if self.is_shared else []
        if texts:
            try:
                self._storage.engine.announce(texts)
            except StorageError:
                _log.warning("the other services were not told of a change")

    def elsewhere(self, people: Sequence[UUID]) -> dict[UUID, Presence]:
        """How people are connected to other services; the latest status of each."""
        found = {}
        for person, bodies in self._storage.presence_elsewhere(people, self.service).items():
            present = [msgspec.msgpack.decode(body, type=Presence) for body in bodies]
            found[person] = max(present, key=lambda one: one.status_at)
        return found

    def listen(self, heard: Callable[[tuple[Announcement, ...] | None], None]) -> None:
        """Call ``heard`` in the running event loop with what other services announce, and with None when something may
        have been missed."""
        loop = asyncio.get_running_loop()

        def pass_on(text: str | None) -> None:
            found = read_announcements(text, self.service) if text is not None else None
            if found != () and not loop.is_closed():
                loop.call_soon_threadsafe(heard, found)

        self._storage.engine.listen(pass_on)

    async def report(self) -> bool:
        """Report this service and its changes; returns whether another service has ended since the last report."""
        # While no other service runs, changes add up until there is one.
        people, lines = self._hub.take_unreported() if self._beats else ({}, {})
        encoded = {person: msgspec.msgpack.encode(one) if one else None for person, one in people.items()}
        is_known, beats = await asyncio.to_thread(self._storage.beat, self.service, encoded)
        if not is_known:  # just started, or another service took this one for ended
            self._hub.report_everybody()
        await asyncio.to_thread(self.announce, changed_lines(lines))
        return await self._note(beats)

    async def _note(self, beats: dict[UUID, int]) -> bool:
        now = self._clock()
        before = self._beats
        self._beats = {}
        for service, count in beats.items():
            last, since = before.get(service, (-1, now))
            if service != self.service and (last != count or now - since < GONE_SECONDS):
                self._beats[service] = count, now if last != count else since
        gone = beats.keys() - self._beats.keys() - {self.service}
        if gone:
            await asyncio.to_thread(self._storage.end_services, gone)
        return bool(gone or before.keys() - self._beats.keys())

    def leave(self) -> None:
        """This service ends."""
        if self.is_shared:
            try:
                self._storage.end_services([self.service])
            except StorageError:
                _log.warning("the other services will notice the end of this one in some seconds")
