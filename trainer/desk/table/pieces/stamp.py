"""Pixmap cache of rendered pieces by kind and device-pixel size; drawn on whole pixels to stay sharp."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

_KEPT_BYTES = 16 * 1024 * 1024  # what some tables need; a piece is painted again in less than a millisecond
_kept: OrderedDict[Hashable, QPixmap] = OrderedDict()
_kept_bytes = 0
_used: set[Hashable] = set()  # keys drawn since `forget_unused`


def stamp(painter: QPainter, at: QPointF, key: Hashable, bounds: QRectF, paint: Callable[[QPainter], None]) -> None:
    """Draw a piece at a point: ``paint`` draws it round the origin within ``bounds``, once for each size.

    ``key`` says all that ``paint`` depends on. On a turned or sheared painter the piece is painted directly.
    """
    transform = painter.deviceTransform()
    if transform.m12() or transform.m21() or transform.m11() != transform.m22():
        painter.save()
        painter.translate(at)
        paint(painter)
        painter.restore()
        return
    scale = transform.m11()
    pixmap = _rendered((key, round(scale, 5)), scale, bounds, paint)
    corner = transform.map(at + bounds.topLeft())
    painter.save()
    painter.resetTransform()
    base = painter.deviceTransform()
    pixmap.setDevicePixelRatio(base.m11())
    place = base.inverted()[0].map(QPointF(round(corner.x()), round(corner.y())))
    painter.drawPixmap(place, pixmap)
    painter.restore()


def _rendered(key: Hashable, scale: float, bounds: QRectF, paint: Callable[[QPainter], None]) -> QPixmap:
    global _kept_bytes  # noqa: PLW0603 (one store of pictures for the whole program)
    _used.add(key)
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    pixmap = QPixmap(math.ceil(bounds.width() * scale) + 1, math.ceil(bounds.height() * scale) + 1)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.scale(scale, scale)
    painter.translate(-bounds.topLeft())
    paint(painter)
    painter.end()
    _kept[key] = pixmap
    _kept_bytes += _bytes(pixmap)
    while _kept_bytes > _KEPT_BYTES and len(_kept) > 1:
        oldest, dropped = _kept.popitem(last=False)
        _kept_bytes -= _bytes(dropped)
        _used.discard(oldest)
    return pixmap


def forget_unused() -> None:
    """Drop the pictures that were not drawn since the last call.

    Called when another screen is shown: its tables have other scales, at which older pictures cannot be used.
    """
    global _kept_bytes  # noqa: PLW0603
    for key in _kept.keys() - _used:
        _kept_bytes -= _bytes(_kept.pop(key))
    _used.clear()


def forget_all() -> None:
    """Drop every kept picture."""
    _used.clear()
    forget_unused()


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4
