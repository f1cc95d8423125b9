"""Tables where a player holds the bank: chemin de fer round one croupier, baccara with a table at each side.

At chemin de fer seat 1 is at the croupier's right (the left of the picture); the bank lies at his left, the garage and
the cagnotte at his right. On two tables the banker sits opposite the croupier, with the first table at his own right.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, rectangle
from trainer.desk.table.curves import Stadium
from trainer.desk.table.furniture import paint_shoe
from trainer.desk.table.imprint import Imprint, Words
from trainer.desk.table.layouts.baccarat_parts import (
    TINTS,
    at_seat,
    call_spot,
    cards_of,
    hand_spot,
    hand_width,
    label,
    spoken,
)
from trainer.desk.table.ornament import print_title
from trainer.desk.table.parts import box_spot, print_box, print_lines, print_text, print_words
from trainer.desk.table.pieces.ink import fill, outline, upright
from trainer.texts import Language, Message

_SEATS = 9
_CHIP = 20.0
_CARD = 92.0
_DEPTH = 104.0
_SHADE = 0.55  # strength of the tint of a place for cards
_CAGNOTTE = Message("cloth.baccarat.cagnotte")


class BankedFelt(Felt):
    """What both tables share: the oval, places along the edge, the croupier's slots, the shoe, and the call."""

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 840), imprint)
        self.curve = Stadium(QPointF(414, 418), QPointF(1186, 418), 362, 26)
        self.cagnotte_box = QRectF(465, 66, 150, 40)
        self._numbers: dict[str, QPointF] = {}  # where that of each place stands
        self.shoe_box = QRectF(735, 56, 130, 66)
        self.add("call", call_spot(QPointF(800, 620), 640), Message("cloth.spot.call"))
        mouth = QPointF(self.shoe_box.left() - 44, self.shoe_box.center().y())  # before it lies a card that came out
        shape = rectangle(self.shoe_box.adjusted(-80, -6, 6, 6), 10)
        shoe = SpotGeometry(mouth, shape, card_width=52, marker=self.shoe_box.center())
        self.add("shoe", shoe, Message("cloth.spot.shoe"))
        self.add("cagnotte", box_spot(self.cagnotte_box, 8), _CAGNOTTE)

    def place(self, name: str, start: float, end: float, said: Words) -> None:
        """A player's place along the edge."""
        middle = (start + end) / 2
        shape = self.curve.sector(start + 5, end - 5, 4, _DEPTH)
        turn = self.curve.turn(middle)
        # Beside each other as they are seen, at the ends of the table too: stacks rise, but never over a number.
        if abs(math.tan(math.radians(turn))) < 1:
            at, number = self.curve.at(middle, _DEPTH * 0.58), self.curve.at(middle - 52, _DEPTH * 0.58)
        else:
            at, number = self.curve.at(middle, _DEPTH * 0.7), self.curve.at(middle, _DEPTH * 0.27)
        self._numbers[name] = number
        note = self.curve.at(middle, _DEPTH + 24)
        self.add(name, SpotGeometry(at, shape, chip_radius=_CHIP, note=note, turn=turn), said)

    def hand(self, side: str, middle: QPointF) -> None:
        left = middle.x() - hand_width(_CARD) / 2
        self.add(f"cards:{side}", hand_spot(left, middle.y(), _CARD), cards_of(self.imprint, side))

    def pile_box(self, name: str, box: QRectF) -> None:
        """A box for the banker's money, its name printed above the chips."""
        at = QPointF(box.center().x(), box.bottom() - 34)
        geometry = SpotGeometry(at, rectangle(box, 12), chip_radius=_CHIP, sorted_piles=True)
        self.add(name, geometry, self._pile_name(name))

    def _pile_name(self, name: str) -> Words:
        return Message(f"cloth.baccarat.{name}")

    def print_pile_box(self, painter: QPainter, name: str, box: QRectF, language: Language) -> None:
        print_box(painter, rectangle(box, 12), tint="#000000")
        head = QRectF(box.left(), box.top() + 7, box.width(), 22)
        print_words(painter, self._pile_name(name), language, head, height=19, spacing=5)

    def outline(self) -> QPainterPath:
        return rectangle(QRectF(QPointF(), self.size), 410)

    def cloth_outline(self) -> QPainterPath:
        inset = self.rail_width
        return rectangle(QRectF(QPointF(), self.size).adjusted(inset, inset, -inset, -inset), 410 - inset)

    def print_place(self, painter: QPainter, name: str, number: int, tint: str = "") -> None:
        spot = self.spot(name)
        if tint:
            fill(painter, spot.shape, colour(tint, 0.6))
        print_lines(painter, spot.shape, width=2.6)
        # Upright whichever side the place is on, and underlined: a 6 is never taken for a 9.
        at = self._numbers[name]
        line = QPainterPath(QPointF(at.x() - 9, at.y() + 19))
        line.lineTo(at.x() + 9, at.y() + 19)
        with upright(painter, at):
            print_text(painter, str(number), QRectF(at.x() - 20, at.y() - 14, 40, 28), height=24, ink=PRINT.gold)
            print_lines(painter, line, PRINT.gold, 2.4)

    def print_name(self, painter: QPainter, language: Language) -> None:
        """The name of the game, between the cards and the places."""
        print_title(painter, self.imprint.rules.names, language, QRectF(420, 540, 760, 40), 26)

    def print_hand(self, painter: QPainter, side: str, language: Language, tint: str = "#000000") -> None:
        shape = self.spot(f"cards:{side}").shape
        fill(painter, shape, colour(tint, _SHADE))
        print_lines(painter, shape, width=2.4)
        bounds = shape.boundingRect()
        words = QRectF(bounds.left(), bounds.top() - 32, bounds.width(), 26)
        print_words(painter, label(self.imprint, side), language, words, height=19, spacing=6)

    def print_slots(self, painter: QPainter, language: Language) -> None:
        slot = rectangle(self.cagnotte_box, 8)
        fill(painter, slot, colour("#000000", 0.45))
        outline(painter, slot, colour(PRINT.gold, 0.8), 2)
        print_words(painter, _CAGNOTTE, language, self.cagnotte_box, height=19, spacing=3)
        paint_shoe(painter, self.shoe_box)


class CheminFelt(BankedFelt):
    """Nine places, the bank before the croupier."""

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, imprint)
        step = self.curve.length / _SEATS
        for seat in range(1, _SEATS + 1):
            self.place(f"player:{seat}", (seat - 1) * step, seat * step, at_seat(spoken(imprint, "player"), seat))
        self.hand("player", QPointF(590, 400))
        self.hand("banker", QPointF(1010, 400))
        self.boxes = {"garage": QRectF(390, 124, 300, 124), "bank": QRectF(910, 124, 300, 124)}
        for name, box in self.boxes.items():
            self.pile_box(name, box)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        for seat in range(1, _SEATS + 1):
            self.print_place(painter, f"player:{seat}", seat)
        self.print_name(painter, language)
        for side in ("player", "banker"):
            self.print_hand(painter, side, language, TINTS[side])
        for name, box in self.boxes.items():
            self.print_pile_box(painter, name, box, language)
        self.print_slots(painter, language)


class TwoTablesFelt(BankedFelt):
    """Five places at each side of the banker: the first table at his right, the right of the picture."""

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, imprint)
        banker = 230.0
        step = (self.curve.length - banker) / 10
        middle = self.curve.length / 2
        for index in range(5):
            near = middle + banker / 2 + index * step
            self.place(f"first:{index + 1}", near, near + step, at_seat(spoken(imprint, "first"), index + 1))
            near = middle - banker / 2 - index * step
            self.place(f"second:{index + 6}", near - step, near, at_seat(spoken(imprint, "second"), index + 6))
        self.hand("second", QPointF(540, 236))
        self.hand("first", QPointF(1060, 236))
        self.hand("banker", QPointF(800, 440))
        self.bank_box = QRectF(690, 676, 220, 98)
        self.pile_box("bank", self.bank_box)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        for index in range(5):
            self.print_place(painter, f"first:{index + 1}", index + 1, TINTS["player"])
            self.print_place(painter, f"second:{index + 6}", index + 6, TINTS["banker"])
        self.print_name(painter, language)
        for side, tint in (("first", TINTS["player"]), ("second", TINTS["banker"]), ("banker", "#000000")):
            self.print_hand(painter, side, language, tint)
        self.print_pile_box(painter, "bank", self.bank_box, language)
        self.print_slots(painter, language)


def make(felt_id: str, imprint: Imprint) -> Felt:
    return CheminFelt(felt_id, imprint) if felt_id == "chemin-de-fer" else TwoTablesFelt(felt_id, imprint)
