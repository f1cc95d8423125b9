"""The apron before the dealer: plain cloth with places for a few piles, for everything that is done with chips alone.

Spots: ``pile:1`` to ``pile:6``, from the left.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, rectangle
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.ornament import print_frame, print_rosette
from trainer.desk.table.pieces.ink import fill, outline
from trainer.texts import Language, Message

_PILES = 6
_CHIP_RADIUS = 44.0
_STACKS_IN_ROW = 2


class ApronFelt(Felt):
    """The places are large enough for five stacks of a value."""

    has_sides = False

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 620), imprint)
        for number in range(1, _PILES + 1):
            place = QRectF(80 + (number - 1) * 244, 95, 220, 430)
            foot = QPointF(place.center().x(), place.bottom() - 60)
            spot = SpotGeometry(
                foot,
                rectangle(place, 18),
                chip_radius=_CHIP_RADIUS,
                sorted_piles=True,
                stacks_in_row=_STACKS_IN_ROW,
                note=place.center(),
                card_width=_CHIP_RADIUS * 2.8,  # as wide as a cut card beside it
            )
            self.add(f"pile:{number}", spot, Message("cloth.apron.pile", {"number": number}))

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        print_frame(painter, self)
        for number in range(1, _PILES + 1):
            shape = self.spot(f"pile:{number}").shape
            fill(painter, shape, colour("#04301F", 0.34))
            outline(painter, shape, colour(PRINT.gold, 0.5), 2)
            print_rosette(painter, shape.boundingRect().center(), 130)


def make(felt_id: str, imprint: Imprint) -> Felt:
    return ApronFelt(felt_id, imprint)
