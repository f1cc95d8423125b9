"""Many simulated laptops and instructors' desks in one process, for the load of a chain of schools.

Started by `test_school_crowd` with a JSON file that says what to do. A laptop here signs and sends real answers over
real connections but records them in memory, so that thousands fit beside the services that are measured.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from trainer.records.attempts import Attempt, make_id
from trainer.records.sessions import Session
from trainer.school import protocol
from trainer.school.credentials import CONNECT, LaptopKey
from trainer.school.entries import NOBODY, Entry, attempt_entry, session_entry
from trainer.school.laptop.address_search import laptop_wait
from trainer.school.laptop.pinned_https import unverified_context
from trainer.school.signed_batches import make_batch

ITEM = "pay-the-layout/{level} baleares/roulette-french@1+ab12cd34 #{seed}"
MISTAKE = "roulette.mistake.added-the-stake"
PING_SECONDS = 10.0
WHOLE_BOARD_SECONDS = 10  # the desk asks for the map and the mistakes of a class as often
STEP_SECONDS = 120.0  # patience at the beginning and after the end
ADDRESSES = 20  # the service limits the connections of each address


class Task(msgspec.Struct):
    """What a process does. Keys and ids are in hexadecimal."""

    port: int
    fingerprint: str
    seconds: float
    every: float  # seconds between a laptop's answers
    cuts: float  # seconds between the cuts of a laptop's network, on average; 0 for none
    report: str  # file to write
    laptops: list[tuple[str, str]]  # id and seed of the key
    desks: list[tuple[str, str]]  # token of a login, and the class whose board is shown


class Report(msgspec.Struct):
    """What a process has seen."""

    made: dict[str, list[str]]  # laptop → ids of its entries
    took: list[tuple[float, bool]]  # milliseconds until an answer was confirmed, and whether the laptop was connected
    dark: list[float]  # the longest time in seconds for which each desk had no board of a service that answers
    lines: int  # board lines that the desks received
    refused: int
    entered: float  # seconds until all laptops were connected


class Crowd:
    """The laptops and desks of one process."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.report = Report(made={}, took=[], dark=[], lines=0, refused=0, entered=0.0)
        self.context = unverified_context()
        self.rng = random.Random(task.report)
        self.ends = 0.0  # when the laptops stop answering; set once all are connected
        self.used = 0  # connections so far
        self.entering = asyncio.Semaphore(40)  # handshakes of laptops at once

    async def run(self) -> None:
        laptops = [_Laptop(self, UUID(hex=number), LaptopKey(bytes.fromhex(key))) for number, key in self.task.laptops]
        desks = [_Desk(self, bytes.fromhex(token), UUID(hex=group)) for token, group in self.task.desks]
        began = time.monotonic()
        syncing = [asyncio.create_task(laptop.sync()) for laptop in laptops]
        watching = [*syncing, *(asyncio.create_task(desk.live()) for desk in desks)]
        while not all(laptop.is_in for laptop in laptops) and time.monotonic() < began + STEP_SECONDS:
            await asyncio.sleep(0.1)
        self.report.entered = time.monotonic() - began
        Path(f"{self.task.report}.entered").touch()
        self.ends = time.monotonic() + self.task.seconds
        await asyncio.gather(*(laptop.live() for laptop in laptops))
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        self.report.made = {laptop.number.hex: [entry.id.hex() for entry in laptop.made] for laptop in laptops}
        self.report.dark = [desk.dark for desk in desks]
        Path(self.task.report).write_bytes(msgspec.json.encode(self.report))

    @contextlib.asynccontextmanager
    async def connected(self, turn: contextlib.AbstractAsyncContextManager[None]):  # type: ignore[no-untyped-def]
        address = f"wss://127.0.0.1:{self.task.port}{protocol.PATHS['live']}"
        async with turn:
            self.used += 1
            here = (f"127.0.1.{1 + self.used % ADDRESSES}", 0)
            socket = await connect(
                address, ssl=self.context, compression=None, max_size=None, ping_interval=None, proxy=None,
                open_timeout=30, close_timeout=1, local_addr=here,
            )  # fmt: skip
        try:
            yield socket
        finally:
            socket.transport.abort()


class _Laptop:
    def __init__(self, crowd: Crowd, number: UUID, key: LaptopKey) -> None:
        self.crowd, self.number, self.key = crowd, number, key
        self.rng = random.Random(number.hex)
        at = datetime.now(UTC)
        self.session = Session(id=make_id(_now()), profile=NOBODY, kind="drill", plan="", began=at)
        self.made: list[Entry] = []
        self.waiting: list[Entry] = [session_entry(self.session)]
        self.made += self.waiting
        self.began: dict[bytes, tuple[float, bool]] = {}
        self.new = asyncio.Event()
        self.is_in = False

    async def live(self) -> None:
        """Answer until the end, and stay until everything is confirmed."""
        every = self.crowd.task.every
        await asyncio.sleep(self.rng.random() * every)
        while time.monotonic() < self.crowd.ends:
            self._answer()
            await asyncio.sleep(every * self.rng.uniform(0.7, 1.3))
        patience = time.monotonic() + STEP_SECONDS
        while self.waiting and time.monotonic() < patience:
            await asyncio.sleep(0.1)

    def _answer(self) -> None:
        is_right = self.rng.random() < 0.7
        attempt = Attempt(
            id=make_id(_now()),
            profile=NOBODY,
            item=ITEM.format(level=self.rng.randrange(1, 4), seed=self.rng.getrandbits(31)),
            answer=str(self.rng.randrange(500)),
            right=is_right,
            mistake="" if is_right else MISTAKE,
            milliseconds=self.rng.randrange(800, 9_000),
            target_ms=4_000,
            behaviour="practise",
            counts=True,
            at=datetime.now(UTC),
            session=self.session.id,
        )
        entry = attempt_entry(attempt)
        self.made.append(entry)
        self.waiting.append(entry)
        self.began[entry.id] = time.perf_counter(), self.is_in
        self.new.set()

    async def sync(self) -> None:
        """Connect and send what waits, again and again."""
        failures = 0
        while True:
            try:
                async with self.crowd.connected(self.crowd.entering) as socket:
                    await self._enter(socket)
                    failures = 0
                    self.is_in = True
                    await self._talk(socket)
            except (OSError, websockets.WebSocketException, TimeoutError, ConnectionError):
                pass
            self.is_in = False
            await asyncio.sleep(laptop_wait(failures))
            failures += 1

    async def _enter(self, socket: ClientConnection) -> None:
        challenge = await _next(socket, protocol.Challenge)
        message = challenge.nonce + bytes.fromhex(self.crowd.task.fingerprint) + self.number.bytes
        signature = self.key.sign(CONNECT, message)
        await socket.send(protocol.encoded(protocol.Prove(laptop=self.number.bytes, signature=signature)))
        await _next(socket, protocol.Welcome)

    async def _talk(self, socket: ClientConnection) -> None:
        cuts, sent = self.crowd.task.cuts, 0
        while True:
            while self.waiting:
                batch = make_batch(self.number.bytes, self.key, self.waiting[:200])
                sent += 1
                await socket.send(protocol.encoded(protocol.Push(number=sent, batch=batch)))
                await self._confirm(await _next(socket, protocol.Stored, protocol.Refused))
                status = protocol.Status(doing=protocol.Doing.RUN, skill="pay-the-layout", answered=sent, length=20)
                await socket.send(protocol.encoded(status))
                if cuts and self.rng.random() < self.crowd.task.every / cuts:
                    return
            self.new.clear()
            try:
                await asyncio.wait_for(self.new.wait(), PING_SECONDS)
            except TimeoutError:
                await socket.send(protocol.encoded(protocol.Ping(sent=_now())))
                await _next(socket, protocol.Pong)

    async def _confirm(self, reply: protocol.Stored | protocol.Refused) -> None:
        if isinstance(reply, protocol.Refused):
            self.crowd.report.refused += 1
            await asyncio.sleep(1.0)
            return
        now, kept = time.perf_counter(), set(reply.kept)
        for number in kept & self.began.keys():
            began, was_in = self.began.pop(number)
            self.crowd.report.took.append((round((now - began) * 1000, 2), was_in))
        self.waiting = [entry for entry in self.waiting if entry.id not in kept]


class _Desk:
    def __init__(self, crowd: Crowd, token: bytes, class_id: UUID) -> None:
        self.crowd, self.token, self.class_id = crowd, token, class_id
        self.dark = 0.0
        self._heard = 0.0  # when a service last answered that had sent the board; 0 before the first

    async def live(self) -> None:
        while True:
            wait = 1.0  # as the desk does: soon after it was in, else once a second
            try:
                async with self.crowd.connected(contextlib.nullcontext()) as socket:
                    await _next(socket, protocol.Challenge)
                    await socket.send(protocol.encoded(protocol.SignIn(token=self.token)))
                    await _next(socket, protocol.Welcome)
                    wait = 0.3
                    asking = asyncio.create_task(self._ask(socket))
                    try:
                        await self._watch(socket)
                    finally:
                        asking.cancel()
            except (OSError, websockets.WebSocketException, TimeoutError, ConnectionError):
                pass
            await asyncio.sleep(wait)

    async def _ask(self, socket: ClientConnection) -> None:
        """Ask for the whole board as often as the desk does, and for a sign of life in between: a class in which
        nothing happens changes no line."""
        with contextlib.suppress(OSError, websockets.WebSocketException):
            for second in itertools.count():
                if second % WHOLE_BOARD_SECONDS == 0:
                    await socket.send(protocol.encoded(protocol.AskBoard(class_id=self.class_id, is_live=True)))
                await socket.send(protocol.encoded(protocol.Ping(sent=_now())))
                await asyncio.sleep(1.0)

    async def _watch(self, socket: ClientConnection) -> None:
        has_board = False
        while True:
            found = await _next(socket, protocol.Board, protocol.BoardChanges, protocol.Pong)
            has_board = has_board or isinstance(found, protocol.Board)
            if not has_board:
                continue
            now = time.monotonic()
            if self._heard and now < self.crowd.ends:
                self.dark = max(self.dark, now - self._heard)
            self._heard = now
            if not isinstance(found, protocol.Pong):
                self.crowd.report.lines += len(found.lines)


async def _next(socket: ClientConnection, *kinds: type):  # type: ignore[no-untyped-def]
    """The next message of one of these kinds."""
    while True:
        data = await socket.recv()
        found = protocol.read_from_service(data if isinstance(data, bytes) else data.encode())
        if isinstance(found, kinds):
            return found
        if isinstance(found, protocol.Refused):
            raise ConnectionError(found.why)


def _now() -> int:
    return time.time_ns() // 1_000_000


if __name__ == "__main__":
    asyncio.run(Crowd(msgspec.convert(json.loads(Path(sys.argv[1]).read_text(encoding="ascii")), Task)).run())
