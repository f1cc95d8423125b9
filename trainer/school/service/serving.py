"""Running the service: TLS with its own certificate, one process, announced on the local network.

Starlette and uvicorn: routing, WebSockets and TLS are done, tested by very many, and small (two packages, no compiled
part); aiohttp brings a client and a C extension we do not need, Django and its kin a world of their own, and the
standard library's servers have no WebSocket. The loop is asyncio, so that the same tests run without a network.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import uvicorn
from websockets.exceptions import InvalidState
from zeroconf import ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from trainer.records.attempts import wall_clock
from trainer.school import protocol
from trainer.school.service.app import School, make_app
from trainer.school.service.door import PromptProtocol, open_door
from trainer.school.service_identity import ServiceIdentity
from trainer.school.storage.opening import Storage

_log = logging.getLogger(__name__)

PORT = 8420


class Serving:
    """A service on the network. `run` serves until `stop`; `in_background` does so in a thread, for the desk."""

    def __init__(
        self, storage: Storage, folder: Path, *, name: str = "", host: str = "0.0.0.0", port: int = PORT
    ) -> None:
        self.identity = ServiceIdentity(folder, wall_clock(), is_in_use=storage.has_laptops())
        self.school = School(storage, self.identity.fingerprint, name)
        self._socket = open_door(host, port)
        self.port: int = self._socket.getsockname()[1]
        self.host = host
        config = uvicorn.Config(
            make_app(self.school),
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            lifespan="off",
            http=PromptProtocol,
            ws="websockets-sansio",
            ws_max_size=protocol.MOST_BYTES,
            ws_per_message_deflate=False,  # a small message must not unpack into a large one
            ws_ping_interval=None,  # laptops ping by themselves, and are heard
            timeout_keep_alive=5,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16_384,
            limit_concurrency=4_000,
            ssl_certfile=str(self.identity.certificate_file),
            ssl_keyfile=str(self.identity.key_file),
            ssl_version=ssl.PROTOCOL_TLS_SERVER,
        )
        config.load()
        if config.ssl is not None:
            config.ssl.minimum_version = ssl.TLSVersion.TLSv1_2
        self._server = uvicorn.Server(config)
        self._thread: Thread | None = None

    def run(self, when_ready: Callable[[], None] = lambda: None, *, announces: bool = True) -> None:
        """Serve until `stop` is called or the process is told to end."""
        asyncio.run(self._serve(when_ready, announces))

    async def _serve(self, when_ready: Callable[[], None], announces: bool) -> None:
        task = asyncio.create_task(self._server.serve([self._socket]))
        while not self._server.started and not task.done():
            await asyncio.sleep(0.01)
        when_ready()
        announcing = asyncio.create_task(_announce(self.school.name, self.port, self.host)) if announces else None
        try:
            # uvicorn says good-bye to every WebSocket when it stops, also to one that is just saying it itself.
            with contextlib.suppress(InvalidState):
                await task
        finally:
            if announcing is not None:
                await _take_back(announcing)
            # TLS waits half a minute for the other side's good-bye; whoever has not said it by now is not waited for.
            # asyncio has no other list of its connections, and where it has none they end with the process.
            for transport in list(getattr(asyncio.get_running_loop(), "_transports", {}).values()):
                transport.abort()
            await asyncio.sleep(0.05)
            self.school.close()

    def in_background(self, *, announces: bool = True) -> None:
        """Serve in a thread; returns when the doors are open."""
        ready = Event()
        self._thread = Thread(target=lambda: self.run(ready.set, announces=announces), name="school", daemon=True)
        self._thread.start()
        ready.wait(10)

    def stop(self) -> None:
        """End; connections are closed, and laptops come again when there is a service again."""
        self._server.should_exit = True
        if self._thread is not None:
            self._thread.join(10)


def own_addresses() -> list[str]:
    """The addresses under which laptops can reach this machine, the one of the outward route first."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: asks which way it would go
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    usable = [address for address in dict.fromkeys(map(str, found)) if not address.startswith("127.")]
    return usable or ["127.0.0.1"]


async def _take_back(announcing: asyncio.Task[AsyncZeroconf | None]) -> None:
    """Tell the local network that nobody serves any more."""
    if not announcing.done():
        announcing.cancel()
    with contextlib.suppress(OSError, asyncio.CancelledError):
        announced = await announcing
        if announced is not None:
            await announced.async_unregister_all_services()
            await announced.async_close()


async def _announce(name: str, port: int, host: str) -> AsyncZeroconf | None:
    """Tell the local network; where that is impossible the address is typed."""
    addresses = own_addresses() if host == "0.0.0.0" else [host]
    label = "".join(letter for letter in name if letter.isprintable() and letter != ".")[:40] or "school"
    try:
        announced = AsyncZeroconf(interfaces=addresses)
        info = ServiceInfo(
            protocol.SERVICE_TYPE,
            f"{label}.{protocol.SERVICE_TYPE}",
            addresses=[socket.inet_aton(address) for address in addresses],
            port=port,
            properties={"v": str(protocol.VERSION)},
        )
        await announced.async_register_service(info, allow_name_change=True)
    except Exception:  # zeroconf raises many kinds; no network is no reason not to serve
        _log.warning("the service is not announced on the local network", exc_info=True)
        return None
    return announced
