"""Short movements: loaded with the first of them, because asking a question moves nothing."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QByteArray, QEasingCurve, QObject, QPropertyAnimation, QVariantAnimation
from PySide6.QtWidgets import QWidget

Animation = TypeVar("Animation", bound=QVariantAnimation)


def slide(milliseconds: int, parent: QObject) -> QVariantAnimation:
    """From 0 to 1, soon slowing down."""
    return _soft(QVariantAnimation(parent, startValue=0.0, endValue=1.0), milliseconds)


def evenly(milliseconds: int, parent: QObject) -> QVariantAnimation:
    """From 0 to 1 without slowing down: what moves by it does that by itself."""
    animation = QVariantAnimation(parent, startValue=0.0, endValue=1.0)
    animation.setDuration(milliseconds)
    return animation


def slide_in(widget: QWidget, milliseconds: int) -> QPropertyAnimation:
    """A widget's way to its place; where it starts and ends is set when it starts."""
    return _soft(QPropertyAnimation(widget, QByteArray(b"pos"), widget), milliseconds)


def _soft(animation: Animation, milliseconds: int) -> Animation:
    animation.setDuration(milliseconds)
    animation.setEasingCurve(QEasingCurve.Type.OutCubic)
    return animation
