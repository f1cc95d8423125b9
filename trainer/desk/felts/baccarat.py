"""Baccarat tables where the house is the bank: the large oval one and the half-moon, with their boxes seat by seat.

Seat 1 is at the croupier's right, the left of the picture. Spots: ``player:3``, ``banker:3``, ``tie:3`` and the side
bets of the game at each seat, ``commission:3`` before the croupier, ``cards:player``, ``cards:banker``, ``next`` (the
cards at the mouth of the shoe), ``shoe``, ``discard``, ``rack``, ``call``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.felts.baccarat_parts import (
    TINTS,
    at_seat,
    bet_of,
    call_spot,
    cards_of,
    hand_spot,
    hand_width,
    label,
    spoken,
)
from trainer.desk.felts.base import Felt, SpotGeometry, rectangle
from trainer.desk.felts.curves import Arc, Curve, Stadium
from trainer.desk.felts.half_round import curved_table
from trainer.desk.felts.imprint import Imprint
from trainer.desk.felts.parts import (
    box_spot,
    card_row,
    discard_spot,
    paint_discard,
    paint_rack,
    paint_shoe,
    print_box,
    print_lines,
    print_text,
    print_words,
    rack_spot,
)
from trainer.desk.look.theme import PRINT, Theme, colour
from trainer.desk.pieces.ink import fill
from trainer.texts import Language, Message

CHIP = 18.0
_EDGE = 13.0  # from the inner edge of a ring to the middle of the names in it
_NARROW = 58.0  # a box in which words would be too small to read
_WIDE = 84.0  # a box in which chips and names stand side by side, so that no stack rises over a name
_CHIPS_ASIDE, _NAMES_ASIDE = 0.27, 0.19  # from the middle of such a box to either side, in its widths
_NAMES_WIDTH = 0.62
_OUT = (
    0.15  # of the chips from the middle of their ring towards the players, in depths: its names stand at the other edge
)

# Rings of boxes from the players inwards, each with the bets that share it, and their depth.
Rings = tuple[tuple[tuple[str, ...], float], ...]
PLAIN: Rings = ((("player",), 78), (("banker",), 74), (("tie",), 54))
EZ: Rings = ((("player",), 70), (("banker",), 66), (("tie", "dragon-7"), 54), (("panda-8",), 46))
COMMISSION_FREE: Rings = (
    (("player",), 70),
    (("banker",), 66),
    (("tie", "fortune-7"), 54),
    (("dragon-bonus-player", "dragon-bonus-banker"), 46),
)


class BaccaratFelt(Felt):
    """Boxes along a curve, one column a seat, and the croupier's side with cards, shoe and rack."""

    def __init__(
        self, felt_id: str, imprint: Imprint, curve: Curve, seats: int, rings: Rings, size: QSizeF, cards_at: float
    ) -> None:
        super().__init__(felt_id, size, imprint)
        self.curve, self.seats, self.rings = curve, seats, _offered(rings, imprint)
        self.takes_commission = rings is PLAIN
        self.step = curve.length / seats
        self.cards_at = cards_at
        self.rack_box = QRectF(560, 46, 480, 66)
        self.shoe_box = QRectF(1156, 62, 164, 104)
        self.discard_box = QRectF(322, 62, 112, 92)
        self._rooms: dict[str, tuple[QPointF, float]] = {}  # the middle of each box's name, and its width
        self._numbers: dict[int, QPointF] = {}  # where that of each seat stands
        self._add_boxes()
        if self.takes_commission:
            self._add_commission()
        self._add_middle()

    # Spots

    def _add_boxes(self) -> None:
        for seat in range(1, self.seats + 1):
            outer = 0.0
            for bets, depth in self.rings:
                width = self.step / len(bets)
                for index, bet in enumerate(bets):
                    start = (seat - 1) * self.step + index * width
                    self._add_box(f"{bet}:{seat}", bet, seat, start, start + width, outer, outer + depth)
                outer += depth

    def _add_box(self, name: str, bet: str, seat: int, start: float, end: float, outer: float, inner: float) -> None:
        middle = (start + end) / 2
        shape = self.curve.sector(start + 3, end - 3, outer + 3, inner - 3)
        words_at = inner - _EDGE
        across = self.curve.at(end, words_at) - self.curve.at(start, words_at)
        width = 0.88 * (across.x() ** 2 + across.y() ** 2) ** 0.5
        chip = CHIP if width > 55 else 13.0
        foot = self.curve.at(middle, outer + 10)
        further_out = (outer + inner) / 2 - (inner - outer) * _OUT
        if bet in ("player", "banker") or width > _WIDE:
            names_at = middle - (end - start) * _NAMES_ASIDE
            words = self.curve.at(names_at, words_at)
            to_the_edge = math.dist(words.toTuple(), self.curve.at(start, words_at).toTuple())
            self._rooms[name] = words, min(_NAMES_WIDTH * width, 1.8 * to_the_edge)
            if bet == "banker":
                self._numbers[seat] = self.curve.at(names_at, further_out)
            centre = self.curve.at(middle + (end - start) * _CHIPS_ASIDE, (outer + inner) / 2)
        else:
            self._rooms[name] = self.curve.at(middle, words_at), width
            centre = self.curve.at(middle, further_out)
        geometry = SpotGeometry(centre, shape, chip_radius=chip, crowding=0.8, note=foot, turn=self.curve.turn(middle))
        self.add(name, geometry, at_seat(spoken(self.imprint, bet), seat))

    def _add_commission(self) -> None:
        width = min(62.0, 672 / self.seats)
        left = self.size.width() / 2 - width * self.seats / 2
        for seat in range(1, self.seats + 1):
            box = QRectF(left + (seat - 1) * width, self.rack_box.bottom() + 14, width, 44)
            geometry = box_spot(box.adjusted(2, 2, -2, -2), 6, chip_radius=15)
            self.add(f"commission:{seat}", geometry, at_seat(Message("cloth.baccarat.commission"), seat))

    def _add_middle(self) -> None:
        width = 100.0
        for side, left in (("player", 775 - hand_width(width)), ("banker", 825)):
            self.add(f"cards:{side}", hand_spot(left, self.cards_at, width), cards_of(self.imprint, side))
        self.add("next", card_row(QPointF(1178, 226), 2, card_width=62, centred=False), Message("cloth.spot.next"))
        self.add(
            "shoe", box_spot(self.shoe_box, 10, marker=QPointF(1196, 114), chip_radius=20), Message("cloth.spot.shoe")
        )
        self.add("discard", discard_spot(self.discard_box), Message("cloth.spot.discard"))
        self.add("rack", rack_spot(self.rack_box, 14), Message("cloth.spot.rack"))
        self.add("call", call_spot(QPointF(800, self.cards_at + 124), 560), Message("cloth.spot.call"))

    # Print

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        self._print_boxes(painter, language)
        self._print_commission(painter)
        for side in ("player", "banker"):
            shape = self.spot(f"cards:{side}").shape
            print_lines(painter, shape, width=2.4)
            bounds = shape.boundingRect()
            words = QRectF(bounds.left(), bounds.top() - 32, bounds.width(), 26)
            print_words(painter, label(self.imprint, side), language, words, height=22, spacing=8)
        paint_rack(painter, self.rack_box)
        paint_shoe(painter, self.shoe_box)
        paint_discard(painter, self.discard_box)

    def _print_boxes(self, painter: QPainter, language: Language) -> None:
        for seat in range(1, self.seats + 1):
            for bets, _ in self.rings:
                for bet in bets:
                    self._print_one(painter, bet, seat, language)

    def _print_one(self, painter: QPainter, bet: str, seat: int, language: Language) -> None:
        name = f"{bet}:{seat}"
        spot = self.spot(name)
        fill(painter, spot.shape, colour(TINTS[bet], 0.66))
        print_lines(painter, spot.shape, width=2.2)
        at, width = self._rooms[name]
        with _turned(painter, at, spot.turn):
            self._print_name(painter, bet, QRectF(-width / 2, -9, width, 18), language)
        if bet == "banker":
            with _turned(painter, self._numbers[seat], spot.turn):
                print_text(painter, str(seat), QRectF(-22, -15, 44, 30), height=24, ink=PRINT.gold)

    def _print_name(self, painter: QPainter, bet: str, room: QRectF, language: Language) -> None:
        """The bet at the inner edge and, under its chips, what it pays where a single pair of odds says it; in a bend
        only its sign."""
        if bet in ("player", "banker"):
            print_words(painter, label(self.imprint, bet), language, room, height=15, spacing=2)
        elif room.width() < _NARROW and bet == bet_of(bet):
            print_words(painter, self.imprint.sign(bet), language, room, height=14)
        else:
            print_words(painter, label(self.imprint, bet), language, room, height=13)
            if odds := self.imprint.odds(bet_of(bet)):
                print_words(painter, odds, language, room.translated(0, 17), height=12)

    def _print_commission(self, painter: QPainter) -> None:
        for seat in range(1, self.seats + 1) if self.takes_commission else ():
            box = self.spot(f"commission:{seat}").shape
            print_box(painter, box, str(seat), height=16)


@contextmanager
def _turned(painter: QPainter, at: QPointF, turn: float) -> Iterator[None]:
    """Print round a point, turned with its box."""
    painter.save()
    painter.translate(at)
    painter.rotate(turn)
    yield
    painter.restore()


def _offered(rings: Rings, imprint: Imprint) -> Rings:
    """The rings without the bets that the house does not take, and without those that are left empty."""
    taken = ((tuple(bet for bet in bets if imprint.offers(bet_of(bet))), depth) for bets, depth in rings)
    return tuple((bets, depth) for bets, depth in taken if bets)


class OvalFelt(BaccaratFelt):
    """The large table: players along the straight side and round both ends."""

    def __init__(self, felt_id: str, imprint: Imprint, seats: int, rings: Rings) -> None:
        curve = Stadium(QPointF(414, 418), QPointF(1186, 418), 366, 14)
        cards_at = 322 if rings is PLAIN else 270
        super().__init__(felt_id, imprint, curve, seats, rings, QSizeF(1600, 840), cards_at)

    def outline(self) -> QPainterPath:
        return rectangle(QRectF(QPointF(), self.size), 410)

    def cloth_outline(self) -> QPainterPath:
        inset = self.rail_width
        bounds = QRectF(QPointF(), self.size).adjusted(inset, inset, -inset, -inset)
        return rectangle(bounds, 410 - inset)


class HalfMoonFelt(BaccaratFelt):
    """The small table: one croupier, players on the curved side."""

    def __init__(self, felt_id: str, imprint: Imprint, seats: int, rings: Rings) -> None:
        curve = Arc(QPointF(800, -128), 900, 102)
        cards_at = 320 if rings is PLAIN else 262
        super().__init__(felt_id, imprint, curve, seats, rings, QSizeF(1600, 840), cards_at)

    def outline(self) -> QPainterPath:
        return curved_table(self.size, depth=0.55)

    def cloth_outline(self) -> QPainterPath:
        return curved_table(self.size, self.rail_width, depth=0.55)


_KINDS: dict[str, tuple[type[OvalFelt] | type[HalfMoonFelt], Rings]] = {
    "punto-banco": (OvalFelt, PLAIN),
    "punto-banco-mini": (HalfMoonFelt, PLAIN),
    "ez-baccarat": (OvalFelt, EZ),
    "ez-baccarat-mini": (HalfMoonFelt, EZ),
    "commission-free-baccarat": (HalfMoonFelt, COMMISSION_FREE),
}


def make(felt_id: str, imprint: Imprint) -> Felt:
    """A felt by its kind and number of seats: ``punto-banco-14``."""
    kind, _, seats = felt_id.rpartition("-")
    felt, rings = _KINDS[kind]
    return felt(felt_id, imprint, int(seats), rings)
