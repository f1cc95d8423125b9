"""The program's log: one rotating file in the user's data folder, for whoever helps with a problem.

Modules log the usual way, ``logging.getLogger(__name__)``, so that a package is an area: ``--log sensors=debug`` raises
the level of ``trainer.sensors`` alone. Without ``--log`` only warnings and errors are written, and the file is not
created before the first of them.

The log never holds private data. Callers log counts, durations, versions and ids that the program made, never a name,
an answer, a code or a password. Of an exception, the formatter writes the type and the places in the code but not the
message, which may quote what somebody typed.
"""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from trainer.system.lazy_imports import lazily
from trainer.system.private_files import make_private, make_private_folder

with lazily():  # needed only once something is written
    from logging.handlers import RotatingFileHandler

NAME = "trainer.log"
LEVELS = ("debug", "info", "warning", "error")
AREAS = ("cli", "desk", "records", "runs", "school", "sensors", "study")
QUIET = {"": "warning"}  # levels without --log; the empty area is the whole program
_ROOT = "trainer"
_LARGEST = 500_000  # bytes of one file
_OLDER = 2  # rotated files kept beside it


def read_levels(text: str) -> dict[str, str] | None:
    """Levels by area from the text after ``--log``, or None if it names an unknown level or area.

    >>> read_levels("debug"), read_levels("sensors=debug,school=info"), read_levels("loud")
    ({'': 'debug'}, {'': 'warning', 'sensors': 'debug', 'school': 'info'}, None)
    """
    levels = dict(QUIET)
    for part in text.lower().split(","):
        area, _, level = part.strip().rpartition("=")
        if level not in LEVELS or (area and area not in AREAS):
            return None
        levels[area] = level
    return levels


def start_log(folder: Path, levels: Mapping[str, str] = QUIET) -> None:
    """Write what the program logs from now on to a file in ``folder``; replaces an earlier log."""
    stop_log()
    root = logging.getLogger(_ROOT)
    root.addHandler(_LogFile(folder / NAME))
    root.propagate = False
    for area in AREAS:
        logging.getLogger(f"{_ROOT}.{area}").setLevel(levels.get(area, "notset").upper())
    root.setLevel(levels[""].upper())


def stop_log() -> None:
    """Close the log file; nothing is written any more."""
    root = logging.getLogger(_ROOT)
    for handler in [each for each in root.handlers if isinstance(each, _LogFile)]:
        root.removeHandler(handler)
        handler.close()
    root.propagate = True


@contextmanager
def timed(log: logging.Logger, what: str, slow_after: float = 1.0) -> Iterator[None]:
    """Log how long the block takes: as a warning if it takes more than ``slow_after`` seconds, else for debugging."""
    began = time.perf_counter()
    try:
        yield
    finally:
        seconds = time.perf_counter() - began
        log.log(logging.WARNING if seconds > slow_after else logging.DEBUG, "%s took %.3f s", what, seconds)


class _LogFile(logging.Handler):
    """Opens the rotating file at the first record. If it cannot be written, the log ends and the program goes on."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._file: logging.Handler | None = None
        self._failed = False

    def emit(self, record: logging.LogRecord) -> None:
        if self._failed:
            return
        try:
            if self._file is None:
                self._file = self._open()
            self._file.emit(record)
        except OSError:
            self._failed = True

    def _open(self) -> logging.Handler:
        make_private_folder(self._path.parent)
        make_private(self._path)
        file = RotatingFileHandler(
            self._path, maxBytes=_LARGEST, backupCount=_OLDER, encoding="utf-8", errors="backslashreplace"
        )
        file.setFormatter(_Formatter())
        file.handleError = lambda record: None  # type: ignore[method-assign]  # a full disk must not print to stderr
        return file

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
        super().close()


class _Formatter(logging.Formatter):
    """One line a record, in UTC; exceptions without their messages."""

    converter = staticmethod(time.gmtime)

    def __init__(self) -> None:
        super().__init__("%(asctime)s.%(msecs)03dZ %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the standard library's name
        return "".join(letter if letter.isprintable() else "·" for letter in super().formatMessage(record))

    def formatException(  # noqa: N802 - the standard library's name
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None],
    ) -> str:
        lines = []
        error = ei[1]
        while error is not None:
            lines.append(f"  {type(error).__name__}")
            lines += [
                f"    {Path(frame.filename).name}:{frame.lineno} in {frame.name}"
                for frame in traceback.extract_tb(error.__traceback__)
            ]
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n".join(lines)
