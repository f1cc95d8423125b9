"""A mark that stands while the desk starts, so that a start which took the whole program down is known to the next."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


class StartMark:
    """A small file that is there from the beginning of a start until its first screen is painted.

    Where it cannot be written there is none: a start that fails without a crash is told in any case.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def stands(self) -> bool:
        """Whether an earlier start came neither to its first screen nor to an end."""
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
