"""Loads Qt without two things that PySide6 does at every start.

PySide6 supports other spellings of its names (``from __feature__ import snake_case``). For that it wraps Python's
import function and reads the source of every module imported afterwards. Nothing here uses it; without it a start saves
about a tenth of the time in which an empty window opens.

PySide6 contains Python modules as source text and compiles them at every start. Here the compiled code is stored, as
Python does for any other module; that saves about a sixth.
"""

from __future__ import annotations

import builtins
import marshal
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Any

from trainer.system.digests import sha256

_KEPT = Path(__file__).parent / "__pycache__" / f"pyside.{sys.implementation.cache_tag}"


def load_qt() -> None:
    """Load QtCore, then restore Python's own import and compile functions."""
    own_import, own_compile = builtins.__import__, builtins.compile
    kept = KeptModules(_KEPT, own_compile)
    builtins.compile = kept.compile
    try:
        import_module("PySide6.QtCore")  # installs the import hook
    finally:
        builtins.__import__, builtins.compile = own_import, own_compile
    kept.keep()


class KeptModules:
    """Compiled modules by the digest of their name and source; any other source is compiled."""

    def __init__(self, path: Path, own_compile: Callable[..., Any]) -> None:
        self._path = path
        self._own_compile = own_compile
        self._found: dict[bytes, CodeType] = {}
        self._used: dict[bytes, CodeType] = {}
        with suppress(OSError, ValueError, EOFError, TypeError):
            self._found = dict(marshal.loads(path.read_bytes()))

    def compile(self, source: Any, filename: Any, mode: str, *others: Any, **named: Any) -> Any:
        """Like the built-in, but returns stored code for a whole module given as bytes, as PySide6's importer does."""
        if not isinstance(source, bytes) or mode != "exec" or others or named:
            return self._own_compile(source, filename, mode, *others, **named)
        digest = sha256(b"%b\n%b\n%b" % (MAGIC_NUMBER, str(filename).encode(), source)).digest()
        code: CodeType = self._found.get(digest) or self._own_compile(source, filename, mode)
        self._used[digest] = code
        return code

    def keep(self) -> None:
        """Write the compiled modules if any of them is new."""
        if self._used.keys() <= self._found.keys() or sys.dont_write_bytecode:
            return
        with suppress(OSError):  # an installed program may not write into its own folder
            self._path.parent.mkdir(exist_ok=True)
            fresh = self._path.with_suffix(f".{os.getpid()}")
            fresh.write_bytes(marshal.dumps(self._used))
            fresh.replace(self._path)
