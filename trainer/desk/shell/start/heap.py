"""Heap settings that keep memory flat: large blocks are returned to the system.

glibc returns a large block to the system when it is freed, but raises its threshold for "large" after the first one.
From then on pictures are allocated on the heap, where they leave holes that later pictures often do not fit into.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

_MMAP_THRESHOLD = -3  # M_MMAP_THRESHOLD of malloc.h
_LARGE = 128 * 1024  # bytes: the default threshold; once set, it no longer rises


def keep_pictures_apart() -> None:
    """Allocate large blocks, such as pictures, outside the heap from now on."""
    _ask("mallopt", _MMAP_THRESHOLD, _LARGE)


def give_holes_back() -> None:
    """Return free heap memory to the system; takes about a millisecond."""
    _ask("malloc_trim", 0)


def _ask(name: str, *values: int) -> None:
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # not every C library has it
            getattr(ctypes.CDLL(None), name)(*values)
