"""The one door for files that somebody names or that lie in somebody's folders.

By mistake such a file may be a film, a disk, a device without an end, or a pipe that nobody writes to: it is read
within bounds, and nothing is waited for that may never come. A pipe that somebody does write to, as a shell makes of
``<(command)``, is read like any file.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import time
from pathlib import Path
from typing import Any, BinaryIO, cast

from trainer.system.lazy_imports import lazily

with lazily():  # only pipes need it
    import select

LARGEST = 1 << 26  # bytes; a sealed result with all its felts, or a day at a real table, is a small part of it
PATIENCE = 3.0  # seconds in which whoever is to write to a pipe opens it
_LOOKS = 0.02  # seconds between two looks
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # the one of Unix, the other of Windows


def path_exists(path: Path) -> bool:
    """Whether something lies there; where nobody may look, or nobody could, nothing does."""
    try:
        return path.exists()
    except OSError:
        return False


def read_input_file(path: Path, largest: int = LARGEST) -> bytes:
    """All of a file, within bounds; raises `OSError` if it cannot be read or is larger than any that is meant."""
    with open_input_file(path) as file:
        data = file.read(largest + 1) if os.fstat(file.fileno()).st_size <= largest else None
    if data is None or len(data) > largest:
        raise _refused(errno.EOVERFLOW, path)
    return data


def open_input_file(path: Path) -> BinaryIO:
    """A file to be read bit by bit; raises `OSError`, for whatever is neither a file nor a pipe before it is opened."""
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        raise _refused(errno.EISDIR, path)
    if not stat.S_ISREG(mode) and not stat.S_ISFIFO(mode):
        raise _refused(errno.ENXIO, path)
    file = io.FileIO(os.open(path, os.O_RDONLY | _WITHOUT_WAITING))
    if stat.S_ISFIFO(os.fstat(file.fileno()).st_mode):
        return cast(BinaryIO, io.BufferedReader(_Pipe(file, path)))
    return io.BufferedReader(file)


class _Pipe(io.RawIOBase):
    """A pipe: as long as nobody has it open to write, an end is not believed; whoever has it open is waited for."""

    def __init__(self, file: io.FileIO, path: Path) -> None:
        self._file = file
        self._path = path
        self._until = time.monotonic() + PATIENCE
        self._has_begun = False

    def readinto(self, buffer: Any) -> int:
        while True:
            number = cast("int | None", self._file.readinto(buffer))
            if number is None:  # somebody has it open and has not written yet
                self._has_begun = True
                select.select([self._file], [], [])
            elif number or self._has_begun:
                self._has_begun = True
                return number
            elif time.monotonic() >= self._until:
                raise _refused(errno.ENXIO, self._path)
            else:
                time.sleep(_LOOKS)

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._file.fileno()

    def close(self) -> None:
        self._file.close()
        super().close()


def _refused(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))
