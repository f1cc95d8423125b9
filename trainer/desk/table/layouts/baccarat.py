"""Baccarat tables where the house is the bank: the large oval one and the half-moon, with their boxes seat by seat.

Seat 1 is at the croupier's right, the left of the picture. Spots: ``player:3``, ``banker:3``, ``tie:3`` and the side
bets of the game at each seat, ``commission:3`` (if one is taken), ``cards:player``, ``cards:banker``, ``next`` (the
cards at the mouth of the shoe), ``shoe``, ``discard``, ``rack``, ``call``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, rectangle
from trainer.desk.table.curves import Arc, Curve, Stadium
from trainer.desk.table.furniture import paint_discard, paint_rack, paint_shoe
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.layouts.baccarat_parts import (
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
from trainer.desk.table.layouts.half_round import curved_table
from trainer.desk.table.parts import (
    box_spot,
    card_row,
    discard_spot,
    print_box,
    print_lines,
    print_text,
    print_words,
    rack_spot,
)
from trainer.desk.table.pieces.ink import fill
from trainer.texts import Language, Message

CHIP = 18.0
_EDGE = 16.0  # from the inner edge of a ring to the middle of the names in it
_SHALLOW, _SHALLOW_EDGE = 45.0, 11.5  # of a ring in which two lines stand closer
_NARROW = 50.0  # a room in which words would be too small to read
_WIDE = 75.0  # a room below a box that leaves the next one space for a second line
_NO_ROOM = (
    45.0  # a room that a chip fills: at tables with one, the names of the innermost ring stand below all its boxes
)
_OUT = 0.2  # of a seat's number from the middle of its ring towards the players, in depths
_PILES_APART = (0.3, 0.2)  # from the middle of a box to its chips, in widths: of bets that lie close by turns


class _Shares(msgspec.Struct, frozen=True):
    """Where chips and names stand in a box, side by side so that no stack rises over a name: from its middle to either
    side, and how wide the name may be, all in widths of the box."""

    chips: float
    names: float
    width: float


_MAIN = _Shares(0.27, 0.19, 0.62)
_SIDE = tuple(_Shares(chips, 0.27, 0.44) for chips in _PILES_APART)

# Rings of boxes from the players inwards, and their depth.
Rings = tuple[tuple[str, float], ...]
PLAIN: Rings = (("player", 78), ("banker", 74), ("tie", 54))
EZ: Rings = (("player", 62), ("banker", 58), ("tie", 39), ("dragon-7", 39), ("panda-8", 39))
COMMISSION_FREE: Rings = (
    ("player", 60),
    ("banker", 56),
    ("tie", 36),
    ("fortune-7", 36),
    ("dragon-bonus-player", 36),
    ("dragon-bonus-banker", 36),
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
        self._depths = dict(self.rings)
        self._rooms: dict[str, tuple[QPointF, float]] = {}  # the middle of each box's name, and its width
        self._below: dict[str, tuple[QPointF, float]] = {}  # the same below the boxes of the innermost ring, if used
        self._numbers: dict[int, QPointF] = {}  # where that of each seat stands
        self._add_boxes()
        if self.takes_commission:
            self._add_commission()
        self._add_middle()

    # Spots

    def _add_boxes(self) -> None:
        for seat in range(1, self.seats + 1):
            outer = 0.0
            for index, (bet, depth) in enumerate(self.rings):
                shares = _MAIN if bet in ("player", "banker") else _SIDE[index % len(_SIDE)]
                self._add_box(bet, seat, shares, outer, outer + depth)
                outer += depth
        if min(self._rooms[name][1] for name in self._below) >= _NO_ROOM:
            self._below.clear()
        self._rooms |= self._below

    def _add_box(self, bet: str, seat: int, shares: _Shares, outer: float, inner: float) -> None:
        name, start, end = f"{bet}:{seat}", (seat - 1) * self.step, seat * self.step
        middle = (start + end) / 2
        turn = self.curve.turn(middle)
        # Where one lies above the other, at the ends of the table, the chips are above as the croupier sees it.
        towards = self.step if turn > -1 else -self.step
        shape = self.curve.sector(start + 3, end - 3, outer + 3, inner - 3)
        words_at = inner - (_SHALLOW_EDGE if inner - outer < _SHALLOW else _EDGE)
        across = self.curve.at(end, words_at) - self.curve.at(start, words_at)
        width = 0.88 * (across.x() ** 2 + across.y() ** 2) ** 0.5
        chip = CHIP if width > 55 else 13.0
        names_at = middle - towards * shares.names
        words = self.curve.at(names_at, words_at)
        to_the_edge = math.dist(words.toTuple(), self.curve.at(start if towards > 0 else end, words_at).toTuple())
        self._rooms[name] = words, min(shares.width * width, 1.8 * to_the_edge)
        if bet == self.rings[-1][0]:
            self._below[name] = self.curve.at(middle, inner + _EDGE), 0.94 * width
        if bet == "banker":
            self._numbers[seat] = self.curve.at(names_at, (outer + inner) / 2 - (inner - outer) * _OUT)
        centre = self.curve.at(middle + towards * shares.chips, (outer + inner) / 2)
        foot = self.curve.at(middle, outer + 10)
        geometry = SpotGeometry(centre, shape, chip_radius=chip, crowding=0.8, note=foot, turn=turn)
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
            for bet, _ in self.rings:
                self._print_one(painter, bet, seat, language)

    def _print_one(self, painter: QPainter, bet: str, seat: int, language: Language) -> None:
        name = f"{bet}:{seat}"
        spot = self.spot(name)
        fill(painter, spot.shape, colour(TINTS[bet], 0.66))
        print_lines(painter, spot.shape, width=2.2)
        at, width = self._rooms[name]
        with _turned(painter, at, spot.turn):
            self._print_name(painter, name, QRectF(-width / 2, -9, width, 18), language)
        if bet == "banker":
            with _turned(painter, self._numbers[seat], spot.turn):
                print_text(painter, str(seat), QRectF(-22, -15, 44, 30), height=24, ink=PRINT.gold)

    def _print_name(self, painter: QPainter, name: str, room: QRectF, language: Language) -> None:
        """The bet at the inner edge and, further from the edge, what it pays where a single pair of odds says it; in a
        bend only its sign."""
        bet, is_below = name.partition(":")[0], name in self._below
        is_shallow = self._depths[bet] < _SHALLOW
        if bet in ("player", "banker"):
            print_words(painter, label(self.imprint, bet), language, room, height=15, spacing=2)
        elif room.width() < _NARROW and bet == bet_of(bet):
            print_words(painter, self.imprint.sign(bet), language, room, height=14)
        else:
            print_words(painter, label(self.imprint, bet), language, room, height=12 if is_shallow else 13)
            odds = self.imprint.odds(bet_of(bet))
            if odds and not (is_below and room.width() < _WIDE):
                further, height = (14, 10) if is_shallow else (17, 12)
                print_words(
                    painter, odds, language, room.translated(0, -further if is_below else further), height=height
                )

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
    """The rings of the bets that the house takes."""
    return tuple((bet, depth) for bet, depth in rings if imprint.offers(bet_of(bet)))


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
