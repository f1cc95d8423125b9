"""The instructor's connection to the service: requests, replies, notices, and automatic reconnection.

If a service on another machine does not answer, the link searches for it on the network.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from time import monotonic_ns
from typing import get_args

from PySide6.QtCore import QObject, QTimer, Signal

from trainer.desk.screens.school.network import ServiceSocket
from trainer.desk.screens.school.school_search import SchoolSearch
from trainer.school import protocol
from trainer.school.errors import MalformedError, OtherCertificateError, SessionOverError
from trainer.school.laptop.address_search import AddressSearch
from trainer.school.refusals import refusal_message
from trainer.texts import Message

_PING = 10_000  # milliseconds
_MOST_UNHEARD = 3  # pings without a reply after which the connection counts as lost
# Milliseconds before the first and each further attempt. The first comes before the laptops return (`laptop_wait`).
_SOON, _AGAIN = 300, 1_000
_NOTICES = (
    protocol.Changed,
    protocol.BoardChanges,
    protocol.RaceQuestion,
    protocol.RaceStandings,
    protocol.ExamOrder,
    protocol.Incident,
    protocol.SchoolKeys,
    protocol.SittingCopy,
    protocol.TableEvent,
    protocol.CounterSigned,
)
_REPLIES = tuple(kind.__name__ for kind in get_args(protocol.Reply))


class InstructorLink(QObject):
    """``entered`` is emitted when requests can be made, ``left`` when the connection is lost, ``noticed`` for each
    notice of the service, ``failed`` with the reason of a failure, ``signed_out`` when the login has ended."""

    entered = Signal(protocol.Welcome)
    left = Signal()
    noticed = Signal(object)
    failed = Signal(Message)
    signed_out = Signal()  # the login has ended

    def __init__(self, address: str, fingerprint: bytes, token: bytes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.welcome: protocol.Welcome | None = None
        self.renew: Callable[[], bytes] | None = None  # makes a new token when the login has ended
        self.search = AddressSearch(address)
        self.searching = SchoolSearch(self)
        self.searching.found.connect(self._found)
        self._school = ""  # name of the school, once it is known
        self._fingerprint = fingerprint
        self._token = token
        self._waiting: deque[Callable[[protocol.Reply], None]] = deque()
        self._wire = ServiceSocket(self)
        self._wire.opened.connect(self._opened)
        self._wire.received.connect(self._received)
        self._wire.closed.connect(self._closed)
        self._pinging = QTimer(self)
        self._pinging.setInterval(_PING)
        self._pinging.timeout.connect(self._ping)
        self._unheard = 0
        self._is_over = False
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self.start)

    def start(self) -> None:
        if not self._wire.is_busy:
            self._wire.open(self.search.address)

    def stop(self) -> None:
        self._pinging.stop()
        self._wire.close()
        self._again.stop()

    def _ping(self) -> None:
        self._unheard += 1
        if self._unheard > _MOST_UNHEARD:
            self._wire.close()
        else:
            self.ask(protocol.Ping(sent=0))

    def ask(
        self,
        request: protocol.FromDesk | protocol.Ping,
        answered: Callable[[protocol.Reply], None] = lambda reply: None,
    ) -> None:
        """Send a request; ``answered`` gets the reply, ``failed`` emits a refusal.

        Without a connection nothing is sent; ask again when ``entered`` is emitted.
        """
        if self.welcome is not None:
            self._waiting.append(answered)
            self._wire.send(protocol.encoded(request))

    def _opened(self, fingerprint: bytes) -> None:
        if fingerprint != self._fingerprint:
            self.failed.emit(OtherCertificateError().message)
            self._wire.close()

    def _received(self, data: bytes) -> None:
        self._unheard = 0
        try:
            message = protocol.read_from_service(data)
        except MalformedError as error:
            self.failed.emit(error.message)
            kind = protocol.kind_of(data)
            if not kind or self.welcome is None:
                self._wire.close()
            elif kind in _REPLIES and self._waiting:  # of a later version; its request has no other answer
                self._waiting.popleft()
            return
        if isinstance(message, protocol.Challenge):
            self._wire.send(protocol.encoded(protocol.SignIn(token=self._token)))
        elif isinstance(message, protocol.Welcome):
            self.welcome, self._school = message, message.school
            self.search.reached()
            self._pinging.start()
            self.entered.emit(message)
        elif isinstance(message, _NOTICES):
            self.noticed.emit(message)
        else:
            self._answered(message)

    def _answered(self, message: protocol.Reply) -> None:
        """Replies come in the order of the requests; a refusal is a reply too."""
        answered = self._waiting.popleft() if self._waiting else None
        if isinstance(message, protocol.Refused) and message.why == SessionOverError.id:
            self._end_login()
        elif isinstance(message, protocol.Refused):
            self.failed.emit(refusal_message(message))
        elif answered is not None:
            answered(message)

    def _end_login(self) -> None:
        """Continue with a new login if this machine can make one; otherwise stop trying with the old one."""
        if self.renew is not None:
            self._token = self.renew()
            return
        self._is_over = True
        self.failed.emit(SessionOverError().message)
        self.signed_out.emit()

    def _closed(self) -> None:
        self._pinging.stop()
        self._waiting.clear()
        wait = _AGAIN if self.welcome is None else _SOON
        if self.welcome is not None:
            self.welcome = None
            self.left.emit()
        else:
            self.search.failed()
        if self._is_over:
            return
        self._again.start(wait)
        if self.renew is None and self.search.is_due(monotonic_ns() // 1_000_000):
            self.searching.start(self._fingerprint, self._school)

    def _found(self, addresses: list[str]) -> None:
        """Try the addresses at which the school may be now."""
        self.search.found(addresses)
