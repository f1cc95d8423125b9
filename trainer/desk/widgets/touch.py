"""Touch and drag: scrolling with one finger, and moving a button by hand within its parent."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QScroller

_OUTSIDE = QPointF(-10_000, -10_000)


def follow_a_finger(area: QAbstractScrollArea) -> None:
    """Scroll an area with one finger; by default Qt needs two fingers or the scroll bar."""
    viewport = area.viewport()
    QScroller.grabGesture(viewport, QScroller.ScrollerGestureType.TouchGesture)
    QScroller.scroller(viewport).stateChanged.connect(partial(_let_go, area))


def _let_go(area: QAbstractScrollArea, state: QScroller.State) -> None:
    """Cancel the press of the widget under the finger when scrolling begins."""
    if state is not QScroller.State.Dragging:
        return
    pressed = [button for button in area.findChildren(QAbstractButton) if button.isDown()]
    for widget in (area.viewport(), *pressed):
        left = Qt.MouseButton.LeftButton
        there = widget.mapToGlobal(_OUTSIDE)
        let_go = QMouseEvent(
            QEvent.Type.MouseButtonRelease, _OUTSIDE, there, left, Qt.MouseButton.NoButton, Qt.KeyboardModifier(0)
        )
        QApplication.sendEvent(widget, let_go)


class Dragging(QObject):
    """Makes buttons draggable: a dragged button follows the pointer, and ``dropped`` is emitted when it is released.

    A press that hardly moves stays a click. The receiver of ``dropped`` puts the button into its place.
    """

    dropped = Signal(QAbstractButton, QPoint)  # the button, and its centre in the parent

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._grip: QPoint | None = None
        self._is_moving = False

    def watch(self, button: QAbstractButton) -> None:
        button.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent) or not isinstance(watched, QAbstractButton):
            return False
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._grip = event.position().toPoint()
            self._is_moving = False
        elif event.type() == QEvent.Type.MouseMove and self._grip is not None:
            here = event.position().toPoint()
            if not self._is_moving and (here - self._grip).manhattanLength() < QApplication.startDragDistance():
                return False
            if not self._is_moving:
                self._is_moving = True
                watched.setDown(False)
                watched.raise_()
            watched.move(watched.pos() + here - self._grip)
            return True
        elif event.type() == QEvent.Type.MouseButtonRelease and self._grip is not None:
            self._grip = None
            if self._is_moving:
                self._is_moving = False
                self.dropped.emit(watched, watched.geometry().center())
                return True
        return False
