"""Keys and clicks that must not count in an exam: a held key, and what was typed while the program worked."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit

_INPUT = (
    QEvent.Type.KeyPress,
    QEvent.Type.ShortcutOverride,
    QEvent.Type.Shortcut,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseButtonDblClick,
    QEvent.Type.TouchBegin,
)


class _Deaf(QObject):
    """An event filter that drops every key and click."""

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        return event.type() in _INPUT


def drop_what_was_typed() -> None:
    """Drop the keys and clicks that are waiting in the event queue."""
    application, deaf = QApplication.instance(), _Deaf()
    assert application is not None
    application.installEventFilter(deaf)
    QApplication.processEvents()
    application.removeEventFilter(deaf)


_WALKING = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Tab, Qt.Key.Key_Backtab),
    *(Qt.Key.Key_Backspace, Qt.Key.Key_Delete),
)


class HeldKeys(QObject):
    """Drops repeats of a held key; keys that move or delete may repeat, and letters in a field."""

    def __init__(self) -> None:
        super().__init__()
        self._released = (0, 0)  # key and time

    def begin(self) -> None:
        if (application := QApplication.instance()) is not None:
            application.installEventFilter(self)

    def end(self) -> None:
        if (application := QApplication.instance()) is not None:
            application.removeEventFilter(self)

    def eventFilter(self, _: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyRelease:
                self._released = (event.key(), event.timestamp())
            elif event.type() == QEvent.Type.KeyPress:
                return self._repeats(event) and not self._may_repeat(event)
        return False

    def _repeats(self, event: QKeyEvent) -> bool:
        same_moment = event.timestamp() > 0 and (event.key(), event.timestamp()) == self._released
        return event.isAutoRepeat() or same_moment

    @staticmethod
    def _may_repeat(event: QKeyEvent) -> bool:
        is_letter = bool(event.text()) and event.text().isprintable()
        return event.key() in _WALKING or (is_letter and isinstance(QApplication.focusWidget(), QLineEdit))
