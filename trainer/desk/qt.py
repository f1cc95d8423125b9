"""Qt, loaded for a start: without the hook by which PySide6 watches what is imported.

PySide6 can spell its names another way module by module (``from __feature__ import snake_case``). For that it wraps
Python's import and reads the source of every module that is imported from then on. Nothing here asks for it, and it
would cost a start more than the rules and the first question together.
"""

from __future__ import annotations

import builtins


def load_qt() -> None:
    """Load Qt's core and put Python's own import back in its place."""
    own = builtins.__import__
    import PySide6.QtCore  # noqa: F401, PLC0415 - the hook comes with it

    builtins.__import__ = own
