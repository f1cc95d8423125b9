"""Ctrl-C while Qt is at work.

An exception in the midst of one of Qt's calls leaves things half done, so nothing is raised: Ctrl-C is remembered, and
looked at when nothing else is under way.
"""

from __future__ import annotations

import signal
from types import FrameType, TracebackType


class Interrupt:
    """Within this block Ctrl-C raises nothing and is remembered in ``came``."""

    def __init__(self) -> None:
        self.came = False

    def __enter__(self) -> Interrupt:
        self._before = signal.signal(signal.SIGINT, self._remember)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _remember(self, number: int, frame: FrameType | None) -> None:
        self.came = True
