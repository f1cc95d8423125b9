"""Atomic writes, and files and folders that only their owner can read: several people share a school's laptop."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path

_OTHERS = 0o077
UNFINISHED = ".unfinished"  # ending of a temporary file
_WINDOWS_IN_USE = (5, 32)  # access denied and sharing violation: Windows reports either for an open file
_RETRY_SECONDS = (0.05, 0.1, 0.25, 0.6, 1.0, 1.0)


def make_private(path: Path) -> None:
    """Create a file that only its owner can read, or take away other users' access to an existing one.

    Devices are left alone. On disks without permissions, such as most USB sticks, nothing changes.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return
    with contextlib.suppress(OSError):
        mode = path.stat().st_mode
        if stat.S_ISREG(mode) and mode & _OTHERS:
            path.chmod(mode & 0o7700)


def make_private_folder(path: Path) -> None:
    """Create a folder that only its owner can read; raises `OSError`."""
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    with contextlib.suppress(OSError):
        if path.stat().st_mode & _OTHERS:
            path.chmod(0o700)


def make_all_private(folders: Iterable[Path]) -> None:
    """Create the program's folders. Failures are ignored here and reported where a folder is used."""
    for folder in folders:
        with contextlib.suppress(OSError):
            make_private_folder(folder)


def write_private(path: Path, data: bytes) -> None:
    """Write a file atomically into a private folder of the program, which is created if needed."""
    make_private_folder(path.parent)
    write_atomically(path, data)


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file atomically: after a crash or a power cut it has the old or the new content, never a part.

    The folder is the user's and keeps its permissions. Devices and pipes, such as ``/dev/stdout``, are written
    directly.
    """
    if path.exists() and not path.is_file():
        # Opened without blocking, because nobody may ever read from a pipe; once somebody does, writing may block.
        handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
        if os.name == "posix":
            os.set_blocking(handle, True)
        with open(handle, "wb") as out:  # noqa: PTH123
            out.write(data)
        return
    with atomic_file(path) as unfinished:
        unfinished.write_bytes(data)


def append_durably(path: Path, data: bytes, length: int) -> None:
    """Append to a private file that has ``length`` bytes; the data are on disk when this returns.

    What lies behind those bytes was left by a power cut and is dropped. After `OSError` nothing of the data remains.
    Files are opened as binary Python files throughout the program: on Windows, `os.write` would turn every line end
    into two bytes.
    """
    make_private(path)
    with path.open("r+b", buffering=0) as file:
        file.truncate(length)
        file.seek(length)
        try:
            while data:
                data = data[file.write(data) :]
            os.fsync(file.fileno())
        except OSError as error:
            file.truncate(length)
            raise OSError(error.errno, error.strerror, str(path)) from error


@contextlib.contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Give the path of a temporary file to write; on success it replaces ``path``, otherwise it is removed.

    The temporary file is an empty private file in the same folder. If ``path`` is a symbolic link, the file it leads to
    is replaced. Errors of the operating system name ``path`` and not the temporary file.
    """
    path = Path(os.path.realpath(path))
    unfinished = free_path(path.with_name(path.name + UNFINISHED))
    try:
        make_private(unfinished)
        yield unfinished
        _sync(unfinished, os.O_RDWR)  # Windows syncs only what is open for writing
        replace_file(unfinished, path)
    except OSError as error:
        # Errors of other files, and errors that carry a message of their own, pass unchanged.
        if error.errno is None or error.filename not in (None, str(unfinished)):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
    if os.name == "posix":
        _sync(path.parent, os.O_RDONLY)  # the rename, too, has to survive a power cut


def replace_file(source: Path, target: Path, wait: Callable[[float], object] = time.sleep) -> None:
    """Rename a file over another. On Windows a virus scanner may hold either open for a moment, so that is retried for
    three seconds; raises `OSError`, then with ``EBUSY`` and the target's name."""
    for seconds in (*_RETRY_SECONDS, None):
        try:
            source.replace(target)
            return
        except OSError as error:
            if getattr(error, "winerror", None) not in _WINDOWS_IN_USE:
                raise
            if seconds is None:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(target)) from error
            wait(seconds)


def free_path(wanted: Path) -> Path:
    """The path itself if nothing is there, otherwise the first numbered variant that is free.

    >>> free_path(Path("/nowhere/records.db")).name
    'records.db'
    """
    if not os.path.lexists(wanted):
        return wanted
    numbered = (wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}") for number in count(2))
    return next(path for path in numbered if not os.path.lexists(path))


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
