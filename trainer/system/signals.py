"""Ctrl-C from the first line of the program on; so too the system that ends a session, and a terminal that is closed.

While modules are being loaded nothing is worth saying about Ctrl-C, and an exception in the midst of it is a traceback
at best: some compiled modules crash. So Ctrl-C first ends the program at once, with the status that a shell expects. A
command that has something to close or to say has `KeyboardInterrupt` raised; the desk remembers Ctrl-C by itself.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any

INTERRUPTED = 130
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # not every system has them all
_last_acts: list[Callable[[], object]] = []


def exit_at_once(number: int, frame: FrameType | None) -> None:
    for act in _last_acts:
        act()
    os._exit(INTERRUPTED)


def exit_signals() -> list[signal.Signals]:
    """What asks the program to end; not a closed terminal for one that was started to outlive it (``nohup``)."""
    known = [signal.Signals[name] for name in _NAMES if name in signal.Signals.__members__]
    return [each for each in known if each is signal.SIGINT or signal.getsignal(each) is not signal.SIG_IGN]


def exit_on_signals() -> None:
    """From now on Ctrl-C ends the program at once."""
    install(exit_at_once)


def install(act: Callable[[int, FrameType | None], Any]) -> None:
    for each in exit_signals():
        signal.signal(each, act)


def raise_on_signals() -> None:
    """From now on Ctrl-C raises `KeyboardInterrupt`; whoever called us from Python has settled that already."""
    if signal.getsignal(signal.SIGINT) is exit_at_once:
        install(signal.default_int_handler)


def run_before_exit(act: Callable[[], object]) -> None:
    """What is still done when Ctrl-C ends the program at once; it must be short."""
    _last_acts.append(act)
