"""Craps layouts: two ends and a centre, every bet with a place for each of eight players.

Spots are named after the bet, what it is made on, and whose it is: ``pass-line@3``, ``place:6@3``, ``hop:5-3@1``.
Besides: ``puck:6@left``, ``puck:off@left``, ``dice``, ``call`` (words before the stick), ``bonus:4`` (a lammer),
``seat:3`` and ``rack``.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from trainer.desk.felts.base import Felt, SpotGeometry, circle, rectangle
from trainer.desk.felts.craps_print import CrapsPrint, print_layout
from trainer.desk.felts.craps_table import (
    BONUS_NUMBERS,
    CENTRE,
    CHIP,
    COME_BOTTOM,
    COME_TOP,
    DONT_BOTTOM,
    DONT_INNER,
    ENDS,
    FIELD_BOTTOM,
    FRONT,
    NUMBERS,
    ODDS_Y,
    OUTER,
    PASS_BOTTOM,
    PASS_INNER,
    RACK,
    REAR,
    SEATS,
    SIZE,
    SMALL_CHIP,
    TOP,
    End,
    bonus_circle,
    end_of,
    is_narrow,
    row_place,
    square_place,
)
from trainer.desk.felts.imprint import Imprint
from trainer.desk.felts.parts import rack_spot
from trainer.desk.look.theme import Theme
from trainer.games.craps.figures import bet_data
from trainer.texts import Language, Message

BONUS = ("all-small", "make-em-all", "all-tall")
# The boxes of the centre, row by row; a table that takes hop bets gives them the room of the lower rows.
_ROWS = (
    ("any-seven",),
    ("hardway:6", "hardway:10"),
    ("hardway:8", "hardway:4"),
    ("craps-2", "craps-12"),
    ("craps-3", "eleven"),
    ("horn", "any-craps"),
    ("under-7", "over-7"),
)
_ROWS_ABOVE_HOPS = (
    *_ROWS[:3],
    ("craps-2", "craps-3", "craps-12", "eleven"),
    ("any-craps", "craps-eleven"),
)
_HOPS_IN_A_ROW = 6


class CrapsFelt(Felt):
    """A table of twelve feet seen from the stick's side: the boxman at the top, the stick at the bottom."""

    piles_give_way = True

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, SIZE, imprint)
        self.has_big = imprint.offers("big-6") and imprint.offers("big-8")
        self.has_bonus = all(imprint.offers(bet) for bet in BONUS)
        self.centre_boxes = _centre_boxes(imprint, self.has_bonus)
        for end in ENDS:
            self._add_pucks(end)
            for seat in end.seats:
                self._add_lines(end, seat)
                self._add_numbers(end, seat)
        for seat in SEATS:
            self._add_centre(seat)
        self._add_surroundings()

    def _add_bet(self, bet: str, on: str, seat: int, at: QPointF, chip: float = CHIP, hit: float = 13.0) -> None:
        name = f"{bet}:{on}@{seat}" if on else f"{bet}@{seat}"
        what = self.imprint.name(bet)
        named = Message("cloth.said.on", {"bet": what, "on": on}) if on else what
        spoken = Message("cloth.said.player", {"what": named, "seat": seat})
        note = QPointF(at.x(), at.y() + chip + 12)
        self.add(name, SpotGeometry(at, circle(at, hit), chip_radius=chip, crowding=0.7, note=note), spoken)

    def _add_lines(self, end: End, seat: int) -> None:
        pass_x, dont_x, odds_x = (OUTER + PASS_INNER) / 2, (PASS_INNER + DONT_INNER) / 2, OUTER - 26
        pass_y, dont_y = (DONT_BOTTOM + PASS_BOTTOM) / 2, (FIELD_BOTTOM + DONT_BOTTOM) / 2
        self._add_bet("pass-line", "", seat, end.line_place(seat, pass_x, pass_y), CHIP + 2, 20)
        self._add_bet("pass-odds", "", seat, end.line_place(seat, odds_x, ODDS_Y), CHIP + 2, 20)
        self._add_bet("dont-pass", "", seat, end.line_place(seat, dont_x, dont_y), CHIP + 2, 18)
        self._add_bet("dont-pass-odds", "", seat, end.line_place(seat, dont_x, dont_y, shift=44), CHIP + 2, 17)
        self._add_bet("come", "", seat, end.loose_place(seat, (COME_TOP + COME_BOTTOM) / 2 + 16), CHIP + 2, 20)
        self._add_bet("field", "", seat, self._field_place(end, seat), CHIP + 2, 17)
        box = end.dont_come_box()
        row = end.seats.index(seat)
        at = QPointF(box.center().x(), box.top() + 66 + row * 50)
        self._add_bet("dont-come", "", seat, at, CHIP, 18)
        if self.has_big:
            for index, bet in enumerate(("big-6", "big-8")):
                corner = end.big_box(index).adjusted(0, 30, 0, 0)
                self._add_bet(bet, "", seat, end.cell(corner, seat, 0.5, 0.5), 15, 12)

    def _field_place(self, end: End, seat: int) -> QPointF:
        place = end.loose_place(seat, FIELD_BOTTOM - 24)
        if not self.has_big:
            return place
        # The field begins behind the big 6 and 8, so its players move together.
        box = end.field_box(with_big=True)
        order = sorted(end.seats)
        return QPointF(box.left() + (order.index(seat) + 0.5) * box.width() / 4, place.y())

    def _add_numbers(self, end: End, seat: int) -> None:
        for number in NUMBERS:
            column = end.number_box(number)
            rear = QRectF(column.left(), TOP, column.width(), REAR - TOP - 8)
            box = QRectF(column.left(), REAR + 12, column.width(), FRONT - REAR - 26)
            on = str(number)
            for bet, x, y in (
                ("dont-come-point", 0.27, 0.74),
                ("dont-come-odds", 0.27, 0.26),
                ("place-lose", 0.76, 0.74),
                ("lay", 0.76, 0.26),
            ):
                self._add_bet(bet, on, seat, end.cell(rear, seat, x, y), SMALL_CHIP, 12)
            for bet, x, y in (("come-point", 0.3, 0.8), ("come-odds", 0.76, 0.36), ("buy", 0.3, 0.24)):
                self._add_bet(bet, on, seat, end.cell(box, seat, x, y), SMALL_CHIP, 12)
            self._add_bet("place", on, seat, end.place_point(number, seat), SMALL_CHIP + 1, 12)

    def _add_pucks(self, end: End) -> None:
        side = Message(f"cloth.craps.{end.name}")
        for number in NUMBERS:
            box = end.number_box(number)
            at = QPointF(box.center().x(), TOP - 16)
            spoken = Message("cloth.craps.puck", {"number": number, "side": side})
            self.add(f"puck:{number}@{end.name}", SpotGeometry(at, circle(at, 14), chip_radius=17), spoken)
        box = end.dont_come_box()
        at = QPointF(box.center().x(), TOP - 16)
        spoken = Message("cloth.craps.puck-off", {"side": side})
        self.add(f"puck:off@{end.name}", SpotGeometry(at, circle(at, 14), chip_radius=17), spoken)

    def _add_centre(self, seat: int) -> None:
        for name, box in self.centre_boxes.items():
            bet, _, on = name.partition(":")
            if is_narrow(box):
                self._add_bet(bet, on, seat, square_place(box, seat), 12, 6)
            else:
                self._add_bet(bet, on, seat, row_place(box, seat), 15, min(9.0, box.width() / 17))

    def _add_surroundings(self) -> None:
        dice = QPointF(CENTRE.center().x(), 622)
        self.add("dice", SpotGeometry(dice, circle(dice, 46), chip_radius=25), Message("cloth.spot.dice"))
        call = QRectF(CENTRE.left() - 10, 668, CENTRE.width() + 20, 44)
        words = SpotGeometry(call.center(), rectangle(call, 10), note_box=call.adjusted(8, 4, -8, -4))
        self.add("call", words, Message("cloth.craps.call"))
        self.add("rack", rack_spot(RACK, 14), Message("cloth.spot.rack"))
        for seat in SEATS:
            end = end_of(seat)
            at = end.line_place(seat, 50, 708)
            self.add(
                f"seat:{seat}", SpotGeometry(at, circle(at, 12)), Message("cloth.said.player-alone", {"seat": seat})
            )
        if self.has_bonus:
            for number in BONUS_NUMBERS:
                at = bonus_circle(number)
                spoken = Message("cloth.craps.lammer", {"number": number})
                self.add(f"bonus:{number}", SpotGeometry(at, circle(at, 10), chip_radius=13), spoken)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        layout = CrapsPrint(self.imprint, language, self.centre_boxes, has_big=self.has_big, has_bonus=self.has_bonus)
        print_layout(painter, layout)


def _centre_boxes(imprint: Imprint, has_bonus: bool) -> dict[str, QRectF]:
    """The boxes of the centre that this table takes bets in, row by row from the top; hops and bonus craps have rows of
    their own.
    """
    hops = bet_data(imprint.rules, "hop").pairs if imprint.offers("hop") else []
    wanted = _ROWS_ABOVE_HOPS if hops else _ROWS
    rows = [[name for name in row if imprint.offers(name.partition(":")[0])] for row in wanted]
    rows = [row for row in rows if row]
    heights = [46.0 if hops else 58.0] + [52.0 if hops else 65.0] * (len(rows) - 1)
    boxes: dict[str, QRectF] = {}
    y = CENTRE.top()
    for row, height in zip(rows, heights, strict=True):
        width = CENTRE.width() / len(row)
        for index, name in enumerate(row):
            boxes[name] = QRectF(CENTRE.left() + index * width, y, width, height)
        y += height
    width = CENTRE.width() / _HOPS_IN_A_ROW
    for index, pair in enumerate(hops):
        place, column = divmod(index, _HOPS_IN_A_ROW)
        boxes[f"hop:{pair}"] = QRectF(CENTRE.left() + column * width, y + place * 36, width, 36)
    if has_bonus:
        width = CENTRE.width() / len(BONUS)
        for index, bet in enumerate(BONUS):
            boxes[bet] = QRectF(CENTRE.left() + index * width, CENTRE.bottom() - 46, width, 46)
    return boxes


def make(felt_id: str, imprint: Imprint) -> Felt:
    return CrapsFelt(felt_id, imprint)
