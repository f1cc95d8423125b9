"""Names for copies of the records, and for what is set aside."""

from __future__ import annotations

import contextlib
import gzip
import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from trainer.records.errors import ExistsError
from trainer.system.private_files import atomic_file, free_path


def resolve_link(path: Path) -> Path:
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


def remove_database(path: Path) -> None:
    """Delete an unfinished database with the files that SQLite and the writer lock keep beside it, if they exist."""
    for ending in ("", "-wal", "-shm", "-journal", ".lock"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def replace_database(fresh: Path, path: Path, why: str, now: datetime) -> Path | None:
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
def new_file(path: Path) -> Iterator[Path]:
    """As `atomic_file`, for a file that must not exist yet; raises `ExistsError` if it does."""
    if os.path.lexists(path):  # also a link that leads nowhere
        raise ExistsError(path=path)
    with atomic_file(path) as unfinished:
        yield unfinished


def gzip_writer(path: Path, level: int) -> gzip.GzipFile:
    """A file to write to that is compressed, and bears no date: one of before 1970 could not be written."""
    return gzip.GzipFile(path, "wb", compresslevel=level, mtime=0)
