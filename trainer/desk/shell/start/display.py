"""A display that is named and not there: a session that has ended, a connection without one.

Qt ends the whole program over it, in words of its own. It says so just before that, and then it is still time to go on
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler


@contextmanager
def without_display(go_on: Callable[[], object]) -> Iterator[None]:
    """Within this block ``go_on`` is called in place of the end that Qt is about to make; it must not return."""

    def hear(kind: QtMsgType, context: QMessageLogContext, words: str) -> None:
        if kind is QtMsgType.QtFatalMsg:
            go_on()

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
