"""Half-round tables: their outline, the seats along their arc and the numbers of these. All in felt units."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import PRINT
from trainer.desk.table.base import Felt
from trainer.desk.table.parts import print_text


class Seat(msgspec.Struct, frozen=True):
    """A player's place on a curved table: the betting point, outwards direction and turn of what lies there."""

    number: int
    at: QPointF
    outwards: QPointF
    turn: float

    def towards_croupier(self, distance: float) -> QPointF:
        return self.at - self.outwards * distance


def seats_on_arc(centre: QPointF, radius: float, seats: int, span: float, flatten: float = 1.0) -> tuple[Seat, ...]:
    """Seats along the lower arc of a table, seat 1 at the croupier's left hand (the right end of the picture).

    ``span`` is the angle from the first seat to the last; ``flatten`` below 1 makes the arc an ellipse.
    """
    places = []
    for index in range(seats):
        angle = 0.0 if seats == 1 else span / 2 - span * index / (seats - 1)
        turned = math.radians(angle)
        outwards = QPointF(math.sin(turned), math.cos(turned))
        at = centre + QPointF(outwards.x() * radius, outwards.y() * radius * flatten)
        places.append(Seat(index + 1, at, outwards, -angle * flatten))
    return tuple(places)


def curved_table(size: QSizeF, inset: float = 0.0, depth: float = 0.62) -> QPainterPath:
    """The outline of a half-round table: straight on the croupier's side, curved on the players'.

    ``inset`` moves it inwards, for the cloth inside the rail; ``depth`` is where the curve begins, of the height.
    """
    width, height = size.width(), size.height()
    left, right, top, bottom = inset, width - inset, inset, height - inset
    corner = max(6.0, 44 - inset)
    begin = top + (bottom - top) * (1 - depth)
    path = QPainterPath(QPointF(left + corner, top))
    path.lineTo(right - corner, top)
    path.quadTo(right, top, right, top + corner)
    path.lineTo(right, begin)
    reach = (bottom - begin) * 0.92
    path.cubicTo(right, begin + reach, width * 0.74, bottom, width / 2, bottom)
    path.cubicTo(width * 0.26, bottom, left, begin + reach, left, begin)
    path.lineTo(left, top + corner)
    path.quadTo(left, top, left + corner, top)
    path.closeSubpath()
    return path


def room_on_rail(rail: QPainterPath, at: QPointF, outwards: QPointF) -> QRectF:
    """Where the number of a seat is printed: on the line along the middle of the rail, straight before the seat."""
    ways = range(math.ceil(rail.boundingRect().width()))
    there = at + outwards * bisect_left(ways, True, key=lambda way: not rail.contains(at + outwards * way))
    return QRectF(there.x() - 24, there.y() - 12, 48, 24)


class CurvedFelt(Felt):
    """A felt on a half-round table: straight on the croupier's side, curved on the players'."""

    def outline(self) -> QPainterPath:
        return curved_table(self.size)

    def cloth_outline(self) -> QPainterPath:
        return curved_table(self.size, self.rail_width)

    def number_seats(self, places: Sequence[Seat]) -> None:
        """Give each seat its number on the rail before it, where no pile and no card can cover it."""
        rail = curved_table(self.size, self.rail_width / 2)
        for place in places:
            self.seat_numbers[str(place.number)] = room_on_rail(rail, place.at, place.outwards)

    def print_seat_numbers(self, painter: QPainter) -> None:
        for number, room in self.seat_numbers.items():
            print_text(painter, number, room, height=21, ink=PRINT.gold)
