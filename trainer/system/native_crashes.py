"""Reports of native crashes: the Python stack of every thread, written while the process dies.

An exception is reported by `crash_reports`. A segmentation fault in Qt leaves no time for that: `faulthandler` writes
the stack into a file that was opened at the start. The file is deleted when the program ends in an ordinary way, so a
file that is left behind, and not empty, tells the next start that the last one crashed.
"""

from __future__ import annotations

import faulthandler
import os
import sys
from contextlib import suppress
from datetime import datetime
from io import FileIO
from pathlib import Path

from trainer.system.lazy_imports import lazily

with lazily():  # only after a crash
    import platform

    from trainer import __version__
    from trainer.system.private_files import write_atomically

_LARGEST = 1_000_000  # bytes of a stack; threads in a deep recursion write some hundred thousand


class CrashLog:
    """The file for the stack of this process; ``folder`` holds the crash reports.

    If the folder cannot be written, there is no file, and a native crash goes unreported.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / f"running-{os.getpid()}.txt"
        self._file: FileIO | None = None
        self._was_enabled = False  # by a caller, such as a test runner

    def open(self) -> None:
        """From now on a native crash writes its stack."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            self._file = FileIO(self._path, "w")
            self._was_enabled = faulthandler.is_enabled()
            faulthandler.enable(self._file)

    def close(self) -> None:
        """The program ends in an ordinary way; may be called twice."""
        if self._file is not None:
            faulthandler.disable()
            if self._was_enabled and sys.__stderr__ is not None:
                faulthandler.enable(sys.__stderr__)
            self._file.close()
            self._file = None
            with suppress(OSError):
                self._path.unlink()

    def take_last(self, now: datetime) -> Path | None:
        """The report of a crash since the last time this was called, or ``None``.

        Files that a killed process or a power cut left empty are deleted.
        """
        left = []
        with suppress(OSError):
            left = [each for each in sorted(self._folder.glob("running-*.txt")) if each != self._path]
        reports = [self._report(each, now) for each in left if not _is_running(each)]
        return next(filter(None, reports), None)

    def _report(self, left: Path, now: datetime) -> Path | None:
        """Make a report of a stack that was left behind; ``None`` if it is empty or cannot be read."""
        try:
            with left.open("rb") as file:
                stack = file.read(_LARGEST)
            path = self._folder / f"native-{now:%Y%m%d-%H%M%S-%f}.txt"
            if stack:
                head = f"croupier-trainer {__version__}, Python {platform.python_version()}, {platform.platform()}\n\n"
                write_atomically(path, head.encode() + stack)
            left.unlink()
        except OSError:
            return None
        return path if stack else None


def _is_running(left: Path) -> bool:
    """Whether the process that a file belongs to is alive.

    Windows has no harmless signal; there a file that is open cannot be deleted, so it stays in any case.
    """
    number = left.stem.removeprefix("running-")
    if os.name == "nt" or not number.isdecimal():
        return False
    try:
        os.kill(int(number), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it is another user's
        return True
    return True
