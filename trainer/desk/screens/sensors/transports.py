"""Where bytes come from: a serial port, a network box, a recording, a simulation. Only read, never written to."""

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
from trainer.sensors.recordings import Entry
from trainer.sensors.simulators import Said

_AGAIN = 1000  # milliseconds until a lost device is looked for again
_LONGEST_WAIT = 3_600_000  # between two pieces of a recording; its clock may have jumped
_Piece = TypeVar("_Piece")


class Transport(QObject):
    """A source of bytes. ``received`` are those that came, ``linked`` how it stands when that changes; ``entered`` is
    an event that was typed when this was recorded, and the one it was typed in place of."""

    tells_all = True  # every byte of the device; else silence says nothing
    received = Signal(bytes)
    entered = Signal(object, object)
    linked = Signal(Link)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.link = Link.CLOSED

    def open(self) -> None:
        """Begin; what goes wrong is a state, never an exception."""

    def close(self) -> None:
        """Stop; nothing comes after it."""

    def try_other_speed(self) -> bool:
        """Nothing is understood: listen at another speed, if there is one that was not tried yet."""
        return False

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


class _LookedFor(Transport):
    """Something that may be gone and come back: until then it is looked for."""

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
        """Open it, if it is there."""

    def _drop(self) -> None:
        """Let go of it."""

    def _take(self, device: QIODevice | None) -> None:
        """Hand on what a device has."""
        if device is not None and (piece := bytes(device.readAll().data())):
            self.received.emit(piece)


class SerialTransport(_LookedFor):
    """A serial port. Unplugged, it is looked for: by its serial number, for the system may give it another name."""

    def __init__(self, profile: Profile, device: Device, speed: int = 0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.device = device
        self._profile = profile
        self._speeds = [speed] if speed else list(profile.line.speeds)  # the first is the one in use
        self._tried = 1
        self._port: QIODevice | None = None

    @property
    def speed(self) -> int:
        """At which it is listened to."""
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
        """Where the device is now."""
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
        self._drop()  # at once, or the system gives the device another name when it comes back
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
    """A serial-to-network box. When the connection ends it is made again."""

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
    """Pieces that come one after the other in their own time, ``pace`` times as quick."""

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
        """Hand a piece on."""


class SimulatedTransport(_Timed[bytes]):
    """A device that is not there."""

    def __init__(self, said: Iterable[Said], pace: float = 1.0, parent: QObject | None = None) -> None:
        super().__init__(((each.after, each.raw) for each in said), pace, parent)

    def _give(self, piece: bytes) -> None:
        self.received.emit(piece)


class RecordedTransport(_Timed[Entry]):
    """A recording: what came on the line, what was typed or put right, and where the line was cut."""

    def __init__(self, entries: Iterable[Entry], pace: float = 1.0, parent: QObject | None = None) -> None:
        super().__init__(_gaps(entries), pace, parent)

    def _give(self, piece: Entry) -> None:
        if piece.raw:
            self.received.emit(bytes.fromhex(piece.raw))
        if piece.link == Link.LOST.value:  # after a gap nothing fits together
            self._is(Link.LOST)
            self._is(Link.QUIET)
        if piece.by_hand is not None:
            self.entered.emit(event_of(piece.by_hand), None if piece.corrects is None else event_of(piece.corrects))


def _gaps(entries: Iterable[Entry]) -> Iterator[tuple[int, Entry]]:
    last = 0
    for entry in entries:
        yield max(0, entry.at - last), entry
        last = max(last, entry.at)
