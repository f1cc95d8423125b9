"""Ctrl-C while Qt is at work.

Python hears of a signal only when it is given control, and Qt gives none while nothing happens; and an exception in the
midst of one of Qt's calls leaves things half done. So nothing is raised: the signal wakes Qt through a socket, and
whoever waits for it is told at a moment when nothing else is under way.
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from types import FrameType, TracebackType

from PySide6.QtCore import QSocketNotifier


class Interrupt:
    """Within this block Ctrl-C is remembered in ``came`` and told to ``tell``, if it is set."""

    def __init__(self) -> None:
        self.came = False
        self.tell: Callable[[], object] | None = None

    def __enter__(self) -> Interrupt:
        self._woken, self._wakes = socket.socketpair()
        for end in (self._woken, self._wakes):
            end.setblocking(False)
        self._before = signal.signal(signal.SIGINT, self._remember)
        self._before_fd = signal.set_wakeup_fd(self._wakes.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._woken.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._wake)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.set_wakeup_fd(self._before_fd)
        signal.signal(signal.SIGINT, self._before)
        self._notifier.setEnabled(False)
        for end in (self._woken, self._wakes):
            end.close()

    def _remember(self, number: int, frame: FrameType | None) -> None:
        self.came = True

    def _wake(self) -> None:
        self._woken.recv(64)
        if self.came and self.tell is not None:
            self.tell()
