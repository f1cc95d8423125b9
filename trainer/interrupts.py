"""Ctrl-C from the first line of the program on.

While modules are being loaded nothing is worth saying about Ctrl-C, and an exception in the midst of it is a traceback
at best: some compiled modules crash. So Ctrl-C first ends the program at once, with the status that a shell expects. A
command that has something to close or to say has `KeyboardInterrupt` raised; the desk remembers Ctrl-C by itself.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from types import FrameType

INTERRUPTED = 130
_last_acts: list[Callable[[], object]] = []


def end_at_once(number: int, frame: FrameType | None) -> None:
    for act in _last_acts:
        act()
    os._exit(INTERRUPTED)


def begin() -> None:
    """From now on Ctrl-C ends the program at once."""
    signal.signal(signal.SIGINT, end_at_once)


def raise_from_now_on() -> None:
    """From now on Ctrl-C raises `KeyboardInterrupt`; whoever called us from Python has settled that already."""
    if signal.getsignal(signal.SIGINT) is end_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def before_ending(act: Callable[[], object]) -> None:
    """What is still done when Ctrl-C ends the program at once; it must be short."""
    _last_acts.append(act)
