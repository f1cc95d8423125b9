"""The lock that allows one writer to the records at a time."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from trainer.records.errors import ReadOnlyError, translate_errors
from trainer.system.private_files import make_private


class WriterLock:
    """Held from construction to `release`. Raises `InUseError` if another process holds it for ``patience`` seconds.

    The lock is an exclusive SQLite transaction on an empty file beside the records: it works on every system, and the
    system releases it however the process ends.
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
