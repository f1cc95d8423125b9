"""Draws the table under the print: wooden rail, cloth with light from above, and its weave."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QImage, QLinearGradient, QPainter, QPen, QPixmap, QRadialGradient, QTransform

from trainer.desk.style.theme import CLOTHS, PRINT, Theme, colour
from trainer.desk.table.base import Felt
from trainer.desk.table.pieces.ink import darker, lighter, mixed, outline
from trainer.system.resources import folder


@lru_cache(maxsize=1)
def weave() -> QImage:
    """The tile of woven cloth of the assets, threads at a few per cent of opacity; `RuntimeError` if it is missing."""
    image = QImage(str(folder("assets") / "weave.png"))
    if image.isNull():
        raise RuntimeError("the picture weave.png cannot be read: install the program again")
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def paint_table(painter: QPainter, felt: Felt, theme: Theme, cloth: str) -> None:
    """Rail and cloth of a felt, in felt units."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_rail(painter, felt, theme)
    _paint_cloth(painter, felt, cloth)


def _paint_rail(painter: QPainter, felt: Felt, theme: Theme) -> None:
    outer = felt.outline()
    bounds = outer.boundingRect()
    light, dark = theme.rail
    wood = QLinearGradient(bounds.topLeft(), bounds.bottomRight())
    wood.setColorAt(0.0, lighter(light, 0.10))
    wood.setColorAt(0.35, colour(light))
    wood.setColorAt(0.75, mixed(light, dark, 0.7))
    wood.setColorAt(1.0, colour(dark))
    painter.fillPath(outer, wood)
    painter.save()
    painter.setClipPath(outer)
    # The rail is rounded: a light upper edge and a dark lower one, wide and faint, lie over each other.
    for width, strength in ((14, 0.05), (9, 0.07), (5, 0.09), (2, 0.12)):
        rim = QLinearGradient(bounds.topLeft(), bounds.bottomRight())
        rim.setColorAt(0.0, colour("#FFFFFF", strength))
        rim.setColorAt(0.5, colour("#FFFFFF", 0.0))
        rim.setColorAt(0.51, colour("#000000", 0.0))
        rim.setColorAt(1.0, colour("#000000", strength * 2))
        painter.strokePath(outer, QPen(QBrush(rim), width))
    painter.restore()
    inner = felt.cloth_outline()
    for grow, strength in ((11, 0.10), (7, 0.14), (4, 0.2)):
        outline(painter, inner, colour("#000000", strength), grow)
    brass = QLinearGradient(bounds.topLeft(), bounds.bottomRight())
    brass.setColorAt(0.0, lighter(PRINT.gold, 0.35))
    brass.setColorAt(0.5, darker(PRINT.gold, 0.25))
    brass.setColorAt(1.0, lighter(PRINT.gold, 0.1))
    painter.strokePath(inner, QPen(QBrush(brass), 3))


def _paint_cloth(painter: QPainter, felt: Felt, cloth: str) -> None:
    inner = felt.cloth_outline()
    bounds = inner.boundingRect()
    dye = CLOTHS[cloth]
    light = QRadialGradient(QPointF(bounds.center().x(), bounds.top() + bounds.height() * 0.36), bounds.width() * 0.62)
    light.setColorAt(0.0, lighter(dye.centre, 0.03))
    light.setColorAt(0.45, mixed(dye.centre, dye.edge, 0.28))
    light.setColorAt(1.0, colour(dye.edge))
    painter.fillPath(inner, light)
    painter.save()
    painter.setClipPath(inner)
    # The weave keeps its size in device pixels, so that it is fine on every screen.
    transform = painter.deviceTransform()
    threads = QBrush(QPixmap.fromImage(weave()))
    grain = max(1.0, transform.m11() / 1.2)
    threads.setTransform(QTransform.fromScale(grain / transform.m11(), grain / transform.m11()))
    painter.fillRect(bounds, threads)
    _paint_inner_shadow(painter, felt, bounds)
    painter.restore()


def _paint_inner_shadow(painter: QPainter, felt: Felt, bounds: QRectF) -> None:
    """The rail stands above the cloth and darkens it, most at the top and left, where the light comes from."""
    inner = felt.cloth_outline()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width in (6, 12, 20, 30, 42):
        painter.save()
        painter.translate(2.5, 3.5)
        outline(painter, inner, colour("#000000", 0.075), width)
        painter.restore()
