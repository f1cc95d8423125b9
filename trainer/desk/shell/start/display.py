"""Fallback for a display that cannot be opened, such as one of a session that has ended.

Qt terminates the program in that case, with a message of its own. It logs the error just before that, which is the
moment to act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler


@contextmanager
def without_display(go_on: Callable[[], object]) -> Iterator[None]:
    """Within this block, call ``go_on`` instead of letting Qt terminate the program; ``go_on`` must not return."""

    def hear(kind: QtMsgType, context: QMessageLogContext, words: str) -> None:
        if kind is QtMsgType.QtFatalMsg:
            go_on()

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
