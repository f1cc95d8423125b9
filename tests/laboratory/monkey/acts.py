"""What the monkey does, one line of text per act, so that a run can be printed and repeated.

``key NAME [MODIFIER…]``, ``type WORDS``, ``click X Y``, ``double X Y``, ``right X Y``, ``drag X Y X Y``,
``touch X Y``, ``swipe X Y X Y``, ``wheel X Y AMOUNT``, ``resize W H``, ``wait MILLISECONDS``; positions are pixels of
the window that has the input. Other lines are `doors`.
"""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

_NO_KEYS = Qt.KeyboardModifier.NoModifier
_STEPS = 4  # moves of a drag or a swipe


def input_window(main: QWidget) -> QWidget:
    """The window that gets the next key: a popup, else a modal dialog, else the main window."""
    for window in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
        if window is not None and window.isVisible():
            return window
    return main


def perform(act: str, main: QWidget) -> None:
    """Do one act through Qt's event system."""
    verb, _, rest = act.partition(" ")
    window = input_window(main)
    handle = _handle(main)
    match verb:
        case "key":
            name, *modifiers = rest.split()
            press_key(main, Qt.Key[f"Key_{name}"], _modifiers(modifiers))
        case "type":
            for letter in rest:
                press_key(main, letter)
        case "click" | "double" | "right":
            (at,) = _points(rest, handle)
            button = Qt.MouseButton.RightButton if verb == "right" else Qt.MouseButton.LeftButton
            for _ in range(2 if verb == "double" else 1):
                _press_mouse(main, button, at)
        case "drag":
            first, last = _points(rest, handle)
            QTest.mousePress(handle, Qt.MouseButton.LeftButton, _NO_KEYS, first)
            for point in _between(first, last):
                QTest.mouseMove(_handle(main), point)
            QTest.mouseRelease(_handle(main), Qt.MouseButton.LeftButton, _NO_KEYS, last)
        case "touch" | "swipe":
            first, *others = _points(rest, handle)
            _touch(main, first, others[0] if others else first)
        case "wheel":
            x, y, amount = map(int, rest.split())
            _wheel(window, QPoint(x, y), amount)
        case "resize":
            main.resize(*map(int, rest.split()))
        case _:
            raise ValueError(act)


# A press may close a menu, and its window with it: the release goes to the window that has the input then.


def press_key(main: QWidget, key: Qt.Key | str, modifiers: Qt.KeyboardModifier = _NO_KEYS) -> None:
    """Press and release a key; in a menu without modifiers, which are keys of their own and close it."""
    if QApplication.activePopupWidget() is not None:
        modifiers = _NO_KEYS
    QTest.keyPress(_handle(main), key, modifiers)
    QTest.keyRelease(_handle(main), key, modifiers)


def _press_mouse(main: QWidget, button: Qt.MouseButton, at: QPoint) -> None:
    QTest.mousePress(_handle(main), button, _NO_KEYS, at)
    QTest.mouseRelease(_handle(main), button, _NO_KEYS, at)


def _handle(main: QWidget) -> QWindow:
    handle = input_window(main).windowHandle()
    return handle if handle is not None and shiboken6.isValid(handle) else main.windowHandle()


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


def _touch(main: QWidget, first: QPoint, last: QPoint) -> None:
    if not _touch_screens:
        _touch_screens.append(QTest.createTouchDevice())
    (screen,) = _touch_screens
    QTest.touchEvent(_handle(main), screen).press(0, first, _handle(main)).commit()
    if first != last:
        for point in _between(first, last):
            QTest.touchEvent(_handle(main), screen).move(0, point, _handle(main)).commit()
    QTest.touchEvent(_handle(main), screen).release(0, last, _handle(main)).commit()


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
