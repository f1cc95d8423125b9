"""The service as a web application: four HTTPS requests for joining and login, and one WebSocket for the rest."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Iterable
from time import monotonic
from uuid import UUID

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from trainer.school import protocol
from trainer.school.credentials import NONCE_BYTES
from trainer.school.errors import (
    MalformedError,
    NotAllowedError,
    NotJoinedError,
    SchoolError,
    SessionOverError,
    StorageError,
)
from trainer.school.refusals import refusal
from trainer.school.service.admission import Admission
from trainer.school.service.announcements import Announcement, ClassChanged
from trainer.school.service.hub import Connection, Hub
from trainer.school.service.peers import REPORT_SECONDS, Peers
from trainer.school.service.requests import Requests
from trainer.school.storage.marking import mark_some
from trainer.school.storage.people import LONGEST_NAME
from trainer.school.storage.school_storage import Storage
from trainer.system.people_names import without_invisible
from trainer.texts import Message

_log = logging.getLogger(__name__)

SILENCE = 60.0  # seconds without a message after which a connection is considered dead
FIRST_WORD = 10.0  # seconds for the first message
SESSION = 12 * 3600.0  # seconds after which a laptop has to prove its key again
_NO_NAME = "croupier-trainer"
_MOST_MALFORMED = 5
_MOST_CONNECTIONS = 5_000
_MOST_ENTERING = 250  # unidentified connections per address: a whole class behind one router may come at once
_A_SECOND = 100  # messages per second before a connection is slowed down
_CHECK_MS = 30_000  # milliseconds between two looks whether a connection may stay, and in which classes
_MARK_EVERY = 2.0  # seconds
_MARKED_AT_ONCE = 5  # entries of each person
_STATUSES = {"slow-down": 429, "malformed": 400, "storage": 503}
_HEADERS = {"Connection": "close"}  # clients continue with the WebSocket
_ENDS_IT = (NotJoinedError, SessionOverError)  # errors that end the connection


class School:
    """The service without a network: admission, requests and connections."""

    def __init__(self, storage: Storage, fingerprint: bytes, name: str = "") -> None:
        self.storage = storage
        self.name = " ".join(without_invisible(name).split())[:LONGEST_NAME] or _NO_NAME
        self.hub = Hub(storage.now)
        self.peers = Peers(storage, self.hub)
        self.admission = Admission(storage, fingerprint, self.name)
        self.requests = Requests(storage, self.hub, self.admission, self.name, self.peers)
        self.entering: Counter[str] = Counter()  # connections that are not identified yet, by address

    def close(self) -> None:
        self.requests.close()
        self.peers.leave()

    async def exchange(self) -> None:
        """Exchange changes with the other services of the school until cancelled."""
        if not self.peers.is_shared:
            return
        heard: asyncio.Queue[tuple[Announcement, ...] | None] = asyncio.Queue()
        self.peers.listen(heard.put_nowait)
        delivering = asyncio.create_task(self._deliver(heard))
        try:
            while True:
                try:
                    if await self.peers.report():
                        self.hub.all_boards_changed()
                except Exception as error:  # reporting goes on, whatever one report breaks
                    self.hub.report_everybody()  # when the database answers again
                    if not isinstance(error, StorageError):
                        _log.exception("a report to the other services failed")
                await asyncio.sleep(REPORT_SECONDS)
        finally:
            delivering.cancel()

    async def _deliver(self, heard: asyncio.Queue[tuple[Announcement, ...] | None]) -> None:
        """Deliver what other services announce, in order."""
        while True:
            announcements = await heard.get()
            try:
                if announcements is None:
                    await self.requests.catch_up()
                for one in announcements or ():
                    await self.requests.deliver(one)
            except Exception:  # the next one is delivered, whatever this one breaks
                _log.warning("an announcement was not delivered", exc_info=True)

    async def mark_answers(self) -> None:
        """Mark stored answers again until cancelled, in at most a tenth of the time, at one service of a school."""
        while True:
            began, seen = monotonic(), 0
            try:
                if self.peers.is_first:
                    seen = await asyncio.to_thread(mark_some, self.storage, _MARKED_AT_ONCE)
            except SchoolError:
                _log.warning("answers could not be marked again", exc_info=True)
            took = monotonic() - began
            await asyncio.sleep(9 * took if seen else _MARK_EVERY)

    async def finish(self) -> None:
        """Do what a service that was killed left undone: file results for review, clean the files of an erasure."""
        for work in (self.requests.file_missed_results, self.storage.finish_erasures):
            try:
                await self.requests.in_thread(work)
            except SchoolError:
                _log.warning("something that a service left undone could not be done", exc_info=True)

    async def opening(self, kind: type, data: bytes, address: str) -> bytes:
        """Answer a joining or login request; raises `SchoolError`."""
        message = protocol.read_opening(data)
        if not isinstance(message, kind):
            raise MalformedError(why=Message("school.why.kind"))
        reply = await self.requests.in_thread(self._opened, message, address)
        if isinstance(message, protocol.Join):
            classes = await self.requests.in_thread(self.storage.class_ids, UUID(bytes=message.person))
            await self.requests.announce(*(ClassChanged("roster", class_id) for class_id in classes))
        return protocol.encoded(reply)

    def _opened(self, message: protocol.Opening, address: str) -> protocol.Answer:
        match message:
            case protocol.Hello():
                return self.admission.hello(message, address)
            case protocol.AskNames():
                return self.admission.names(message, address)
            case protocol.Join():
                return self.admission.join(message, address)
            case protocol.Login():
                return self.admission.login(message, address)

    async def admit(self, data: bytes, challenge: bytes) -> tuple[Connection, protocol.Welcome]:
        """Identify a connection from its first message; raises `SchoolError`."""
        # One call to a thread, because a whole class may reconnect at once.
        return await self.requests.in_thread(self._admitted, protocol.read_first(data), challenge)

    def _admitted(self, first: protocol.First, challenge: bytes) -> tuple[Connection, protocol.Welcome]:
        actor = self.admission.admit(first, challenge)
        if actor.person is None:
            raise NotJoinedError
        welcome = self.requests.welcome(actor.person)
        token = first.token if isinstance(first, protocol.SignIn) else b""
        connection = Connection(actor, [UUID(bytes=number) for number, _ in welcome.classes], self.storage.now(), token)
        self.requests.prepare_greeting(connection)
        return connection, welcome

    async def answer(self, connection: Connection, data: bytes) -> protocol.Reply | None:
        """Answer a request of a connection; raises `SchoolError`."""
        request = protocol.read_request(data)
        if connection.token:  # the role may have changed since the login
            connection.actor = await self.requests.in_thread(self.admission.signed_in, connection.token)
        elif not isinstance(request, protocol.FromLaptop):
            raise NotAllowedError(action=Message("school.action.teach"))
        now = self.storage.now()
        if connection.checked + _CHECK_MS <= now:
            classes = await self.requests.in_thread(self.admission.classes_of, connection.actor)
            self.hub.set_classes(connection, classes)
            connection.checked = now
        return await self.requests.answer(connection, request)


def make_app(school: School) -> Starlette:
    """The web application of a school."""

    def opening(path: str, kind: type) -> Route:
        async def answer(request: Request) -> Response:
            return await _opening(school, kind, request)

        return Route(path, answer, methods=["POST"])

    async def live(socket: WebSocket) -> None:
        try:
            await _live(school, socket)
        except Exception:
            _log.exception("a connection failed")

    paths = protocol.PATHS
    return Starlette(
        routes=[
            opening(paths["hello"], protocol.Hello),
            opening(paths["names"], protocol.AskNames),
            opening(paths["join"], protocol.Join),
            opening(paths["login"], protocol.Login),
            WebSocketRoute(paths["live"], live),
        ]
    )


async def _opening(school: School, kind: type, request: Request) -> Response:
    address = request.client.host if request.client else "?"
    try:
        data = await asyncio.wait_for(_read_body(request), FIRST_WORD)
        answer = await school.opening(kind, data, address)
    except (ClientDisconnect, TimeoutError):
        return Response(status_code=400, headers=_HEADERS)
    except SchoolError as error:
        _log.warning("refused %s: %s", kind.__name__, error.id)
        status = _STATUSES.get(error.id, 403)
        return Response(protocol.encoded(refusal(error)), status, _HEADERS, "application/msgpack")
    except Exception:
        _log.exception("answering %s failed", kind.__name__)
        return Response(status_code=500, headers=_HEADERS)
    return Response(answer, headers=_HEADERS, media_type="application/msgpack")


async def _read_body(request: Request) -> bytes:
    data, size = b"", 0
    async for part in request.stream():
        size += len(part)
        data = data + part if size <= protocol.MOST_BYTES_UNKNOWN else b""
        if size > protocol.MOST_BYTES:
            break
    if size > protocol.MOST_BYTES_UNKNOWN:  # it was read to its end, so that its sender also reads the refusal
        raise MalformedError(why=Message("school.why.size"))
    return data


async def _live(school: School, socket: WebSocket) -> None:
    address = socket.client.host if socket.client else "?"
    if len(school.hub.connections) >= _MOST_CONNECTIONS or school.entering[address] >= _MOST_ENTERING:
        _log.warning("refused a connection: too many")
        await socket.close(1013)
        return
    school.entering[address] += 1
    try:
        entered = await _entered(school, socket)
    finally:
        school.entering[address] -= 1
        school.entering += Counter()  # drops counts of zero
    if entered is None:
        return
    connection, welcome = entered
    connection.send(welcome)
    school.hub.add(connection)
    sending = asyncio.create_task(_send(connection, socket))
    hearing = asyncio.create_task(_hear(school, connection, socket))
    try:
        await asyncio.wait({sending, hearing}, timeout=SESSION, return_when=asyncio.FIRST_COMPLETED)
    finally:
        school.hub.remove(connection)
        for task in (sending, hearing):
            task.cancel()
        _log_failures(await asyncio.gather(sending, hearing, return_exceptions=True))
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close()


async def _entered(school: School, socket: WebSocket) -> tuple[Connection, protocol.Welcome] | None:
    """Identify a connection from its first message; None if it fails or takes too long."""
    await socket.accept()
    challenge = secrets.token_bytes(NONCE_BYTES)
    try:
        await socket.send_bytes(protocol.encoded(protocol.Challenge(nonce=challenge)))
        first = await asyncio.wait_for(socket.receive_bytes(), FIRST_WORD)
    except (TimeoutError, WebSocketDisconnect, KeyError, RuntimeError):  # KeyError: it sent text instead of bytes
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.close(1002)
        return None
    try:
        return await school.admit(first, challenge)
    except SchoolError as error:
        _log.warning("refused a connection: %s", error.id)
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_bytes(protocol.encoded(refusal(error)))
            await socket.close(1008)
    return None


def _log_failures(results: Iterable[object]) -> None:
    """Log what ended a connection unexpectedly; a task that was cancelled and a laptop that left are expected."""
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
            _log.error("a connection failed", exc_info=result)


async def _send(connection: Connection, socket: WebSocket) -> None:
    while (data := await connection.next_message()) is not None:
        await socket.send_bytes(data)


async def _hear(school: School, connection: Connection, socket: WebSocket) -> None:
    """Answer requests one after another; the next is read when the last was answered."""
    malformed = heard = 0
    began = monotonic()
    while malformed < _MOST_MALFORMED:
        heard += 1
        if heard > _A_SECOND:
            await asyncio.sleep(max(0.0, began + 1.0 - monotonic()))
            heard, began = 0, monotonic()
        await connection.until_read()  # a client must read a long reply before its next request is handled
        try:
            data = await asyncio.wait_for(socket.receive_bytes(), SILENCE)
        except (TimeoutError, WebSocketDisconnect, KeyError, RuntimeError):
            return
        try:
            reply = await school.answer(connection, data)
        except SchoolError as error:
            _log.warning("refused a request: %s", error.id)
            malformed += isinstance(error, MalformedError)
            connection.send(refusal(error))
            if isinstance(error, _ENDS_IT):
                await asyncio.sleep(0.05)  # lets the refusal be sent
                return
            continue
        if reply is not None:
            connection.send(reply)
