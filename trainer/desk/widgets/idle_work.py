"""Work that waits until the window is idle, so that painting and keys come first."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

_READ_MILLISECONDS = 250  # the first frame is painted well before, and nobody has answered yet


def while_read(owner: QObject, job: Callable[[], object]) -> None:
    """Do something once, after the screen that is being opened was painted and while it is read."""
    QTimer.singleShot(_READ_MILLISECONDS, owner, job)


class IdleWork(QObject):
    """Runs jobs in order, one per turn of the event loop."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs: deque[Callable[[], None]] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._do_one)

    def add(self, job: Callable[[], None]) -> None:
        self._jobs.append(job)
        self._timer.start()

    def clear(self) -> None:
        """Drop the remaining jobs."""
        self._jobs.clear()
        self._timer.stop()

    def finish(self) -> None:
        """Run all remaining jobs now."""
        while self._jobs:
            self._do_one()

    def _do_one(self) -> None:
        if self._jobs:
            self._jobs.popleft()()
        if not self._jobs:
            self._timer.stop()
