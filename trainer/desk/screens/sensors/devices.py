"""The serial devices of this computer: found, remembered with their profile, and listened to without a window."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
from PySide6.QtCore import QCoreApplication, QIODevice
from PySide6.QtNetwork import QTcpSocket

from trainer.desk.screens.sensors import serial_library
from trainer.sensors.health import CannotListenError, Link
from trainer.sensors.profile import Profile
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_private

_WAIT = 200  # milliseconds
_CONNECTING = 5000
_LAST_PORT = 65535


class Device(msgspec.Struct, frozen=True):
    """A serial port and what is known of the device behind it."""

    port: str
    name: str = ""
    maker: str = ""
    serial_number: str = ""


def list_devices() -> list[Device]:
    """The serial ports; empty if the library is missing."""
    if serial_library.serial is None:
        return []
    return [
        Device(info.systemLocation(), info.description(), info.manufacturer(), info.serialNumber())
        for info in serial_library.serial.QSerialPortInfo.availablePorts()
    ]


def listen(profile: Profile, port: str, tcp: str, speed: int, seconds: float) -> Iterator[bytes]:
    """Yield what comes from a port, or from the network box at ``tcp`` unless that is empty; nothing is ever sent.

    It ends with the connection or after some ``seconds`` (0: never); ``speed`` 0 is the usual one of the profile. The
    port is opened at once; raises `CannotListenError` if that fails.
    """
    _ = QCoreApplication.instance() or QCoreApplication([])
    return _pieces(_connected(tcp, profile) if tcp else open_port(profile, port, speed), seconds)


def _pieces(device: QIODevice, seconds: float) -> Iterator[bytes]:
    end = time.monotonic() + seconds
    while not seconds or time.monotonic() < end:
        device.waitForReadyRead(_WAIT)
        if piece := bytes(device.readAll().data()):
            yield piece
        elif not device.isOpen() or (device.bytesAvailable() == 0 and _is_closed(device)):
            return
    device.close()


def open_port(profile: Profile, port: str, speed: int = 0) -> QIODevice:
    """Open a serial port with the settings of a profile, for reading only; raises `CannotListenError`."""
    library = serial_library.serial
    if library is None:
        raise CannotListenError(port, Link.NO_LIBRARY)
    device = library.QSerialPort()
    device.setPortName(port)
    set_line(device, profile, speed)
    if not device.open(QIODevice.OpenModeFlag.ReadOnly):
        raise CannotListenError(port, refused_link(device.error()))
    opened: QIODevice = device
    return opened


def refused_link(error: object) -> Link:
    """Why a port could not be opened, from Qt's error."""
    return {"PermissionError": Link.DENIED, "DeviceNotFoundError": Link.MISSING}.get(
        getattr(error, "name", ""), Link.BUSY
    )


def set_line(device: object, profile: Profile, speed: int = 0) -> None:
    """Set speed, bits, parity and flow control."""
    kind = serial_library.serial.QSerialPort  # type: ignore[union-attr]
    line = profile.line
    device.setBaudRate(speed or line.speeds[0])  # type: ignore[attr-defined]
    device.setDataBits(kind.DataBits(line.data_bits))  # type: ignore[attr-defined]
    parities = {"none": "NoParity", "even": "EvenParity", "odd": "OddParity"}
    flows = {"none": "NoFlowControl", "hardware": "HardwareControl", "software": "SoftwareControl"}
    device.setParity(kind.Parity[parities[line.parity]])  # type: ignore[attr-defined]
    device.setStopBits(kind.StopBits.TwoStop if line.stop_bits == 2 else kind.StopBits.OneStop)  # type: ignore[attr-defined]
    device.setFlowControl(kind.FlowControl[flows[line.flow]])  # type: ignore[attr-defined]


def address_of(text: str, usual_port: int) -> tuple[str, int] | None:
    """Host and port of a network box as typed; `None` if it is not an address."""
    host, colon, port = text.strip().rpartition(":")
    if not colon or (":" in host and not host.startswith("[")):  # a host name, or an IPv6 address without brackets
        host, port = text.strip(), str(usual_port)
    host = host.strip("[]")
    if not host or not (port.isascii() and port.isdigit()) or not 0 < int(port[:9]) <= _LAST_PORT:
        return None
    return host, int(port)


def _connected(tcp: str, profile: Profile) -> QIODevice:
    address = address_of(tcp, profile.line.tcp_port)
    if address is None:
        raise CannotListenError(tcp, Link.MISSING)
    socket = QTcpSocket()
    socket.connectToHost(*address, QIODevice.OpenModeFlag.ReadOnly)
    if not socket.waitForConnected(_CONNECTING):
        raise CannotListenError(tcp, Link.MISSING)
    return socket


def _is_closed(device: QIODevice) -> bool:
    return isinstance(device, QTcpSocket) and device.state() is QTcpSocket.SocketState.UnconnectedState


_MOST = 200


class KnownDevices:
    """Profiles by device, in a small file beside the settings. A file that cannot be read or written is ignored."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._profiles = msgspec.json.decode(read_input_file(path), type=dict[str, str])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._profiles = {}

    def profile_of(self, device: Device) -> str:
        """The profile that the device had last; empty if it is new."""
        return self._profiles.get(_key(device), "")

    def remember(self, device: Device, profile: str) -> None:
        self._profiles = {**self._profiles, _key(device): profile}
        while len(self._profiles) > _MOST:
            self._profiles.pop(next(iter(self._profiles)))
        try:
            write_private(self._path, msgspec.json.encode(self._profiles))
        except OSError:
            return


def _key(device: Device) -> str:
    return device.serial_number or device.port
