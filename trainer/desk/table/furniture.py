"""Draws the equipment beside the cloth: chip rack, shoe and discard rack."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QLinearGradient, QPainter

from trainer.desk.style.theme import CHIPS, PRINT, colour
from trainer.desk.table.base import rectangle
from trainer.desk.table.pieces.ink import box_shadow, fill, outline

# Colours of the tubes from both ends to the middle, where the high chips lie out of reach.
_TUBES = ("white", "red", "red", "green", "green", "black", "purple", "orange")
_CHIP_EDGE = 5.2  # thickness of a chip that stands on its edge
_FILLED = 0.52  # of a tube; the front stays free for what is being paid


def paint_rack(painter: QPainter, box: QRectF, tubes: Sequence[str] = (), *, croupier_below: bool = False) -> None:
    """The croupier's tray, sunk into the table, with a groove for each column of chips; ``tubes`` are their colours.

    The chips lie at the croupier's side: the upper one, or the lower one if ``croupier_below``.
    """
    tray = rectangle(box, 10)
    metal = QLinearGradient(box.topLeft(), box.bottomLeft())
    metal.setColorAt(0, colour("#0D1012"))
    metal.setColorAt(1, colour("#2A3036"))
    painter.fillPath(tray, metal)
    columns = len(tubes) or max(1, round(box.width() / 46))
    step = box.width() / columns
    for index in range(columns):
        groove = QRectF(box.left() + index * step + 3, box.top() + 5, step - 6, box.height() - 10)
        hollow = QLinearGradient(groove.topLeft(), groove.topRight())
        hollow.setColorAt(0, colour("#000000", 0.55))
        hollow.setColorAt(0.5, colour("#5B646D", 0.35))
        hollow.setColorAt(1, colour("#000000", 0.45))
        painter.fillPath(rectangle(groove, 6), hollow)
        from_end = min(index, columns - 1 - index)
        name = tubes[index] if tubes else _TUBES[from_end * len(_TUBES) // ((columns + 1) // 2)]
        chips = QRectF(groove.left() + 2, groove.top() + 2, groove.width() - 4, groove.height() * _FILLED)
        if croupier_below:
            chips.moveBottom(groove.bottom() - 2)
        _paint_tube(painter, chips, name)
    outline(painter, tray, colour(PRINT.gold, 0.75), 2)


def _paint_tube(painter: QPainter, chips: QRectF, name: str) -> None:
    """Chips on their edges in a groove, each a band with its edge spots."""
    ink = CHIPS[name]
    for number in range(int(chips.height() / _CHIP_EDGE)):
        edge = QRectF(chips.left(), chips.top() + number * _CHIP_EDGE, chips.width(), _CHIP_EDGE - 0.7)
        painter.fillRect(edge, colour(ink.body))
        spot = edge.width() * 0.2
        middle = edge.center().x() - spot / 2 + (number % 3 - 1) * edge.width() * 0.06
        painter.fillRect(QRectF(middle, edge.top(), spot, edge.height()), colour(ink.spots))
    round_light = QLinearGradient(chips.topLeft(), chips.topRight())
    round_light.setColorAt(0, colour("#000000", 0.55))
    round_light.setColorAt(0.35, colour("#FFFFFF", 0.14))
    round_light.setColorAt(1, colour("#000000", 0.6))
    painter.fillRect(chips, round_light)


def paint_shoe(painter: QPainter, box: QRectF) -> None:
    """The dealing shoe from above, its mouth towards the lower left."""
    box_shadow(painter, box, 10, 12, strength=0.6)
    body = rectangle(box, 10)
    plastic = QLinearGradient(box.topLeft(), box.bottomRight())
    plastic.setColorAt(0, colour("#4A525A"))
    plastic.setColorAt(0.5, colour("#23282D"))
    plastic.setColorAt(1, colour("#101316"))
    painter.fillPath(body, plastic)
    outline(painter, body, colour("#000000", 0.7), 1.5)
    lid = box.adjusted(box.width() * 0.3, box.height() * 0.12, -box.width() * 0.08, -box.height() * 0.12)
    outline(painter, rectangle(lid, 6), colour("#FFFFFF", 0.16), 1.6)
    mouth = QRectF(box.left() + box.width() * 0.05, box.top() + box.height() * 0.14, 0, box.height() * 0.72)
    mouth.setWidth(box.width() * 0.2)
    fill(painter, rectangle(mouth, 5), "#F4F1E8")
    outline(painter, rectangle(mouth, 5), colour("#000000", 0.5), 1.2)


def paint_discard(painter: QPainter, box: QRectF) -> None:
    """The discard rack: a clear red box open to the croupier."""
    box_shadow(painter, box, 8, 8, strength=0.5)
    holder = rectangle(box, 8)
    glass = QLinearGradient(box.topLeft(), box.bottomRight())
    glass.setColorAt(0, colour("#D8434A", 0.75))
    glass.setColorAt(1, colour("#7A1218", 0.85))
    painter.fillPath(holder, glass)
    outline(painter, holder, colour("#FFD9D2", 0.55), 1.6)
    inner = box.adjusted(9, 9, -9, -9)
    outline(painter, rectangle(inner, 4), colour("#FFFFFF", 0.22), 1.4)
