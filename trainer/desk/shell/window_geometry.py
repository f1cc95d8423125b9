"""Position and size of the main window, restored within the limits of the screen."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

Geometry = tuple[int, int, int, int]
"""Left, top, width and height."""
_BAR = 40  # pixels: largest height of a title bar, unknown before the window is shown


def restore_geometry(window: QWidget, place: Geometry | None, room: QRect | None = None) -> None:
    """Put a window where it was; without a saved geometry, no larger than the screen.

    The minimum size never exceeds the screen, however small that is: what cannot be seen cannot be clicked. ``room``
    overrides the available part of the screen.
    """
    wanted = QRect(*place) if place is not None else None
    screen = QGuiApplication.screenAt(wanted.center()) if wanted is not None else None
    room = room or (screen or window.screen()).availableGeometry()
    most = room.adjusted(0, _BAR, 0, 0).size()
    window.setMinimumSize(window.minimumSize().boundedTo(most))
    if wanted is None:
        window.resize(window.size().boundedTo(most))
        return
    size = wanted.size().boundedTo(most).expandedTo(window.minimumSize())
    corner = QPoint(
        max(room.left(), min(wanted.left(), room.right() - size.width() + 1)),
        max(room.top(), min(wanted.top(), room.bottom() - size.height() + 1)),
    )
    window.setGeometry(QRect(corner, size))


def geometry_of(window: QWidget) -> Geometry | None:
    """Position and size of a window; `None` while it is maximised or full screen."""
    if window.isFullScreen() or window.isMaximized():
        return None
    box = window.geometry()
    return box.left(), box.top(), box.width(), box.height()
