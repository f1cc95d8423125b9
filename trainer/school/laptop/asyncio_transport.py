"""Runs a `SyncClient` on asyncio, for the command line, simulated classes and tests. The desk uses Qt instead."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from collections.abc import Callable
from functools import partial

import websockets
from websockets.asyncio.client import ClientConnection, connect

from trainer.runs.run import RECORDING_FAILURES, problem_of
from trainer.school import protocol
from trainer.school.discovery import find_school
from trainer.school.errors import OtherCertificateError
from trainer.school.laptop.address_search import laptop_wait
from trainer.school.laptop.pinned_https import split_address, unverified_context
from trainer.school.laptop.sync_client import State, SyncClient
from trainer.system.digests import sha256

_log = logging.getLogger(__name__)

_TICK = 0.5  # seconds
_OPENING = 30  # seconds; giving up early and retrying would only make a busy service busier


class AsyncioTransport:
    """Keeps a connection open while it runs, and reconnects when it is lost."""

    def __init__(
        self,
        core: SyncClient,
        *,
        tick: float = _TICK,
        context: ssl.SSLContext | None = None,
        look: Callable[[bytes, str], list[str]] = find_school,
        wait: Callable[[int], float] = laptop_wait,
    ) -> None:
        self.core = core
        self._wait = wait
        self._look = look
        self._tick = tick
        self._context = context or unverified_context()
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._is_cut = False
        self._socket: ClientConnection | None = None

    async def run(self) -> None:
        """Run until cancelled, or until the service refuses this laptop."""
        failures = 0
        while self.core.state is not State.REFUSED:
            began = asyncio.get_running_loop().time()
            if not self._is_cut:
                await self.once()
            self._tried(self.core.tick)
            lasted = asyncio.get_running_loop().time() - began
            if self.core.search.is_due(round(asyncio.get_running_loop().time() * 1000)):
                link = self.core.link
                self.core.search.found(await asyncio.to_thread(self._look, link.fingerprint, link.school))
            failures = 0 if lasted > 5.0 else failures + 1
            await asyncio.sleep(self._wait(failures))

    async def once(self) -> None:
        """Run one connection until it ends."""
        host, port = split_address(self.core.search.address)
        self._out = asyncio.Queue()
        self.core.send = self._out.put_nowait
        self.core.close = lambda: self._out.put_nowait(None)
        try:
            async with connect(
                f"wss://{host}:{port}{protocol.PATHS['live']}",
                ssl=self._context,
                compression=None,
                max_size=4 * protocol.MOST_BYTES,
                open_timeout=_OPENING,
                close_timeout=1,
                ping_interval=None,
                proxy=None,
            ) as socket:
                self._socket = socket
                self.core.connected(_fingerprint(socket))
                await self._talk(socket)
        except OtherCertificateError as error:
            self.core.trouble = error.message
        except (OSError, websockets.WebSocketException, TimeoutError):
            pass
        finally:
            self._socket = None
            self.core.disconnected()

    async def _talk(self, socket: ClientConnection) -> None:
        tasks = [asyncio.create_task(work) for work in (self._hear(socket), self._send(socket), self._beat())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for result in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(result, Exception):
                    _log.error("synchronising failed", exc_info=result)

    async def _hear(self, socket: ClientConnection) -> None:
        with contextlib.suppress(websockets.WebSocketException, OSError):
            async for data in socket:
                if isinstance(data, bytes) and not self._tried(partial(self.core.received, data)):
                    return

    async def _send(self, socket: ClientConnection) -> None:
        with contextlib.suppress(websockets.WebSocketException, OSError):
            while (data := await self._out.get()) is not None:
                await socket.send(data)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self._tick)
            self._tried(self.core.tick)

    def _tried(self, work: Callable[[], None]) -> bool:
        """Run a part of the client; returns False if this laptop's disk or records failed, which it then says."""
        try:
            work()
        except RECORDING_FAILURES as error:
            self.core.trouble = problem_of(error)
            return False
        return True

    def cut(self) -> None:
        """Drop the connection and stay offline until `mend`. For tests."""
        self._is_cut = True
        if self._socket is not None:
            self._socket.transport.abort()

    def mend(self) -> None:
        """Go online again."""
        self._is_cut = False


def _fingerprint(socket: ClientConnection) -> bytes:
    """The fingerprint of the service's certificate."""
    secured = socket.transport.get_extra_info("ssl_object")
    certificate = secured.getpeercert(binary_form=True) if secured is not None else None
    return sha256(certificate).digest() if certificate else b""


async def sync_once(core: SyncClient, patience: float = 60.0) -> bool:
    """Connect, synchronise and disconnect; returns whether everything is synchronised."""
    return await run_until(core, lambda: core.state is State.IN_STEP, patience)


async def run_until(core: SyncClient, is_done: Callable[[], bool], patience: float) -> bool:
    """Stay connected until something is done, the service refuses this laptop, or for some seconds; returns whether it
    is done."""
    transport = AsyncioTransport(core, tick=0.2)
    running = asyncio.create_task(transport.run())
    done = False
    try:
        async with asyncio.timeout(patience):
            while not done and core.state is not State.REFUSED:
                await asyncio.sleep(0.05)
                done = is_done()
    except TimeoutError:
        pass
    finally:
        running.cancel()
        (result,) = await asyncio.gather(running, return_exceptions=True)
        if isinstance(result, Exception):
            _log.error("synchronising failed", exc_info=result)
    return done
