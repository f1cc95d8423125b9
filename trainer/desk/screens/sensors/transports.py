"""Sources of bytes: a serial port, a network box, a recording, a simulation. They are read, never written to.

`HandTransport` stands for no device: all events are typed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from PySide6.QtCore import QIODevice, QObject, QTimer, Signal
from PySide6.QtNetwork import QAbstractSocket, QTcpSocket

from trainer.desk.screens.sensors import serial_library
from trainer.desk.screens.sensors.devices import Device, list_devices, refused_link, set_line
from trainer.sensors.events import event_of
from trainer.sensors.health import Link
from trainer.sensors.profile import Profile
from trainer.sensors.recordings import Entry, correction_of
from trainer.sensors.sessions import Origin
from trainer.sensors.simulated_ports import is_terminal
from trainer.sensors.simulators import Said

_AGAIN = 1000  # milliseconds before a lost device is searched again
_LONGEST_WAIT = 3_600_000  # milliseconds between two parts of a recording; its clock may have jumped
_Piece = TypeVar("_Piece")


class Transport(QObject):
    """A source of bytes. ``received`` emits bytes, ``linked`` a change of the connection; ``entered`` emits a recorded
    event or correction that was typed."""

    tells_all = True  # whether silence means that the device is silent
    origin = Origin.DEVICE
    received = Signal(bytes)
    entered = Signal(object)
    linked = Signal(Link)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.link = Link.CLOSED

    def open(self) -> None:
        """Start; errors become a state, never an exception."""

    def close(self) -> None:
        """Stop; nothing is emitted afterwards."""

    def try_other_speed(self) -> bool:
        """Switch to a line speed that was not tried yet, because nothing can be decoded; `False` if there is none."""
        return False

    def _is(self, link: Link) -> None:
        if link is not self.link:
            self.link = link
            self.linked.emit(link)


class HandTransport(Transport):
    """No device: all events are typed."""

    origin = Origin.HAND

    def open(self) -> None:
        self._is(Link.HAND)

    def close(self) -> None:
        self._is(Link.CLOSED)


class _LookedFor(Transport):
    """A device that may disappear and come back; it is searched for until then."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
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
        """Open it if it is there."""

    def _drop(self) -> None:
        """Release it."""

    def _take(self, device: QIODevice | None) -> None:
        """Emit the bytes that the device has sent."""
        if device is not None and (piece := bytes(device.readAll().data())):
            self.received.emit(piece)


class SerialTransport(_LookedFor):
    """A serial port. After unplugging, the device is found by its serial number: the port may be renamed."""

    def __init__(self, profile: Profile, device: Device, speed: int = 0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.origin = Origin.SIMULATOR if is_terminal(device.port) else Origin.DEVICE
        self.device = device
        self._profile = profile
        self._speeds = [speed] if speed else list(profile.line.speeds)  # the first one is in use
        self._tried = 1
        self._port: QIODevice | None = None

    @property
    def speed(self) -> int:
        """The current line speed."""
        return self._speeds[0]

    def try_other_speed(self) -> bool:
        if self._tried >= len(self._speeds) or self._port is None:
            return False
        self._tried += 1
        self._speeds = [*self._speeds[1:], self._speeds[0]]
        set_line(self._port, self._profile, self.speed)
        return True

    def _try(self) -> None:
        library = serial_library.serial
        if library is None:
            self._is(Link.NO_LIBRARY)
            return
        self._drop()
        port = library.QSerialPort(self)
        port.setPortName(self._place())
        set_line(port, self._profile, self.speed)
        port.readyRead.connect(self._read)
        port.errorOccurred.connect(self._failed)
        self._port = port
        if port.open(QIODevice.OpenModeFlag.ReadOnly):
            self._looking.stop()
            self._is(Link.QUIET)

    def _place(self) -> str:
        """The current port of the device."""
        if self.device.serial_number:
            for found in list_devices():
                if found.serial_number == self.device.serial_number:
                    return found.port
        return self.device.port

    def _read(self) -> None:
        self._take(self._port)

    def _failed(self, error: object) -> None:
        if getattr(error, "name", "") == "NoError" or self._port is None:
            return
        was_open = self._port.isOpen()
        self._drop()  # at once, or the system assigns another port name when it comes back
        if was_open or self.link in (Link.QUIET, Link.GOOD, Link.LOST):
            self._is(Link.LOST)
        else:
            self._is(refused_link(error))
        self._looking.start()

    def _drop(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            port.blockSignals(True)
            port.close()
            port.deleteLater()


class TcpTransport(_LookedFor):
    """A serial-to-network box; it reconnects when the connection ends."""

    def __init__(self, host: str, port: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._host, self._port = host, port
        self._socket: QTcpSocket | None = None
        self._was_good = False

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
        self._take(self._socket)

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


class _Timed(Transport, Generic[_Piece]):
    """Emits parts at their own times, ``pace`` times as fast."""

    def __init__(self, pieces: Iterable[tuple[int, _Piece]], pace: float = 1.0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pieces: Iterator[tuple[int, _Piece]] = iter(pieces)
        self._pace = max(pace, 0.001)
        self._next: _Piece | None = None
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
        self._timer.start(min(round(after / self._pace), _LONGEST_WAIT))

    def _say(self) -> None:
        if self._next is not None:
            self._give(self._next)
        self._wait()

    def _give(self, piece: _Piece) -> None:
        """Emit a part."""


class SimulatedTransport(_Timed[bytes]):
    """A simulated device."""

    origin = Origin.SIMULATOR

    def __init__(self, said: Iterable[Said], pace: float = 1.0, parent: QObject | None = None) -> None:
        super().__init__(((each.after, each.raw) for each in said), pace, parent)

    def _give(self, piece: bytes) -> None:
        self.received.emit(piece)


class RecordedTransport(_Timed[Entry]):
    """A recording: received bytes, typed events and corrections, and interruptions."""

    origin = Origin.RECORDING

    def __init__(self, entries: Iterable[Entry], pace: float = 1.0, parent: QObject | None = None) -> None:
        super().__init__(_gaps(entries), pace, parent)

    def _give(self, piece: Entry) -> None:
        if piece.raw:
            self.received.emit(bytes.fromhex(piece.raw))
        if piece.link == Link.LOST.value:  # after a gap nothing fits together
            self._is(Link.LOST)
            self._is(Link.QUIET)
        if piece.by_hand is not None:
            self.entered.emit(correction_of(piece) or event_of(piece.by_hand))


def _gaps(entries: Iterable[Entry]) -> Iterator[tuple[int, Entry]]:
    last = 0
    for entry in entries:
        yield max(0, entry.at - last), entry
        last = max(last, entry.at)
