"""Qt, loaded for a start: without the hook by which PySide6 watches what is imported.

PySide6 can spell its names another way module by module (``from __feature__ import snake_case``). For that it wraps
Python's import and reads the source of every module that is imported from then on. Nothing here asks for it; without
it a start saves about a tenth of what an empty window takes.
"""

from __future__ import annotations

import builtins
from importlib import import_module


def load_qt() -> None:
    """Load Qt's core and put Python's own import back in its place."""
    own = builtins.__import__
    import_module("PySide6.QtCore")  # the hook comes with it
    builtins.__import__ = own
