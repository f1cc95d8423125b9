"""Craps layouts: two ends and a centre, every bet with a place for each of eight players.

Spots are named after the bet, what it is made on, and whose it is: ``pass-line@3``, ``place:6@3``, ``hop:5-3@1``.
Besides: ``puck:6@left``, ``puck:off@left``, ``dice``, ``call`` (words before the stick), ``bonus:4`` (a lammer),
``seat:3`` and ``rack``.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from trainer.desk.felts.base import Felt, SpotGeometry, circle, rectangle
from trainer.desk.felts.craps_print import print_layout
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
from trainer.desk.felts.craps_words import BETS, HOPS, LAYOUTS, CrapsWords
from trainer.desk.felts.parts import rack_spot
from trainer.desk.look.theme import Theme
from trainer.texts import Language, Names

BONUS = ("all-small", "make-em-all", "all-tall")


class CrapsFelt(Felt):
    """A table of twelve feet seen from the stick's side: the boxman at the top, the stick at the bottom."""

    def __init__(self, felt_id: str, words: CrapsWords) -> None:
        super().__init__(felt_id, SIZE)
        self.words = words
        self.centre_boxes = _centre_boxes(words)
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
        what = BETS[bet]
        spoken = Names(f"{what.es} {on}".strip() + f", jugador {seat}", f"{what.en} {on}".strip() + f", player {seat}")
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
        if self.words.big:
            for index, bet in enumerate(("big-6", "big-8")):
                corner = end.big_box(index).adjusted(0, 30, 0, 0)
                self._add_bet(bet, "", seat, end.cell(corner, seat, 0.5, 0.5), 15, 12)

    def _field_place(self, end: End, seat: int) -> QPointF:
        place = end.loose_place(seat, FIELD_BOTTOM - 24)
        if not self.words.big:
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
        side = Names("derecha", "right") if end.right else Names("izquierda", "left")
        for number in NUMBERS:
            box = end.number_box(number)
            at = QPointF(box.center().x(), TOP - 16)
            spoken = Names(f"placa en el {number}, {side.es}", f"puck on {number}, {side.en}")
            self.add(f"puck:{number}@{end.name}", SpotGeometry(at, circle(at, 14), chip_radius=17), spoken)
        box = end.dont_come_box()
        at = QPointF(box.center().x(), TOP - 16)
        spoken = Names(f"placa en OFF, {side.es}", f"puck OFF, {side.en}")
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
        self.add("dice", SpotGeometry(dice, circle(dice, 46), chip_radius=25), Names("dados", "dice"))
        call = QRectF(CENTRE.left() - 10, 668, CENTRE.width() + 20, 44)
        words = SpotGeometry(call.center(), rectangle(call, 10), note_box=call.adjusted(8, 4, -8, -4))
        self.add("call", words, Names("llamada del stick", "stick's call"))
        self.add("rack", rack_spot(RACK, 14), Names("bandeja de fichas", "chip rack"))
        for seat in SEATS:
            end = end_of(seat)
            at = end.line_place(seat, 50, 708)
            self.add(f"seat:{seat}", SpotGeometry(at, circle(at, 12)), Names(f"jugador {seat}", f"player {seat}"))
        if self.words.bonus:
            for number in BONUS_NUMBERS:
                at = bonus_circle(number)
                spoken = Names(f"marcador del {number}", f"lammer on {number}")
                self.add(f"bonus:{number}", SpotGeometry(at, circle(at, 10), chip_radius=13), spoken)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        print_layout(painter, self.words, self.centre_boxes, language)


def _centre_boxes(words: CrapsWords) -> dict[str, QRectF]:
    """The boxes of the centre, row by row from the top; hops and bonus craps have rows of their own."""
    heights = [46.0 if words.hops else 58.0] + [52.0 if words.hops else 65.0] * (len(words.rows) - 1)
    boxes: dict[str, QRectF] = {}
    y = CENTRE.top()
    for row, height in zip(words.rows, heights, strict=True):
        width = CENTRE.width() / len(row)
        for index, name in enumerate(row):
            boxes[name] = QRectF(CENTRE.left() + index * width, y, width, height)
        y += height
    if words.hops:
        width = CENTRE.width() / 6
        for index, pair in enumerate(HOPS):
            row, column = divmod(index, 6)
            boxes[f"hop:{pair}"] = QRectF(CENTRE.left() + column * width, y + row * 36, width, 36)
    if words.bonus:
        width = CENTRE.width() / 3
        for index, bet in enumerate(BONUS):
            boxes[bet] = QRectF(CENTRE.left() + index * width, CENTRE.bottom() - 46, width, 46)
    return boxes


def make(felt_id: str) -> Felt:
    return CrapsFelt(felt_id, LAYOUTS[felt_id])
