"""Tables of house poker: seats on a half-round cloth, each with the boxes of its bets, and a near view of one hand.

Seat 1 is at the croupier's left, the right of the picture, or at his right where the rules say so. Spots: every bet by
its id and seat (``ante:3``), ``hand:3``, ``paid:3``, ``seat:3`` for the place as a whole, ``dealer``, ``community``,
``meter``, ``discard``, ``shoe``, ``rack``. The near view has the same spots for seat 1 alone, large enough to read at a
glance. Which boxes there are, whether the croupier has a hand and whether cards lie in the middle follows from the
rules, and so does what is printed: the pay tables and the hand he opens with.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from trainer.desk.felts.base import Felt, SpotGeometry, rectangle
from trainer.desk.felts.imprint import Imprint, Words, in_print
from trainer.desk.felts.parts import (
    CurvedFelt,
    Seat,
    card_row,
    circle_spot,
    paint_discard,
    paint_rack,
    paint_shoe,
    print_arc_text,
    print_in_circle,
    print_lines,
    print_pay_table,
    print_words,
    rack_spot,
    seats_on_arc,
)
from trainer.desk.look.theme import PRINT, Theme, colour
from trainer.drills.terms import in_terms
from trainer.equipment.cards import parse_cards
from trainer.games.house_poker.figures import bet_figures, has_stake, house_poker
from trainer.games.house_poker.hands import called, read_hand
from trainer.texts import Language, Message

NEAR = "-near"
_SIZE = QSizeF(1600, 820)
_CENTRE = QPointF(800, -133)  # of the arc that seats lie on
_RADIUS = 754.0
_HAND = 117.0  # from the first box of a seat to the middle of its cards
_STEP = 62.0  # from box to box
_BOX = 27.0
_WORDS = QPointF(800, -328)  # of the arc that words lie on
_TABLES = (QRectF(262, 48, 246, 156), QRectF(1092, 48, 206, 156))  # where pay tables are printed

# Where boxes lie beside the first one: towards the croupier's left, towards the player.
_ASIDE = ((1.0, 0.0), (-1.0, 0.0), (1.0, 1.0))
_PAID = (-1.0, 1.0)


def box_places(imprint: Imprint) -> dict[str, tuple[float, float]]:
    """Where the box of each bet lies at a seat, in steps from the middle: aside and towards the player.

    Bets of one size lie in a row; elsewhere the first bet against the croupier is in the middle with the second behind
    it, and whatever else there is lies beside them.
    """
    rules = imprint.rules
    equal = house_poker(rules).equal
    if equal is not None:
        row = {bet: (place - (len(equal.bets) - 1) / 2, 0.0) for place, bet in enumerate(equal.bets)}
        # What is put down later (a double, opened aces) lies against the bet it belongs to.
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

    def words(self) -> list[Words]:
        """What stands across the cloth: the hand the croupier opens with, or what pays."""
        rules = self.imprint.rules
        figures = house_poker(rules)
        if figures.opening is None:
            return [rules.names]
        least = figures.opening.names or called(rules, read_hand(rules, parse_cards(figures.opening.least)))
        return [in_terms(Message("cloth.house-poker.opens", {"hand": least}), rules)]

    def tables(self) -> list[str]:
        """The bets whose pay tables are printed, the longest first."""
        rules = self.imprint.rules
        printed = {tuple(rules.bets[bet].pay_table.items()): bet for bet in reversed(rules.bets)}
        return sorted(
            (bet for bet in printed.values() if rules.bets[bet].pay_table),
            key=lambda bet: -len(rules.bets[bet].pay_table),
        )


class HouseTable(_Words, CurvedFelt):
    """The whole table."""

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, _SIZE, imprint)
        self.figures = house_poker(imprint.rules)
        seats = self.figures.seats
        span = {4: 76.0, 5: 88.0, 6: 98.0}.get(seats, 104.0)
        self.places = seats_on_arc(_CENTRE, _RADIUS, seats, span)
        if imprint.rules.first_seat == "right":
            self.places = tuple(
                Seat(seats + 1 - place.number, place.at, place.outwards, place.turn) for place in self.places
            )
        self.boxes = box_places(imprint)
        self.rack_box = QRectF(530, 46, 540, 78)
        self.shoe_box = QRectF(1330, 60, 150, 92)
        self.discard_box = QRectF(118, 60, 122, 92)
        self._add_middle()
        for place in sorted(self.places, key=lambda place: place.number):
            self._add_place(place)

    def _add_middle(self) -> None:
        deal = self.figures.deal
        if deal.dealer or self.figures.twenty_one:
            y = 196.0 if not deal.community else 178.0
            row = card_row(QPointF(800, y), max(deal.dealer, 5), card_width=80, card_step=1.02)
            self.add("dealer", row, in_terms(Message("cloth.spot.dealer"), self.imprint.rules))
        if deal.community:
            y = 236.0 if not deal.dealer else 300.0
            row = card_row(QPointF(800, y), max(deal.community, 3), card_width=84, card_step=1.04)
            self.add("community", row, Message("cloth.house-poker.community"))
        self.add("rack", rack_spot(self.rack_box, 18), Message("cloth.spot.rack"))
        shoe = SpotGeometry(self.shoe_box.center(), rectangle(self.shoe_box, 10), note=QPointF(1405, 176))
        self.add("shoe", shoe, Message("cloth.spot.shoe"))
        box = self.discard_box
        discard = SpotGeometry(
            box.center(), rectangle(box, 8), card_width=60, card_step=0.05, note=QPointF(box.center().x(), 176)
        )
        self.add("discard", discard, Message("cloth.spot.discard"))
        meter = QRectF(690, 304, 220, 34) if not deal.community else QRectF(1092, 214, 206, 34)
        self.add("meter", SpotGeometry(meter.center(), rectangle(meter, 8), note_box=meter), _METER)

    def _add_place(self, place: Seat) -> None:
        seat = place.number
        for bet, steps in self.boxes.items():
            spot = circle_spot(self._at(place, steps), _BOX, 16, crowding=0.8)
            self.add(f"{bet}:{seat}", spot, _at_seat(self.imprint.name(bet), seat))
        paid = circle_spot(self._at(place, _PAID), 22, 16, crowding=0.8)
        self.add(f"paid:{seat}", paid, _at_seat(Message("cloth.spot.paid"), seat))
        centre = place.towards_croupier(_HAND)
        cards = self.figures.deal.player
        step = {2: 1.0, 3: 0.72}.get(cards, 0.42 if cards < 6 else 0.34)
        hand = card_row(centre, cards, card_width=66, card_step=step)
        self.add(f"hand:{seat}", hand, _at_seat(Message("cloth.spot.hand"), seat))
        corner = place.at + place.outwards * 104
        around = QRectF(corner.x() - 30, corner.y() - 13, 60, 26)
        self.add(
            f"seat:{seat}",
            SpotGeometry(corner, rectangle(around, 10)),
            Message("cloth.house-poker.seat", {"seat": seat}),
        )

    def _at(self, place: Seat, steps: tuple[float, float]) -> QPointF:
        across = QPointF(place.outwards.y(), -place.outwards.x())
        return place.at + across * (steps[0] * _STEP) + place.outwards * (steps[1] * _STEP)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        radius = 700.0 if not (self.figures.deal.dealer and self.figures.deal.community) else 756.0
        for words in self.words():
            print_arc_text(
                painter, in_print(words, language), _WORDS, radius, 180, height=22, ink=PRINT.gold, longest=620
            )
        for bet, box in zip(self.tables(), _TABLES, strict=False):
            lines = self.imprint.pay_table(bet)
            print_pay_table(painter, lines, language, box, step=min(18.0, box.height() / len(lines)))
        for place in self.places:
            for bet in self.boxes:
                shape = self.spot(f"{bet}:{place.number}").shape
                print_lines(painter, shape, colour(PRINT.ivory, 0.85), 2.4)
                print_in_circle(painter, in_print(self.imprint.sign(bet), language), shape.boundingRect(), height=14)
            print_words(
                painter,
                str(place.number),
                language,
                self.spot(f"seat:{place.number}").shape.boundingRect(),
                height=17,
                ink=colour(PRINT.ivory, 0.7),
            )
        for name in ("dealer", "community"):
            if name in self.spots():
                print_lines(painter, self.spot(name).shape, colour(PRINT.ivory, 0.45), 2.2)
        paint_rack(painter, self.rack_box)
        paint_shoe(painter, self.shoe_box)
        paint_discard(painter, self.discard_box)


class NearFelt(_Words, Felt):
    """One hand to be read at a glance, with the croupier's or the cards in the middle above it."""

    has_sides = False

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
        hand = card_row(QPointF(960 if several else 860, 580), 7 if several else 5, card_width=134, card_step=1.04)
        self.add("hand:1", hand, _at_seat(Message("cloth.spot.hand"), 1))
        middle = QPointF(248, 486)
        for bet, (aside, down) in self.boxes.items():
            at = middle + QPointF(aside * 122, down * 122)
            self.add(f"{bet}:1", circle_spot(at, 54, 30, crowding=0.8), _at_seat(self.imprint.name(bet), 1))
        paid = middle + QPointF(_PAID[0] * 122, _PAID[1] * 122)
        self.add("paid:1", circle_spot(paid, 44, 30, crowding=0.8), _at_seat(Message("cloth.spot.paid"), 1))
        meter = QRectF(96, 80, 300, 56)
        self.add("meter", SpotGeometry(meter.center(), rectangle(meter, 10), note_box=meter), _METER)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        for bet in self.boxes:
            shape = self.spot(f"{bet}:1").shape
            print_lines(painter, shape, colour(PRINT.ivory, 0.85), 3)
            print_in_circle(painter, in_print(self.imprint.sign(bet), language), shape.boundingRect(), height=24)
        for name in ("dealer", "community", "hand:1"):
            if name in self.spots():
                print_lines(painter, self.spot(name).shape, colour(PRINT.ivory, 0.4), 2.4)
        for words in self.words():
            print_words(painter, words, language, QRectF(420, 694, 880, 36), height=24, ink=PRINT.gold)


_METER = Message("cloth.house-poker.meter")


def _at_seat(what: Words, seat: int) -> Message:
    return Message("cloth.said.seat", {"what": what, "seat": seat})


def make(felt_id: str, imprint: Imprint) -> Felt:
    return NearFelt(felt_id, imprint) if felt_id.endswith(NEAR) else HouseTable(felt_id, imprint)
