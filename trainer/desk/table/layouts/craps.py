"""Craps layouts: two ends and a centre, every bet with a place for each of eight players.

Spots are named after the bet, what it is made on, and whose it is: ``pass-line@3``, ``place:6@3``, ``hop:5-3@1``.
Besides: ``puck:6@left``, ``puck:off@left``, ``dice``, ``wall``, ``rail`` and ``bowl`` (where a die may come to rest),
``call`` (words before the stick), ``bonus:4`` (a lammer),
``seat:3`` and ``rack``.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from trainer.desk.style.theme import Theme
from trainer.desk.table.base import Felt, SpotGeometry, circle, rectangle
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.layouts.craps_centre import CENTRE_CHIP, make_centre
from trainer.desk.table.layouts.craps_print import CrapsPrint, print_layout
from trainer.desk.table.layouts.craps_table import (
    BIG_NAME,
    BOWL,
    CHIP,
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
    end_of,
)
from trainer.desk.table.parts import rack_spot
from trainer.texts import Language, Message

_BESIDE_NUMERALS = 6.0  # how far chips may reach into the next number's box without touching its numerals


class CrapsFelt(Felt):
    """A table of twelve feet seen from the stick's side: the boxman at the top, the stick at the bottom."""

    piles_give_way = True

    def __init__(self, felt_id: str, imprint: Imprint) -> None:
        super().__init__(felt_id, SIZE, imprint)
        self.has_big = imprint.offers("big-6") and imprint.offers("big-8")
        self.centre = make_centre(imprint)
        for end in ENDS:
            self._add_pucks(end)
            for seat in end.seats:
                self._add_lines(end, seat)
                self._add_numbers(end, seat)
        for seat in SEATS:
            self._add_centre(seat)
        self._add_surroundings()

    def _add_bet(
        self,
        bet: str,
        on: str,
        seat: int,
        at: QPointF,
        chip: float = CHIP,
        hit: float = 13.0,
        room: QRectF | None = None,
        box: QRectF | None = None,
    ) -> None:
        name = f"{bet}:{on}@{seat}" if on else f"{bet}@{seat}"
        what = self.imprint.name(bet)
        named = Message("cloth.said.on", {"bet": what, "on": on}) if on else what
        spoken = Message("cloth.said.player", {"what": named, "seat": seat})
        self.add(name, partial(_bet_spot, at, chip, hit, room, box), spoken)

    def _add_lines(self, end: End, seat: int) -> None:
        pass_x, dont_x, odds_x = (OUTER + PASS_INNER) / 2, (PASS_INNER + DONT_INNER) / 2, OUTER - 26
        pass_y, dont_y = (DONT_BOTTOM + PASS_BOTTOM) / 2, (FIELD_BOTTOM + DONT_BOTTOM) / 2
        self._add_bet("pass-line", "", seat, end.line_place(seat, pass_x, pass_y), CHIP + 2, 20)
        self._add_bet("pass-odds", "", seat, end.line_place(seat, odds_x, ODDS_Y), CHIP + 2, 20)
        self._add_bet("dont-pass", "", seat, end.line_place(seat, dont_x, dont_y), CHIP + 2, 18)
        self._add_bet("dont-pass-odds", "", seat, end.line_place(seat, dont_x, dont_y, shift=44), CHIP + 2, 17)
        for bet, box, hit in (("come", end.come_box(), 20), ("field", end.field_box(self.has_big), 17)):
            self._add_bet(bet, "", seat, end.loose_place(box, seat), CHIP + 2, hit, box=box)
        box = end.dont_come_box()
        row = end.seats.index(seat)
        at = QPointF(box.center().x(), box.top() + 66 + row * 50)
        self._add_bet("dont-come", "", seat, at, CHIP, 18, box=box)
        if self.has_big:
            for index, bet in enumerate(("big-6", "big-8")):
                box = end.big_box(index)
                corner = box.adjusted(0, BIG_NAME, 0, 0)
                self._add_bet(bet, "", seat, end.cell(corner, seat, 0.5, 0.5), 15, 12, corner, box)

    def _add_numbers(self, end: End, seat: int) -> None:
        for number in NUMBERS:
            column = end.number_box(number)
            rear = QRectF(column.left(), TOP, column.width(), REAR - TOP - 8)
            box = QRectF(column.left(), REAR + 12, column.width(), FRONT - REAR - 26)
            room = column.adjusted(-_BESIDE_NUMERALS, 0, _BESIDE_NUMERALS, 0)
            on = str(number)
            for bet, x, y in (
                ("dont-come-point", 0.27, 0.74),
                ("dont-come-odds", 0.27, 0.26),
                ("place-lose", 0.76, 0.74),
                ("lay", 0.76, 0.26),
            ):
                self._add_bet(bet, on, seat, end.cell(rear, seat, x, y), SMALL_CHIP, 12, room, column)
            for bet, x, y in (("come-point", 0.3, 0.8), ("come-odds", 0.76, 0.36), ("buy", 0.3, 0.24)):
                self._add_bet(bet, on, seat, end.cell(box, seat, x, y), SMALL_CHIP, 12, room, column)
            self._add_bet("place", on, seat, end.place_point(number, seat), SMALL_CHIP + 1, 12, room, column)

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
        for name, box in self.centre.boxes.items():
            bet, _, on = name.partition(":")
            self._add_bet(
                bet, on, seat, box.place(seat), CENTRE_CHIP, 9, box.chips(seat).adjusted(6, 0, -6, 0), box.box
            )

    def _add_surroundings(self) -> None:
        dice = QPointF(self.centre.middle, 622)
        self.add("dice", SpotGeometry(dice, circle(dice, 46), chip_radius=25), Message("cloth.spot.dice"))
        for name, at, size in (("wall", QPointF(64, 240), 17), ("rail", QPointF(17, 300), 14), ("bowl", BOWL, 12)):
            self.add(name, SpotGeometry(at, circle(at, size), chip_radius=size), Message(f"cloth.craps.{name}"))
        call = QRectF(dice.x() - 156, 680, 312, 44)  # clear of a die on another
        words = SpotGeometry(call.center(), rectangle(call, 10), note_box=call.adjusted(8, 4, -8, -4))
        self.add("call", words, Message("cloth.craps.call"))
        self.add("rack", rack_spot(RACK, 14), Message("cloth.spot.rack"))
        for seat in SEATS:
            at = end_of(seat).seat_number(seat)
            self.add(
                f"seat:{seat}", SpotGeometry(at, circle(at, 12)), Message("cloth.said.player-alone", {"seat": seat})
            )
        for number, at in self.centre.circles.items():
            spoken = Message("cloth.craps.lammer", {"number": number})
            self.add(f"bonus:{number}", SpotGeometry(at, circle(at, 10), chip_radius=13), spoken)

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        layout = CrapsPrint(self.imprint, language, self.centre, has_big=self.has_big)
        print_layout(painter, layout)


def _bet_spot(at: QPointF, chip: float, hit: float, room: QRectF | None, box: QRectF | None) -> SpotGeometry:
    note = QPointF(at.x(), at.y() + chip + 12)
    return SpotGeometry(at, circle(at, hit), chip_radius=chip, crowding=0.7, note=note, room=room, box=box)


def make(felt_id: str, imprint: Imprint) -> Felt:
    return CrapsFelt(felt_id, imprint)
