"""A file that marks a start in progress, so that the next start knows if this one crashed."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


class StartMark:
    """Exists from the beginning of a start until its first screen is painted.

    If the file cannot be written, a crash during the start goes unnoticed.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def stands(self) -> bool:
        """Whether an earlier start neither reached its first screen nor ended."""
        try:
            return self._path.exists()
        except OSError:
            return False

    def put(self) -> None:
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.touch()

    def take_away(self) -> None:
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
