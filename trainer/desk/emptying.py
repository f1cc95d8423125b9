"""Taking widgets out of the window for good."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout, QWidget


def discard(widget: QWidget) -> None:
    """Hide a widget at once and delete it when the event under way is over."""
    widget.hide()
    widget.setParent(None)
    widget.deleteLater()


def empty(layout: QLayout) -> None:
    """Discard every widget of a layout."""
    while layout.count():
        widget = layout.takeAt(0).widget()
        if widget is not None:
            discard(widget)
