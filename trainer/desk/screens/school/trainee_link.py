"""A trainee's connection to the school: synchronises while the desk is open, and looks for a school that has moved."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from time import monotonic_ns

from PySide6.QtCore import QObject, QTimer, Signal

from trainer.desk.screens.school.network import ServiceSocket
from trainer.desk.screens.school.school_search import SchoolSearch
from trainer.records.attempts import to_milliseconds
from trainer.runs.run import RECORDING_FAILURES, problem_of
from trainer.school import protocol
from trainer.school.errors import OtherCertificateError
from trainer.school.laptop.address_search import laptop_wait
from trainer.school.laptop.links import Link, LinkBook
from trainer.school.laptop.local_entries import LocalEntries
from trainer.school.laptop.sync_client import State, SyncClient

_TICK = 1000  # milliseconds


class TraineeLink(QObject):
    """``changed`` is emitted when the shown state changes; ``noticed`` for each notice of the service, such as a race
    or an exam."""

    changed = Signal()
    noticed = Signal(object)

    def __init__(
        self,
        link: Link,
        book: LinkBook,
        local: LocalEntries,
        now: Callable[[], datetime],
        can_store: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.core = SyncClient(link, book, local, lambda: to_milliseconds(now()))
        self._wire = ServiceSocket(self)
        self.searching = SchoolSearch(self)
        self.searching.found.connect(self._found)
        self._failures = 0
        self.core.send = self._wire.send
        self.core.close = lambda: QTimer.singleShot(0, self._wire, self._wire.close)
        self.core.on_change = self.changed.emit
        self.core.on_notice = self.noticed.emit
        self.core.can_store = can_store
        self._wire.opened.connect(self._opened)
        self._wire.received.connect(self._received)
        self._wire.closed.connect(self._closed)
        self._ticking = QTimer(self)
        self._ticking.setInterval(_TICK)
        self._ticking.timeout.connect(self._tick)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self.connect_now)

    def start(self) -> None:
        self._ticking.start()
        self.connect_now()

    def stop(self) -> None:
        self._ticking.stop()
        self._again.stop()
        self._wire.close()
        self._again.stop()

    def connect_now(self) -> None:
        if not self._wire.is_busy and self.core.state is not State.REFUSED:
            self._wire.open(self.core.search.address)

    def connect_to(self, address: str) -> None:
        """Try an address that the trainee typed, because the school has moved and cannot be found by itself."""
        if self.core.state is State.AWAY:
            self._wire.close()
            self._found([address])

    def _found(self, addresses: list[str]) -> None:
        """Try the addresses at which the school may be now."""
        self.core.search.found(addresses)
        if addresses and self.core.state is State.AWAY:
            self._again.start(0)

    def report(self, status: protocol.Status) -> None:
        self.core.report(status)

    def _opened(self, fingerprint: bytes) -> None:
        try:
            self.core.connected(fingerprint)
        except OtherCertificateError as error:
            self.core.trouble = error.message
            self._wire.close()

    def _closed(self) -> None:
        if self.core.is_accepted:
            self._failures = 0  # only after the service has let us in
        self.core.disconnected()
        self._again.start(round(1000 * laptop_wait(self._failures)))
        self._failures += 1
        if self.core.search.is_due(monotonic_ns() // 1_000_000):
            self.searching.start(self.core.link.fingerprint, self.core.link.school)

    def _tick(self) -> None:
        before = self.core.waiting
        try:
            self.core.tick()
        except RECORDING_FAILURES as error:  # reported elsewhere: the records are missing or damaged
            self.core.trouble = problem_of(error)
        if self.core.waiting != before:
            self.changed.emit()

    def _received(self, data: bytes) -> None:
        try:
            self.core.received(data)
        except RECORDING_FAILURES as error:
            self.core.trouble = problem_of(error)
            self._wire.close()
