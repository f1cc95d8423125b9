"""The door of the service: nobody fills the house by coming often and saying nothing.

Whoever knocks from one address has so many connections at most, and a connection that has asked for nothing within
some seconds is ended. The rest of the system's limit is left for everybody else.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import Any
from weakref import WeakSet

from uvicorn.protocols.http.h11_impl import H11Protocol

from trainer.system.lazy_imports import lazily

with lazily():  # Windows has none
    import resource

MOST_OF_AN_ADDRESS = 500  # a school behind one router has some hundred laptops
FIRST_REQUEST = 10.0  # seconds, counted from when TLS is spoken
_FILES = 8_192  # that may be open: each connection is one


class LimitedSocket(socket.socket):
    """A socket that listens, and shuts the door before who is here too often."""

    def __init__(self, most: int = MOST_OF_AN_ADDRESS) -> None:
        super().__init__(socket.AF_INET, socket.SOCK_STREAM)
        self.most = most
        self._inside: dict[str, WeakSet[socket.socket]] = {}

    def accept(self) -> tuple[socket.socket, Any]:
        """As a socket does; raises `ConnectionAbortedError` for whoever has too many, which asyncio takes lightly."""
        found, address = super().accept()
        if not self._has_room(found, address[0]):
            found.close()
            raise ConnectionAbortedError
        return found, address

    def _has_room(self, found: socket.socket, address: str) -> bool:
        inside = self._inside.setdefault(address, WeakSet())
        for one in [one for one in inside if one.fileno() == -1]:
            inside.discard(one)
        if len(inside) >= self.most:
            return False
        inside.add(found)
        if len(self._inside) > self.most:
            self._inside = {known: there for known, there in self._inside.items() if there}
        return True


class ImpatientProtocol(H11Protocol):
    """HTTP with somebody who asks at once, or is not waited for."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(FIRST_REQUEST, self._end_if_silent)

    def _end_if_silent(self) -> None:
        # Whoever has gone on with a WebSocket is not in this list any more.
        if self in self.connections and self.cycle is None and not self.transport.is_closing():
            self.transport.abort()


def listen_on(host: str, port: int) -> LimitedSocket:
    """Listens where it was asked to; with port 0 the system chooses. Raises `OSError`."""
    door = LimitedSocket()
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
    except OSError:
        door.close()
        raise
    _make_room()
    return door


def _make_room() -> None:
    """As many open files as two thousand laptops need, where the system lets us have them."""
    try:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    except ImportError:  # there is none on Windows, nor such a limit
        return
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
