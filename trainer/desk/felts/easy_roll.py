"""A schematic Easy Roll layout: the areas the article names, and nothing it does not.

The article prints no layout and no prices, so the boxes of the combinations stand empty but for the 21, the one it
names. Spots: ``line-a``, ``line-b``, ``er-gold``, ``er-silver``, ``double-er``, ``er-number``, ``combination:21``,
``combination`` (any other), ``rack``.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from trainer.desk.felts.base import Felt, rectangle
from trainer.desk.felts.parts import box_spot, paint_rack, print_box, print_text, rack_spot
from trainer.desk.look.theme import PRINT, Theme, colour
from trainer.desk.pieces.ink import outline
from trainer.texts import Language, Names

_BOXES = {
    "er-number": QRectF(300, 158, 1000, 84),
    "er-silver": QRectF(120, 260, 300, 110),
    "er-gold": QRectF(1180, 260, 300, 110),
    "double-er": QRectF(700, 260, 200, 110),
    "line-a": QRectF(120, 540, 660, 84),
    "line-b": QRectF(820, 540, 660, 84),
}
_WORDS = {
    "er-number": Names("ER NUMBER", "ER NUMBER"),
    "er-silver": Names("ER SILVER", "ER SILVER"),
    "er-gold": Names("ER GOLD", "ER GOLD"),
    "double-er": Names("DOUBLE ER", "DOUBLE ER"),
    "line-a": Names("LÍNEA A", "LINE A"),
    "line-b": Names("LÍNEA B", "LINE B"),
}
_TINTS = {"er-silver": "#9AA7B4", "er-gold": "#C9A24A"}
_GRID = QRectF(120, 390, 1360, 130)
_COLUMNS, _ROWS = 14, 2
_RACK = QRectF(620, 58, 360, 76)


class EasyRollFelt(Felt):
    """Dealer at the top, players round the rest."""

    def __init__(self, felt_id: str) -> None:
        super().__init__(felt_id, QSizeF(1600, 770))
        for name, box in _BOXES.items():
            words = _WORDS[name]
            self.add(name, box_spot(box, 14), Names(words.es.lower(), words.en.lower()))
        self.add("combination:21", box_spot(_cell(0), 6), Names("combinación 21", "combination 21"))
        self.add("combination", box_spot(_cell(1), 6), Names("otra combinación", "another combination"))
        self.add("rack", rack_spot(_RACK, 16), Names("bandeja de fichas", "chip rack"))

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        for name, box in _BOXES.items():
            shape = rectangle(box, 14)
            print_box(painter, shape, _WORDS[name].in_language(language), height=28, tint=_TINTS.get(name, ""))
        for index in range(_COLUMNS * _ROWS):
            outline(painter, rectangle(_cell(index), 6), colour(PRINT.ivory, 0.85), 2.4)
        print_text(painter, "21", _cell(0), height=30, ink=PRINT.gold)
        paint_rack(painter, _RACK)


def _cell(index: int) -> QRectF:
    """A box of the combinations, row by row."""
    row, column = divmod(index, _COLUMNS)
    width, height = _GRID.width() / _COLUMNS, _GRID.height() / _ROWS
    return QRectF(_GRID.left() + column * width, _GRID.top() + row * height, width, height).adjusted(4, 4, -4, -4)


def make(felt_id: str) -> Felt:
    return EasyRollFelt(felt_id)
