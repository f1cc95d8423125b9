"""One finger pulls what does not fit into its room."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractScrollArea, QApplication, QScroller

_OUTSIDE = QPointF(-10_000, -10_000)


def follow_a_finger(area: QAbstractScrollArea) -> None:
    """Let one finger pull what is in an area; by itself Qt asks for two of them, or for the narrow bar at the edge."""
    viewport = area.viewport()
    QScroller.grabGesture(viewport, QScroller.ScrollerGestureType.TouchGesture)
    QScroller.scroller(viewport).stateChanged.connect(partial(_let_go, area))


def _let_go(area: QAbstractScrollArea, state: QScroller.State) -> None:
    """Whoever pulls has pressed nothing: what came under the finger first hears that it was let go elsewhere."""
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
