"""What all roulette cloths share: the numbers and the bets on and between them, wheel, rack and value board.

The cloth lies with zero at the left, beside the wheel; 1, 4, 7 … run along the lower side, 3, 6, 9 … along the upper.
Spots are named after the bet and its numbers: ``split:14-17``, ``street:0-1-2``, ``dozen:2``, ``prison:red``,
``neighbours:17``, ``sector:tercio``, ``beside:17`` (a chip on no bet), ``board:blue``, ``pocket:17``, ``rack``,
``wheel``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import PRINT, ROULETTE_COLOURS, ROULETTE_MARKS, Theme, colour
from trainer.desk.table.base import Felt, SpotGeometry, circle, polygon, rectangle
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.layouts.wheel import paint_wheel, pocket_spots
from trainer.desk.table.parts import print_lines, print_text, print_words, rack_spot
from trainer.desk.table.pieces.chips import ChipFace, paint_face
from trainer.desk.table.pieces.ink import fill, outline
from trainer.equipment.wheel import Colour, Wheel, colour_of
from trainer.games.roulette.figures import roulette
from trainer.games.roulette.layout import covered
from trainer.system.lazy_imports import lazily
from trainer.texts import Language, Message

with lazily():  # only needed to paint the table, not if a stored picture of it is shown
    from trainer.desk.table.furniture import paint_rack

with lazily():  # where announced bets are taken
    from trainer.desk.table.layouts.racetrack import Racetrack

NUMBERS = "-numbers"  # ends the id of a table that shows the order of the wheel nowhere, for questions about it
CHIP = 20.0
SMALL_CHIP = 14.0  # for the crowded line between two zeros and 2
CELL = 96.0
_BESIDE_THE_WHEEL = 182.0  # from the croupier's edge to the layout where there is no racetrack
FOOT = CELL * 1.75  # width of the boxes at the foot of the columns: their name, and chips beside it
_FOOT_NAME = CELL * 0.82  # of which the name takes
_INSIDE = 5.0  # from the lines of an outside bet to its chips
_FREE_END = 0.26  # share of a wide box that its name leaves to chips at each end
HIT = 17.0  # half the width of the lines and crossings that can be tapped
EVEN_CHANCES = ("low", "even", "red", "black", "odd", "high")  # in the order of the American cloth
_RANGES = ("low", "high")  # named by their first and last number
_DIAMOND_LINE = 2.6
_INK = {Colour.RED: PRINT.red, Colour.BLACK: PRINT.black, Colour.GREEN: PRINT.green}


class RouletteFelt(Felt):
    """What all three cloths share: the numbers and the bets on and between them, wheel, rack and value board."""

    def __init__(
        self, felt_id: str, imprint: Imprint, wheel: Wheel, top: float, cell_height: float, size: QSizeF
    ) -> None:
        super().__init__(felt_id, size, imprint)
        self.wheel = wheel
        self.shows_order = not felt_id.endswith(NUMBERS)
        # The wheel's order is needed for announced bets; without them a wide rack takes its place.
        takes_announced = len(wheel.zeros) == 1 and roulette(imprint.rules).announced.offered
        self.has_racetrack = takes_announced and self.shows_order
        self.racetrack: Racetrack | None = None
        self.left = (size.width() - 13 * CELL - FOOT) / 2 + CELL  # where the numbers begin
        self.top = top
        self.wheel_centre, self.wheel_radius = QPointF(164, 164), 112.0
        self.board_box = QRectF(1262, 52, 280, 144)
        if not self.has_racetrack:  # a flatter table: with all of it in sight the numbers are larger
            flatter = self.upper_edge() - _BESIDE_THE_WHEEL
            self.top, self.size = top - flatter, QSizeF(size.width(), size.height() - flatter)
            self.wheel_centre, self.wheel_radius = QPointF(122, 108), 66.0
            self.board_box = QRectF(1262, 46, 280, 122)
        self.cell_height = cell_height
        self.right = self.left + 12 * CELL
        self.bottom = self.top + 3 * cell_height
        self._add_numbers()
        self._add_zero_bets()
        self._add_columns()
        self._add_surroundings()

    # Geometry

    def cell(self, number: str) -> QRectF:
        """The box of a number from 1 to 36."""
        street, place = divmod(int(number) - 1, 3)
        height = self.cell_height
        return QRectF(self.left + street * CELL, self.bottom - (place + 1) * height, CELL, height)

    @cached_property
    def zero_shapes(self) -> dict[str, QPainterPath]:
        """The boxes of the zeros, with their outer side pointed."""
        tip, left, right = self.left - CELL, self.left - CELL * 0.72, self.left
        middle = (self.top + self.bottom) / 2
        if len(self.wheel.zeros) == 1:
            corners = ((right, self.top), (left, self.top), (tip, middle), (left, self.bottom), (right, self.bottom))
            return {"0": polygon(*corners)}
        upper = (self.top + middle) / 2
        lower = (self.bottom + middle) / 2
        return {
            "00": polygon((right, self.top), (left, self.top), (tip, upper), (left, middle), (right, middle)),
            "0": polygon((right, middle), (left, middle), (tip, lower), (left, self.bottom), (right, self.bottom)),
        }

    def column_box(self, column: int) -> QRectF:
        return QRectF(self.right, self.bottom - column * self.cell_height, FOOT, self.cell_height)

    def upper_edge(self) -> float:
        """Where the printed layout begins."""
        return self.top

    def _lit(self, numbers: list[str]) -> QPainterPath:
        zeros = self.zero_shapes
        area = QPainterPath()
        for number in numbers:
            area.addPath(zeros[number] if number in zeros else rectangle(self.cell(number)))
        return area

    # Spots

    def _add_bet(
        self,
        bet: str,
        numbers: list[str],
        at: QPointF,
        shape: Callable[[], QPainterPath] | None = None,
        chip: float = CHIP,
        marker: QPointF | None = None,
    ) -> None:
        def geometry() -> SpotGeometry:
            hit = shape() if shape else circle(at, min(HIT, chip * 0.95))
            printed = numbers[0] if bet == "straight-up" else ""
            return SpotGeometry(
                at, hit, chip_radius=chip, crowding=0.72, marker=marker, printed=printed, area=self._lit(numbers)
            )

        name = f"{bet}:{'-'.join(numbers)}" if bet != "five-number" else bet
        self.add(name, geometry, self._said(bet, "-".join(numbers)))

    def _add_beside(self, number: str, at: QPointF) -> None:
        """Where a chip lies that is on no bet: neither on the number nor on a line."""
        spoken = Message("cloth.roulette.beside", {"number": number})
        self.add(f"beside:{number}", SpotGeometry(at, circle(at, 1.0), chip_radius=CHIP, crowding=0.72), spoken)

    def _said(self, bet: str, on: str) -> Message:
        return Message("cloth.said.on", {"bet": self.imprint.name(bet), "on": on})

    def _add_numbers(self) -> None:
        for number in map(str, range(1, 37)):
            box = self.cell(number)
            beside = box.center() + QPointF(CELL * 0.31, -self.cell_height * 0.2)
            self._add_bet("straight-up", [number], box.center(), partial(rectangle, box), marker=beside)
            self._add_beside(number, box.center() + QPointF(CELL * 0.24, self.cell_height * 0.25))
        for first in range(1, 37):
            box = self.cell(str(first))
            street, place = divmod(first - 1, 3)
            if place < 2:
                across = QPointF(box.center().x(), box.top())
                self._add_bet("split", _run(first, first + 1), across, partial(line_shape, across, CELL * 0.30, HIT))
            if street < 11:
                along = QPointF(box.right(), box.center().y())
                self._add_bet(
                    "split", _run(first, first + 3), along, partial(line_shape, along, HIT, self.cell_height * 0.30)
                )
                if place < 2:
                    self._add_bet("corner", _run(first, first + 1, first + 3, first + 4), box.topRight())
        for street in range(12):
            first = street * 3 + 1
            box = self.cell(str(first))
            edge = QPointF(box.center().x(), self.bottom)
            self._add_bet(
                "street", _run(first, first + 1, first + 2), edge, partial(line_shape, edge, CELL * 0.30, HIT)
            )
            if street < 11:
                self._add_bet("six-line", _run(*range(first, first + 6)), QPointF(box.right(), self.bottom))

    def _add_zero_bets(self) -> None:
        shapes = self.zero_shapes
        for zero in self.wheel.zeros:
            bounds = shapes[zero].boundingRect()
            above = bounds.center() + QPointF(20, -bounds.height() * 0.2)
            self._add_bet(
                "straight-up",
                [zero],
                bounds.center() + QPointF(4, 0),
                partial(QPainterPath, shapes[zero]),
                marker=above,
            )
        rows = [self.cell(str(number)).center().y() for number in (1, 2, 3)]
        lines = [self.bottom - self.cell_height, self.bottom - 2 * self.cell_height]
        left, middle = self.left, rows[1]
        if len(self.wheel.zeros) == 1:
            for number, y in zip("123", rows, strict=True):
                at = QPointF(left, y)
                self._add_bet("split", ["0", number], at, partial(line_shape, at, HIT, self.cell_height * 0.28))
            self._add_bet("street", ["0", "1", "2"], QPointF(left, lines[0]))
            self._add_bet("street", ["0", "2", "3"], QPointF(left, lines[1]))
            self._add_bet("corner", ["0", "1", "2", "3"], QPointF(left, self.bottom))
            return
        for zero, number, y in (("0", "1", rows[0]), ("00", "3", rows[2])):
            at = QPointF(left, y)
            self._add_bet("split", [zero, number], at, partial(line_shape, at, HIT, self.cell_height * 0.28))
        between = self.cell_height / 4
        for numbers, y in (
            (["0", "1", "2"], lines[0]),
            (["0", "2"], middle + between),
            (["0", "00", "2"], middle),
            (["00", "2"], middle - between),
            (["00", "2", "3"], lines[1]),
        ):
            self._add_bet("split" if len(numbers) == 2 else "street", numbers, QPointF(left, y), chip=SMALL_CHIP)
        at = QPointF(left - CELL * 0.42, middle)
        self._add_bet("split", ["0", "00"], at, partial(line_shape, at, CELL * 0.2, HIT))
        self._add_bet("five-number", ["0", "00", "1", "2", "3"], QPointF(left, self.bottom))

    def _add_columns(self) -> None:
        for column in (1, 2, 3):
            box = self.column_box(column)
            self._add_at_foot(f"column:{column}", box, rectangle(box))
        for column in (1, 2):
            at = on_foot_line(self.column_box(column))
            self._add_outside_line(f"double-column:{column}-{column + 1}", at, line_shape(at, CELL * 0.3, HIT))

    def _add_at_foot(self, name: str, box: QRectF, shape: QPainterPath) -> None:
        """A column or dozen whose box stands at the foot of the columns: chips lie beside its name."""
        bet, _, on = name.partition(":")
        room = foot_chips(box)
        at = QPointF(room.left() + CHIP, room.center().y())
        geometry = SpotGeometry(
            at, shape, chip_radius=CHIP, crowding=0.95, room=room, largest=min(room.width() / 2, room.height() * 0.42)
        )
        self.add(name, geometry, self._said(bet, on))

    def _add_outside(self, name: str, box: QRectF, bet: str, on: str) -> None:
        """A bet in a wide box: chips lie at the right of its name, or at both ends."""
        self.add(name, _beside_name(box), self._said(bet, on))

    def _add_outside_line(self, name: str, at: QPointF, shape: QPainterPath) -> None:
        bet, _, on = name.partition(":")
        spoken = self._said(bet, on)
        self.add(name, SpotGeometry(at, shape, chip_radius=CHIP, crowding=0.72), spoken)

    def _add_even_chance(self, name: str, box: QRectF, prison: QPointF) -> None:
        words = self.imprint.name(name)
        self.add(name, _beside_name(box), words)
        self.add(
            f"prison:{name}",
            SpotGeometry(prison, line_shape(prison, box.width() * 0.36, 13), chip_radius=CHIP),
            Message("cloth.roulette.prison", {"bet": words}),
        )

    def _add_surroundings(self) -> None:
        size = self.wheel_radius
        below = QPointF(self.size.width() / 2, self.upper_edge() - 18)
        self.add(
            "wheel",
            SpotGeometry(self.wheel_centre, circle(self.wheel_centre, size), note=below),
            Message("cloth.spot.wheel"),
        )
        pocket_spots(self, self.wheel, self.wheel_centre, size)
        for name in ROULETTE_COLOURS:
            line = self.board_line(name)
            at = QPointF(line.left() + 56, line.center().y())
            words = _board_words(line)
            spoken = Message("cloth.roulette.board", {"colour": Message(f"table.colour.{name}")})
            self.add(f"board:{name}", SpotGeometry(at, rectangle(line, 6), chip_radius=14, note_box=words), spoken)
        self.add(
            "rack",
            rack_spot(self.rack_box(), 14 if self.has_racetrack else CHIP),
            Message("cloth.spot.rack"),
        )

    def board_line(self, name: str) -> QRectF:
        """The line of a colour on the board that shows what its chips are worth: four in a column, then the next."""
        column, row = divmod(ROULETTE_COLOURS.index(name), 4)
        box = self.board_box
        height = (box.height() - 8) / 4
        return QRectF(box.left() + column * box.width() / 2, box.top() + 4 + row * height, box.width() / 2, height)

    def rack_box(self) -> QRectF:
        return QRectF(1262, 208, 280, 60) if self.has_racetrack else QRectF(330, 58, 880, 100)

    def add_racetrack(self, box: QRectF, ring: float) -> None:
        if self.has_racetrack:
            self.racetrack = Racetrack(box, ring, self.imprint)
            self.racetrack.add_spots(self)

    # Print

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        self._print_numbers(painter)
        self._print_columns(painter, language)
        self._print_board(painter)
        paint_rack(painter, self.rack_box())
        paint_wheel(painter, self.wheel, self.wheel_centre, self.wheel_radius, self.shows_order)
        if self.racetrack:
            self.racetrack.paint(painter, language)

    def _print_numbers(self, painter: QPainter) -> None:
        lines = QPainterPath()
        for number in map(str, range(1, 37)):
            box = self.cell(number)
            fill(painter, rectangle(box.adjusted(6, 6, -6, -6), 14), _INK[colour_of(number)])
            print_text(painter, number, box, height=self.cell_height * 0.42)
            lines.addRect(box)
        for zero, shape in self.zero_shapes.items():
            bounds = shape.boundingRect()
            fill(painter, shape, colour(PRINT.green, 0.55))
            print_text(painter, zero, bounds.translated(4, 0), height=self.cell_height * 0.42)
            lines.addPath(shape)
        print_lines(painter, lines)

    def _print_columns(self, painter: QPainter, language: Language) -> None:
        lines = QPainterPath()
        for column in (1, 2, 3):
            box = self.column_box(column)
            lines.addRect(box)
            words = self.imprint.odds("column") or ""
            print_words(painter, words, language, foot_name(box), height=22)
        print_lines(painter, lines)

    def _print_board(self, painter: QPainter) -> None:
        plate = rectangle(self.board_box, 10)
        fill(painter, plate, colour("#000000", 0.30))
        outline(painter, plate, colour(PRINT.gold, 0.7), 1.6)
        for name in ROULETTE_COLOURS:
            line = self.board_line(name)
            words = _board_words(line).adjusted(0, 4, 0, -4)
            fill(painter, rectangle(words, 5), colour("#000000", 0.28))
            painter.save()
            painter.translate(line.left() + 21, line.center().y())
            paint_face(painter, min(14.0, line.height() * 0.44), ChipFace(name, mark=ROULETTE_MARKS[name]))
            painter.restore()

    def _covers(self, bet: str, on: int) -> int:
        return len(covered(self.imprint.rules, bet, on)) if self.imprint.offers(bet) else 0

    def _range(self, bet: str) -> Message | None:
        """The first and the last number of a bet that is named by them; nothing for the others."""
        if bet not in _RANGES or not self.imprint.offers(bet):
            return None
        numbers = sorted(int(number) for number in covered(self.imprint.rules, bet, None))
        return Message("cloth.roulette.range", {"first": numbers[0], "last": numbers[-1]})

    def _print_even_chance(self, painter: QPainter, name: str, language: Language, box: QRectF) -> None:
        words, numbers = self.imprint.label(name), self._range(name)
        height = min(30.0, box.height() * 0.36)
        name_box = wide_name(box)
        if name in ("red", "black"):
            diamond, word_height = _diamond(box), height * 0.78
            fill(painter, diamond, PRINT.red if name == "red" else PRINT.black)
            outline(painter, diamond, PRINT.ivory, _DIAMOND_LINE)
            room = _room_in_diamond(diamond.boundingRect(), word_height) & name_box
            print_words(painter, words, language, room, height=word_height, spacing=3)
        elif numbers:
            # Two lines in the middle of the box; the chips lie at its right.
            lower = box.center().y() + height * 0.12
            print_words(
                painter,
                words,
                language,
                QRectF(name_box.left(), lower - height * 1.3, name_box.width(), height),
                height=height * 0.86,
                spacing=5,
            )
            print_words(
                painter,
                numbers,
                language,
                QRectF(name_box.left(), lower + height * 0.12, name_box.width(), height * 0.9),
                height=height * 0.62,
            )
        else:
            print_words(painter, words, language, name_box, height=height, spacing=6)


def _board_words(line: QRectF) -> QRectF:
    """Where the value of a colour is written on its line of the board."""
    return line.adjusted(38, 0, -6, 0)


def _diamond(box: QRectF) -> QPainterPath:
    reach = QSizeF(min(box.width() * 0.42, box.height() * 0.87), box.height() * 0.42)
    middle = box.center()
    return polygon(
        (middle.x() - reach.width(), middle.y()),
        (middle.x(), middle.y() - reach.height()),
        (middle.x() + reach.width(), middle.y()),
        (middle.x(), middle.y() + reach.height()),
    )


def _room_in_diamond(diamond: QRectF, height: float) -> QRectF:
    """Where a line of that height stays clear of the four sides."""
    width = diamond.width() * (1 - height / diamond.height()) - 2 * _DIAMOND_LINE
    room = QRectF(0, 0, width, height)
    room.moveCenter(diamond.center())
    return room


def foot_name(box: QRectF) -> QRectF:
    """Where the name is printed in a box at the foot of the columns."""
    return QRectF(box.left() + _INSIDE, box.top(), _FOOT_NAME - 2 * _INSIDE, box.height())


def foot_chips(box: QRectF) -> QRectF:
    """Where chips lie in a box at the foot of the columns."""
    return box.adjusted(_FOOT_NAME, 0, -_INSIDE, 0)


def on_foot_line(box: QRectF) -> QPointF:
    """Place of a chip that bets on two neighbouring boxes: on the line between them, clear of the chips inside."""
    return QPointF(box.right() - CHIP, box.top())


def _beside_name(box: QRectF) -> SpotGeometry:
    """A wide box with its name in the middle: one pile lies at its right, several at both ends, and none is drawn so
    large that it reaches the name."""
    room = box.adjusted(_INSIDE, 0, -_INSIDE, 0)
    radius = (box.width() * _FREE_END - _INSIDE) / 2
    return SpotGeometry(
        QPointF(room.right() - radius, box.center().y()),
        rectangle(box),
        chip_radius=CHIP,
        crowding=0.95,
        room=room,
        name_in_middle=True,
        largest=min(radius, box.height() * 0.42),
    )


def wide_name(box: QRectF) -> QRectF:
    """Where the name is printed in a wide box."""
    free = box.width() * _FREE_END
    return box.adjusted(free, 0, -free, 0)


def _run(*numbers: int) -> list[str]:
    return [str(number) for number in numbers]


def line_shape(at: QPointF, half_width: float, half_height: float) -> QPainterPath:
    box = QRectF(at.x() - half_width, at.y() - half_height, 2 * half_width, 2 * half_height)
    return rectangle(box, min(half_width, half_height))
