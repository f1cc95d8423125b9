"""Where bytes come from: a serial port, a network box, a recording, a simulation. Only read, never written to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QIODevice, QObject, QTimer, Signal
from PySide6.QtNetwork import QAbstractSocket, QTcpSocket

from trainer.desk.sensors import serial_library
from trainer.desk.sensors.listening import Device, list_devices, set_line
from trainer.sensors.health import Link
from trainer.sensors.recording import Entry
from trainer.sensors.schema import Profile
from trainer.sensors.simulating import Said

_AGAIN = 1000  # milliseconds until a lost device is looked for again
_DENIED = ("PermissionError",)
_MISSING = ("DeviceNotFoundError",)


class Transport(QObject):
    """A source of bytes. ``received`` are those that came, ``linked`` how it stands when that changes."""

    received = Signal(bytes)
    linked = Signal(Link)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.link = Link.CLOSED

    def open(self) -> None:
        """Begin; what goes wrong is a state, never an exception."""

    def close(self) -> None:
        """Stop; nothing comes after it."""

    def _is(self, link: Link) -> None:
        if link is not self.link:
            self.link = link
            self.linked.emit(link)


class HandTransport(Transport):
    """No device: everything is typed."""

    def open(self) -> None:
        self._is(Link.HAND)

    def close(self) -> None:
        self._is(Link.CLOSED)


class SerialTransport(Transport):
    """A serial port. Unplugged, it is looked for: by its serial number, for the system may give it another name."""

    def __init__(self, profile: Profile, device: Device, speed: int = 0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.device = device
        self._profile = profile
        self._speed = speed
        self._port: QIODevice | None = None
        self._looking = QTimer(self)
        self._looking.setInterval(_AGAIN)
        self._looking.timeout.connect(self._try)

    def open(self) -> None:
        self._is(Link.OPENING)
        self._try()

    def close(self) -> None:
        self._looking.stop()
        self._drop()
        self._is(Link.CLOSED)

    def _try(self) -> None:
        library = serial_library.serial
        if library is None:
            self._is(Link.NO_LIBRARY)
            return
        self._drop()
        port = library.QSerialPort(self)
        port.setPortName(self._place())
        set_line(port, self._profile, self._speed)
        port.readyRead.connect(self._read)
        port.errorOccurred.connect(self._failed)
        self._port = port
        if port.open(QIODevice.OpenModeFlag.ReadOnly):
            self._looking.stop()
            self._is(Link.QUIET)

    def _place(self) -> str:
        """Where the device is now."""
        if self.device.serial_number:
            for found in list_devices():
                if found.serial_number == self.device.serial_number:
                    return found.port
        return self.device.port

    def _read(self) -> None:
        if self._port is not None and (piece := bytes(self._port.readAll().data())):
            self.received.emit(piece)

    def _failed(self, error: object) -> None:
        name = getattr(error, "name", "")
        if name == "NoError" or self._port is None:
            return
        was_open = self._port.isOpen()
        self._drop()  # at once, or the system gives the device another name when it comes back
        if was_open or self.link in (Link.QUIET, Link.GOOD, Link.LOST):
            self._is(Link.LOST)
        else:
            denied, missing = name in _DENIED, name in _MISSING
            self._is(Link.DENIED if denied else Link.MISSING if missing else Link.BUSY)
        self._looking.start()

    def _drop(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            port.blockSignals(True)
            port.close()
            port.deleteLater()


class TcpTransport(Transport):
    """A serial-to-network box. When the connection ends it is made again."""

    def __init__(self, host: str, port: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._host, self._port = host, port
        self._socket: QTcpSocket | None = None
        self._was_good = False
        self._looking = QTimer(self)
        self._looking.setInterval(_AGAIN)
        self._looking.timeout.connect(self._try)

    def open(self) -> None:
        self._is(Link.OPENING)
        self._try()

    def close(self) -> None:
        self._looking.stop()
        self._drop()
        self._is(Link.CLOSED)

    def _try(self) -> None:
        self._drop()
        socket = QTcpSocket(self)
        socket.connected.connect(self._connected)
        socket.readyRead.connect(self._read)
        socket.errorOccurred.connect(self._failed)
        self._socket = socket
        socket.connectToHost(self._host, self._port, QIODevice.OpenModeFlag.ReadOnly)

    def _connected(self) -> None:
        self._looking.stop()
        self._was_good = True
        self._is(Link.QUIET)

    def _read(self) -> None:
        if self._socket is not None and (piece := bytes(self._socket.readAll().data())):
            self.received.emit(piece)

    def _failed(self, _error: QAbstractSocket.SocketError) -> None:
        self._read()
        self._drop()
        self._is(Link.LOST if self._was_good else Link.MISSING)
        self._looking.start()

    def _drop(self) -> None:
        socket, self._socket = self._socket, None
        if socket is not None:
            socket.blockSignals(True)
            socket.abort()
            socket.deleteLater()


class _Timed(Transport):
    """Pieces that come one after the other in their own time, ``pace`` times as quick."""

    def __init__(self, pieces: Iterable[tuple[int, bytes]], pace: float = 1.0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pieces: Iterator[tuple[int, bytes]] = iter(pieces)
        self._pace = max(pace, 0.001)
        self._next = b""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._say)

    def open(self) -> None:
        self._is(Link.QUIET)
        self._wait()

    def close(self) -> None:
        self._timer.stop()
        self._is(Link.CLOSED)

    def _wait(self) -> None:
        try:
            after, self._next = next(self._pieces)
        except StopIteration:
            self._is(Link.ENDED)
            return
        self._timer.start(round(after / self._pace))

    def _say(self) -> None:
        self.received.emit(self._next)
        self._wait()


class SimulatedTransport(_Timed):
    """A device that is not there."""

    def __init__(self, said: Iterable[Said], pace: float = 1.0, parent: QObject | None = None) -> None:
        super().__init__(((each.after, each.raw) for each in said), pace, parent)


class RecordedTransport(_Timed):
    """A recording. What was entered by hand is handed over by whoever plays it."""

    def __init__(self, entries: Iterable[Entry], pace: float = 1.0, parent: QObject | None = None) -> None:
        super().__init__(_gaps(entries), pace, parent)


def _gaps(entries: Iterable[Entry]) -> Iterator[tuple[int, bytes]]:
    last = 0
    for entry in entries:
        if entry.raw:
            yield max(0, entry.at - last), bytes.fromhex(entry.raw)
            last = entry.at
