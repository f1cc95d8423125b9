"""One writer: whoever holds the lock file beside the records may write to them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from trainer.records.errors import ReadOnlyError, translate_errors
from trainer.system.private_files import make_private


class WriterLock:
    """Held from construction to `release`; raises `InUseError` if another process (or store) holds it, and still does
    when so many seconds of patience are over.

    SQLite does the locking of a file that stays empty: the same on every system, and let go by the system when the
    process dies, however it dies.
    """

    def __init__(self, records: Path, patience: float = 0) -> None:
        path = records.with_name(records.name + ".lock")
        try:
            make_private(path)
        except OSError:
            raise ReadOnlyError(path=records) from None
        with translate_errors(records):
            self._connection = sqlite3.connect(path, timeout=patience, isolation_level=None, check_same_thread=False)
            try:
                self._connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.Error:
                self._connection.close()
                raise

    def release(self) -> None:
        self._connection.close()
