"""Ctrl-C and the other signals that end the program (``SIGTERM``, ``SIGHUP``).

While modules are imported, an exception raised by a signal is a traceback at best and a crash in some compiled modules.
So a signal first ends the process at once with the status that shells expect. Commands that must close something switch
to `KeyboardInterrupt` with `raise_on_signals`; the desk installs its own handler.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any

INTERRUPTED = 130
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows lacks some
_last_acts: list[Callable[[], object]] = []


def exit_at_once(number: int, frame: FrameType | None) -> None:
    """Signal handler that ends the process without unwinding."""
    for act in _last_acts:
        act()
    os._exit(INTERRUPTED)


def exit_signals() -> list[signal.Signals]:
    """Signals that ask the program to end, without those the parent process ignores (``nohup``)."""
    known = [signal.Signals[name] for name in _NAMES if name in signal.Signals.__members__]
    return [each for each in known if each is signal.SIGINT or signal.getsignal(each) is not signal.SIG_IGN]


def exit_on_signals() -> None:
    """From now on a signal ends the process at once."""
    install(exit_at_once)


def install(act: Callable[[int, FrameType | None], Any]) -> None:
    """Install a handler for all of `exit_signals`."""
    for each in exit_signals():
        signal.signal(each, act)


def raise_on_signals() -> None:
    """From now on a signal raises `KeyboardInterrupt`; keeps the handler of a Python caller."""
    if signal.getsignal(signal.SIGINT) is exit_at_once:
        install(signal.default_int_handler)


def run_before_exit(act: Callable[[], object]) -> None:
    """Register a short function that runs before `exit_at_once` ends the process."""
    _last_acts.append(act)
