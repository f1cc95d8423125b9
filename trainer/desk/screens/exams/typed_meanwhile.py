"""What was typed or clicked while the program was at work is for nobody.

An Enter too many, pressed while keys were stretched or a paper drawn, would press the button of the next screen.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

_INPUT = (
    QEvent.Type.KeyPress,
    QEvent.Type.ShortcutOverride,
    QEvent.Type.Shortcut,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.TouchBegin,
)


class _Deaf(QObject):
    """Hears no key and no click."""

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        return event.type() in _INPUT


def drop_what_was_typed() -> None:
    """Take what waits to be heard off the queue, unheard."""
    application, deaf = QApplication.instance(), _Deaf()
    assert application is not None
    application.installEventFilter(deaf)
    QApplication.processEvents()
    application.removeEventFilter(deaf)
