"""A key that was pressed while the program worked presses nothing on the screen that follows."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from trainer.desk.screens.exams.stray_keys import drop_what_was_typed


def test_what_waited_is_heard_by_nobody_and_what_follows_by_everybody(qtbot: QtBot) -> None:
    line = QLineEdit()
    qtbot.addWidget(line)

    def press() -> None:
        key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_7, Qt.KeyboardModifier.NoModifier, "7")
        QCoreApplication.postEvent(line, key)

    press()
    drop_what_was_typed()
    assert line.text() == ""
    press()
    QApplication.processEvents()
    assert line.text() == "7"
