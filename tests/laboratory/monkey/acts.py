"""What the monkey does, one line of text per act, so that a run can be printed and repeated.

``key NAME [MODIFIER…]``, ``type WORDS``, ``click X Y``, ``double X Y``, ``right X Y``, ``drag X Y X Y``,
``touch X Y``, ``swipe X Y X Y``, ``wheel X Y AMOUNT``, ``resize W H``, ``wait MILLISECONDS``; positions are pixels of
the window that has the input. Other lines are `doors`.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

_STEPS = 4  # moves of a drag or a swipe


def input_window(main: QWidget) -> QWidget:
    """The window that gets the next key: a popup, else a modal dialog, else the main window."""
    return QApplication.activePopupWidget() or QApplication.activeModalWidget() or main


def perform(act: str, main: QWidget) -> None:
    """Do one act through Qt's event system."""
    verb, _, rest = act.partition(" ")
    window = input_window(main)
    handle = window.windowHandle() or main.windowHandle()
    match verb:
        case "key":
            name, *modifiers = rest.split()
            QTest.keyClick(handle, Qt.Key[f"Key_{name}"], _modifiers(modifiers))
        case "type":
            for letter in rest:
                QTest.keyClick(handle, letter)
        case "click" | "double" | "right":
            (at,) = _points(rest, handle)
            button = Qt.MouseButton.RightButton if verb == "right" else Qt.MouseButton.LeftButton
            click = QTest.mouseDClick if verb == "double" else QTest.mouseClick
            click(handle, button, Qt.KeyboardModifier.NoModifier, at)
        case "drag":
            first, last = _points(rest, handle)
            none = Qt.KeyboardModifier.NoModifier
            QTest.mousePress(handle, Qt.MouseButton.LeftButton, none, first)
            for point in _between(first, last):
                QTest.mouseMove(handle, point)
            QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, none, last)
        case "touch" | "swipe":
            first, *others = _points(rest, handle)
            _touch(window, first, others[0] if others else first)
        case "wheel":
            x, y, amount = map(int, rest.split())
            _wheel(window, QPoint(x, y), amount)
        case "resize":
            main.resize(*map(int, rest.split()))
        case _:
            raise ValueError(act)


def _modifiers(names: list[str]) -> Qt.KeyboardModifier:
    found = Qt.KeyboardModifier.NoModifier
    for name in names:
        found |= Qt.KeyboardModifier[f"{name}Modifier"]
    return found


def _points(text: str, handle: QWindow) -> list[QPoint]:
    """The positions of an act, each brought into the window, which may be smaller than it was when they were chosen."""
    numbers = list(map(int, text.split()))
    width, height = handle.width() - 1, handle.height() - 1
    return [QPoint(min(x, width), min(y, height)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def _between(first: QPoint, last: QPoint) -> list[QPoint]:
    return [first + (last - first) * step / _STEPS for step in range(1, _STEPS + 1)]


_touch_screens: list[object] = []


def _touch(window: QWidget, first: QPoint, last: QPoint) -> None:
    if not _touch_screens:
        _touch_screens.append(QTest.createTouchDevice())
    (screen,) = _touch_screens
    handle = window.windowHandle()
    QTest.touchEvent(handle, screen).press(0, first, handle).commit()
    if first != last:
        for point in _between(first, last):
            QTest.touchEvent(handle, screen).move(0, point, handle).commit()
    QTest.touchEvent(handle, screen).release(0, last, handle).commit()


def _wheel(window: QWidget, at: QPoint, amount: int) -> None:
    under = window.childAt(at) or window
    event = QWheelEvent(
        QPointF(under.mapFrom(window, at)),
        QPointF(window.mapToGlobal(at)),
        QPoint(),
        QPoint(0, amount),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(under, event)
