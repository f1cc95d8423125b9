"""Which profile a device has, remembered by its serial number (or, where it has none, by its port)."""

from __future__ import annotations

from pathlib import Path

import msgspec

from trainer.desk.screens.sensors.listening import Device
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_private

_MOST = 200


class Remembered:
    """A small file beside the settings. What cannot be read is forgotten; what cannot be written is not remembered."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._profiles = msgspec.json.decode(read_input_file(path), type=dict[str, str])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._profiles = {}

    def profile_of(self, device: Device) -> str:
        """The profile it had last; empty if it is new."""
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
