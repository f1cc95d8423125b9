"""The order in which a screen is read, and in which Tab therefore walks through it.

Qt walks in the order in which widgets were made, which is not where they stand: a card's buttons are made before the
fields above them, and widgets that are made anew while a screen is used come last. Here the order follows from the
widgets' positions. Layouts must not be asked for it: `trainer.desk.widgets.discard` says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QScrollArea, QWidget


class ReadInColumns(QWidget):
    """A widget whose children are read column by column, such as a table with a column for each person."""


class _Box(Struct, frozen=True):
    """A child widget's place in its parent, and the widgets in it that Tab stops at."""

    is_last: bool
    left: int
    top: int
    right: int
    bottom: int
    stops: list[QWidget]


def walked(widget: QWidget) -> Iterator[QWidget]:
    """A widget and all in it that Tab stops at, as they are read.

    Rows are read from top to bottom and each from left to right; columns of unequal rows are read one after the other.
    A widget that lies over others comes after them, and so does one with the attribute ``is_read_last``.
    """
    if not widget.isVisible():
        return
    if widget.isEnabled() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
        yield widget
    if isinstance(widget, QScrollArea):
        inside = widget.widget()
        yield from walked(inside) if inside is not None else ()
    elif not isinstance(widget, QAbstractScrollArea):  # a list or a text: its lines are walked with the arrows
        boxes = _boxes(widget)
        for is_last in (False, True):
            chosen = [box for box in boxes if box.is_last is is_last]
            for box in _in_order(chosen, isinstance(widget, ReadInColumns)):
                yield from box.stops


def _boxes(parent: QWidget) -> list[_Box]:
    """The children that Tab stops at or in, the lowest first where they lie over each other."""
    found: list[_Box] = []
    for child in parent.children():
        if isinstance(child, QWidget) and not child.isWindow() and (stops := list(walked(child))):
            place, is_last = child.geometry(), getattr(child, "is_read_last", False)
            found.append(_Box(is_last, place.left(), place.top(), place.right(), place.bottom(), stops))
    return found


def _in_order(boxes: Sequence[_Box], columns_first: bool) -> Sequence[_Box]:
    """Boxes as they are read: cut into rows or columns for as long as a straight line goes between them."""
    if len(boxes) < 2:
        return boxes
    for by_columns in (columns_first, not columns_first):
        bands = _cut(boxes, by_columns)
        if len(bands) > 1:
            return [box for band in bands for box in _in_order(band, columns_first)]
    return [*_in_order(boxes[:-1], columns_first), boxes[-1]]


def _cut(boxes: Sequence[_Box], by_columns: bool) -> list[list[_Box]]:
    """The rows, or the columns, that boxes stand in; within each they keep their order."""
    ends = [(box.left, box.right) if by_columns else (box.top, box.bottom) for box in boxes]
    bands: list[list[int]] = []
    reached = 0
    for place in sorted(range(len(boxes)), key=lambda each: ends[each][0]):
        first, last = ends[place]
        if bands and first <= reached:
            bands[-1].append(place)
            reached = max(reached, last)
        else:
            bands.append([place])
            reached = last
    return [[boxes[place] for place in sorted(band)] for band in bands]


def step_through(screen: QWidget, forward: bool) -> bool:
    """Move the focus to the widget that is read next, or before, and scroll to it; returns whether there is any."""
    stops = list(walked(screen))
    if not stops:
        return False
    focused = screen.focusWidget()
    place = stops.index(focused) + (1 if forward else -1) if focused in stops else 0 if forward else -1
    stop = stops[place % len(stops)]
    stop.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _scroll_to(stop)
    return True


def _scroll_to(widget: QWidget) -> None:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget)
        parent = parent.parentWidget()
