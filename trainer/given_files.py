"""Files that somebody names: by mistake it may be a film, a disk or a device without an end."""

from __future__ import annotations

import errno
import os
from pathlib import Path

LARGEST = 1 << 26  # bytes; a sealed result with all its felts, or a day at a real table, is a small part of it


def read_given(path: Path) -> bytes:
    """All of a file, within bounds; raises `OSError` if it cannot be read or is larger than any that is meant."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise OSError(errno.EOVERFLOW, os.strerror(errno.EOVERFLOW), str(path))
    return data
