"""Pseudo terminals: a device at the one end, Qt's serial port at the other."""

from __future__ import annotations

import os
import tty
from pathlib import Path


class Terminal:
    """A device that can be plugged in, spoken for and unplugged. ``link`` is a name that stays the same."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self._master = self._other = -1
        self.plug_in()

    def plug_in(self) -> None:
        self._master, self._other = os.openpty()
        tty.setraw(self._other)  # else it echoes and rewrites line ends
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(self._other))

    def say(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._master, data[:1024]) :]  # noqa: TID251 - a terminal of Unix

    def unplug(self) -> None:
        for end in (self._other, self._master):
            os.close(end)
        self.link.unlink(missing_ok=True)
        self._master = self._other = -1

    def close(self) -> None:
        if self._master >= 0:
            self.unplug()
