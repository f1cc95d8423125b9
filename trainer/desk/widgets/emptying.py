"""Taking widgets out of the window for good."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from trainer.desk.widgets.screen import Screen


def discard(*widgets: QWidget) -> None:
    """Hide widgets at once and delete them when the event under way is over.

    If one of them has the keys, their screen has them from then on: Qt would give them to whatever comes next.

    Whoever shows a changing list keeps the widgets in a list of its own: asking a layout for its items leaves Python
    objects behind for items that Qt deletes, and what Qt later puts at the same address is taken for them.
    """
    for widget in widgets:
        if (screen := _screen_of(widget)) is not None:
            screen.setFocus()
        widget.hide()
        widget.deleteLater()


def _screen_of(widget: QWidget) -> QWidget | None:
    """The screen of a widget that has the keys, or holds who has them."""
    focused, screen = widget.window().focusWidget(), widget.parentWidget()
    if focused is None or not (focused is widget or widget.isAncestorOf(focused)):
        return None
    while screen is not None and not isinstance(screen, Screen):
        screen = screen.parentWidget()
    return screen
