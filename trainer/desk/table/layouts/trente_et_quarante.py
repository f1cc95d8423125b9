"""Trente et quarante: a shield with red and black at the sides, colour between them and inverse at its point.

The two rows of cards lie between the boxes and the dealing croupier: ``row:black`` above ``row:red``; beside the boxes
stand ``shoe`` and ``discard``.
"""

from __future__ import annotations

from msgspec import structs
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, polygon, rectangle
from trainer.desk.table.furniture import paint_discard, paint_shoe
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.parts import (
    box_spot,
    card_row,
    discard_spot,
    print_lines,
    print_words,
)
from trainer.desk.table.pieces.ink import fill, outline
from trainer.texts import Language, Message

_CHIP = 24.0
_TOP, _SHOULDER = 420.0, 660.0  # of the boxes; the inverse begins at the shoulder
_BOXES = ("red", "black", "color", "inverse")
_ROWS = ("black", "red")
_LONGEST_ROW = 12


class TrenteFelt(Felt):
    """The four boxes and the two rows."""

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 900), imprint)
        self.stands = (QRectF(1376, 386, 128, 84), QRectF(100, 386, 112, 84))  # shoe and discards
        shapes = self._shapes()
        centres = {
            "red": QPointF(520, 580),
            "black": QPointF(1080, 580),
            "color": QPointF(800, 580),
            "inverse": QPointF(800, 776),
        }
        for name, shape in shapes.items():
            at = centres[name]
            self.add(name, SpotGeometry(at, shape, chip_radius=_CHIP, note=at + QPointF(0, 64)), imprint.name(name))
        for name, y in (("black", 120.0), ("red", 270.0)):
            row = card_row(QPointF(300, y), _LONGEST_ROW, card_width=94, card_step=0.98, centred=False)
            box = row.shape.boundingRect() | _row_label(y)
            self.add(f"row:{name}", structs.replace(row, box=box), Message(f"cloth.trente.row-{name}"))
        shoe, discards = self.stands
        self.add("shoe", box_spot(shoe, 10), Message("cloth.spot.shoe"))
        self.add("discard", discard_spot(discards), Message("cloth.spot.discard"))
        call = QPointF(800, 392)
        shape = rectangle(QRectF(460, 372, 680, 40), 10)
        self.add("call", SpotGeometry(call, shape, note=call), Message("cloth.spot.call"))

    def _shapes(self) -> dict[str, QPainterPath]:
        top, shoulder, point = _TOP, _SHOULDER, 850.0
        return {
            "red": polygon((330, top), (690, top), (690, shoulder), (440, shoulder), (330, 570)),
            "black": polygon((910, top), (1270, top), (1270, 570), (1160, shoulder), (910, shoulder)),
            "color": polygon((690, top), (910, top), (910, shoulder), (690, shoulder)),
            "inverse": polygon((440, shoulder), (1160, shoulder), (800, point)),
        }

    def outline(self) -> QPainterPath:
        return _shield(self.size, 0)

    def cloth_outline(self) -> QPainterPath:
        return _shield(self.size, self.rail_width)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        tints = {"red": PRINT.red, "black": PRINT.black, "color": "#0B6B45", "inverse": "#0B6B45"}
        for name in _BOXES:
            spot = self.spot(name)
            fill(painter, spot.shape, colour(tints[name], 0.72 if name in ("red", "black") else 0.35))
            print_lines(painter, spot.shape)
            # At the head of the box, clear of the chips below.
            room = QRectF(spot.centre.x() - 130, (_SHOULDER if name == "inverse" else _TOP) + 12, 260, 40)
            height = 34 if name in ("red", "black") else 26
            print_words(painter, self.imprint.label(name), language, room, height=height, spacing=8)
        paint_shoe(painter, self.stands[0])
        paint_discard(painter, self.stands[1])
        for name in _ROWS:
            spot = self.spot(f"row:{name}")
            outline(painter, spot.shape, colour(PRINT.ivory, 0.55), 2)
            label = _row_label(spot.centre.y())
            fill(painter, rectangle(label, 10), colour(tints[name], 0.85))
            outline(painter, rectangle(label, 10), PRINT.ivory, 2)
            print_words(painter, Message(f"cloth.trente.print-{name}"), language, label, height=20, spacing=4)


def _row_label(y: float) -> QRectF:
    """Where the name of the row at a height is printed."""
    return QRectF(80, y - 24, 150, 48)


def _shield(size: QSizeF, inset: float) -> QPainterPath:
    """Straight at the croupiers' side, drawn together to a blunt point at the players'."""
    width, height = size.width(), size.height()
    left, right, top, bottom = inset, width - inset, inset, height - inset * 0.8
    corner = max(10.0, 56 - inset)
    path = QPainterPath(QPointF(left + corner, top))
    path.lineTo(right - corner, top)
    path.quadTo(right, top, right, top + corner)
    path.lineTo(right, height * 0.42)
    path.cubicTo(right, height * 0.78, width * 0.72, bottom, width / 2, bottom)
    path.cubicTo(width * 0.28, bottom, left, height * 0.78, left, height * 0.42)
    path.lineTo(left, top + corner)
    path.quadTo(left, top, left + corner, top)
    path.closeSubpath()
    return path


def make(felt_id: str, imprint: Imprint) -> Felt:
    return TrenteFelt(felt_id, imprint)
