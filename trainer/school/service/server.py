"""Runs the service: TLS with its own certificate, announced on the local network."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from asyncio import sslproto
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import uvicorn
from websockets.exceptions import InvalidState

from trainer.records.attempts import wall_clock
from trainer.school import protocol
from trainer.school.discovery import announce, stop_announcing
from trainer.school.errors import SchoolError
from trainer.school.installers.release_folder import INSTALLERS
from trainer.school.protocol import PORT
from trainer.school.service.app import School, make_app
from trainer.school.service.connection_limits import MOST_PER_ADDRESS, ImpatientProtocol, listen_on
from trainer.school.service.installer_turns import InstallerTurns
from trainer.school.service_identity import ServiceIdentity
from trainer.school.storage.school_storage import Storage

_log = logging.getLogger(__name__)

_TLS_BUFFER = 32 * 1024  # bytes; asyncio reserves 256 KiB for each connection, which are 500 MB for 2,000 laptops


class SchoolServer:
    """A service on the network. `run` serves until `stop`; `in_background` does so in a thread, for the desk."""

    def __init__(
        self,
        storage: Storage,
        folder: Path,
        *,
        name: str = "",
        host: str = "0.0.0.0",
        port: int = PORT,
        most_per_address: int = MOST_PER_ADDRESS,
        shares_port: bool = False,
    ) -> None:
        self.identity = ServiceIdentity(folder, wall_clock(), is_in_use=storage.has_laptops())
        self.school = School(storage, self.identity.fingerprint, name)
        self.school.requests.identity = self.identity
        self.school.requests.installers = InstallerTurns(folder / INSTALLERS)
        self._socket = listen_on(host, port, most_per_address, shares_port=shares_port)
        try:
            self._unlock = storage.engine.lock_for_service()
        except SchoolError:
            self._socket.close()
            raise
        self.port: int = self._socket.getsockname()[1]
        self.host = host
        config = uvicorn.Config(
            make_app(self.school),
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            lifespan="off",
            http=ImpatientProtocol,
            ws="websockets-sansio",
            ws_max_size=protocol.MOST_BYTES,
            ws_per_message_deflate=False,  # otherwise a small message could unpack into a large one
            ws_ping_interval=None,  # laptops send their own pings
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16_384,
            limit_concurrency=6_000,
            proxy_headers=False,  # anybody can write X-Forwarded-For; only the socket's address is believed
            ssl_certfile=str(self.identity.certificate_file),
            ssl_keyfile=str(self.identity.key_file),
            ssl_version=ssl.PROTOCOL_TLS_SERVER,
        )
        config.load()
        if config.ssl is not None:
            config.ssl.minimum_version = ssl.TLSVersion.TLSv1_2
        sslproto.SSLProtocol.max_size = _TLS_BUFFER
        self._server = uvicorn.Server(config)
        self._thread: Thread | None = None

    def run(self, when_ready: Callable[[], None] = lambda: None, *, announces: bool = True) -> None:
        """Serve until `stop` is called or the process ends. A thread calls ``when_ready`` once laptops can connect."""
        asyncio.run(self._serve(when_ready, announces))

    async def _serve(self, when_ready: Callable[[], None], announces: bool) -> None:
        task = asyncio.create_task(self._server.serve([self._socket]))
        while not self._server.started and not task.done():
            await asyncio.sleep(0.01)
        await asyncio.to_thread(when_ready)  # the codes of many classes take seconds; laptops connect meanwhile
        announcing = asyncio.create_task(self._announced()) if announces else None
        works = (self.school.mark_answers(), self.school.exchange(), self.school.finish())
        working = [asyncio.create_task(work) for work in works]
        try:
            # On shutdown uvicorn closes every WebSocket, including one that is closing itself.
            with contextlib.suppress(InvalidState):
                await task
        finally:
            for work in working:
                work.cancel()
            await asyncio.gather(*working, return_exceptions=True)
            if announcing is not None:
                await stop_announcing(announcing)
            # TLS would wait half a minute for clients to close. asyncio has no public list of its connections;
            # without one they end with the process.
            for transport in list(getattr(asyncio.get_running_loop(), "_transports", {}).values()):
                transport.abort()
            await asyncio.sleep(0.05)
            self.school.close()
            self._unlock()

    async def _announced(self) -> None:
        await announce(self.school.name, self.port, self.host, self.identity.fingerprint)

    def in_background(self, *, announces: bool = True) -> None:
        """Serve in a thread; returns once the server accepts connections."""
        ready = Event()

        def serve() -> None:
            try:
                self.run(ready.set, announces=announces)
            except Exception:
                _log.exception("the service ended unexpectedly")

        self._thread = Thread(target=serve, name="school", daemon=True)
        self._thread.start()
        ready.wait(10)

    def stop(self) -> None:
        """Stop serving and close all connections. Laptops reconnect when there is a service again."""
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(10)
