"""Bounded reading of files that a person names or that lie in a person's folders.

By mistake such a file may be a film, a disk, an endless device, or a pipe that nobody writes to. All of them are read
with a size limit and without waiting forever. A pipe with a writer, such as the shell's ``<(command)``, is read like a
file.
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

LARGEST = 1 << 26  # bytes; the largest real files are a small part of it
_BLOCK = 1 << 16  # bytes
PATIENCE = 3.0  # seconds until a writer must have opened a pipe
_LOOKS = 0.02  # seconds between two attempts to read a pipe
_WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # Unix, Windows


def path_exists(path: Path) -> bool:
    """Whether the path exists; False where the system refuses to say."""
    try:
        return path.exists()
    except OSError:
        return False


def read_input_file(path: Path, largest: int = LARGEST) -> bytes:
    """All bytes of a file; raises `OSError` if it cannot be read or is larger than ``largest``."""
    data = bytearray()
    with open_input_file(path) as file:
        is_larger = os.fstat(file.fileno()).st_size > largest
        # One read of `largest` bytes would make Windows touch every page of a buffer of that size.
        while not is_larger and (block := file.read(_BLOCK)):
            data += block
            is_larger = len(data) > largest
    if is_larger:
        raise _refused(errno.EOVERFLOW, path)
    return bytes(data)


def open_input_file(path: Path) -> BinaryIO:
    """Open a file for reading; raises `OSError` before opening anything but a file or a pipe."""
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
    """A pipe. End of file without a writer is retried for `PATIENCE` seconds; an open writer is waited for."""

    def __init__(self, file: io.FileIO, path: Path) -> None:
        self._file = file
        self._path = path
        self._until = time.monotonic() + PATIENCE
        self._has_begun = False

    def readinto(self, buffer: Any) -> int:
        while True:
            number = cast("int | None", self._file.readinto(buffer))
            if number is None:  # a writer has it open but has not written yet
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
