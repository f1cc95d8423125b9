"""Pai gow tables: six places on an arc, the dealer's two hands before the tray, shaker, and what each game has besides.

The croupier sits at the top, so his right hand is at the left of the picture: seat 1 is the leftmost. Spots of a place
(``1`` to ``6`` or ``dealer``): ``hand:N`` before it is set, ``low:N``, ``high:N``, ``bet:N``, ``pay:N``, ``chung:N``
for the bank's marker, ``position:N`` for the place as a whole; then ``shaker``, ``centre`` and ``inventory``. The table
for cards has ``side:N`` and ``generator``, that for tiles ``dead-hand``, ``position:dead-hand`` and ``wall:1`` … ``8``.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath, QRadialGradient

from trainer.desk.felts.base import TILE_OF_CARD, SpotGeometry, circle, rectangle
from trainer.desk.felts.parts import (
    CurvedFelt,
    box_spot,
    card_row,
    circle_spot,
    curved_table,
    paint_discard,
    paint_rack,
    paint_shoe,
    print_arc_text,
    print_box,
    print_lines,
    print_text,
    rack_spot,
    tile_row,
)
from trainer.desk.pieces.ink import fill, outline
from trainer.desk.theme import PRINT, Theme, colour
from trainer.texts import Language, Names

SEATS = tuple(str(number) for number in range(1, 7))
DEALER = "dealer"

_WORDS = {
    "high": Names("mano mayor", "high hand"),
    "low": Names("mano menor", "low hand"),
    "hand": Names("mano repartida", "hand as dealt"),
    "bet": Names("apuesta", "bet"),
    "pay": Names("pago", "payment"),
    "side": Names("apuesta adicional", "side bet"),
    "chung": Names("marca de banco", "bank's marker"),
    "position": Names("posición", "position"),
}
_DEALER = Names("croupier", "dealer")
_PRINTED = {"high": Names("MAYOR", "HIGH"), "low": Names("MENOR", "LOW")}


class PaiGowFelt(CurvedFelt):
    """What both tables share; subclasses say how hands lie and add their own things."""

    title = ""
    rack = QRectF(530, 50, 540, 84)
    shaker = QPointF(168, 190)
    step = 244.0  # from seat to seat
    rise = 166.0  # how much higher the outer seats lie than the middle ones
    middle = 552.0  # height of the betting circles of the two middle seats
    words_below = False  # what a place is for stands under it rather than in it

    def __init__(self, felt_id: str) -> None:
        super().__init__(felt_id, QSizeF(1600, 920))
        self.add("inventory", rack_spot(self.rack, 18), Names("recipiente de inventario", "table inventory"))
        self.add(
            "shaker", SpotGeometry(self.shaker, circle(self.shaker, 78), chip_radius=15), Names("agitador", "shaker")
        )
        centre = QRectF(715, self.middle - 110, 170, 56)
        self.add("centre", box_spot(centre, sorted_piles=True), Names("centro del paño", "centre of the layout"))
        self._add_dealer()
        for seat in SEATS:
            self._add_seat(seat)

    def outline(self) -> QPainterPath:
        return curved_table(self.size, depth=0.44)

    def cloth_outline(self) -> QPainterPath:
        return curved_table(self.size, self.rail_width, depth=0.44)

    def bet_at(self, seat: str) -> QPointF:
        """The betting circle of a seat."""
        place = int(seat) - 3.5
        return QPointF(800 + place * self.step, self.middle - self.rise * (abs(place) - 0.5) ** 1.5 / 2**1.5)

    # Spots

    def _add_part(self, part: str, seat: str, geometry: SpotGeometry) -> None:
        whose = _DEALER if seat == DEALER else Names(f"puesto {seat}", f"seat {seat}")
        words = _WORDS[part]
        self.add(f"{part}:{seat}", geometry, Names(f"{words.es}, {whose.es}", f"{words.en}, {whose.en}"))

    def _add_dealer(self) -> None:
        for part, geometry in self.dealer_hands().items():
            self._add_part(part, DEALER, geometry)
        self._add_part("bet", DEALER, circle_spot(QPointF(450, 340), 34, note=QPointF(362, 340)))
        self._add_part("pay", DEALER, SpotGeometry(QPointF(372, 340), circle(QPointF(372, 340), 30)))
        self._add_part("chung", DEALER, SpotGeometry(QPointF(432, 150), circle(QPointF(432, 150), 30)))
        high, low = (self.spot(f"{part}:{DEALER}").shape.boundingRect() for part in ("high", "low"))
        around = high.united(low).adjusted(-16, -12, 16, 12)
        self._add_place(DEALER, around, QPointF(around.left() + 8, around.center().y()))

    def _add_seat(self, seat: str) -> None:
        at = self.bet_at(seat)
        self._add_part("bet", seat, circle_spot(at, 42, note=at - QPointF(92, 0)))
        self._add_part("pay", seat, SpotGeometry(at + QPointF(80, 0), circle(at + QPointF(80, 0), 34)))
        self._add_part("chung", seat, SpotGeometry(at - QPointF(84, 0), circle(at - QPointF(84, 0), 30)))
        for part, geometry in self.seat_hands(at).items():
            self._add_part(part, seat, geometry)
        hands = self.spot(f"high:{seat}").shape.boundingRect().united(self.spot(f"low:{seat}").shape.boundingRect())
        around = hands.united(self.spot(f"bet:{seat}").shape.boundingRect()).adjusted(-6, -8, 6, 8)
        self._add_place(seat, around, at + QPointF(-100, 58))

    def _add_place(self, seat: str, around: QRectF, corner: QPointF) -> None:
        """A place as a whole; its point is a corner of it that belongs to nothing else."""
        self._add_part("position", seat, SpotGeometry(corner, rectangle(around, 14)))

    def dealer_hands(self) -> dict[str, SpotGeometry]:
        """Where the dealer's ``hand``, ``high`` and ``low`` lie."""
        raise NotImplementedError

    def seat_hands(self, bet: QPointF) -> dict[str, SpotGeometry]:
        """Where a player's ``hand``, ``high`` and ``low`` lie."""
        raise NotImplementedError

    # Print

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        paint_rack(painter, self.rack)
        self._paint_shaker(painter)
        for seat in (DEALER, *SEATS):
            self._print_hands(painter, seat, language)
        for seat in SEATS:
            print_box(painter, self.spot(f"bet:{seat}").shape, seat, height=30)
        print_lines(painter, self.spot(f"bet:{DEALER}").shape, colour(PRINT.ivory, 0.45), 2.2)
        print_arc_text(painter, self.title, QPointF(800, -1240), 1648, 180, height=32, ink=colour(PRINT.gold, 0.85))

    def _print_hands(self, painter: QPainter, seat: str, language: Language) -> None:
        for part, words in _PRINTED.items():
            shape = self.spot(f"{part}:{seat}").shape
            box = shape.boundingRect()
            print_lines(painter, shape, colour(PRINT.ivory, 0.8), 2.6)
            if self.words_below:
                box = QRectF(box.left(), box.bottom() + 6, box.width(), 18)
            height = 13 if self.words_below else 17
            ink = colour(PRINT.ivory, 0.75 if self.words_below else 0.5)
            print_text(painter, words.in_language(language), box, height=height, spacing=4, ink=ink)

    def _paint_shaker(self, painter: QPainter) -> None:
        """A brass bowl, seen from above with its lid off."""
        glow = QRadialGradient(self.shaker - QPointF(24, 24), 100)
        glow.setColorAt(0, colour("#F0D491"))
        glow.setColorAt(1, colour("#7A5A1E"))
        painter.fillPath(circle(self.shaker, 78), glow)
        hollow = QRadialGradient(self.shaker + QPointF(14, 18), 84)
        hollow.setColorAt(0, colour("#4A3A1C"))
        hollow.setColorAt(1, colour("#17120A"))
        painter.fillPath(circle(self.shaker, 66), hollow)
        outline(painter, circle(self.shaker, 78), colour("#000000", 0.5), 1.6)
        outline(painter, circle(self.shaker, 66), colour("#FFF3CF", 0.35), 1.4)


class CardFelt(PaiGowFelt):
    """Pai gow poker: five cards above two, a side bet for the number generator, shoe and discard rack."""

    title = "PAI GOW POKER"
    generator = QRectF(270, 150, 120, 84)

    def __init__(self, felt_id: str) -> None:
        super().__init__(felt_id)
        for seat in SEATS:
            at = self.bet_at(seat) + QPointF(0, -68)
            self._add_part("side", seat, circle_spot(at, 20, 14, note=at + QPointF(38, 0)))
        spoken = Names("generador de números", "number generator")
        display = SpotGeometry(self.generator.center(), rectangle(self.generator, 10), note_box=self._display())
        self.add("generator", display, spoken)

    def _display(self) -> QRectF:
        return self.generator.adjusted(16, 14, -16, -14)

    def dealer_hands(self) -> dict[str, SpotGeometry]:
        width = 84.0
        return {
            "hand": card_row(QPointF(800, 376), 7, card_width=width),
            "high": card_row(QPointF(800 - width * 1.06 - 12, 220), 5, card_width=width),
            "low": card_row(QPointF(800 + width * 1.06 * 2.5 + 12, 220), 2, card_width=width),
        }

    def seat_hands(self, bet: QPointF) -> dict[str, SpotGeometry]:
        width = 70.0
        return {
            "hand": card_row(bet + QPointF(0, 158), 7, card_width=width, card_step=0.36),
            "low": card_row(bet + QPointF(0, 102), 2, card_width=width),
            "high": card_row(bet + QPointF(0, 222), 5, card_width=width, card_step=0.5),
        }

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        super().paint(painter, theme, language)
        for seat in SEATS:
            print_box(painter, self.spot(f"side:{seat}").shape, "1-7", height=11, spacing=1)
        fill(painter, rectangle(self.generator, 10), "#14181B")
        outline(painter, rectangle(self.generator, 10), colour(PRINT.gold, 0.7), 2)
        fill(painter, rectangle(self._display(), 6), "#2A0E0E")
        paint_shoe(painter, QRectF(1404, 96, 132, 170))
        paint_discard(painter, QRectF(1244, 122, 104, 136))


class TileFelt(PaiGowFelt):
    """Pai gow tiles: two hands of two side by side, the dead hand at the dealer's left, eight groups by the tray."""

    title = "PAI GOW"
    middle = 590.0
    words_below = True  # between two tiles single letters would show
    dead_hand = QPointF(1392, 206)

    def __init__(self, felt_id: str) -> None:
        super().__init__(felt_id)
        spoken = Names("mano muerta", "dead hand")
        self.add("dead-hand", tile_row(self.dead_hand, 4, 46), spoken)
        around = self.spot("dead-hand").shape.boundingRect().adjusted(-12, -34, 12, 12)
        corner = QPointF(around.center().x(), around.top() + 16)
        spoken = Names("posición, mano muerta", "position, dead hand")
        self.add("position:dead-hand", SpotGeometry(corner, rectangle(around, 14)), spoken)
        for index in range(8):
            at = QPointF(800 + (index - 3.5) * 58, 352)
            spoken = Names(f"grupo {index + 1}", f"group {index + 1}")
            box = rectangle(QRectF(at.x() - 26, at.y() - 50, 52, 100), 6)
            geometry = SpotGeometry(
                at, box, card_width=30 / TILE_OF_CARD, card_step=0.16, spread=QPointF(0, -1), centred=True
            )
            self.add(f"wall:{index + 1}", geometry, spoken)

    def dealer_hands(self) -> dict[str, SpotGeometry]:
        # The high hand at the dealer's right, which is the left of the picture.
        return {
            "hand": tile_row(QPointF(800, 404), 4, 62),
            "high": tile_row(QPointF(800 - 86, 226), 2, 62),
            "low": tile_row(QPointF(800 + 86, 226), 2, 62),
        }

    def seat_hands(self, bet: QPointF) -> dict[str, SpotGeometry]:
        return {
            "hand": tile_row(bet + QPointF(0, 132), 4, 47),
            "high": tile_row(bet + QPointF(-59, 132), 2, 47),
            "low": tile_row(bet + QPointF(59, 132), 2, 47),
        }

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        super().paint(painter, theme, language)
        shape = self.spot("dead-hand").shape
        box = shape.boundingRect()
        print_lines(painter, shape, colour(PRINT.ivory, 0.8), 2.6)
        words = Names("MANO MUERTA", "DEAD HAND").in_language(language)
        print_text(painter, words, QRectF(box.left(), box.top() - 30, box.width(), 24), height=16, spacing=3)


def make(felt_id: str) -> PaiGowFelt:
    return TileFelt(felt_id) if felt_id == "pai-gow-tiles" else CardFelt(felt_id)
