"""Pictures kept out of the heap, and holes given back.

The C library of Linux gives a large block back to the system as soon as it is let go, but only until the first one is:
from then on it takes blocks of that size from the heap. A picture that is let go there leaves a hole between small
things that stay, and what grows next often does not fit into it.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress

_MMAP_THRESHOLD = -3  # as malloc.h calls it
_LARGE = 128 * 1024  # bytes: where the C library itself begins; said once, it stays there


def keep_pictures_apart() -> None:
    """From now on a picture that is let go goes back to the system, for the whole program."""
    _ask("mallopt", _MMAP_THRESHOLD, _LARGE)


def give_holes_back() -> None:
    """What smaller things left behind, between one run and the next; takes a thousandth of a second."""
    _ask("malloc_trim", 0)


def _ask(name: str, *values: int) -> None:
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # not every C library knows it
            getattr(ctypes.CDLL(None), name)(*values)
