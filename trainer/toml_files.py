"""TOML files, read as Python reads its modules: parsed once, then from a compiled copy until the file changes.

Only the program's own files have such copies, in the ``__pycache__`` beside them. What a school writes is parsed every
time: its disk may not tell two changes in the same second apart, and a figure must never be yesterday's.
The copies save a start of the desk about a tenth of what an empty window takes.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from trainer.lazily import lazily

with lazily():  # not needed while the compiled copies hold
    import tomli

_PACKAGE = Path(__file__).parent


def read_toml(path: Path) -> dict[str, Any]:
    """The data of a file; raises `OSError` if it cannot be read and `ValueError` if it is not TOML in UTF-8."""
    if not path.is_relative_to(_PACKAGE):
        return _parsed(path)
    state = path.stat()
    stamp = f"{state.st_mtime_ns} {state.st_size}".encode()
    compiled = path.parent / "__pycache__" / f"{path.name}.json"
    with suppress(OSError, msgspec.DecodeError):
        found, _, content = compiled.read_bytes().partition(b"\n")
        if found == stamp:
            return msgspec.json.decode(content, type=dict[str, Any])
    data = _parsed(path)
    if not sys.dont_write_bytecode:
        with suppress(OSError):  # an installed program may not write beside itself
            compiled.parent.mkdir(exist_ok=True)
            fresh = compiled.with_suffix(f".{os.getpid()}")
            fresh.write_bytes(stamp + b"\n" + msgspec.json.encode(data))
            fresh.replace(compiled)
    return data


def _parsed(path: Path) -> dict[str, Any]:
    return tomli.loads(path.read_text(encoding="utf-8"))
