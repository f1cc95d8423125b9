"""Blackjack tables: five to nine seats on a half-round cloth, with the boxes of each variant.

Seat 1 is at the croupier's left, the right of the picture. Spots: ``bet:4`` and ``hand:4`` (an unsplit place),
``bet:4:2`` and ``hand:4:2`` (the second of several hands, which lie side by side), ``insurance:4``, ``paid:4``, each
side bet by its id (``perfect-pairs:4``), ``dealer``, ``dealer:2`` (a numbered box of Challenge 21), ``shoe``,
``discard``, ``rack``.
"""

from __future__ import annotations

import math

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, circle, rectangle
from trainer.desk.table.furniture import paint_discard, paint_rack, paint_shoe
from trainer.desk.table.imprint import Imprint, Words, in_print
from trainer.desk.table.layouts.half_round import CurvedFelt, Seat, seats_on_arc
from trainer.desk.table.parts import (
    SpotFields,
    card_row,
    circle_spot,
    discard_spot,
    print_arc_text,
    print_below,
    print_beside,
    print_box,
    print_lines,
    rack_spot,
)
from trainer.desk.table.pieces.ink import fill, is_turned
from trainer.drills.terms import in_terms
from trainer.games.blackjack.figures import blackjack
from trainer.texts import Language, Message

_SIZE = QSizeF(1860, 820)  # flatter than a real table, so that the cards are as large as the screen allows
_MIDDLE = _SIZE.width() / 2
_CENTRE = QPointF(_MIDDLE, -396)  # of the arcs that seats and insurance line lie on
_SEATS = 1091.0  # their radii
_INSURANCE = 833.0
_INSURED = 48.0  # what the chips of an insurance take of the line between two seats
_SHORTEST = 150.0  # insurance words that can be read
_BESIDE_LINES = 52.0  # from the insurance to words at the croupier's side of its lines
_BELOW = 0.75  # how steeply the main box stands below a side bet whose name would reach it
_HAND = 138.0  # from a betting box to the middle of its cards
_AT_THE_END = 38.0  # further to the cards of a seat that is turned all the way
_WORDS = QPointF(_MIDDLE, -328)  # of the arcs the words lie on, flatter to keep clear of the dealer's cards
_BELOW_ONE_HAND = ((640.0, 33.0), (682.0, 21.0), (714.0, 17.0))  # radius and height of each line of words
_BELOW_SEVERAL_HANDS = ((661.0, 24.0), (694.0, 16.0), (720.0, 14.0))
_BET, _PAID, _HAND_OF = Message("cloth.spot.bet"), Message("cloth.spot.paid"), Message("cloth.spot.hand")
_MOST_HANDS = 5
_SPLIT_STEP = 76.0  # from bet to bet of a split place
_SPLIT_CARD = 0.78  # of the width of a card, where several hands lie at a place: side by side, two to a row
_SPLIT_HAND = QPointF(2.6, 0.94)  # from hand to hand, which is room for five cards, and from row to row, in cards
_GROWTH = QPointF(0.92, -0.38)  # how a hand grows: each card over the last, to the right and a little up


class _Layout(msgspec.Struct, frozen=True):
    """What tells one cloth from another, as the rules have it."""

    seats: int
    side_bets: tuple[str, ...]
    boxes: int  # main boxes at a place: two in Switch, one for each of the dealer's hands in Challenge 21
    dealer_hands: int


def _layout(imprint: Imprint) -> _Layout:
    figures = blackjack(imprint.rules)
    hands = figures.dealer.hands
    boxes = 2 if figures.switch else hands
    return _Layout(figures.places.seats, tuple(figures.side_bets), boxes, hands)


class BlackjackFelt(CurvedFelt):
    """A half-round table: places on an arc, the insurance line before them, the dealer's cards in the middle."""

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, _SIZE, imprint)
        self.layout = layout = _layout(imprint)
        self.scale = 1.06 if layout.seats <= 5 else min(1.0, 7.2 / layout.seats)
        self.span = {5: 76.0, 6: 84.0, 7: 90.0}.get(layout.seats, 92.0)
        # Two boxes and the Super Match behind them need the room of a large one: they stand further in.
        self.radius, self.hand_distance = (_SEATS - 48, 110.0) if layout.boxes == 2 else (_SEATS, _HAND * self.scale)
        self.places = seats_on_arc(_CENTRE, self.radius, layout.seats, self.span)
        self.number_seats(self.places)
        self.box_radius = 46.0 * self.scale if layout.boxes == 1 else 38.0
        self.rack_box = QRectF(_MIDDLE - 280, 46, 560, 84)
        self.shoe_box = QRectF(_SIZE.width() - 290, 66, 176, 104)
        self.discard_box = QRectF(118, 66, 132, 104)
        self._add_dealer()
        for place in self.places:
            self._add_place(place)

    # Geometry

    def _across(self, place: Seat) -> QPointF:
        """Along the arc towards the croupier's left, the right of the picture for seats in the middle."""
        return QPointF(place.outwards.y(), -place.outwards.x())

    def _box_centres(self, place: Seat) -> list[QPointF]:
        """The printed main boxes of a place, the player's right first."""
        step = self._across(place) * (self.box_radius * 2.2)
        middle = (self.layout.boxes - 1) / 2
        return [place.at + step * (middle - index) for index in range(self.layout.boxes)]

    def _hand_centre(self, place: Seat) -> QPointF:
        # Of two boxes of a seat at the end one lies over the other, above the cards: they lie a little further in.
        further = _AT_THE_END * place.outwards.x() ** 2 if self.layout.boxes == 2 else 0.0
        return place.towards_croupier(self.hand_distance + further)

    def _nth(self, place: Seat, at: QPointF, index: int, step: float) -> QPointF:
        """The place of the hand ``index`` (from 1) of several: two on each side of the middle, a fifth further in."""
        if index > 4:
            return at - place.outwards * (74 * self.scale)
        offset = {1: 0.5, 2: -0.5, 3: -1.5, 4: 1.5}[index]
        return at + self._across(place) * (offset * step * (0.66 if self.layout.seats == 9 else self.scale))

    # Spots

    def _add_dealer(self) -> None:
        hands = self.layout.dealer_hands
        if hands == 1:
            row = card_row(QPointF(_MIDDLE, 196), 6, card_width=88, card_step=0.92)
            self.add("dealer", row, in_terms(Message("cloth.spot.dealer"), self.imprint.rules))
        else:
            for index in range(hands):
                at = QPointF(_MIDDLE + (index - (hands - 1) / 2) * 222 - 44, 208)
                row = card_row(at, 4, card_width=82, card_step=0.36, centred=False)
                name = Message("cloth.blackjack.dealer-box", {"number": index + 1})
                self.add(f"dealer:{index + 1}", row, in_terms(name, self.imprint.rules))
        self.add("rack", rack_spot(self.rack_box, 20), Message("cloth.spot.rack"))
        shoe = SpotGeometry(
            self.shoe_box.center(), rectangle(self.shoe_box, 10), note=QPointF(self.shoe_box.center().x(), 196)
        )
        self.add("shoe", shoe, Message("cloth.spot.shoe"))
        self.add("discard", discard_spot(self.discard_box), Message("cloth.spot.discard"))

    def _add_place(self, place: Seat) -> None:
        seat, boxes = place.number, self._box_centres(place)
        below = place.at + place.outwards * (self.box_radius + 30)
        fields: SpotFields = {"note": below, "crowding": 0.96, "spread": self._across(place)}
        if self.layout.boxes == 1:
            marker = place.at - self._across(place) * (self.box_radius * 0.9)
            marked: SpotFields = {**fields, "marker": marker}
            spot = circle_spot(place.at, self.box_radius, 21 * self.scale, **marked)
            self.add(f"bet:{seat}", spot, _at_seat(_BET, seat))
        self._add_hands(place)
        count = max(self.layout.boxes, _MOST_HANDS)
        for index in range(1, count + 1):
            printed = index <= len(boxes) and self.layout.boxes > 1
            at = boxes[index - 1] if printed else self._nth(place, place.at, index, _SPLIT_STEP)
            radius = self.box_radius if printed else 13 * self.scale
            spot = circle_spot(at, radius, (17 if printed else 18) * self.scale, **fields)
            self.add(f"bet:{seat}:{index}", spot, _at_seat(_BET, seat, index))
        line, insurance = place.towards_croupier(self.radius - _INSURANCE), self.imprint.name("insurance")
        if self.layout.dealer_hands == 1:
            self.add(f"insurance:{seat}", circle_spot(line, 26, 17 * self.scale), _at_seat(insurance, seat))
        else:
            for index in range(1, self.layout.dealer_hands + 1):
                at = line + self._across(place) * ((2 - index) * 44)
                self.add(f"insurance:{seat}:{index}", circle_spot(at, 20, 14), _at_seat(insurance, seat, index))
        # Beside the box, past a split bet, where no other bet lies there; else between it and the cards.
        if self.layout.boxes > 2:  # they leave no room there: beside the last of them
            paid = boxes[-1] - self._across(place) * (self.box_radius + 22)
        elif len(self.layout.side_bets) < 2 and self.layout.boxes == 1:
            paid = place.at - self._across(place) * (100 if self.layout.seats == 9 else 88)
        else:
            aside = self._across(place) * (self.box_radius * (0.9 if self.layout.boxes == 1 else 1.1))
            # On the side from which the seat is turned away, where the name of the side bet stands clear.
            is_turned = place.at.x() > _MIDDLE + 1 and self.layout.boxes == 1
            paid = place.towards_croupier(self.box_radius - 6) + (aside if is_turned else -aside)
        self.add(f"paid:{seat}", circle_spot(paid, 14, 17 * self.scale), _at_seat(_PAID, seat))
        for index, bet in enumerate(self.layout.side_bets):
            spot = circle_spot(self._side_centre(place, index), self._side_radius(), 16 * self.scale, crowding=0.9)
            self.add(f"{bet}:{seat}", spot, _at_seat(self.imprint.name(bet), seat))

    def _add_hands(self, place: Seat) -> None:
        seat, centre = place.number, self._hand_centre(place)
        width = 82 * self.scale
        row = card_row(centre, 3, card_width=width, card_step=0.36, spread=_GROWTH)
        self._add_hand(f"hand:{seat}", row, _at_seat(_HAND_OF, seat))
        width *= _SPLIT_CARD
        for index in range(1, _MOST_HANDS + 1):
            line, side = divmod(index - 1, 2)
            aside, inwards = _SPLIT_HAND.x() * width, _SPLIT_HAND.y() * width
            at = centre + QPointF((0.5 - side) * aside, -line * inwards)
            row = card_row(at, 3, card_width=width, card_step=0.36)
            self._add_hand(f"hand:{seat}:{index}", row, _at_seat(_HAND_OF, seat, index))

    def _add_hand(self, name: str, row: SpotGeometry, spoken: Words) -> None:
        """Rows of several hands overlap, so a tap counts only near the middle of each."""
        shape = circle(row.centre, 18 * self.scale)
        self.add(name, msgspec.structs.replace(row, shape=shape, area=row.shape), spoken)

    def _side_radius(self) -> float:
        return 29.0 * self.scale

    def _side_centre(self, place: Seat, index: int) -> QPointF:
        """Side bets lie at the player's right of his box; a second one at his left; Super Match before both boxes."""
        if self.layout.boxes == 2:
            return place.at + place.outwards * (self.box_radius + self._side_radius() + 2)
        side = 1 if index == 0 else -1
        return place.at + self._across(place) * (side * (self.box_radius + self._side_radius() + 10))

    # Print

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        self._print_words(painter, language)
        self._print_insurance(painter, language)
        for place in self.places:
            self._print_place(painter, place, language)
        if self.layout.dealer_hands > 1:
            self._print_numbered_boxes(painter, language)
        self.print_seat_numbers(painter)
        paint_rack(painter, self.rack_box)
        paint_shoe(painter, self.shoe_box)
        paint_discard(painter, self.discard_box)

    def _words(self) -> list[Words]:
        """What the cloth says of the game: what a blackjack pays, how the dealer draws, and what else he does."""
        dealer = blackjack(self.imprint.rules).dealer
        drawing = {"below": dealer.stands_on - 1, "total": dealer.stands_on}
        lines: list[Words] = [self._blackjack_pays(), Message(f"cloth.blackjack.soft.{dealer.soft_17}", drawing)]
        if dealer.pushes_22:
            lines.append(Message("cloth.blackjack.pushes-22"))
        if dealer.hands > 1:
            lines.append(Message("cloth.blackjack.several-hands", {"hands": dealer.hands}))
        return [in_terms(line, self.imprint.rules) for line in lines]

    def _blackjack_pays(self) -> Message:
        main = self.imprint.rules.bets["main"]
        odds = main.pay_table.get("blackjack", main.pays)
        named = {"blackjack": main.outcomes.get("blackjack", main.names)}
        if odds is None or odds.win == odds.stake:
            return Message("cloth.blackjack.pays-even", named)
        return Message("cloth.blackjack.pays", named | {"odds": odds})

    def _print_words(self, painter: QPainter, language: Language) -> None:
        # Where the dealer has several boxes they reach further down, and the words keep clear of them.
        sizes = _BELOW_ONE_HAND if self.layout.dealer_hands == 1 else _BELOW_SEVERAL_HANDS
        for index, (words, (radius, height)) in enumerate(zip(self._words(), sizes, strict=False)):
            ink = PRINT.gold if index == 0 else PRINT.ivory
            longest = 520 if self.layout.dealer_hands == 1 else 430
            print_arc_text(
                painter, in_print(words, language), _WORDS, radius, 180, height=height, ink=ink, longest=longest
            )

    def _print_insurance(self, painter: QPainter, language: Language) -> None:
        """A band along the arc with the words in it, before the players' cards."""
        odds = self.imprint.odds("insurance")
        if odds is None:
            return
        band = _arc(_INSURANCE + 26, 46)
        band.connectPath(_arc(_INSURANCE - 26, -46))
        band.closeSubpath()
        fill(painter, band, colour("#000000", 0.10))
        print_lines(painter, band, width=2.4)
        words = Message("cloth.said.bet-pays", {"bet": self.imprint.label("insurance"), "odds": odds})
        step = self.span / (self.layout.seats - 1)
        longest = math.radians(step) * _INSURANCE - _INSURED
        # Where seats are close, chips leave no room between the lines for words that can be read: they stand beside.
        radius, longest = (_INSURANCE, longest) if longest > _SHORTEST else (_INSURANCE - _BESIDE_LINES, math.inf)
        for places in self._between_seats():
            words_at = 180 + step * places
            printed = in_print(words, language)
            print_arc_text(painter, printed, _CENTRE, radius, words_at, height=18, spacing=0.06, longest=longest)

    def _between_seats(self) -> tuple[float, ...]:
        """Where the insurance words stand, in seats from the middle: between places, so that no chip need lie on them,
        and near the middle where two hands lie at each and reach over the line at the ends."""
        if self.layout.seats % 2 == 0:
            return (-2, 0, 2)
        if self.layout.seats == 9:
            return (-2.5, 2.5)
        return (-0.5, 0.5) if self.layout.boxes == 2 else (-1.5, 1.5)

    def _print_place(self, painter: QPainter, place: Seat, language: Language) -> None:
        for index, at in enumerate(self._box_centres(place), 1):
            box = circle(at, self.box_radius)
            fill(painter, box, colour("#000000", 0.10))
            print_lines(painter, box)
            print_lines(painter, circle(at, self.box_radius * 0.86), colour(PRINT.ivory, 0.45), 1.6)
            if self.layout.boxes > 2:
                print_below(painter, str(index), language, box.boundingRect(), QSizeF(40, 18))
        for index, bet in enumerate(self.layout.side_bets):
            centre = self._side_centre(place, index)
            spot = circle(centre, self._side_radius())
            print_box(painter, spot, tint=PRINT.red)
            sign, room, high = self.imprint.sign(bet), spot.boundingRect(), 17 * self.scale
            # From the bet to the main box, as it is seen.
            way = (centre - place.at) if is_turned(painter) else (place.at - centre)
            if self.layout.boxes == 2:  # a box lies below it, and another on the side of the middle
                is_left = (place.at.x() < _MIDDLE) != is_turned(painter)
                print_beside(painter, sign, language, room, QSizeF(room.width() / 2, high), is_left=is_left)
            elif way.y() > _BELOW * abs(way.x()):
                print_beside(painter, sign, language, room, QSizeF(room.width() * 0.8, high), is_left=way.x() > 0)
            else:
                print_below(painter, sign, language, room, QSizeF(room.width(), high))

    def _print_numbered_boxes(self, painter: QPainter, language: Language) -> None:
        for index in range(self.layout.dealer_hands):
            shape = self.spot(f"dealer:{index + 1}").shape
            print_box(painter, shape)
            print_beside(painter, str(index + 1), language, shape.boundingRect(), QSizeF(16, 28))


def _arc(radius: float, half_span: float) -> QPainterPath:
    """A printed arc below the centre, so many degrees to both sides of its lowest point; negative: right to left."""
    path = QPainterPath()
    steps = 60
    for index in range(steps + 1):
        turned = math.radians(-half_span + 2 * half_span * index / steps)
        at = _CENTRE + QPointF(math.sin(turned) * radius, math.cos(turned) * radius)
        path.moveTo(at) if index == 0 else path.lineTo(at)
    return path


def _at_seat(what: Words, seat: int, part: int | None = None) -> Message:
    """A place of a seat in words: ``mano 2, puesto 4``."""
    if part is None:
        return Message("cloth.said.seat", {"what": what, "seat": seat})
    return Message("cloth.said.seat-part", {"what": what, "part": part, "seat": seat})


def make(felt_id: str, imprint: Imprint) -> Felt:
    return BlackjackFelt(felt_id, imprint)
