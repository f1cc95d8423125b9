"""Creating, replacing, setting aside and removing database files without ever overwriting one."""

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
    """The target of a symbolic link: lock and write-ahead log lie beside the target."""
    return Path(os.path.realpath(path)) if os.path.islink(path) else path  # noqa: PTH114 - of any name, without raising


def set_aside(path: Path, why: str, now: datetime) -> Path:
    """Rename a database with its write-ahead log to a free dated name, and return the new path.

    The log gets its new name before the database does, because SQLite deletes a log without a database.
    """
    kept = free_path(path.with_name(f"{path.stem}.{why}-{now:%Y-%m-%dT%H%M%S}{path.suffix}"))
    beside = [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]
    for file in beside:
        with contextlib.suppress(FileNotFoundError):
            _link_or_copy(file, kept.with_name(kept.name + file.name.removeprefix(path.name)))
    path.rename(kept)
    for file in beside:
        file.unlink(missing_ok=True)
    return kept


def _link_or_copy(file: Path, name: Path) -> None:
    """Give a file a second name, or copy it on file systems without hard links (most USB sticks)."""
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
    """Move a finished database to ``path`` and return where the old one was set aside, if there was one.

    If the second rename fails the first one is undone, so that ``path`` always exists.
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
    """Like `atomic_file`, for a file that must not exist yet; raises `ExistsError` if it does."""
    if os.path.lexists(path):  # also true for a broken link
        raise ExistsError(path=path)
    with atomic_file(path) as unfinished:
        yield unfinished


def gzip_writer(path: Path, level: int) -> gzip.GzipFile:
    """Open a gzip file for writing, without a date in its header: gzip cannot store dates before 1970."""
    return gzip.GzipFile(path, "wb", compresslevel=level, mtime=0)
