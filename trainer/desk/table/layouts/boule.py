"""The boule table: the dish with its eighteen holes, and the layout with the 5 in its middle.

Spots: ``number:1`` to ``number:9``, the even chances by their ids, ``hole:1`` to ``hole:9`` in the dish, ``call``.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath, QRadialGradient

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, circle, rectangle
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.parts import print_lines, print_text, print_words
from trainer.desk.table.pieces.ink import fill, fit_text, outline
from trainer.games.boule import colour_of
from trainer.texts import Language, Message

NUMBERS, MIDDLE = range(1, 10), 5  # the five has the box in the middle
_YELLOW = "#D9B23A"
_DISH, _DISH_RADIUS = QPointF(340, 385), 268.0
_LAYOUT = QRectF(660, 92, 880, 586)
_SIDE = 340.0  # width of the block of numbers at either side of the 5
_ROW = _LAYOUT.height() / 5
# Even chance → side of the middle (0 left, 1 right), and row.
_CHANCES = {"odd": (0, 0), "even": (1, 0), "low": (0, 3), "high": (1, 3), "black": (0, 4), "red": (1, 4)}
_INK = {"red": PRINT.red, "black": PRINT.black, "neither": _YELLOW}


class BouleFelt(Felt):
    """One layout beside the dish."""

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 770), imprint)
        for number in NUMBERS:
            spoken = Message("cloth.boule.number", {"number": number})
            self.add(f"number:{number}", _beside_the_words(number_box(number)), spoken)
            at = hole(number, outer=True)
            spoken = Message("cloth.boule.hole", {"number": number})
            self.add(f"hole:{number}", SpotGeometry(at, circle(at, 20), chip_radius=24), spoken)
        for name, (side, row) in _CHANCES.items():
            self.add(name, _beside_the_words(chance_box(side, row)), imprint.name(name))
        line = QRectF(_LAYOUT.left(), 690, _LAYOUT.width(), 36)
        self.add("call", SpotGeometry(line.center(), rectangle(line), note_box=line), Message("cloth.boule.call"))

    def ink(self, number: int) -> str:
        return _INK[colour_of(self.imprint.rules, number)]

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        self._paint_dish(painter)
        lines = QPainterPath()
        for number in NUMBERS:
            box = number_box(number)
            lines.addRect(box)
            plate = QRectF(box.center().x() - 42, box.center().y() - 46, 84, 92)
            fill(painter, rectangle(plate, 16), self.ink(number))
            ink = PRINT.black if number == MIDDLE else PRINT.ivory
            print_text(painter, str(number), plate, height=52, ink=ink)
        for name, (side, row) in _CHANCES.items():
            box = chance_box(side, row)
            lines.addRect(box)
            print_words(painter, self.imprint.label(name), language, box, height=30, spacing=6)
        print_lines(painter, lines)

    def _paint_dish(self, painter: QPainter) -> None:
        frame = QRectF(_DISH.x() - 290, _DISH.y() - 290, 580, 580)
        fill(painter, rectangle(frame, 26), "#3A2416")
        outline(painter, rectangle(frame.adjusted(6, 6, -6, -6), 22), colour(PRINT.gold, 0.6), 2)
        for share, light, dark in ((1.0, "#8A5A34", "#5A371E"), (0.78, "#A06C40", "#6B4427")):
            wood = QRadialGradient(_DISH - QPointF(60, 80), _DISH_RADIUS * 1.3)
            wood.setColorAt(0, colour(light))
            wood.setColorAt(1, colour(dark))
            painter.fillPath(circle(_DISH, _DISH_RADIUS * share), wood)
            outline(painter, circle(_DISH, _DISH_RADIUS * share), colour("#2A1810", 0.7), 2)
        for number in NUMBERS:
            for outer in (True, False):
                at = hole(number, outer=outer)
                fill(painter, circle(at, 27), self.ink(number))
                outline(painter, circle(at, 27), colour(PRINT.gold, 0.8), 2)
                deep = QRadialGradient(at + QPointF(5, 6), 22)
                deep.setColorAt(0, colour("#000000", 0.25))
                deep.setColorAt(1, colour("#000000", 0.6))
                painter.fillPath(circle(at, 20), deep)
                box = QRectF(at.x() - 14, at.y() - 12, 28, 24)
                fill(painter, fit_text(str(number), box, height=17), PRINT.ivory)
        knob = QRadialGradient(_DISH - QPointF(18, 22), 70)
        knob.setColorAt(0, colour("#F3DFA6"))
        knob.setColorAt(1, colour("#7A5A1E"))
        painter.fillPath(circle(_DISH, 46), knob)
        outline(painter, circle(_DISH, 46), colour("#3A2A08", 0.8), 2)


def number_box(number: int) -> QRectF:
    """1 to 4 at the left of the 5, 6 to 9 at its right, two and two."""
    if number == MIDDLE:
        return QRectF(_LAYOUT.left() + _SIDE, _LAYOUT.top(), _LAYOUT.width() - 2 * _SIDE, _LAYOUT.height())
    index = number - 1 if number < MIDDLE else number - 6
    row, column = divmod(index, 2)
    left = _LAYOUT.left() if number < MIDDLE else _LAYOUT.right() - _SIDE
    return QRectF(left + column * _SIDE / 2, _LAYOUT.top() + (1 + row) * _ROW, _SIDE / 2, _ROW)


def chance_box(side: int, row: int) -> QRectF:
    left = _LAYOUT.left() if side == 0 else _LAYOUT.right() - _SIDE
    return QRectF(left, _LAYOUT.top() + row * _ROW, _SIDE, _ROW)


def hole(number: int, *, outer: bool) -> QPointF:
    """A hole of the dish: the numbers go round it twice, the inner row half a step on."""
    turn = math.radians((number - 1) * 40 + (0 if outer else 20) - 90)
    radius = _DISH_RADIUS * (0.62 if outer else 0.40)
    return _DISH + QPointF(math.cos(turn), math.sin(turn)) * radius


def _beside_the_words(box: QRectF) -> SpotGeometry:
    """Chips lie at the right of a number or even chance, so that what is printed can be read. They stay off the lines
    of a number's box: a chip on a line could belong to either side of it."""
    if box.height() > 300:
        at = QPointF(box.center().x(), box.center().y() + 110)
    elif box.width() > 200:
        at = QPointF(box.left() + box.width() * 0.84, box.center().y())
    else:
        at = QPointF(box.right() - 24, box.center().y() - 14)
    return SpotGeometry(at, rectangle(box), chip_radius=20, crowding=0.9)


def make(felt_id: str, imprint: Imprint) -> Felt:
    return BouleFelt(felt_id, imprint)
