"""The callback type for progress reports of long work."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Called with the amount done and the total."""


def no_progress(done: int, total: int) -> None:
    """Ignore the report."""
