"""Qt, loaded for a start: without what PySide6 does at each of its own starts and need not do again.

PySide6 can spell its names another way module by module (``from __feature__ import snake_case``). For that it wraps
Python's import and reads the source of every module that is imported from then on. Nothing here asks for it; without
it a start saves about a tenth of what an empty window takes.

PySide6 carries modules of its own within its library, as source, and compiles them at every start. Here they are
compiled once and kept, as Python keeps any other module; that saves about a sixth of what an empty window takes.
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
    """Load Qt's core and put Python's own import and compiler back in their places."""
    own_import, own_compile = builtins.__import__, builtins.compile
    kept = KeptModules(_KEPT, own_compile)
    builtins.compile = kept.compile
    try:
        import_module("PySide6.QtCore")  # the hook comes with it
    finally:
        builtins.__import__, builtins.compile = own_import, own_compile
    kept.keep()


class KeptModules:
    """Modules that were compiled from bytes, each under the digest of its name and source: another one is compiled."""

    def __init__(self, path: Path, own_compile: Callable[..., Any]) -> None:
        self._path = path
        self._own_compile = own_compile
        self._found: dict[bytes, CodeType] = {}
        self._used: dict[bytes, CodeType] = {}
        with suppress(OSError, ValueError, EOFError, TypeError):
            self._found = dict(marshal.loads(path.read_bytes()))

    def compile(self, source: Any, filename: Any, mode: str, *others: Any, **named: Any) -> Any:
        """As Python's own, but for a whole module in bytes, which is how PySide6's importer has them."""
        if not isinstance(source, bytes) or mode != "exec" or others or named:
            return self._own_compile(source, filename, mode, *others, **named)
        digest = sha256(b"%b\n%b\n%b" % (MAGIC_NUMBER, str(filename).encode(), source)).digest()
        code: CodeType = self._found.get(digest) or self._own_compile(source, filename, mode)
        self._used[digest] = code
        return code

    def keep(self) -> None:
        """Write what was used, if any of it had to be compiled."""
        if self._used.keys() <= self._found.keys() or sys.dont_write_bytecode:
            return
        with suppress(OSError):  # an installed program may not write beside itself
            self._path.parent.mkdir(exist_ok=True)
            fresh = self._path.with_suffix(f".{os.getpid()}")
            fresh.write_bytes(marshal.dumps(self._used))
            fresh.replace(self._path)
