"""Files and folders for their owner alone: a laptop at a school has many users."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path

_OTHERS = 0o077


def make_private(path: Path) -> None:
    """For the owner alone: a file that is there loses what others may do with it, one that is not is made so; a device
    stays everybody's.

    Where a disk knows no such thing, as on most sticks, the file is as private as the disk.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        return
    with contextlib.suppress(OSError):
        mode = path.stat().st_mode
        if stat.S_ISREG(mode) and mode & _OTHERS:
            path.chmod(mode & 0o7700)


def make_private_folder(path: Path) -> None:
    """A folder of the program's own, for the owner alone; raises `OSError` if it cannot be made."""
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    with contextlib.suppress(OSError):
        if path.stat().st_mode & _OTHERS:
            path.chmod(0o700)


def make_all_private(folders: Iterable[Path]) -> None:
    """The program's own folders; one that cannot be made is met again where it is needed."""
    for folder in folders:
        with contextlib.suppress(OSError):
            make_private_folder(folder)


def write_private(path: Path, data: bytes) -> None:
    """The whole file on disk, or the old one, whatever happens meanwhile; in a folder of the program's own."""
    make_private_folder(path.parent)
    write_atomically(path, data)


def write_atomically(path: Path, data: bytes) -> None:
    """The same in somebody else's folder, which stays as it is; what is no file (``/dev/stdout``) is written to."""
    if path.exists() and not path.is_file():
        # Without waiting: nobody may ever read from a pipe. Whoever does is given time.
        handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
        if os.name == "posix":
            os.set_blocking(handle, True)
        with open(handle, "wb") as out:  # noqa: PTH123
            out.write(data)
        return
    path = Path(os.path.realpath(path))  # of a link, what it leads to
    fresh = path.with_name(path.name + ".new")
    try:
        fresh.unlink(missing_ok=True)
        make_private(fresh)
        with fresh.open("wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(path)
    except OSError as error:  # told by the name that was asked for, and nothing is left lying about
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
    if os.name == "posix":  # the new name too has to survive a power cut
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
