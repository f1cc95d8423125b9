"""Pai gow tables: six places on an arc, the dealer's two hands before the tray, and a near view of two hands.

The croupier sits at the top, so his right hand is at the left of the picture: seat 1 is the leftmost. Spots of a place
(``1`` to ``6`` or ``dealer``): ``low:N``, ``high:N``, ``bet:N``, ``pay:N``, ``chung:N`` for the bank's marker,
``position:N`` for the place as a whole; then ``shaker``, ``centre`` and ``inventory``. The table for cards has
``side:N``, ``generator``, ``shoe`` and ``discard``, that for tiles ``dead-hand``, ``position:dead-hand`` and ``wall:1``
to ``wall:8``. The near view has the dealer's hands above and seat 1 below, large enough to read at a glance, and
``hand:dealer`` between them for a hand that is not set yet.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath, QRadialGradient

from trainer.desk.style.theme import PRINT, Theme, colour
from trainer.desk.table.base import TILE_OF_CARD, Felt, SpotGeometry, circle, rectangle
from trainer.desk.table.furniture import paint_discard, paint_rack, paint_shoe
from trainer.desk.table.imprint import Imprint, in_print
from trainer.desk.table.layouts.half_round import CurvedFelt, curved_table, room_on_rail
from trainer.desk.table.ornament import print_frame, print_rosette, print_title
from trainer.desk.table.parts import (
    box_spot,
    card_row,
    circle_spot,
    discard_spot,
    print_arc_text,
    print_below,
    print_box,
    print_lines,
    print_words,
    rack_spot,
    tile_row,
)
from trainer.desk.table.pieces.ink import fill, outline
from trainer.games.pai_gow.figures import pai_gow
from trainer.texts import Language, Message

SEATS = tuple(str(number) for number in range(1, 7))
DEALER = "dealer"
_DEAD_HAND = Message("cloth.pai-gow.dead-hand")

_PRINTED = ("high", "low")


def _add_part(felt: Felt, part: str, seat: str, geometry: SpotGeometry) -> None:
    dealer = Message("cloth.pai-gow.dealer")
    whose = dealer if seat == DEALER else Message("cloth.pai-gow.seat", {"seat": seat})
    bets = {"bet": "pai-gow", "side": "starting-number"}
    words = felt.imprint.name(bets[part]) if part in bets else Message(f"cloth.pai-gow.{part}")
    felt.add(f"{part}:{seat}", geometry, Message("cloth.said.whose", {"what": words, "whose": whose}))


def _print_hands(painter: QPainter, felt: Felt, seat: str, language: Language, *, words_below: bool) -> None:
    """The places of both hands; between two tiles single letters would show, so that the words stand below."""
    for part in _PRINTED:
        shape = felt.spot(f"{part}:{seat}").shape
        box = shape.boundingRect()
        print_lines(painter, shape, colour(PRINT.ivory, 0.8), 2.6)
        if words_below:
            box = QRectF(box.left(), box.bottom() + 6, box.width(), 18)
        height, ink = (18, colour(PRINT.ivory, 0.8)) if words_below else (20, colour(PRINT.ivory, 0.6))
        print_words(painter, Message(f"cloth.pai-gow.printed-{part}"), language, box, height=height, spacing=4, ink=ink)


# The whole table


class TableFelt(CurvedFelt):
    """What both tables share; subclasses say how hands lie and add their own things."""

    height = 760.0
    rack = QRectF(560, 46, 480, 54)
    shaker = QPointF(150, 120)
    step = 246.0  # from seat to seat
    rise = 78.0  # how much higher the outer seats lie than the middle ones
    middle = 334.0  # height of the betting circles of the two middle seats
    words_below = False
    chung = QPointF(78, -56)  # the bank's marker, from the betting circle

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, self.height), imprint)
        self.add("inventory", rack_spot(self.rack, 16), Message("cloth.pai-gow.inventory"))
        bowl = SpotGeometry(self.shaker, circle(self.shaker, 74), chip_radius=15)
        self.add("shaker", bowl, Message("cloth.pai-gow.shaker"))
        centre = QRectF(740, self.middle - 28, 120, 56)
        self.add("centre", box_spot(centre, sorted_piles=True), Message("cloth.pai-gow.centre"))
        self._add_dealer()
        for seat in SEATS:
            self._add_seat(seat)
        rail = curved_table(self.size, self.rail_width / 2, depth=0.36)
        for seat in SEATS:
            self.seat_numbers[seat] = room_on_rail(rail, self.bet_at(seat), QPointF(0, 1))

    def outline(self) -> QPainterPath:
        return curved_table(self.size, depth=0.36)

    def cloth_outline(self) -> QPainterPath:
        return curved_table(self.size, self.rail_width, depth=0.36)

    def bet_at(self, seat: str) -> QPointF:
        """The betting circle of a seat."""
        place = int(seat) - 3.5
        return QPointF(800 + place * self.step, self.middle - self.rise * (abs(place) - 0.5) ** 1.5 / 2**1.5)

    def _add_dealer(self) -> None:
        for part, geometry in self.dealer_hands().items():
            _add_part(self, part, DEALER, geometry)
        high, low = (self.spot(f"{part}:{DEALER}").shape.boundingRect() for part in ("high", "low"))
        around = high.united(low).adjusted(-16, -10, 16, 10)
        bet = QPointF(around.left() - 52, around.center().y() + 20)
        _add_part(self, "bet", DEALER, circle_spot(bet, 34, note=bet + QPointF(0, -54)))
        _add_part(self, "pay", DEALER, circle_spot(bet - QPointF(76, 0), 30))
        _add_part(self, "chung", DEALER, circle_spot(QPointF(around.right() + 52, around.center().y()), 30))
        self._add_place(DEALER, around, QPointF(around.left() + 8, around.center().y()))

    def _add_seat(self, seat: str) -> None:
        at = self.bet_at(seat)
        _add_part(self, "bet", seat, circle_spot(at, 40, note=at + QPointF(0, -58)))
        _add_part(self, "pay", seat, circle_spot(at + QPointF(78, 0), 34))
        _add_part(self, "chung", seat, circle_spot(at + self.chung, 28))
        for part, geometry in self.seat_hands(at).items():
            _add_part(self, part, seat, geometry)
        hands = self.spot(f"high:{seat}").shape.boundingRect().united(self.spot(f"low:{seat}").shape.boundingRect())
        around = hands.united(self.spot(f"bet:{seat}").shape.boundingRect()).adjusted(-4, -6, 4, 6)
        self._add_place(seat, around, at + QPointF(-62, 34))

    def _add_place(self, seat: str, around: QRectF, corner: QPointF) -> None:
        """A place as a whole; its point is a corner of it that belongs to nothing else."""
        _add_part(self, "position", seat, SpotGeometry(corner, rectangle(around, 14)))

    def dealer_hands(self) -> dict[str, SpotGeometry]:
        """Where the dealer's ``high`` and ``low`` lie."""
        raise NotImplementedError

    def seat_hands(self, bet: QPointF) -> dict[str, SpotGeometry]:
        """Where a player's ``high`` and ``low`` lie."""
        raise NotImplementedError

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        paint_rack(painter, self.rack)
        self._paint_shaker(painter)
        for seat in (DEALER, *SEATS):
            _print_hands(painter, self, seat, language, words_below=self.words_below)
        for seat in SEATS:
            print_box(painter, self.spot(f"bet:{seat}").shape)
        print_lines(painter, self.spot(f"bet:{DEALER}").shape, colour(PRINT.ivory, 0.45), 2.2)
        self.print_seat_numbers(painter)
        # Along the players' edge, where no chip or card ever lies on it.
        edge = self.height - self.rail_width - 40
        title = in_print(self.imprint.rules.names, language)
        print_arc_text(painter, title, QPointF(800, edge - 1600), 1600, 180, height=26, ink=PRINT.gold)

    def _paint_shaker(self, painter: QPainter) -> None:
        """A brass bowl, seen from above with its lid off."""
        glow = QRadialGradient(self.shaker - QPointF(24, 24), 96)
        glow.setColorAt(0, colour("#F0D491"))
        glow.setColorAt(1, colour("#7A5A1E"))
        painter.fillPath(circle(self.shaker, 74), glow)
        hollow = QRadialGradient(self.shaker + QPointF(14, 18), 80)
        hollow.setColorAt(0, colour("#4A3A1C"))
        hollow.setColorAt(1, colour("#17120A"))
        painter.fillPath(circle(self.shaker, 62), hollow)
        outline(painter, circle(self.shaker, 74), colour("#000000", 0.5), 1.6)
        outline(painter, circle(self.shaker, 62), colour("#FFF3CF", 0.35), 1.4)


class CardTable(TableFelt):
    """Pai gow poker: two cards before five, a side bet for the number generator, shoe and discard rack."""

    generator = QRectF(250, 98, 116, 80)
    shoe_box = QRectF(1416, 66, 118, 138)
    discard_box = QRectF(1272, 78, 90, 116)
    chung = QPointF(112, 66)  # between two places: nearer the dealer it would lie on what stands there

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, imprint)
        self.add("shoe", box_spot(self.shoe_box, 10), Message("cloth.spot.shoe"))
        self.add("discard", discard_spot(self.discard_box), Message("cloth.spot.discard"))
        for seat in SEATS:
            at = self.bet_at(seat) + QPointF(-66, -14)
            _add_part(self, "side", seat, circle_spot(at, 20, 14, note=at - QPointF(42, 0)))
        display = SpotGeometry(self.generator.center(), rectangle(self.generator, 10), note_box=self._display())
        self.add("generator", display, Message("cloth.pai-gow.generator"))

    def _display(self) -> QRectF:
        return self.generator.adjusted(16, 14, -16, -14)

    def dealer_hands(self) -> dict[str, SpotGeometry]:
        width, y = 84.0, 178.0
        return {
            "high": card_row(QPointF(800 - width * 1.06 - 12, y), 5, card_width=width, most_cards=5),
            "low": card_row(QPointF(800 + width * 1.06 * 2.5 + 12, y), 2, card_width=width),
        }

    def seat_hands(self, bet: QPointF) -> dict[str, SpotGeometry]:
        width = 82.0
        return {
            "low": card_row(bet + QPointF(0, 112), 2, card_width=width, card_step=0.84),
            "high": card_row(bet + QPointF(0, 244), 5, card_width=width, card_step=0.43, most_cards=5),
        }

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        super().paint(painter, theme, language)
        highest = pai_gow(self.imprint.rules).start.highest_number
        numbers = Message("cloth.pai-gow.positions", {"first": 1, "last": highest})
        for seat in SEATS:
            shape = self.spot(f"side:{seat}").shape
            print_box(painter, shape)
            print_below(painter, numbers, language, shape.boundingRect(), QSizeF(44, 13))
        fill(painter, rectangle(self.generator, 10), "#14181B")
        outline(painter, rectangle(self.generator, 10), colour(PRINT.gold, 0.7), 2)
        fill(painter, rectangle(self._display(), 6), "#2A0E0E")
        paint_shoe(painter, self.shoe_box)
        paint_discard(painter, self.discard_box)


class TileTable(TableFelt):
    """Pai gow tiles: two hands of two side by side, the dead hand at the dealer's left, eight groups by the tray."""

    height = 700.0
    middle = 372.0
    rise = 84.0
    words_below = True
    dead_hand = QPointF(1392, 160)

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, imprint)
        self.add("dead-hand", tile_row(self.dead_hand, 4, 44), _DEAD_HAND)
        around = self.spot("dead-hand").shape.boundingRect().adjusted(-12, -34, 12, 12)
        corner = QPointF(around.center().x(), around.top() + 16)
        spoken = Message("cloth.said.whose", {"what": Message("cloth.pai-gow.position"), "whose": _DEAD_HAND})
        self.add("position:dead-hand", SpotGeometry(corner, rectangle(around, 14)), spoken)
        for index in range(8):
            at = QPointF(270 + (index % 4) * 44, 92 + index // 4 * 92)
            box = rectangle(QRectF(at.x() - 20, at.y() - 42, 40, 84), 6)
            width = 28 / TILE_OF_CARD
            geometry = SpotGeometry(at, box, card_width=width, card_step=0.16, spread=QPointF(0, -1))
            self.add(f"wall:{index + 1}", geometry, Message("cloth.pai-gow.group", {"number": index + 1}))

    def dealer_hands(self) -> dict[str, SpotGeometry]:
        # The high hand at the dealer's right, which is the left of the picture.
        return {
            "high": tile_row(QPointF(800 - 82, 186), 2, 58),
            "low": tile_row(QPointF(800 + 82, 186), 2, 58),
        }

    def seat_hands(self, bet: QPointF) -> dict[str, SpotGeometry]:
        return {
            "high": tile_row(bet + QPointF(-59, 126), 2, 47),
            "low": tile_row(bet + QPointF(59, 126), 2, 47),
        }

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        super().paint(painter, theme, language)
        shape = self.spot("dead-hand").shape
        box = shape.boundingRect()
        print_lines(painter, shape, colour(PRINT.ivory, 0.8), 2.6)
        above = QRectF(box.left(), box.top() - 30, box.width(), 24)
        print_words(painter, _DEAD_HAND, language, above, height=16, spacing=3)


# The near view


class NearFelt(Felt):
    """Hands to be read at a glance: the dealer's above, a player's below with his bet, one not yet set between."""

    has_sides = False
    is_close_up = True

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, QSizeF(1600, 760), imprint)
        self.tiles = "tiles" in felt_id
        between = QPointF(800, 380 if self.tiles else 371)
        unset = tile_row(between, 4, 100) if self.tiles else card_row(between, 7, card_width=136)
        _add_part(self, "hand", DEALER, unset)
        # Tiles are high: theirs stand beside the hand that is not set, and their words below them.
        self.rows = ((DEALER, 196.0), ("1", 538.0)) if self.tiles else ((DEALER, 162.0), ("1", 580.0))
        for seat, y in self.rows:
            high, low = self._hands(y)
            _add_part(self, "high", seat, high)
            _add_part(self, "low", seat, low)
        bet = QPointF(150, self.rows[1][1])
        _add_part(self, "bet", "1", circle_spot(bet, 66, 36, note=bet + QPointF(0, -92)))
        _add_part(self, "pay", "1", circle_spot(bet + QPointF(0, -180), 56, 36))

    def _hands(self, y: float) -> tuple[SpotGeometry, SpotGeometry]:
        if self.tiles:
            return tile_row(QPointF(430, y), 2, 104), tile_row(QPointF(1170, y), 2, 104)
        return card_row(QPointF(690, y), 5, card_width=136), card_row(QPointF(1280, y), 2, card_width=136)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        print_frame(painter, self)
        print_rosette(painter, QPointF(800, 380), 420)
        title = QRectF(620, 92, 360, 30) if self.tiles else QRectF(420, 686, 760, 30)
        print_title(painter, self.imprint.rules.names, language, title, 24)
        for seat, _ in self.rows:
            for part in _PRINTED:
                fill(painter, self.spot(f"{part}:{seat}").shape, colour("#04301F", 0.38))
            _print_hands(painter, self, seat, language, words_below=self.tiles)
        bet = self.spot("bet:1").shape
        print_box(painter, bet)
        # The owner's name stands beside the hands, so that a close-up of one hand includes it.
        for whose, y in (("dealer", self.rows[0][1]), ("player", bet.boundingRect().bottom() + 22)):
            room = QRectF(104, y - 12, 200, 24) if whose == "dealer" else QRectF(74, y - 12, 150, 24)
            print_words(painter, Message(f"cloth.pai-gow.{whose}"), language, room, height=24)


def make(felt_id: str, imprint: Imprint) -> Felt:
    if felt_id.endswith("-near"):
        return NearFelt(felt_id, imprint)
    return TileTable(felt_id, imprint) if felt_id == "pai-gow-tiles" else CardTable(felt_id, imprint)
