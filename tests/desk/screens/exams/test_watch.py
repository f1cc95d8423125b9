"""What is noticed during an exam is written down while its window lives, and not afterwards."""

from __future__ import annotations

from typing import Any, cast

import shiboken6
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from trainer.desk.screens.exams.watch import Watch
from trainer.exams.sitting import Sitting


class Log:
    """Takes the place of a sitting, and keeps what is written into its log."""

    def __init__(self) -> None:
        self.incidents: list[str] = []

    def incident(self, what: str, *_: Any) -> None:
        self.incidents.append(what)


def test_a_window_that_is_gone_notes_nothing_more(qtbot: QtBot) -> None:
    log, window = Log(), QWidget()
    watch = Watch(window, lambda: 0)
    watch.begin(cast(Sitting, log))
    QGuiApplication.clipboard().dataChanged.emit()
    assert log.incidents == ["clipboard"]
    shiboken6.delete(window)
    QGuiApplication.clipboard().dataChanged.emit()
    assert log.incidents == ["clipboard"]
