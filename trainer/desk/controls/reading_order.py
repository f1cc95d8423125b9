"""The order in which a screen is read, and in which Tab therefore walks through it.

Qt walks in the order in which widgets were made, which is not where they stand: a card's buttons are made before what
is asked for above them, and what is made anew while a screen is used comes last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QGridLayout, QLayout, QScrollArea, QWidget


class ColumnGrid(QGridLayout):
    """A grid that is read column by column."""


def walked(widget: QWidget) -> Iterator[QWidget]:
    """A widget and all in it that Tab stops at, as they are read: columns one after the other, rows from the left; last
    what lies over the rest."""
    if not widget.isVisible():
        return
    if widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
    if isinstance(widget, QScrollArea) and (inside := widget.widget()) is not None:
        yield from walked(inside)
    elif isinstance(widget, QAbstractScrollArea):
        return  # a list or a text: what is in it is walked with the arrows
    elif (layout := widget.layout()) is not None:
        yield from _in_layout(layout)
        for child in _in_rows(widget):
            if not _is_placed(layout, child):
                yield from walked(child)
    else:
        for child in _in_rows(widget):
            yield from walked(child)


def _in_layout(layout: QLayout) -> Iterator[QWidget]:
    places = list(range(layout.count()))
    if isinstance(layout, QGridLayout):
        places.sort(key=lambda place: _reading_place(layout, place))
    for place in places:
        item = layout.itemAt(place)
        inner, below = (item.widget(), item.layout()) if item is not None else (None, None)
        if inner is not None:
            yield from walked(inner)
        elif below is not None:
            yield from _in_layout(below)


def _is_placed(layout: QLayout, widget: QWidget) -> bool:
    """Whether a layout holds a widget, itself or in a layout within."""
    inner = (item.layout() for place in range(layout.count()) if (item := layout.itemAt(place)) is not None)
    return layout.indexOf(widget) >= 0 or any(below is not None and _is_placed(below, widget) for below in inner)


def _reading_place(layout: QGridLayout, place: int) -> tuple[int, int]:
    row, column, *_ = cast(tuple[int, int, int, int], layout.getItemPosition(place))
    return (column, row) if isinstance(layout, ColumnGrid) else (row, column)


def _in_rows(parent: QWidget) -> list[QWidget]:
    """The children of a widget that places them itself, row by row."""
    widgets = [child for child in parent.children() if isinstance(child, QWidget)]
    children = [child for child in widgets if child.isVisible() and not child.isWindow()]
    rows: list[list[QWidget]] = []
    for child in sorted(children, key=QWidget.y):
        if rows and child.geometry().center().y() <= rows[-1][0].geometry().bottom():
            rows[-1].append(child)
        else:
            rows.append([child])
    return [child for row in rows for child in sorted(row, key=QWidget.x)]


def step_through(screen: QWidget, forward: bool) -> bool:
    """Give the keys to what is read next, or before, and bring it into sight; tells whether there is anything."""
    stops = list(walked(screen))
    if not stops:
        return False
    focused = screen.focusWidget()
    place = stops.index(focused) + (1 if forward else -1) if focused in stops else 0 if forward else -1
    stop = stops[place % len(stops)]
    stop.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _bring_into_sight(stop)
    return True


def _bring_into_sight(widget: QWidget) -> None:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget)
        parent = parent.parentWidget()
