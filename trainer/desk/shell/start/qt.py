"""Load Qt without PySide6's import hook.

PySide6 can rename its functions module by module (``from __feature__ import snake_case``). For that it replaces
Python's ``__import__`` and reads the source of every module that is imported afterwards. The program does not use it;
removing the hook saves about a tenth of the time that an empty window takes.
"""

from __future__ import annotations

import builtins
from importlib import import_module


def load_qt() -> None:
    """Import Qt's core and restore Python's own ``__import__``."""
    own_import = builtins.__import__
    try:
        import_module("PySide6.QtCore")  # installs the hook
    finally:
        builtins.__import__ = own_import
