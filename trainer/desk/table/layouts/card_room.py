"""The table of the card room: seven to eleven places round an oval, the pots and the board in the middle.

The dealer sits at the near edge, the bottom of the picture. Seat 1 is at his left hand, which is the left of the
picture, and the seats go round clockwise; where the rules say ``first-seat = "right"`` they go the other way. The
felt's id says how many cards lie before each place and how many places there are: ``card-room-10`` two and a board of
five, ``card-room-omaha-7`` four and a board, ``card-room-stud-8`` up to seven and one common card.

Spots of a seat: ``seat:3`` (the place as a whole; chips on it are the player's own), ``seat:3/cards``, ``seat:3/bet``
and ``button:3``, where button, blind markers and the mark of the first to act lie. In the middle: ``board``, ``pot:1``
and the side pots ``pot:2`` to ``pot:6``, ``burn``, ``muck``, ``deck``, ``rake``, ``rack`` and ``call``.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, Side, SpotGeometry, circle, rectangle
from trainer.desk.table.furniture import paint_rack
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.layouts.half_round import room_on_rail
from trainer.desk.table.parts import (
    box_spot,
    card_row,
    circle_spot,
    print_below,
    print_beside,
    print_box,
    print_lines,
    print_text,
    print_words,
    rack_spot,
)
from trainer.desk.table.pieces.cards import RATIO
from trainer.desk.table.pieces.ink import fill, outline
from trainer.drills.terms import in_terms
from trainer.texts import Language, Message

POTS = range(1, 7)
_BOARD_CARDS = 5
# Kind of table → cards before a place, how far they lie apart, and how far in from the left edge the first place is.
_HANDS = {"room": (2, 1.06, 196.0), "omaha": (4, 0.46, 212.0), "stud": (7, 0.38, 236.0)}
_CROWDED = 11  # places from which on cards are smaller
_CENTRE = QPointF(800, 428)
_CORNER = 300.0  # of the table: rectangular or oval, never quite round
_DEALER = 236.0  # half of the near edge, which is the dealer's own
_FAINT = 0.45


class _Ring:
    """The line on which the cards of all seats lie: a rectangle with round corners.

    It is walked clockwise from the dealer's left hand to his right.
    """

    def __init__(self, left: float, top: float, corner: float) -> None:
        self.corner = corner
        self._across = _CENTRE.x() - left - corner  # half of the straight sides
        self._down = _CENTRE.y() - top - corner
        self._bend = math.pi / 2 * corner
        self._parts = (self._across - _DEALER, self._bend, 2 * self._down, self._bend, self._across)
        self.length = 2 * sum(self._parts)

    def at(self, along: float) -> tuple[QPointF, QPointF]:
        """A point at a length along the line, and from there the way to the middle of the table."""
        if along > self.length / 2:  # the right half is the left half in a mirror
            point, inwards = self.at(self.length - along)
            return QPointF(2 * _CENTRE.x() - point.x(), point.y()), QPointF(-inwards.x(), inwards.y())
        near, bend, side, far, _ = self._parts
        start, angle = QPointF(-_DEALER - along, self._down), 0.0
        if along > near + bend + side + far:
            start, angle = QPointF(along - near - bend - side - far - self._across, -self._down), math.pi
        elif along > near + bend + side:
            start, angle = QPointF(-self._across, -self._down), math.pi / 2 + (along - near - bend - side) / self.corner
        elif along > near + bend:
            start, angle = QPointF(-self._across, self._down - (along - near - bend)), math.pi / 2
        elif along > near:
            start, angle = QPointF(-self._across, self._down), (along - near) / self.corner
        outwards = QPointF(-math.sin(angle), math.cos(angle))
        return _CENTRE + start + outwards * self.corner, -outwards


class CardRoomFelt(Felt):
    """Places round the dealer, and between them what the players play for."""

    drawn_from = Side.DEALER

    rack = QRectF(610, 774, 380, 62)

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 880), imprint)
        *_, kind, seats = felt_id.split("-")
        self.seats = int(seats)
        self.stud = kind == "stud"
        self.cards, self.step, left = _HANDS[kind]
        self.card = 70.0 if self.stud or self.seats >= _CROWDED else 80.0
        self._add_middle()
        ring = _Ring(left, top=116, corner=220)
        for index in range(self.seats):
            number = index + 1 if imprint.rules.first_seat != "right" else self.seats - index
            self._add_seat(number, *ring.at(ring.length * (index + 0.5) / self.seats))

    def _add_middle(self) -> None:
        board = card_row(QPointF(800, 408), _BOARD_CARDS, card_width=96)
        if self.stud:
            board = card_row(QPointF(800, 408), 1, card_width=96)
        self.add("board", board, Message("cloth.card-room.board"))
        for pot in POTS:
            at = QPointF(800, 298) if pot == 1 else QPointF(800 + (pot - 4) * 138, 565)
            room = QRectF(at.x() - (100 if pot == 1 else 60), at.y() - 33, 200 if pot == 1 else 120, 66)
            named = (
                Message("cloth.card-room.pot") if pot == 1 else Message("cloth.card-room.side-pot", {"pot": pot - 1})
            )
            self.add(f"pot:{pot}", box_spot(room, 33, sorted_piles=pot == 1, crowding=0.9), self._termed(named))
        for name, x in (("burn", 722.0), ("deck", 878.0), ("muck", 968.0)):
            place = card_row(QPointF(x, 690), 1, card_width=62, card_step=0.03)
            self.add(name, place, Message(f"cloth.card-room.{name}"))
        self.add("rake", circle_spot(QPointF(632, 690), 34, 18), self._termed(Message("cloth.card-room.rake")))
        self.add("rack", rack_spot(self.rack, 18), Message("cloth.spot.rack"))
        words = QRectF(690, 600, 220, 32)
        self.add(
            "call", SpotGeometry(words.center(), rectangle(words, 8), note=words.center()), Message("cloth.spot.call")
        )

    def _add_seat(self, seat: int, at: QPointF, inwards: QPointF) -> None:
        cards = card_row(at, self.cards, card_width=self.card, card_step=self.step)
        row = cards.shape.boundingRect()
        side = -1 if at.x() < 800 else 1
        stack = QPointF(at.x() + side * (row.width() / 2 + 28), at.y() - 14)
        place = row.united(QRectF(stack.x() - 28, row.top(), 56, row.height())).adjusted(-2, -2, 2, 2)
        reach = min(row.width() / 2 / max(abs(inwards.x()), 0.01), row.height() / 2 / max(abs(inwards.y()), 0.01))
        bet = at + inwards * (reach + 42 / max(abs(inwards.x()), abs(inwards.y())))
        button = bet + QPointF(-inwards.y(), inwards.x()) * 58
        note = QPointF(at.x(), row.bottom() + 16 if at.y() < _CENTRE.y() else row.top() - 16)
        if abs(inwards.y()) > abs(inwards.x()):  # the bet lies straight before the cards, the button at its other side
            note += QPointF(inwards.y(), -inwards.x()) * 80
        whole = SpotGeometry(stack, rectangle(place, 14), chip_radius=17, note=note)
        self.seat_numbers[str(seat)] = room_on_rail(self._inside(self.rail_width / 2), at, -inwards)
        self.add(f"seat:{seat}", whole, Message("cloth.card-room.seat", {"seat": seat}))
        self.add(f"seat:{seat}/cards", cards, _of(seat, "cards"))
        self.add(f"seat:{seat}/bet", circle_spot(bet, 34, 19, crowding=0.9), _of(seat, "bet"))
        self.add(f"button:{seat}", circle_spot(button, 22, 18), _of(seat, "button"))

    def _termed(self, words: Message) -> Message:
        """Words in the regulation's own terms: a pot is *pozo*, *pote* or *bote*."""
        termed: Message = in_terms(words, self.imprint.rules)
        return termed

    def outline(self) -> QPainterPath:
        return self._inside(0)

    def cloth_outline(self) -> QPainterPath:
        return self._inside(self.rail_width)

    def _inside(self, inset: float) -> QPainterPath:
        return rectangle(QRectF(QPointF(), self.size).adjusted(inset, inset, -inset, -inset), _CORNER - inset)

    # Print

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        self._print_board(painter)
        print_words(painter, self.imprint.rules.names, language, QRectF(480, 486, 640, 20), height=18, ink=PRINT.gold)
        for pot in POTS:
            shape = self.spot(f"pot:{pot}").shape
            print_lines(painter, shape, colour(PRINT.ivory, _FAINT if pot > 1 else 0.8), 2.2)
            words = (
                Message("cloth.card-room.pot") if pot == 1 else Message("cloth.card-room.printed-pot", {"pot": pot - 1})
            )
            print_name, size = (print_beside, QSizeF(84, 17)) if pot == 1 else (print_below, QSizeF(120, 15))
            ink = colour(PRINT.ivory, 0.8)
            print_name(painter, self._termed(words), language, shape.boundingRect(), size, ink=ink)
        for name in ("burn", "deck", "muck"):
            shape = self.spot(name).shape
            print_lines(painter, shape, colour(PRINT.ivory, _FAINT), 2.2)
            below = QRectF(shape.boundingRect().center().x() - 46, shape.boundingRect().bottom() + 3, 92, 16)
            print_words(
                painter, Message(f"cloth.card-room.{name}"), language, below, height=13, ink=colour(PRINT.ivory, 0.7)
            )
        self._print_slot(painter, language)
        for seat in range(1, self.seats + 1):
            self._print_seat(painter, seat)
        paint_rack(painter, self.rack, croupier_below=True)

    def _print_board(self, painter: QPainter) -> None:
        board = self.spot("board")
        cards = 1 if self.stud else _BOARD_CARDS
        step = board.card_width * board.card_step
        for index in range(cards):
            x = board.centre.x() + (index - (cards - 1) / 2) * step
            height = board.card_width * RATIO
            card = QRectF(x - board.card_width / 2, board.centre.y() - height / 2, board.card_width, height)
            fill(painter, rectangle(card, 8), colour("#04301F", 0.3))
            print_lines(painter, rectangle(card, 8), colour(PRINT.ivory, 0.7), 2.2)

    def _print_slot(self, painter: QPainter, language: Language) -> None:
        """Where the commission drops: a hole in the table with a brass rim."""
        hole = self.spot("rake").shape
        fill(painter, hole, colour("#000000", 0.5))
        outline(painter, hole, colour(PRINT.gold, 0.8), 2.4)
        below = QRectF(hole.boundingRect().center().x() - 46, hole.boundingRect().bottom() + 15, 92, 16)
        words = self._termed(Message("cloth.card-room.rake"))
        print_words(painter, words, language, below, height=13, ink=colour(PRINT.ivory, 0.7))

    def _print_seat(self, painter: QPainter, seat: int) -> None:
        place, bet = self.spot(f"seat:{seat}"), self.spot(f"seat:{seat}/bet")
        fill(painter, self.spot(f"seat:{seat}/cards").shape, colour("#04301F", 0.3))
        print_lines(painter, self.spot(f"seat:{seat}/cards").shape, colour(PRINT.ivory, 0.6), 2.2)
        print_box(painter, bet.shape)
        print_lines(painter, circle(place.centre, 22), colour(PRINT.ivory, _FAINT), 1.8)
        print_text(painter, str(seat), self.seat_numbers[str(seat)], height=22, ink=PRINT.gold)


def _of(seat: int, part: str) -> Message:
    return Message("cloth.said.seat", {"what": Message(f"cloth.card-room.{part}"), "seat": seat})


def make(felt_id: str, imprint: Imprint) -> Felt:
    return CardRoomFelt(felt_id, imprint)
