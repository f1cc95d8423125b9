"""Repair of a damaged file: set it aside under a dated name, and salvage every row that can be read.

The new file is finished beside the damaged one before anything is renamed. Rows that cannot be read are listed in a
text file beside the one that was set aside.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from trainer.records import schema, wal_file
from trainer.records.attempts import Clock, wall_clock
from trainer.records.backup import open_read_only
from trainer.records.database import WriterLock
from trainer.records.database_files import remove_database, replace_database, resolve_link
from trainer.records.errors import CannotOpenError, DamagedError, EarlierFormError, RecordsError
from trainer.records.integrity import check_store
from trainer.records.raw_pages import Row, carve_rows
from trainer.records.salvage import Salvage
from trainer.records.sqlite_errors import translate_errors
from trainer.records.store import Store
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import free_path, write_atomically
from trainer.texts import Message

with lazily():  # sqlite-utils is slow to import
    from trainer.records.migrations import migrate

_log = logging.getLogger(__name__)

_KEYS: dict[str, tuple[str, ...]] = {
    "profiles": ("id",),
    "texts": ("id",),
    "plans": ("id",),
    "sessions": ("number",),
    "rules": ("digest",),
    "attempts": ("profile", "id"),
}
_UNIQUE_TABLES = ("profiles", "attempts")  # tables whose rows exist in no other file
_STEPS = 1_000_000  # SQLite virtual machine steps between two checks for an endless loop
_MOST_LOOKS = 2_000


def open_or_repair(path: Path, clock: Clock = wall_clock) -> Store:
    """Open the records; if they are damaged, repair them first. A notice says what happened."""
    try:
        return Store(path, clock)
    except DamagedError:
        _log.warning("the records are damaged and are being repaired")
        return repair(path, clock)


def repair(path: Path, clock: Clock = wall_clock) -> Store:
    """Set the file aside and open a new one with every attempt that could be read from it.

    Raises before anything is renamed if the records are open elsewhere, belong to another or a newer program, or do not
    fit on the disk.
    """
    path = resolve_link(path)
    if not path.is_file():
        raise CannotOpenError(path=path)
    lock = WriterLock(path)
    try:
        with contextlib.suppress(DamagedError):
            schema.check_not_newer(path)
        unfinished = free_path(path.with_name(path.name + ".unfinished"))
        try:
            salvage = _salvage_into(path, unfinished, clock)
            kept = replace_database(unfinished, path, "damaged", clock()) or path
        finally:
            remove_database(unfinished)
        report = _write_report(kept, salvage.left_out + salvage.redated)
        store = Store(path, clock, lock=lock)
    except BaseException:
        lock.release()
        raise
    notice = {"path": str(kept), "rescued": salvage.attempts}
    if salvage.left_out:
        left_out = {"left_out": len(salvage.left_out), "report": str(report)}
        store.notices.append(Message("records.notice.set-aside-in-part", {**notice, **left_out}))
    else:
        store.notices.append(Message("records.notice.set-aside", notice))
    if salvage.redated:
        corrected = {"count": len(salvage.redated), "report": str(report)}
        store.notices.append(Message("records.notice.redated", corrected))
    return store


def is_sound(path: Path) -> bool:
    """Whether every row can be read, so that there is nothing to repair. Other errors are raised as `RecordsError`."""
    try:
        with Store(path, read_only=True) as store:
            check_store(store)
    except EarlierFormError:
        with translate_errors(path), contextlib.closing(open_read_only(path)) as connection:
            return bool(connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)])
    except DamagedError:
        return False
    return True


def _salvage_into(path: Path, target: Path, clock: Clock) -> Salvage:
    """Salvage the rows of ``path`` into a new store at ``target``."""
    with Store(target, clock) as store:
        return salvage_rows(path, store)


def salvage_rows(damaged: Path, store: Store) -> Salvage:
    """Copy every readable row of a damaged file into an empty store.

    Works on a copy, so that the damaged file stays unchanged for anybody who can do more. SQLite reads what it can,
    from the front and from the back; if that is not everything, every page is read on its own.
    """
    salvage = Salvage()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        for ending in ("",) if _has_foreign_log(damaged) else ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(damaged.with_name(damaged.name + ending), copy.with_name(copy.name + ending))
        untouched = copy.with_name("untouched.db")
        shutil.copyfile(copy, untouched)
        is_whole = not wal_file.is_damaged(wal_file.wal_path(copy))
        if wal_file.wal_path(copy).is_file():
            shutil.copyfile(wal_file.wal_path(copy), wal_file.wal_path(untouched))
        reader = _Reader(copy, damaged)
        is_carved = False
        for table in _KEYS:  # attempts last, because they refer to the others
            if table == "attempts":
                is_carved = not (is_whole and reader.is_whole)
                if is_carved:
                    for name, row in carve_rows(untouched):
                        if name != "attempts":
                            salvage.add(name, row)
                salvage.settle(store)
            for row in reader.rows(table):
                salvage.add(table, row)
        if is_carved or not reader.is_whole:
            for name, row in carve_rows(untouched):
                if name == "attempts":
                    salvage.add(name, row)
        reader.close()
    salvage.finish(store)
    return salvage


def _has_foreign_log(damaged: Path) -> bool:
    """Whether the write-ahead log belongs to another file: its file id says so, and they share no rows.

    The id alone is not enough, because the id may be what was damaged.
    """
    if not wal_file.is_foreign(damaged):
        return False
    with tempfile.TemporaryDirectory() as folder:
        alone, nothing = Path(folder) / "alone.db", Path(folder) / "nothing.db"
        shutil.copyfile(damaged, alone)
        nothing.touch()
        shutil.copyfile(wal_file.wal_path(damaged), wal_file.wal_path(nothing))
        in_file, in_log = ({each for each in carve_rows(one) if each[0] in _UNIQUE_TABLES} for one in (alone, nothing))
    return bool(in_file) and not in_file & in_log


class _Reader:
    """Reads the tables of a copy as far as SQLite can. ``is_whole`` stays true until something fails."""

    def __init__(self, copy: Path, original: Path) -> None:
        self.is_whole = True
        self._connection: sqlite3.Connection | None = None
        self._tables: set[str] = set()
        self._looks = 0
        try:
            connection = sqlite3.connect(copy, isolation_level=None)
            self._connection = connection
            connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
            connection.set_progress_handler(self._is_endless, _STEPS)
            version = schema.version_of(connection, original)
            if version is not None and version.major < schema.CURRENT.major:
                schema.check_not_altered(connection, original, version)
                migrate(connection, version)
            self._tables = schema.intact_tables(connection)
            if connection.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                self.is_whole = False
        except (sqlite3.Error, DamagedError, ValueError, TypeError, KeyError):
            self.is_whole = False
        except RecordsError:
            self.close()
            raise

    def _is_endless(self) -> int:
        self._looks += 1
        return int(self._looks > _MOST_LOOKS)

    def rows(self, table: str) -> Iterator[Row]:
        """The rows of a table up to where reading fails, then from the other end."""
        if self._connection is None or table not in self._tables:
            self.is_whole = False
            return
        for direction in ("", "DESC"):
            order = ", ".join(f"{column} {direction}" for column in _KEYS[table])
            try:
                yield from self._connection.execute(f"SELECT * FROM {table} ORDER BY {order}")
                return
            except (sqlite3.Error, UnicodeDecodeError):
                self.is_whole = False

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _write_report(kept: Path, left_out: list[str]) -> Path | None:
    """List rows that could not be stored or were corrected, in a text file beside ``kept``; None if there are none."""
    if not left_out:
        return None
    report = free_path(kept.with_suffix(".txt"))
    with contextlib.suppress(OSError):
        write_atomically(report, "\n".join((str(kept), *left_out, "")).encode(errors="backslashreplace"))
    return report
