"""Where the window stands: where it stood last, as far as there is a screen."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

Place = tuple[int, int, int, int]
"""Left, top, width and height."""
_BAR = 40  # pixels: what a system takes at most for the bar of a window, which is not known before it is shown


def stand(window: QWidget, place: Place | None) -> None:
    """Put a window where it stood; without a place, no larger than its screen leaves it under its bar."""
    if place is None:
        window.resize(window.size().boundedTo(window.screen().availableGeometry().adjusted(0, _BAR, 0, 0).size()))
        return
    wanted = QRect(*place)
    screen = QGuiApplication.screenAt(wanted.center()) or window.screen()
    room = screen.availableGeometry()
    size = wanted.size().boundedTo(room.adjusted(0, _BAR, 0, 0).size()).expandedTo(window.minimumSize())
    corner = QPoint(
        max(room.left(), min(wanted.left(), room.right() - size.width() + 1)),
        max(room.top(), min(wanted.top(), room.bottom() - size.height() + 1)),
    )
    window.setGeometry(QRect(corner, size))


def place_of(window: QWidget) -> Place | None:
    """Where a window stands; nothing while it fills the screen."""
    if window.isFullScreen() or window.isMaximized():
        return None
    box = window.geometry()
    return box.left(), box.top(), box.width(), box.height()
