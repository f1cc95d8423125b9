"""Tables of house poker: seats on a half-round cloth, each with the boxes of its bets, and a near view of one hand.

Seat 1 is at the croupier's left, the right of the picture, or at his right where the rules say so. Spots: every bet by
its id and seat (``ante:3``), ``hand:3``, ``paid:3``, ``seat:3`` for the place as a whole, ``dealer``, ``community``,
``meter``, ``discard``, ``shoe``, ``rack``. The near view has the same spots for seat 1 alone, large enough to read at a
glance. Which boxes there are, whether the croupier has a hand and whether cards lie in the middle follows from the
rules, and so does what is printed: the pay tables and the hand he opens with.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath, QTransform

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, rectangle
from trainer.desk.table.furniture import paint_discard, paint_rack, paint_shoe
from trainer.desk.table.imprint import Imprint, Words, in_print
from trainer.desk.table.layouts.half_round import CurvedFelt, Seat, seats_on_arc
from trainer.desk.table.ornament import print_frame, print_rosette, print_suit, print_title
from trainer.desk.table.parts import (
    card_row,
    circle_spot,
    discard_spot,
    print_arc_text,
    print_below,
    print_lines,
    print_pay_table,
    print_words,
    rack_spot,
)
from trainer.desk.table.pieces.ink import fill
from trainer.drills.terms import in_terms
from trainer.equipment.cards import Suit, parse_cards
from trainer.games.house_poker.figures import bet_figures, has_stake, house_poker
from trainer.games.house_poker.hands import called, read_hand
from trainer.texts import Language, Message

NEAR = "-near"
_SIZE = QSizeF(2000, 820)  # as wide as the room for a felt; the height is limited
_MIDDLE = _SIZE.width() / 2
_CENTRE = QPointF(_MIDDLE, -140)  # of the arc that seats lie on
_RADIUS, _FLATTEN = 950.0, 0.79
_TILT = 0.7  # of a seat's turn that its boxes lie turned: so far that no pile covers the name of the box beside it
_STEP, _BEHIND = 88.0, 114.0  # from box to box beside it, and to one behind it
_SPANS = {4: 76.0, 5: 88.0, 6: 98.0, 7: 110.0}  # degrees from the first seat to the last
_BOX = 29.0
_NAME = QSizeF(74, 16)  # of a box, below it: clear of the box beside it at the ends of the table
_PILE = QPointF(42, 52)  # from the middle of a box to where its name ends
_CARD = 72.0
_WORDS = QPointF(_MIDDLE, -328)  # of the arc that words lie on
_NAME_ARC, _OPENS_ARC = (706.0, 27.0), (668.0, 17.0)  # radius and height of the game's name, and of the opening hand
# Likewise where cards lie in two rows: flatter, in the little room between them and the players' hands.
_FLAT_WORDS = QPointF(_MIDDLE, -1500)
_FLAT_NAME_ARC, _FLAT_OPENS_ARC = (1924.0, 20.0), (1898.0, 14.0)
_LONGEST, _LONGEST_FLAT = 560.0, 420.0  # line of these words
_TABLES = (QRectF(_MIDDLE - 480, 48, 196, 250), QRectF(_MIDDLE + 284, 48, 196, 250))  # where pay tables are printed
_LINE = 24.0  # of a pay table
_ROWS = ("dealer", "community")  # of cards in the middle
_LOW_METER = 60.0  # height of a meter that has no room for ornaments
_FAINT_INK = colour(PRINT.ivory, 0.5)  # of a name that cards cover

# Where boxes lie beside the first one: towards the croupier's left, towards the player.
_ASIDE = ((1.0, 0.0), (-1.0, 0.0), (1.0, 1.0))
_PAID = (-1.0, 1.1)


def box_places(imprint: Imprint) -> dict[str, tuple[float, float]]:
    """Where the box of each bet lies at a seat, in steps from the middle: aside and towards the player.

    Bets of one size lie in a row; elsewhere the first bet against the croupier is in the middle with the second behind
    it, and whatever else there is lies beside them.
    """
    rules = imprint.rules
    equal = house_poker(rules).equal
    if equal is not None:
        row = {bet: (place - (len(equal.bets) - 1) / 2, 0.0) for place, bet in enumerate(equal.bets)}
        # Later bets (a double, split aces) lie against the bet they belong to.
        others = [
            bet
            for bet in rules.bets
            if bet not in row and has_stake(rules, bet) and bet_figures(rules, bet).at == "start"
        ]
        return row | dict(zip(others, ((0.0, 1.0), (1.0, 1.0)), strict=False))
    duels = [bet for bet in rules.bets if bet_figures(rules, bet).kind == "duel"]
    found: dict[str, tuple[float, float]] = {}
    for bet in duels:
        place = (0.0, 1.0) if bet_figures(rules, bet).at == "decision" else (0.0, 0.0)
        if place not in found.values():
            found[bet] = place
    others = [bet for bet in rules.bets if bet not in found and has_stake(rules, bet)]
    # The price of a card lies beside the second bet.
    others.sort(key=lambda bet: bet_figures(rules, bet).kind == "price")
    return found | dict(zip(others, _ASIDE, strict=False))


class _Words:
    """What both views say and print of the rules."""

    imprint: Imprint

    def opens(self) -> Words | None:
        """The hand the croupier opens with; `None` if he always plays."""
        rules = self.imprint.rules
        opening = house_poker(rules).opening
        if opening is None:
            return None
        least = opening.names or called(rules, read_hand(rules, parse_cards(opening.least)))
        words: Words = in_terms(Message("cloth.house-poker.opens", {"hand": least}), rules)
        return words

    def print_meter(self, painter: QPainter, shape: QPainterPath) -> None:
        """The display of a progressive pot, where the house has one."""
        rules = self.imprint.rules
        if any(bet_figures(rules, bet).kind == "meter" for bet in rules.bets):
            room = shape.boundingRect()
            edge = 9 if room.height() > _LOW_METER else 5
            frame = rectangle(room.adjusted(-edge, -edge, edge, edge), 12)
            fill(painter, frame, "#17191C")
            print_lines(painter, frame, PRINT.gold, 2.4)
            glass = QLinearGradient(room.topLeft(), room.bottomLeft())
            glass.setColorAt(0, colour("#4A1410"))
            glass.setColorAt(1, colour("#1E0706"))
            painter.fillPath(shape, glass)
            print_lines(painter, shape, colour(PRINT.gold, 0.45), 1.4)
            for side in (-1, 1) if room.height() > _LOW_METER else ():
                beside = QPointF(room.center().x() + side * (room.width() / 2 + 34), room.center().y())
                print_suit(painter, Suit.DIAMONDS, beside, room.height() * 0.7, 0.9)

    def tables(self) -> list[str]:
        """The bets whose pay tables are printed, the longest first."""
        rules = self.imprint.rules
        printed = {tuple(rules.bets[bet].pay_table.items()): bet for bet in reversed(rules.bets)}
        return sorted(
            (bet for bet in printed.values() if rules.bets[bet].pay_table),
            key=lambda bet: -len(rules.bets[bet].pay_table),
        )

    def has_own_table(self, bet: str) -> bool:
        """Whether no other bet pays by the same table, so that the bet's name can stand above it."""
        bets = self.imprint.rules.bets
        return [rule.pay_table for rule in bets.values()].count(bets[bet].pay_table) == 1


class HouseTable(_Words, CurvedFelt):
    """The whole table."""

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, _SIZE, imprint)
        self.figures = house_poker(imprint.rules)
        seats = self.figures.seats
        span = _SPANS.get(seats, _SPANS[7])
        self.places = seats_on_arc(_CENTRE, _RADIUS, seats, span, _FLATTEN)
        if imprint.rules.first_seat == "right":
            self.places = tuple(
                Seat(seats + 1 - place.number, place.at, place.outwards, place.turn) for place in self.places
            )
        self.number_seats(self.places)
        self.boxes = box_places(imprint)
        self.rack_box = QRectF(_MIDDLE - 270, 46, 540, 78)
        self.shoe_box = QRectF(_SIZE.width() - 204, 54, 140, 86)
        self.discard_box = QRectF(64, 54, 116, 86)
        self._add_middle()
        for place in sorted(self.places, key=lambda place: place.number):
            self._add_place(place)

    def _add_middle(self) -> None:
        deal = self.figures.deal
        if deal.dealer or self.figures.twenty_one:
            y = 200.0 if not deal.community else 188.0
            width = 88 if not deal.community else 78
            row = card_row(QPointF(_MIDDLE, y), max(deal.dealer, 5), card_width=width, card_step=1.02)
            self.add("dealer", row, in_terms(Message("cloth.spot.dealer"), self.imprint.rules))
        if deal.community:
            y, width = (236.0, 84) if not deal.dealer else (315.0, 80)
            row = card_row(QPointF(_MIDDLE, y), max(deal.community, 3), card_width=width, card_step=1.04)
            self.add("community", row, Message("cloth.house-poker.community"))
        self.add("rack", rack_spot(self.rack_box, 18), Message("cloth.spot.rack"))
        below = QPointF(self.shoe_box.center().x(), self.shoe_box.bottom() + 24)
        shoe = SpotGeometry(self.shoe_box.center(), rectangle(self.shoe_box, 10), note=below)
        self.add("shoe", shoe, Message("cloth.spot.shoe"))
        self.add("discard", discard_spot(self.discard_box), Message("cloth.spot.discard"))
        rows = [self.spot(name).shape.boundingRect().bottom() for name in _ROWS if name in self.spots()]
        size, above = (QSizeF(220, 32), max(rows) + 8) if rows else (QSizeF(340, 64), 240.0)
        meter = QRectF(QPointF(_MIDDLE - size.width() / 2, above), size)
        self.add("meter", SpotGeometry(meter.center(), rectangle(meter, 8), note_box=meter), _METER)

    def _add_place(self, place: Seat) -> None:
        seat = place.number
        whole = QPainterPath()
        for bet, steps in self.boxes.items():
            at = self._at(place, steps)
            spot = circle_spot(at, _BOX, 22, crowding=0.8, note=at)  # a stake in words lies where its chips would
            self.add(f"{bet}:{seat}", spot, _at_seat(self.imprint.name(bet), seat))
            whole.addPath(spot.shape)
        paid = circle_spot(self._at(place, _PAID), 22, 22, crowding=0.8)
        self.add(f"paid:{seat}", paid, _at_seat(Message("cloth.spot.paid"), seat))
        hand = self._hand(place)
        self.add(f"hand:{seat}", hand, _at_seat(Message("cloth.spot.hand"), seat))
        boxes = rectangle(whole.boundingRect().adjusted(-8, -8, 8, 8), 24)
        self.add(
            f"seat:{seat}",
            SpotGeometry(place.towards_croupier(_BOX + 5), boxes.united(hand.shape)),
            Message("cloth.house-poker.seat", {"seat": seat}),
        )

    def _hand(self, place: Seat) -> SpotGeometry:
        """The cards of a seat: before its boxes, as near as they may lie without covering one or its name."""
        cards = self.figures.deal.player
        step = {2: 1.0, 3: 0.72}.get(cards, 0.42 if cards < 6 else 0.34)
        middles = [self._at(place, steps) for steps in (*self.boxes.values(), _PAID)]
        taken = [QRectF(middle - _PILE, middle + _PILE) for middle in middles]
        hands = (
            card_row(place.towards_croupier(distance), cards, card_width=_CARD, card_step=step)
            for distance in range(60, 400, 4)
        )
        return next(hand for hand in hands if not any(hand.shape.intersects(room) for room in taken))

    def _printed_tables(self) -> dict[str, QRectF]:
        """The bets whose pay tables are printed, each with its room."""
        lengths = {bet: len(self.imprint.pay_table(bet)) for bet in self.tables()}
        rooms = {}
        for (bet, lines), box in zip(lengths.items(), _TABLES, strict=False):
            rooms[bet] = QRectF(
                box.topLeft(), QSizeF(box.width(), min(box.height(), (lines + self.has_own_table(bet)) * _LINE))
            )
        return rooms

    def _at(self, place: Seat, steps: tuple[float, float]) -> QPointF:
        turn = math.degrees(math.atan2(place.outwards.x(), place.outwards.y())) * _TILT
        return place.at + QTransform().rotate(-turn).map(QPointF(steps[0] * _STEP, steps[1] * _BEHIND))

    def _print_words(self, painter: QPainter, language: Language) -> None:
        """The name of the game along an arc and, between it and the croupier's cards, the hand he opens with."""
        has_two_rows = bool(self.figures.deal.dealer and self.figures.deal.community)
        centre, name, opens, longest = (
            (_FLAT_WORDS, _FLAT_NAME_ARC, _FLAT_OPENS_ARC, _LONGEST_FLAT)
            if has_two_rows
            else (_WORDS, _NAME_ARC, _OPENS_ARC, _LONGEST)
        )
        arcs = ((self.imprint.rules.names, name, PRINT.gold), (self.opens(), opens, PRINT.ivory))
        for words, (radius, height), ink in arcs:
            if words is not None:
                printed = in_print(words, language)
                print_arc_text(painter, printed, centre, radius, 180, height=height, ink=ink, longest=longest)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        self._print_words(painter, language)
        if not set(_ROWS) & set(self.spots()):  # no cards lie in the middle
            for side in (-1, 1):
                print_rosette(painter, QPointF(_MIDDLE + side * 480, 210), 240)
        for bet, room in self._printed_tables().items():
            lines = self.imprint.pay_table(bet)
            name = self.imprint.sign(bet) if self.has_own_table(bet) else None
            step = room.height() / (len(lines) + (name is not None))
            print_pay_table(painter, lines, language, room, step=step, name=name)
        for place in self.places:
            for bet in self.boxes:
                shape = self.spot(f"{bet}:{place.number}").shape
                fill(painter, shape, colour("#04301F", 0.38))
                print_lines(painter, shape, colour(PRINT.ivory, 0.85), 2.4)
                print_below(painter, self.imprint.sign(bet), language, shape.boundingRect(), _NAME)
        for name in _ROWS:
            if name in self.spots():
                fill(painter, self.spot(name).shape, colour("#04301F", 0.3))
                print_lines(painter, self.spot(name).shape, colour(PRINT.ivory, 0.6), 2.2)
        self.print_meter(painter, self.spot("meter").shape)
        self.print_seat_numbers(painter)
        paint_rack(painter, self.rack_box)
        paint_shoe(painter, self.shoe_box)
        paint_discard(painter, self.discard_box)


class NearFelt(_Words, Felt):
    """One hand to be read at a glance, with the croupier's or the cards in the middle above it."""

    has_sides = False
    is_close_up = True

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 780), imprint)
        deal = house_poker(imprint.rules).deal
        self.boxes = box_places(imprint)
        if deal.dealer or house_poker(imprint.rules).twenty_one:
            row = card_row(QPointF(860, 166), 5, card_width=124, card_step=1.04)
            self.add("dealer", row, in_terms(Message("cloth.spot.dealer"), self.imprint.rules))
        if deal.community:
            row = card_row(QPointF(860, 380 if deal.dealer else 196), 5, card_width=124, card_step=1.04)
            self.add("community", row, Message("cloth.house-poker.community"))
        several = deal.player > 5  # cards that reach further: they keep clear of the boxes
        middle = QPointF(960 if several else 860, 580 if {"dealer", "community"} & set(self.spots()) else 430)
        hand = card_row(middle, 7 if several else 5, card_width=134, card_step=1.04)
        self.add("hand:1", hand, _at_seat(Message("cloth.spot.hand"), 1))
        for bet, steps in self.boxes.items():
            at = _near_box(steps)
            spot = circle_spot(at, 54, 30, crowding=0.8, note=at)
            self.add(f"{bet}:1", spot, _at_seat(self.imprint.name(bet), 1))
        paid = circle_spot(_near_box(_PAID), 44, 30, crowding=0.8)
        self.add("paid:1", paid, _at_seat(Message("cloth.spot.paid"), 1))
        meter = QRectF(96, 80, 300, 56)
        self.add("meter", SpotGeometry(meter.center(), rectangle(meter, 10), note_box=meter), _METER)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        print_frame(painter, self)
        print_rosette(painter, QPointF(860, 380), 400)
        self.print_meter(painter, self.spot("meter").shape)
        for bet in self.boxes:
            shape = self.spot(f"{bet}:1").shape
            fill(painter, shape, colour("#04301F", 0.38))
            print_lines(painter, shape, colour(PRINT.ivory, 0.85), 3)
            box = shape.boundingRect()
            # Below its box, where no pile covers it: in the close-up names distinguish the boxes.
            below = QRectF(box.center().x() - 60, box.bottom() + 5, 120, 26)
            print_words(painter, self.imprint.sign(bet), language, below, height=20)
        for name in ("dealer", "community", "hand:1"):
            if name in self.spots():
                fill(painter, self.spot(name).shape, colour("#04301F", 0.38))
                print_lines(painter, self.spot(name).shape, colour(PRINT.ivory, 0.5), 2.4)
        if "dealer" in self.spots():  # below his cards, read where there are none
            whose, room = in_terms(Message("cloth.spot.dealer"), self.imprint.rules), self.spot("dealer").shape
            print_words(
                painter, whose, language, room.boundingRect(), height=26, ink=colour(PRINT.ivory, 0.5), spacing=6
            )
        words = self.opens() or self.imprint.rules.names
        print_title(painter, words, language, QRectF(420, 692, 880, 32), 22)


def _near_box(steps: tuple[float, float]) -> QPointF:
    return QPointF(266 + steps[0] * 124, 446 + steps[1] * 156)


_METER = Message("cloth.house-poker.meter")


def _at_seat(what: Words, seat: int) -> Message:
    return Message("cloth.said.seat", {"what": what, "seat": seat})


def make(felt_id: str, imprint: Imprint) -> Felt:
    return NearFelt(felt_id, imprint) if felt_id.endswith(NEAR) else HouseTable(felt_id, imprint)
