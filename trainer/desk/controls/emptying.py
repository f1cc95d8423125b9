"""Taking widgets out of the window for good."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def discard(*widgets: QWidget) -> None:
    """Hide widgets at once and delete them when the event under way is over.

    Whoever shows a changing list keeps the widgets in a list of its own: asking a layout for its items leaves Python
    objects behind for items that Qt deletes, and what Qt later puts at the same address is taken for them.
    """
    for widget in widgets:
        widget.hide()
        widget.deleteLater()
