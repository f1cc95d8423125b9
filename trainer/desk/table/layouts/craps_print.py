"""The print of a craps layout: lines, words, numerals and dice faces in the cloth's own ink."""

from __future__ import annotations

from textwrap import wrap

import msgspec
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import PRINT, colour
from trainer.desk.table.base import circle, rectangle
from trainer.desk.table.furniture import paint_rack
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.layouts.craps_centre import Centre
from trainer.desk.table.layouts.craps_table import (
    BIG_NAME,
    BOWL,
    DONT_BOTTOM,
    ENDS,
    FIELD_BOTTOM,
    FRONT,
    INNER,
    NUMBERS,
    PASS_BOTTOM,
    RACK,
    REAR,
    SEATS,
    TOP,
    End,
    end_of,
)
from trainer.desk.table.parts import print_in_box, print_lines, print_text, print_words
from trainer.desk.table.pieces.ink import fill, fill_words, fit_text, outline, upright
from trainer.games.craps.figures import bet_data, craps
from trainer.texts import Language, Message

_PIP = 0.27
_FACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_DICE = {"craps-2": "1-1", "craps-3": "1-2", "craps-12": "6-6", "eleven": "5-6"}
_LETTERS_IN_A_COLUMN = 9  # of the narrow box beside the numbers
_SPELT = (6, 9)  # told apart whichever way round they are read


class CrapsPrint(msgspec.Struct, frozen=True):
    """What is printed, in which language, and which boxes there are."""

    imprint: Imprint
    language: Language
    centre: Centre
    has_big: bool

    def label(self, bet: str) -> str:
        return self.imprint.label(bet).in_language(self.language)


def print_layout(painter: QPainter, layout: CrapsPrint) -> None:
    """Everything printed on the cloth."""
    for end in ENDS:
        _print_bands(painter, end, layout)
        _print_numbers(painter, end, layout)
        _print_come_and_field(painter, end, layout)
    _print_centre(painter, layout)
    _print_seats(painter)
    paint_rack(painter, RACK)
    fill(painter, circle(BOWL, 28), colour("#3A2417", 0.9))
    outline(painter, circle(BOWL, 28), colour(PRINT.gold, 0.7), 3)


def _print_bands(painter: QPainter, end: End, layout: CrapsPrint) -> None:
    pass_band, dont_band = end.pass_band(), end.dont_band()
    fill(painter, pass_band, colour("#FFFFFF", 0.05))
    print_lines(painter, pass_band)
    print_lines(painter, dont_band)
    front = end.box(210, DONT_BOTTOM, INNER, PASS_BOTTOM)
    print_text(painter, layout.label("pass-line"), _between_seats(end, front), height=24, spacing=6)
    bar = end.box(210, FIELD_BOTTOM, INNER, DONT_BOTTOM)
    text = _between_seats(end, bar).adjusted(42, 0, 0, 0)
    print_text(painter, layout.label("dont-pass"), text.adjusted(0, 0, -40, 0), height=17, spacing=3)
    barred = str(craps(layout.imprint.rules).barred.roll)
    print_dice(painter, QPointF(text.right() - 14, text.center().y()), 15, barred)
    side = QRectF(end.x(116) - 20, 120, 40, 170)
    turned = QRectF(side.center().x() - 85, side.center().y() - 20, 170, 40)
    print_text(painter, layout.label("pass-line"), turned, height=19, spacing=4, turn=90 if end.right else -90)


def _between_seats(end: End, band: QRectF) -> QRectF:
    """The part of a band between the chips of its two players."""
    left, right = (end.line_place(seat, 0, 0).x() for seat in sorted(end.seats[2:]))
    return QRectF(left + 30, band.top(), right - left - 60, band.height())


def _print_numbers(painter: QPainter, end: End, layout: CrapsPrint) -> None:
    lines = QPainterPath()
    for number in NUMBERS:
        box = end.number_box(number)
        fill(painter, rectangle(QRectF(box.left(), REAR, box.width(), FRONT - REAR)), colour("#FFFFFF", 0.05))
        lines.addRect(box)
        lines.moveTo(box.left(), REAR)
        lines.lineTo(box.right(), REAR)
        lines.moveTo(box.left(), FRONT)
        lines.lineTo(box.right(), FRONT)
        inside = QRectF(box.left(), REAR, box.width(), FRONT - REAR)
        room = inside.adjusted(2, 0, -2, 0)
        if number in _SPELT:
            word = Message(f"cloth.craps.number.{number}")
            print_words(painter, word, layout.language, room, height=34, ink=PRINT.gold)
        else:
            print_text(painter, str(number), room, height=54, ink=PRINT.gold)
        for seat in end.seats:
            _print_seat_mark(painter, end.cell(QRectF(box.left(), TOP, box.width(), REAR - TOP), seat, 0.5, 0.5), seat)
            corner = (0.14 if end.seats.index(seat) % 2 == 0 else 0.86, 0.16 if end.seats.index(seat) < 2 else 0.86)
            _print_seat_mark(painter, end.cell(inside, seat, *corner), seat)
    print_lines(painter, lines, width=2.6)
    box = end.dont_come_box()
    print_lines(painter, rectangle(box), width=2.6)
    column = wrap(layout.label("dont-come"), _LETTERS_IN_A_COLUMN)
    step = 38 / max(2, len(column))
    with upright(painter, QPointF(box.center().x(), TOP + 6 + len(column) * step / 2)):
        for line, words in enumerate(column):
            print_text(painter, words, QRectF(box.left(), TOP + 6 + line * step, box.width(), step), height=step * 0.74)
    for row, seat in enumerate(end.seats):
        _print_seat_mark(painter, QPointF(box.center().x(), box.top() + 66 + row * 50), seat)


def _print_come_and_field(painter: QPainter, end: End, layout: CrapsPrint) -> None:
    come = end.come_box()
    print_lines(painter, rectangle(come), width=2.6)
    # Chips of place bets reach into the come box where it is seen above the numbers.
    name = end.between_places(come).adjusted(0, 40, 0, -4)
    _print_red(painter, layout.label("come"), name, height=34)
    field = end.field_box(with_big=layout.has_big)
    print_lines(painter, rectangle(field), width=2.6)
    inside = end.between_places(field)
    print_text(
        painter, layout.label("field"), QRectF(inside.left(), field.top() + 8, inside.width(), 20), height=17, spacing=6
    )
    _print_field_numbers(painter, inside, layout)
    for index, bet in enumerate(("big-6", "big-8") if layout.has_big else ()):
        box = end.big_box(index)
        print_lines(painter, rectangle(box), width=2.6)
        big, _, number = layout.label(bet).rpartition(" ")
        print_text(painter, big, QRectF(box.left(), box.top() + 4, box.width(), 12), height=10)
        _print_red(painter, number, QRectF(box.left(), box.top() + 20, box.width(), BIG_NAME - 20), height=23)


def _print_red(painter: QPainter, text: str, box: QRectF, height: float) -> None:
    """Red letters edged in ivory: red alone cannot be told from the green by its brightness."""
    letters = fit_text(text, box, height=height)
    with upright(painter, box.center()):
        outline(painter, letters, PRINT.ivory, 5)
        fill_words(painter, letters, PRINT.red)


def _print_field_numbers(painter: QPainter, field: QRectF, layout: CrapsPrint) -> None:
    """The numbers of the field in a row; those that pay more than the others are circled, with what they pay."""
    totals = bet_data(layout.imprint.rules, "field").totals if layout.imprint.offers("field") else []
    row = QRectF(field.left(), field.top() + 26, field.width(), 34)
    step = row.width() / (len(totals) + 0.6)
    x = row.center().x() - (len(totals) - 1) / 2 * step
    for index, number in enumerate(totals):
        at = QPointF(x + index * step, row.center().y())
        box = QRectF(at.x() - step / 2, row.top(), step, row.height())
        odds = layout.imprint.odds("field", str(number))
        print_text(painter, str(number), box, height=min(18.0, step * 0.6), ink=PRINT.gold if odds else PRINT.ivory)
        if odds:
            print_lines(painter, circle(at, min(17.0, step / 2 - 1)), PRINT.gold, 2.2)
            below = QRectF(at.x() - 38, row.bottom() + 3, 76, 11)
            words = Message("cloth.said.pays", {"odds": odds})
            print_words(painter, words, layout.language, below, height=11, ink=PRINT.gold)


def _print_centre(painter: QPainter, layout: CrapsPrint) -> None:
    for name, centre in layout.centre.boxes.items():
        bet, _, on = name.partition(":")
        fill(painter, rectangle(centre.box), colour("#000000", 0.10))
        print_lines(painter, rectangle(centre.box), width=2.0)
        pair = _pair_of(bet, on)
        room = centre.name.adjusted(4, 3, -4, -3)
        if pair:
            is_narrow = room.width() < room.height()
            along, across = (room.height(), room.width()) if is_narrow else (room.width(), room.height())
            print_dice(painter, room.center(), min(30.0, across * 0.84, along * 0.44), pair, is_column=is_narrow)
        else:
            print_in_box(painter, layout.label(bet).replace("/", "/ "), room, height=18)
    for number, at in layout.centre.circles.items():
        print_lines(painter, circle(at, 13), width=1.8)
        print_text(painter, str(number), QRectF(at.x() - 12, at.y() - 12, 24, 24), height=12)


def _pair_of(bet: str, on: str) -> str:
    """The dice printed in a box of the centre; nothing where words stand."""
    if bet == "hardway":
        return f"{int(on) // 2}-{int(on) // 2}"
    return _DICE.get(bet, on)


def _print_seat_mark(painter: QPainter, at: QPointF, seat: int, height: float = 8.0) -> None:
    """A small faint figure that says whose place this is."""
    box = QRectF(at.x() - 10, at.y() - 8, 20, 16)
    with upright(painter, at):  # no word that chips must leave in sight: it says where they go
        fill(painter, fit_text(str(seat), box, height=height), colour(PRINT.ivory, 0.45))


def _print_seats(painter: QPainter) -> None:
    for seat in SEATS:
        at = end_of(seat).seat_number(seat)
        outline(painter, circle(at, 11), colour(PRINT.ivory, 0.55), 1.4)
        print_text(painter, str(seat), QRectF(at.x() - 10, at.y() - 10, 20, 20), height=11)


def print_dice(painter: QPainter, centre: QPointF, edge: float, roll: str, is_column: bool = False) -> None:
    """A pair of dice as print, side by side or one above the other: outlined faces with pips."""
    for index, face in enumerate(int(part) for part in roll.split("-")):
        away = (index - 0.5) * edge * 1.16
        at = centre + (QPointF(0, away) if is_column else QPointF(away, 0))
        body = rectangle(QRectF(at.x() - edge / 2, at.y() - edge / 2, edge, edge), edge * 0.18)
        fill_words(painter, body, colour(PRINT.red, 0.75))
        outline(painter, body, colour(PRINT.ivory, 0.85), max(1.0, edge * 0.06))
        for x, y in _FACES[face]:
            pip = circle(at + QPointF(x * edge * _PIP, y * edge * _PIP), edge * 0.085)
            fill(painter, pip, colour(PRINT.ivory, 0.95))
