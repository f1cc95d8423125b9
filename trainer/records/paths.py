"""Names for copies of the records, and for what is set aside."""

from __future__ import annotations

import contextlib
import gzip
import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from itertools import count
from pathlib import Path

from trainer.records.errors import ExistsError, RecordsError
from trainer.system.private_files import make_private


def free_path(wanted: Path) -> Path:
    """The path itself if nothing lies there, else the next numbered one: nothing is ever overwritten.

    >>> free_path(Path("/nowhere/records.db")).name
    'records.db'
    """
    if not os.path.lexists(wanted):
        return wanted
    numbered = (wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}") for number in count(2))
    return next(path for path in numbered if not os.path.lexists(path))


def led_to(path: Path) -> Path:
    """The file that a link of that name leads to: lock and log lie beside it, and it is what is set aside."""
    return Path(os.path.realpath(path)) if os.path.islink(path) else path  # noqa: PTH114 - of any name, without raising


def set_aside(path: Path, why: str, now: datetime) -> Path:
    """Rename a file, with the log SQLite keeps beside it, to a dated name that is free; gives the new path.

    The log is there under its new name before the file is: a log without its file, SQLite deletes.
    """
    kept = free_path(path.with_name(f"{path.stem}.{why}-{now:%Y-%m-%dT%H%M%S}{path.suffix}"))
    beside = [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]
    for file in beside:
        with contextlib.suppress(FileNotFoundError):
            _name_too(file, kept.with_name(kept.name + file.name.removeprefix(path.name)))
    path.rename(kept)
    for file in beside:
        file.unlink(missing_ok=True)
    return kept


def _name_too(file: Path, name: Path) -> None:
    """A second name for a file, or a second file where a disk knows no such thing, as most sticks."""
    try:
        name.hardlink_to(file)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copyfile(file, name)


def put_in_place(fresh: Path, path: Path, why: str, now: datetime) -> Path | None:
    """Give a finished file the name of another, which is set aside; its new path, if there was one.

    If the second step fails, the first is taken back: there is always a file of that name.
    """
    if not path.exists():
        fresh.rename(path)
        return None
    kept = set_aside(path, why, now)
    try:
        fresh.rename(path)
    except OSError:
        for ending in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                kept.with_name(kept.name + ending).rename(path.with_name(path.name + ending))
        raise
    return kept


@contextlib.contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Where to write a new file: it takes its own name only when it is whole, and nothing is left if it fails."""
    if os.path.lexists(path):  # also a link that leads nowhere
        raise ExistsError(path=path)
    unfinished = free_path(path.with_name(path.name + ".unfinished"))
    try:
        make_private(unfinished)
        yield unfinished
        unfinished.rename(path)
    except OSError as error:  # told by the name that was asked for
        if isinstance(error, RecordsError) or error.filename not in (None, str(unfinished)):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)


def packed(path: Path, level: int) -> gzip.GzipFile:
    """A file to write to that is compressed, and bears no date: one of before 1970 could not be written."""
    return gzip.GzipFile(path, "wb", compresslevel=level, mtime=0)
