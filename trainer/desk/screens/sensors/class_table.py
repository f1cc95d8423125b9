"""One shoe or wheel for a class: what the device at the front sends is relayed to every laptop that connects."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import QAbstractSocket, QHostAddress, QNetworkInterface, QTcpServer, QTcpSocket

from trainer.desk.screens.sensors.transports import TcpTransport
from trainer.sensors.following.sharing import LONGEST_LINE, Front, Relay, front_line, front_of, taken
from trainer.sensors.sessions import Origin

SHARED_PORT = 7345
_MOST_LAPTOPS = 200
_MOST_WAITING = 1_000_000  # bytes buffered for a laptop that does not read


class ClassTable(QObject):
    """At the front: relays every line to the connected laptops and ignores what they send."""

    def __init__(self, front: Front, relay: Relay, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._greeting = front_line(front)
        self._laptops: list[QTcpSocket] = []
        self._stop: Callable[[], None] = relay.listen(self._send)
        self._server = QTcpServer(self)
        self._server.newConnection.connect(self._come)

    def open(self, port: int = SHARED_PORT) -> bool:
        """Listen at the usual port or, if it is taken, at any free one; tells whether that is possible."""
        return self._server.listen(QHostAddress.SpecialAddress.Any, port) or self._server.listen()

    def close(self) -> None:
        self._stop()
        self._server.close()
        for laptop in tuple(self._laptops):
            self._leave(laptop)

    @property
    def address(self) -> str:
        """The address to type at a laptop: this computer in its network, and the port unless it is the usual one."""
        found = (each for each in QNetworkInterface.allAddresses() if not each.isLoopback() and not each.isLinkLocal())
        here = next((each.toString() for each in found if ":" not in each.toString()), "127.0.0.1")
        port = self._server.serverPort()
        return here if port == SHARED_PORT else f"{here}:{port}"

    @property
    def port(self) -> int:
        return self._server.serverPort()

    @property
    def laptops(self) -> int:
        """Number of connected laptops."""
        return len(self._laptops)

    def _come(self) -> None:
        while self._server.hasPendingConnections():
            laptop = self._server.nextPendingConnection()
            if len(self._laptops) >= _MOST_LAPTOPS:
                laptop.abort()
                laptop.deleteLater()
                continue
            laptop.setReadBufferSize(1)  # its data is ignored
            laptop.disconnected.connect(lambda left=laptop: self._leave(left))
            self._laptops.append(laptop)
            laptop.write(self._greeting.encode() + b"\n")

    def _send(self, line: str) -> None:
        for laptop in tuple(self._laptops):
            if laptop.bytesToWrite() > _MOST_WAITING:
                self._leave(laptop)
            else:
                laptop.write(line.encode() + b"\n")

    def _leave(self, laptop: QTcpSocket) -> None:
        if laptop in self._laptops:
            self._laptops.remove(laptop)
            laptop.blockSignals(True)
            laptop.abort()
            laptop.deleteLater()


class SharedTransport(TcpTransport):
    """At a laptop: receives from the table at the front. ``told`` emits an event, a correction or a pause; ``named``
    emits the profile of the device."""

    tells_all = False
    told = Signal(object)
    named = Signal(str)

    def __init__(self, host: str, port: int, parent: QObject | None = None) -> None:
        super().__init__(host, port, parent)
        self._rest = b""

    def _read(self) -> None:
        socket = self._socket
        if socket is None:
            return
        *lines, self._rest = (self._rest + bytes(socket.readAll().data())).split(b"\n")
        self._rest = self._rest[: LONGEST_LINE + 1]  # a longer line is invalid
        for line in lines:
            text = line.decode("utf-8", "replace")
            if front := front_of(text):
                self.origin = Origin.SIMULATOR if front.simulated else Origin.DEVICE
                self.named.emit(front.profile)
            elif (shared := taken(text)) is not None:
                self.told.emit(shared)

    def _failed(self, error: QAbstractSocket.SocketError) -> None:
        super()._failed(error)
        self._rest = b""
