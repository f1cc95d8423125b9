"""Where records and copies of them lie."""

from __future__ import annotations

from itertools import count
from pathlib import Path


def default_path() -> Path:
    """The records of this computer's user."""
    from platformdirs import user_data_path  # noqa: PLC0415 - most callers pass a path of their own

    return user_data_path("croupier-trainer", appauthor=False) / "records.db"


def free_path(wanted: Path) -> Path:
    """The path itself if nothing lies there, else the next numbered one: nothing is ever overwritten.

    >>> free_path(Path("/nowhere/records.db")).name
    'records.db'
    """
    if not wanted.exists():
        return wanted
    numbered = (wanted.with_name(f"{wanted.stem}-{number}{wanted.suffix}") for number in count(2))
    return next(path for path in numbered if not path.exists())
