"""The wheel of fortune: an upright wheel of 54 cells with its pointer, and a box for each symbol.

Spots: ``symbol:ID`` for every box; ``cell:0`` to ``cell:53`` clockwise from the top of the wheel and ``pin:N`` between
cell N and the next, where a marker shows the pointer; ``rack``.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath, QRadialGradient

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, circle, rectangle
from trainer.desk.table.furniture import paint_rack
from trainer.desk.table.imprint import Imprint, Words, in_print
from trainer.desk.table.parts import print_lines, print_words, rack_spot
from trainer.desk.table.pieces.ink import fill, fit_text, outline, soft_shadow
from trainer.games.big_six import SYMBOL, symbol_names, wheel_order
from trainer.texts import Language, Message

_HUB, _RADIUS = QPointF(350, 388), 288.0
_LAYOUT = QRectF(690, 100, 860, 470)
_RACK = QRectF(900, 624, 440, 84)
_CHIP = 23.0
# Inks of the symbols in the order of the pay table, and of those that are told by their colour.
_INKS = ("#2F7D55", "#2C6FB3", "#C77A12", "#6B3FA0", "#0F7C83")
_OWN_INKS = {"joker": "#15181A", "logo": "#8A6116", "joker-red": "#B3262E", "joker-black": "#15181A"}


class BigSixFelt(Felt):
    """Four boxes above three, the single symbols last."""

    has_sides = False

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 770), imprint)
        rules = imprint.rules
        self.order = wheel_order(rules)
        self.symbols = list(rules.bets[SYMBOL].pay_table)
        self.names = symbol_names(rules)
        for symbol in self.symbols:
            box = self.box(symbol)
            spot = SpotGeometry(self.chip_place(box), rectangle(box, 14), _CHIP, crowding=0.9)
            self.add(f"symbol:{symbol}", spot, self.names[symbol])
        for index, symbol in enumerate(self.order):
            for kind, turn in (("cell", index), ("pin", index + 0.5)):
                at = self.rim_point(turn)
                spoken = Message("cloth.big-six.cell", {"symbol": self.names[symbol], "cell": index + 1})
                degrees = turn * 360 / len(self.order)
                tip = self.rim_point(turn, 0.95)
                self.add(f"{kind}:{index}", SpotGeometry(at, circle(at, 7), 26, turn=degrees, marker=tip), spoken)
        self.add("rack", rack_spot(_RACK, 18), Message("cloth.spot.rack"))

    def ink(self, symbol: str) -> str:
        return _OWN_INKS.get(symbol) or _INKS[self.symbols.index(symbol) % len(_INKS)]

    def sign(self, symbol: str) -> Words:
        """What stands for a symbol on wheel and cloth: a number is its own sign."""
        return symbol if symbol.isdigit() else Message(f"cloth.symbol.{symbol}")

    def rim_point(self, cell: float, radius: float = 0.8) -> QPointF:
        """A point on the rim, by the number of the cell clockwise from the top; halves are pins."""
        turn = math.radians(cell * 360 / len(self.order) - 90)
        return _HUB + QPointF(math.cos(turn), math.sin(turn)) * _RADIUS * radius

    def box(self, symbol: str) -> QRectF:
        """The betting box of a symbol."""
        index = self.symbols.index(symbol)
        row, column = divmod(index, 4)
        columns = 4 if row == 0 else len(self.symbols) - 4
        width, height = _LAYOUT.width() / columns, _LAYOUT.height() / 2
        left, top = _LAYOUT.left() + column * width, _LAYOUT.top() + row * height
        return QRectF(left, top, width, height).adjusted(8, 8, -8, -8)

    def chip_place(self, box: QRectF) -> QPointF:
        """Chips lie beside the words of a box: the highest pile hides none of them."""
        return box.bottomRight() - QPointF(_CHIP + 20, _CHIP + 21)

    def words_room(self, box: QRectF) -> QRectF:
        """Where the name and the price are printed in a box."""
        return QRectF(box.topLeft() + QPointF(14, 0), QPointF(self.chip_place(box).x() - _CHIP - 8, box.bottom()))

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        self._paint_wheel(painter, language)
        for symbol in self.symbols:
            box = self.box(symbol)
            fill(painter, rectangle(box, 14), colour(self.ink(symbol), 0.62))
            print_lines(painter, rectangle(box, 14))
            inner = box.adjusted(9, 9, -9, -9)
            outline(painter, rectangle(inner, 9), colour(PRINT.ivory, 0.35), 1.6)
            place = circle(self.chip_place(box), _CHIP + 6)
            fill(painter, place, colour("#000000", 0.16))
            outline(painter, place, colour(PRINT.ivory, 0.5), 1.8)
            words = self.words_room(box)
            head = QRectF(words.left(), box.top() + box.height() * 0.24, words.width(), box.height() * 0.3)
            print_words(painter, self.sign(symbol), language, head, height=54 if self._is_short(symbol) else 38)
            caption = QRectF(words.left(), box.top() + box.height() * 0.62, words.width(), 20)
            pays = Message("cloth.said.pays", {"odds": self.imprint.odds(SYMBOL, symbol) or ""})
            print_words(painter, pays, language, caption, height=18, spacing=2)
        paint_rack(painter, _RACK, croupier_below=True)

    def _paint_wheel(self, painter: QPainter, language: Language) -> None:
        soft_shadow(painter, _HUB + QPointF(10, 16), _RADIUS * 1.08, _RADIUS * 1.08, 0.5)
        rim = QRadialGradient(_HUB - QPointF(90, 110), _RADIUS * 1.5)
        rim.setColorAt(0, colour("#9A6A3E"))
        rim.setColorAt(1, colour("#3F2614"))
        painter.fillPath(circle(_HUB, _RADIUS), rim)
        outline(painter, circle(_HUB, _RADIUS), colour(PRINT.gold, 0.8), 3)
        step = 360 / len(self.order)
        for index, symbol in enumerate(self.order):
            self._paint_cell(painter, index, step, symbol, language)
        inside = circle(_HUB, _RADIUS * 0.62)
        cloth = QRadialGradient(_HUB - QPointF(60, 70), _RADIUS)
        cloth.setColorAt(0, colour("#2C1A10"))
        cloth.setColorAt(1, colour("#120A06"))
        painter.fillPath(inside, cloth)
        outline(painter, inside, colour(PRINT.gold, 0.7), 2.4)
        for spoke in range(6):
            turn = math.radians(spoke * 60 + 30)
            line = QPainterPath(_HUB + QPointF(math.cos(turn), math.sin(turn)) * 44)
            line.lineTo(_HUB + QPointF(math.cos(turn), math.sin(turn)) * _RADIUS * 0.6)
            outline(painter, line, colour(PRINT.gold, 0.45), 5)
        hub = QRadialGradient(_HUB - QPointF(14, 18), 60)
        hub.setColorAt(0, colour("#F6DE9A"))
        hub.setColorAt(1, colour("#6E5218"))
        painter.fillPath(circle(_HUB, 40), hub)
        outline(painter, circle(_HUB, 40), colour("#3A2A08", 0.8), 2)

    def _is_short(self, symbol: str) -> bool:
        return symbol not in _OWN_INKS

    def _paint_cell(self, painter: QPainter, index: int, step: float, symbol: str, language: Language) -> None:
        start = 90 - index * step + step / 2  # Qt counts anticlockwise from three o'clock
        wedge = QPainterPath()
        outer = QRectF(_HUB.x() - _RADIUS * 0.96, _HUB.y() - _RADIUS * 0.96, _RADIUS * 1.92, _RADIUS * 1.92)
        inner = QRectF(_HUB.x() - _RADIUS * 0.64, _HUB.y() - _RADIUS * 0.64, _RADIUS * 1.28, _RADIUS * 1.28)
        wedge.arcMoveTo(outer, start)
        wedge.arcTo(outer, start, -step)
        wedge.arcTo(inner, start - step, step)
        wedge.closeSubpath()
        fill(painter, wedge, self.ink(symbol))
        outline(painter, wedge, colour(PRINT.ivory, 0.55), 1.2)
        painter.save()
        painter.translate(_HUB)
        painter.rotate(index * step)
        text = in_print(self.sign(symbol), language)
        text = text if self._is_short(symbol) else text[:1]
        box = QRectF(-12, -_RADIUS * 0.9, 24, 24)
        fill(painter, fit_text(text, box, height=17), PRINT.ivory)
        painter.restore()
        turn = math.radians(-start)
        pin = _HUB + QPointF(math.cos(turn), math.sin(turn)) * _RADIUS * 0.975
        fill(painter, circle(pin, 3.2), PRINT.gold)


def make(felt_id: str, imprint: Imprint) -> Felt:
    return BigSixFelt(felt_id, imprint)
