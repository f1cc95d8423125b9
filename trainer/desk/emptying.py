"""Taking widgets out of the window for good."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout, QWidget


def discard(widget: QWidget) -> None:
    """Hide a widget at once and delete it when the event under way is over.

    Until then it keeps its parent: a widget without one belongs to Python, whose collector may take a parent and its
    children in the wrong order.
    """
    widget.hide()
    widget.deleteLater()


def empty(layout: QLayout) -> None:
    """Discard every widget of a layout."""
    for index in range(layout.count()):
        discard(layout.itemAt(index).widget())
