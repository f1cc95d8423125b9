"""Joins a class: both sides prove the code, then a name and a password are sent."""

from __future__ import annotations

import platform
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from uuid import UUID

from PySide6.QtCore import QObject, Signal

from trainer.desk.screens.school.network import ServiceRequests
from trainer.school import protocol
from trainer.school.discovery import find_services
from trainer.school.errors import SchoolError
from trainer.school.laptop.join_client import JoinClient, RefusedError
from trainer.school.laptop.links import Link
from trainer.school.refusals import refusal_message
from trainer.texts import Message


class ClassJoin(QObject):
    """``named`` emits the names to choose from, ``joined`` the new link, ``failed`` the reason of a failure."""

    named = Signal(object)
    joined = Signal(Link)
    failed = Signal(Message)
    logged_in = Signal(str, bytes, bytes)  # address, fingerprint, token
    _found = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.talk: JoinClient | None = None
        self._code = ""
        self._login: protocol.Login | None = None  # an instructor's login
        self._addresses: list[str] = []
        self._posting: ServiceRequests | None = None
        self._found.connect(self._try_all)

    def sign_in(self, code: str, address: str, login: str, password: str) -> None:
        """Sign in as an instructor; the code only proves the school before the password is sent."""
        self._login = protocol.Login(login=login[:200], password=password[:200])
        self._find(code, address)

    def begin(self, code: str, address: str = "") -> None:
        """Find the school that shows this code; without an address, on the local network."""
        self._login = None
        self._find(code, address)

    def _find(self, code: str, address: str) -> None:
        self._code = code
        if address.strip():
            self._try_all([address.strip()])
        else:
            Thread(target=self._look_on_network, daemon=True).start()

    def _look_on_network(self) -> None:
        """Search the local network for some seconds, in a thread of its own."""
        found = find_services()
        with suppress(RuntimeError):  # the window was closed meanwhile, and this object with it
            self._found.emit(found)

    def _try_all(self, addresses: list[str]) -> None:
        self._addresses = list(addresses)
        self._try_next(Message("school.join.nowhere"))

    def _try_next(self, trouble: Message) -> None:
        """Try the next address; after the last one, report its error."""
        if not self._addresses:
            self.failed.emit(trouble)
            return
        address = self._addresses.pop(0)
        if self._posting is not None:
            self._posting.deleteLater()
        self._posting = ServiceRequests(address, self)
        self.talk = JoinClient(self._code, address, platform.node() or "laptop")
        self._post(
            "hello",
            self.talk.hello(),
            self._hello_back,
            lambda problem: self._try_next(Message("school.error.cannot-open", {"where": address, "problem": problem})),
        )

    def _post(
        self, path: str, data: bytes, then: Callable[[bytes], None], failed: Callable[[Message], None] | None = None
    ) -> None:
        """Send a request; its reply is ignored once another attempt has begun, whose certificate may be another."""
        posting, lost = self._under_way()[1], failed or self._lost

        def answered(reply: bytes) -> None:
            if posting is self._posting:
                then(reply)

        def refused(problem: Message) -> None:
            if posting is self._posting:
                lost(problem)

        posting.post(protocol.PATHS[path], data, answered, refused)

    def _hello_back(self, data: bytes) -> None:
        talk, posting = self._under_way()
        try:
            talk.hello_back(data, posting.fingerprint)
        except (SchoolError, RefusedError) as error:
            self._try_next(message_of(error))
            return
        if self._login is not None:
            self._post("login", protocol.encoded(self._login), self._logged_in)
            return
        self._post("names", talk.ask_names(), self._names)

    def _logged_in(self, data: bytes) -> None:
        _, posting = self._under_way()
        try:
            answer = protocol.read_answer(data)
        except SchoolError as error:
            self.failed.emit(error.message)
            return
        if isinstance(answer, protocol.LoggedIn):
            self.logged_in.emit(posting.address, posting.fingerprint, answer.token)
        elif isinstance(answer, protocol.Refused):
            self.failed.emit(refusal_message(answer))

    def _names(self, data: bytes) -> None:
        talk, posting = self._under_way()
        try:
            self.named.emit(talk.names(data, posting.fingerprint))
        except (SchoolError, RefusedError) as error:
            self.failed.emit(message_of(error))

    def join(self, person: bytes, password: str, profile: UUID) -> None:
        """Join under somebody's name; ``profile`` is the profile on this laptop to synchronise."""
        talk, posting = self._under_way()

        def joined(data: bytes) -> None:
            try:
                self.joined.emit(talk.joined(data, posting.fingerprint, profile))
            except (SchoolError, RefusedError) as error:
                self.failed.emit(message_of(error))

        self._post("join", talk.join(person, password), joined)

    def _lost(self, problem: Message) -> None:
        _, posting = self._under_way()
        self.failed.emit(Message("school.error.cannot-open", {"where": posting.address, "problem": problem}))

    def _under_way(self) -> tuple[JoinClient, ServiceRequests]:
        if self.talk is None or self._posting is None:
            raise RuntimeError("nobody has begun to join")
        return self.talk, self._posting


def message_of(error: SchoolError | RefusedError) -> Message:
    return error.message if isinstance(error, SchoolError) else refusal_message(error.refused)
