"""Wakes Qt's event loop on Ctrl-C.

Python handles a signal only when it has control, which Qt does not give it while idle. The signal therefore wakes Qt's
event loop through a socket. This begins after the first screen has been painted; until then Ctrl-C is polled.
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QSocketNotifier

from trainer.desk.shell.start.interrupt import Interrupt


class Waking:
    """Within this block Ctrl-C wakes Qt's event loop and calls back; `Interrupt` records the signal itself."""

    def __init__(self, interrupt: Interrupt, tell: Callable[[], object]) -> None:
        self._interrupt = interrupt
        self._tell = tell

    def __enter__(self) -> None:
        self._woken, self._wakes = socket.socketpair()
        for end in (self._woken, self._wakes):
            end.setblocking(False)
        self._before = signal.set_wakeup_fd(self._wakes.fileno(), warn_on_full_buffer=False)
        self._notifier = QSocketNotifier(self._woken.fileno(), QSocketNotifier.Type.Read)
        self._notifier.activated.connect(self._wake)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.set_wakeup_fd(self._before)
        self._notifier.setEnabled(False)
        for end in (self._woken, self._wakes):
            end.close()

    def _wake(self) -> None:
        self._woken.recv(64)
        if self._interrupt.came:
            self._tell()
