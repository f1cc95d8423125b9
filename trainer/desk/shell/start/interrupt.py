"""Ctrl-C while Qt is at work.

An exception in the midst of one of Qt's calls leaves things half done, so nothing is raised: Ctrl-C is remembered, and
looked at when nothing else is under way. Whoever presses it again does not want to wait for that: every answer is on
the disk by then, and the program ends at once.
"""

from __future__ import annotations

import signal
from types import FrameType, TracebackType

from trainer.system.signals import exit_at_once, exit_signals


class Interrupt:
    """Within this block Ctrl-C raises nothing and is remembered in ``came``; the second one ends the program."""

    def __init__(self) -> None:
        self.came = False

    def __enter__(self) -> Interrupt:
        self._before = {each: signal.signal(each, self._remember) for each in exit_signals()}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for each, before in self._before.items():
            signal.signal(each, before)

    def _remember(self, number: int, frame: FrameType | None) -> None:
        if self.came:
            exit_at_once(number, frame)
        self.came = True
