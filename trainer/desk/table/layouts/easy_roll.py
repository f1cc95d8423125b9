"""A schematic Easy Roll layout: the areas the article names, and nothing it does not.

The article prints no layout and no prices, so the boxes of the combinations stand empty but for the one it names, on
which the lines push. Spots: ``line-a``, ``line-b``, ``er-gold``, ``er-silver``, ``double-er``, ``er-number``,
``combination:21``, ``combination`` (any other), ``dice``, ``wall``, ``rail``, ``rack``.
"""

from __future__ import annotations

from msgspec import structs
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, circle, rectangle
from trainer.desk.table.furniture import paint_rack
from trainer.desk.table.imprint import Imprint, Words
from trainer.desk.table.ornament import print_frame
from trainer.desk.table.parts import (
    box_spot,
    print_box,
    print_lines,
    print_lines_of_words,
    print_text,
    print_words,
    rack_spot,
)
from trainer.games.easy_roll import easy_roll
from trainer.texts import Language, Message

_BOXES = {
    "er-number": QRectF(300, 158, 1000, 84),
    "er-silver": QRectF(120, 260, 360, 110),
    "er-gold": QRectF(1120, 260, 360, 110),
    "double-er": QRectF(620, 260, 360, 110),
    "line-a": QRectF(120, 540, 660, 84),
    "line-b": QRectF(820, 540, 660, 84),
}
_TINTS = {"er-silver": "#9AA7B4", "er-gold": "#C9A24A", "double-er": PRINT.red}
_PLAIN = "#06402B"
# The article names one combination; the others have one box, because it does not say which they are.
_PUSH = QRectF(120, 400, 300, 110)
_OTHERS = QRectF(460, 400, 1020, 110)
_CHIPS_FROM_END = 56
_RACK = QRectF(620, 58, 360, 76)
_DICE, _WALL = QPointF(800, 680), QPointF(70, 460)
_SPOKEN = {
    "dice": Message("cloth.spot.dice"),
    "wall": Message("cloth.craps.wall"),
    "rail": Message("cloth.craps.rail"),
}


class EasyRollFelt(Felt):
    """Dealer at the top, players round the rest."""

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 770), imprint)
        for name, box in _BOXES.items():
            self.add(name, _spot(box), imprint.name(name))
        self.push = easy_roll(imprint.rules).push.roll
        named = Message("cloth.said.on", {"bet": imprint.name("combination"), "on": self.push})
        self.add(f"combination:{self.push}", _spot(_PUSH), named)
        self.add("combination", _spot(_OTHERS), Message("cloth.easy-roll.other"))
        for place, at, size in (("dice", _DICE, 18), ("wall", _WALL, 17), ("rail", QPointF(17, 460), 14)):
            self.add(place, SpotGeometry(at, circle(at, size), chip_radius=size), _SPOKEN[place])
        self.add("rack", rack_spot(_RACK, 16), Message("cloth.spot.rack"))

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        print_frame(painter, self)
        for name, box in _BOXES.items():
            print_box(painter, rectangle(box, 14), tint=_TINTS.get(name, _PLAIN))
            inner = box.adjusted(7, 7, -7, -7)
            print_lines(painter, rectangle(inner, 9), colour(PRINT.gold, 0.5), 1.4)
            odds = self.imprint.odds(name)
            lines: list[Words] = [self.imprint.label(name), odds] if odds else [self.imprint.label(name)]
            print_lines_of_words(painter, lines, language, box, height=28 if len(lines) == 1 else 22, step=34)
        for box in (_PUSH, _OTHERS):
            print_box(painter, rectangle(box, 14), tint=_PLAIN)
            print_lines(painter, rectangle(box.adjusted(7, 7, -7, -7), 9), colour(PRINT.gold, 0.5), 1.4)
        print_text(painter, self.push, _PUSH, height=44, ink=PRINT.gold)
        print_words(painter, self.imprint.label("combination"), language, _OTHERS, height=28)
        paint_rack(painter, _RACK)


def _spot(box: QRectF) -> SpotGeometry:
    """Chips lie at one end of a box, beside its name."""
    return structs.replace(box_spot(box, 14), centre=QPointF(box.left() + _CHIPS_FROM_END, box.center().y()))


def make(felt_id: str, imprint: Imprint) -> Felt:
    return EasyRollFelt(felt_id, imprint)
