"""Removes widgets from the window for good; keyboard focus that one of them had goes to their screen."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from trainer.desk.widgets.screen import Screen


def discard(*widgets: QWidget) -> None:
    """Hide widgets at once and delete them when the event under way is over.

    If one of them has the keyboard focus, their screen gets it: Qt would give it to the next widget.

    Code that shows a changing list keeps the widgets in a list of its own. Asking a layout for its items leaves Python
    objects behind for items that Qt deletes, and PySide6 takes what Qt later puts at the same address for them.
    """
    for widget in widgets:
        if (screen := _screen_of(widget)) is not None:
            screen.setFocus()
        widget.hide()
        widget.deleteLater()


def _screen_of(widget: QWidget) -> QWidget | None:
    """The screen of a widget that has the keyboard focus or contains the widget that has it."""
    focused, screen = widget.window().focusWidget(), widget.parentWidget()
    if focused is None or not (focused is widget or widget.isAncestorOf(focused)):
        return None
    while screen is not None and not isinstance(screen, Screen):
        screen = screen.parentWidget()
    return screen
