"""Limits for incoming connections, so that nobody can exhaust the server by opening many or keeping them silent.

Each address may have a limited number of connections, and a connection without a request within some seconds is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
from typing import Any
from weakref import WeakSet

from uvicorn.protocols.http.h11_impl import H11Protocol

from trainer.system.lazy_imports import lazily

with lazily():  # not on Windows
    import resource

MOST_PER_ADDRESS = 500  # a school behind one router has some hundred laptops
FIRST_REQUEST = 10.0  # seconds after the TLS handshake
_FILES = 8_192  # open files; each connection is one


class LimitedSocket(socket.socket):
    """A listening socket with a limit on the connections of each address."""

    def __init__(self, most: int = MOST_PER_ADDRESS) -> None:
        super().__init__(socket.AF_INET, socket.SOCK_STREAM)
        self.most = most
        self._inside: dict[str, WeakSet[socket.socket]] = {}

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection; raises `ConnectionAbortedError`, which asyncio ignores, if its address has too many."""
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
    """HTTP that closes connections without a request."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(FIRST_REQUEST, self._end_if_silent)

    def _end_if_silent(self) -> None:
        # Connections that became WebSockets are no longer in this set.
        if self in self.connections and self.cycle is None and not self.transport.is_closing():
            self.transport.abort()


def listen_on(host: str, port: int, most: int = MOST_PER_ADDRESS, *, shares_port: bool = False) -> LimitedSocket:
    """A socket listening on a port, or on any free one for port 0. Raises `OSError`.

    With ``shares_port`` several processes listen on one port, and the system distributes connections among them.
    """
    listener = LimitedSocket(most)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        if shares_port:
            if not hasattr(socket, "SO_REUSEPORT"):  # Windows
                raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind((host, port))
    except OSError:
        listener.close()
        raise
    _make_room()
    return listener


def _make_room() -> None:
    """Raise the limit of open files as far as two thousand laptops need and the system allows."""
    try:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    except ImportError:  # Windows has no such limit
        return
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
