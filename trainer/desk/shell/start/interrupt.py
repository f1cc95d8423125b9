"""Records Ctrl-C, SIGTERM and SIGHUP, so that the application can close between two Qt events."""

from __future__ import annotations

import signal
from types import FrameType, TracebackType

from trainer.system.signals import exit_at_once, exit_signals


class Interrupt:
    """Within this block Ctrl-C sets ``came`` instead of raising; the second one ends the program."""

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
