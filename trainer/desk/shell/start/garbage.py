"""Garbage, left alone while the desk starts.

Python looks for garbage each time so many things have been made, and a start makes many: modules, rules, widgets, none
of them garbage. Not looking saves a start about an eighth of what an empty window takes.
"""

from __future__ import annotations

import gc


def put_off_collecting() -> None:
    """First of all: nothing made while starting is garbage."""
    gc.disable()


def begin_collecting() -> None:
    """Once started: what the start made stays for good and is never looked at again; garbage is collected as ever."""
    gc.freeze()
    gc.enable()
