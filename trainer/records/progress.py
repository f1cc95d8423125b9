"""How long work tells how far it is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""


def no_progress(done: int, total: int) -> None:
    """For those who do not watch."""
