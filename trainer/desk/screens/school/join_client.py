"""Joins a class: both sides prove the code, then a name and a password are sent.

It also signs an instructor in: with a code, or at a school whose certificate this laptop knows.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from contextlib import suppress
from threading import Thread

from PySide6.QtCore import QObject, Signal

from trainer.desk.screens.school.network import ServiceRequests
from trainer.school import protocol
from trainer.school.discovery import find_school, find_services
from trainer.school.errors import SchoolError
from trainer.school.laptop.join_client import JoinClient, RefusedError
from trainer.school.laptop.links import KnownSchool, Link
from trainer.school.refusals import refusal_message
from trainer.texts import Message


class ClassJoin(QObject):
    """``named`` emits the names to choose from, ``joined`` the new link, ``logged_in`` an instructor's login,
    ``failed`` the reason of a failure."""

    named = Signal(object)
    joined = Signal(Link)
    failed = Signal(Message)
    logged_in = Signal(str, bytes, bytes)  # address, fingerprint, token
    _found = Signal(object)
    _found_known = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.talk: JoinClient | None = None
        self._code = ""
        self._login: protocol.Login | None = None  # an instructor's login
        self._addresses: list[str] = []
        self._posting: ServiceRequests | None = None
        self.known_schools: Callable[[], list[KnownSchool]] = list
        self._found.connect(self._try_all)
        self._found_known.connect(self._try_known)

    def sign_in(self, code: str, address: str, login: str, password: str) -> None:
        """Sign in as an instructor. The code proves the school before the password is sent; without a code, the
        password is sent only to a school whose certificate this laptop knows."""
        self._login = protocol.Login(login=login[:200], password=password[:200])
        if code.strip():
            self._find(code, address)
            return
        known = self.known_schools()
        if not known:
            self.failed.emit(Message("school.join.no-code"))
        elif address.strip():
            self._try_known([KnownSchool(one.fingerprint, address.strip()) for one in known])
        else:
            Thread(target=self._look_for_known, args=(known,), daemon=True).start()

    def _look_for_known(self, known: list[KnownSchool]) -> None:
        """Search for known schools that may have moved, after their last addresses, in a thread of its own."""
        moved = [KnownSchool(one.fingerprint, address) for one in known for address in find_school(one.fingerprint, "")]
        with suppress(RuntimeError):  # the window was closed meanwhile, and this object with it
            self._found_known.emit([*known, *moved])

    def _try_known(self, schools: list[KnownSchool]) -> None:
        """Log in at the first of these schools that answers with its certificate."""
        if not schools or self._login is None:
            self.failed.emit(Message("school.join.nowhere"))
            return
        school, others = schools[0], schools[1:]
        self._begin_attempt(school.address)
        _, posting = self._under_way()
        posting.fingerprint = school.fingerprint
        self._post("login", protocol.encoded(self._login), self._logged_in, lambda problem: self._try_known(others))

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
        self._begin_attempt(address)
        self._post(
            "hello",
            self._under_way()[0].hello(),
            self._hello_back,
            lambda problem: self._try_next(Message("school.error.cannot-open", {"where": address, "problem": problem})),
        )

    def _begin_attempt(self, address: str) -> None:
        """Talk to another address from now on."""
        if self._posting is not None:
            self._posting.deleteLater()
        self._posting = ServiceRequests(address, self)
        self.talk = JoinClient(self._code, address, platform.node() or "laptop")

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
            self._post("login", talk.log_in(self._login.login, self._login.password), self._logged_in)
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

    def join(self, person: bytes, password: str) -> None:
        """Join under somebody's name. The link that ``joined`` emits has no profile yet."""
        talk, posting = self._under_way()

        def joined(data: bytes) -> None:
            try:
                self.joined.emit(talk.joined(data, posting.fingerprint))
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
