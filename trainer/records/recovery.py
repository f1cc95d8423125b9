"""What to do about a damaged file: set it aside under a dated name, and save from it every row that can be read.

The new file is made whole beside the damaged one before anything is moved. What could not be read is listed in a report
beside the file that was set aside, a line each.
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
from trainer.records.database_files import remove_database, replace_database, resolve_link
from trainer.records.errors import CannotOpenError, DamagedError, EarlierFormError, RecordsError, translate_errors
from trainer.records.integrity import check_store
from trainer.records.raw_pages import Row, carve_rows
from trainer.records.salvage import Salvage
from trainer.records.store import Store
from trainer.records.writer_lock import WriterLock
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
_ITS_OWN = ("profiles", "attempts")  # whose rows are in no other file
_STEPS = 1_000_000  # of SQLite's machine between two looks at whether it goes on for ever
_MOST_LOOKS = 2_000


def open_or_repair(path: Path, clock: Clock = wall_clock) -> Store:
    """The store of a path; if its file is damaged, a new one with what could be saved, and a notice that says so."""
    try:
        return Store(path, clock)
    except DamagedError:
        _log.warning("the records are damaged and are being repaired")
        return repair(path, clock)


def repair(path: Path, clock: Clock = wall_clock) -> Store:
    """Set the file aside, whatever its state, and open a new one with every attempt that could be read from it.

    Raises before anything is moved: while the records are open anywhere, if they are of another or a newer program, if
    there is no room for the new file.
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
            salvage = _rescued(path, unfinished, clock)
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
    """Whether every row of the records can be read and nothing is to be repaired. Raises other `RecordsError`s."""
    try:
        with Store(path, read_only=True) as store:
            check_store(store)
    except EarlierFormError:
        with translate_errors(path), contextlib.closing(open_read_only(path)) as connection:
            return bool(connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)])
    except DamagedError:
        return False
    return True


def _rescued(path: Path, target: Path, clock: Clock) -> Salvage:
    with Store(target, clock) as store:
        return salvage_rows(path, store)


def salvage_rows(damaged: Path, store: Store) -> Salvage:
    """Copy into an empty store every attempt that a damaged file still gives; says how many, and what was left out.

    It works on a copy, so that the file itself stays as it is for whoever can do more. First SQLite is asked, from the
    front and from the back; where it cannot read all, every page is looked at by itself.
    """
    salvage = Salvage()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        for ending in ("",) if _is_another_s_log(damaged) else ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(damaged.with_name(damaged.name + ending), copy.with_name(copy.name + ending))
        untouched = copy.with_name("untouched.db")
        shutil.copyfile(copy, untouched)
        is_whole = not wal_file.is_damaged(wal_file.wal_path(copy))
        if wal_file.wal_path(copy).is_file():
            shutil.copyfile(wal_file.wal_path(copy), wal_file.wal_path(untouched))
        reader = _Reader(copy, damaged)
        is_carved = False
        for table in _KEYS:  # attempts come last: they name all the others
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


def _is_another_s_log(damaged: Path) -> bool:
    """Whether the log beside a file is of another: it says so, and not a row of it is among the file's. Its word alone
    is not enough, because the number that it has or has not may be what was damaged."""
    if not wal_file.is_foreign(damaged):
        return False
    with tempfile.TemporaryDirectory() as folder:
        alone, nothing = Path(folder) / "alone.db", Path(folder) / "nothing.db"
        shutil.copyfile(damaged, alone)
        nothing.touch()
        shutil.copyfile(wal_file.wal_path(damaged), wal_file.wal_path(nothing))
        in_file, in_log = ({each for each in carve_rows(one) if each[0] in _ITS_OWN} for one in (alone, nothing))
    return bool(in_file) and not in_file & in_log


class _Reader:
    """Reads the tables of a copy as far as SQLite can; ``is_whole`` as long as nothing stopped it."""

    def __init__(self, copy: Path, original: Path) -> None:
        self.is_whole = True
        self._connection: sqlite3.Connection | None = None
        self._tables: set[str] = set()
        self._looks = 0
        try:
            connection = sqlite3.connect(copy, isolation_level=None)
            self._connection = connection
            connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
            connection.set_progress_handler(self._goes_on_for_ever, _STEPS)
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

    def _goes_on_for_ever(self) -> int:
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
    """What could not be kept, beside the file it stands in; nothing if there is nothing to say."""
    if not left_out:
        return None
    report = free_path(kept.with_suffix(".txt"))
    with contextlib.suppress(OSError):
        write_atomically(report, "\n".join((str(kept), *left_out, "")).encode(errors="backslashreplace"))
    return report
