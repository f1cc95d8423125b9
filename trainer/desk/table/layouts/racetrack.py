"""The racetrack: the numbers in the order of the single-zero wheel round an oval, for neighbours and sectors."""

from __future__ import annotations

import math
from functools import cached_property, partial

import msgspec
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import PRINT
from trainer.desk.table.base import Felt, SpotGeometry, polygon
from trainer.desk.table.imprint import Imprint, Words, in_print, printed
from trainer.desk.table.pieces.ink import fill, fill_upright, fit_text, outline
from trainer.equipment.wheel import SINGLE_ZERO, Colour, colour_of
from trainer.games.roulette.figures import roulette
from trainer.texts import Language, Message

SECTORS = ("serie-grande", "huerfanos", "tercio")  # from the left
_INK = {Colour.RED: PRINT.red, Colour.BLACK: PRINT.black, Colour.GREEN: PRINT.green}
_ORDER = SINGLE_ZERO.order
# Where the sectors part inside the oval: after these numbers, on the upper and the lower side.
_PARTS = (("25", "9"), ("6", "33"))


class Racetrack(msgspec.Struct, frozen=True, dict=True):
    """An oval in a box, its ring so thick; zero is at its left end and the numbers run clockwise."""

    box: QRectF
    ring: float
    imprint: Imprint

    @cached_property
    def names(self) -> dict[str, Words]:
        """The sectors on which the rules take bets, from the left, by what is printed of their names."""
        sets = roulette(self.imprint.rules).announced.sets
        return {name: printed(sets[name].names) for name in SECTORS if name in sets}

    def _point(self, along: float, outwards: float) -> QPointF:
        """A point of the ring: ``along`` its middle line clockwise from the left end, ``outwards`` from that line."""
        radius = self.box.height() / 2 - self.ring / 2
        straight = self.box.width() - self.box.height()
        left, right = self.box.left() + self.box.height() / 2, self.box.right() - self.box.height() / 2
        middle = self.box.center().y()
        quarter, half = math.pi * radius / 2, math.pi * radius
        along %= self.length
        if along < quarter:
            return _polar(QPointF(left, middle), radius + outwards, 180 + math.degrees(along / radius))
        if along < quarter + straight:
            return QPointF(left + along - quarter, middle - radius - outwards)
        if along < quarter + straight + half:
            turned = 270 + math.degrees((along - quarter - straight) / radius)
            return _polar(QPointF(right, middle), radius + outwards, turned)
        if along < quarter + 2 * straight + half:
            return QPointF(right - (along - quarter - straight - half), middle + radius + outwards)
        turned = 90 + math.degrees((along - quarter - 2 * straight - half) / radius)
        return _polar(QPointF(left, middle), radius + outwards, turned)

    @cached_property
    def length(self) -> float:
        straight = self.box.width() - self.box.height()
        return 2 * straight + 2 * math.pi * (self.box.height() / 2 - self.ring / 2)

    @cached_property
    def step(self) -> float:
        return self.length / len(_ORDER)

    def _start(self, number: str) -> float:
        return (_ORDER.index(number) - 0.5) * self.step

    def centre(self, number: str) -> QPointF:
        return self._point(_ORDER.index(number) * self.step, 0)

    def cell(self, number: str) -> QPainterPath:
        """The part of the ring that belongs to a number."""
        start, half = self._start(number), self.ring / 2
        ends = self._point(start, half), self._point(start + self.step, half)
        steps = 1 if math.isclose(ends[0].y(), ends[1].y()) else 12  # a straight side needs no points between
        outer = [self._point(start + self.step * index / steps, half) for index in range(steps + 1)]
        inner = [self._point(start + self.step * index / steps, -half) for index in range(steps + 1)]
        return polygon(*((point.x(), point.y()) for point in (*outer, *reversed(inner))))

    def _cut(self, after: str) -> QPointF:
        """The inner end of the line between a number and the next one."""
        return self._point(self._start(after) + self.step, -self.ring / 2)

    def sector(self, name: str) -> QPainterPath:
        """The part of the inside that belongs to a sector."""
        inside = QPainterPath()
        room = self.box.adjusted(self.ring, self.ring, -self.ring, -self.ring)
        inside.addRoundedRect(room, room.height() / 2, room.height() / 2)
        # Upper and lower ends of the four slanted sides, from left to right.
        sides = [(self.box.left(), self.box.left())]
        sides += [(self._cut(upper).x(), self._cut(lower).x()) for upper, lower in _PARTS]
        sides += [(self.box.right(), self.box.right())]
        index = SECTORS.index(name)
        (left_top, left_bottom), (right_top, right_bottom) = sides[index : index + 2]
        top, bottom = room.top(), room.bottom()
        corners = ((left_top, top), (right_top, top), (right_bottom, bottom), (left_bottom, bottom))
        return inside.intersected(polygon(*corners))

    def _label_box(self, name: str) -> QRectF:
        """Where a sector's name is printed: above its middle, so that chips lie below it."""
        bounds = self.sector(name).boundingRect()
        (upper, _), (lower, _) = ((self._cut(a).x(), self._cut(b).x()) for a, b in _PARTS)
        slant = self._cut(_PARTS[0][1]).x() - upper
        middle = {
            "serie-grande": (bounds.left() + upper) / 2 + slant * 0.2,
            "huerfanos": (upper + lower) / 2 + slant * 0.32,
            "tercio": (lower + bounds.right()) / 2 + slant * 0.45,
        }[name]
        room = {"serie-grande": 240.0, "huerfanos": 120.0, "tercio": 165.0}[name]
        return QRectF(middle - room / 2, bounds.center().y() - 26, room, 17)

    def add_spots(self, felt: Felt) -> None:
        """Add `neighbours:N` and `sector:NAME` to a felt."""
        for number in _ORDER:
            spoken = Message("cloth.roulette.neighbours", {"number": number})
            felt.add(f"neighbours:{number}", partial(self._number_spot, number), spoken)
        for name, said in self.names.items():
            felt.add(f"sector:{name}", partial(self._sector_spot, name), said)

    def _number_spot(self, number: str) -> SpotGeometry:
        return SpotGeometry(self.centre(number), self.cell(number), chip_radius=self.ring * 0.40, crowding=0.7)

    def _sector_spot(self, name: str) -> SpotGeometry:
        below = self._label_box(name).center() + QPointF(0, self.ring * 0.66)
        return SpotGeometry(below, self.sector(name), chip_radius=self.ring * 0.42)

    def paint(self, painter: QPainter, language: Language) -> None:
        for number in _ORDER:
            fill(painter, self.cell(number), _INK[colour_of(number)])
        outline(painter, self._lines(), PRINT.ivory, 2.2)
        height = self.ring * 0.5
        for number in _ORDER:
            at = self.centre(number)
            box = QRectF(at.x() - self.step * 0.36, at.y() - height / 2, self.step * 0.72, height)
            fill_upright(painter, fit_text(number, box), box.center(), PRINT.ivory)
        for name, said in self.names.items():
            outline(painter, self.sector(name), PRINT.ivory, 2.6)
            room = self._label_box(name)
            fill_upright(painter, fit_text(in_print(said, language), room, spacing=6), room.center(), PRINT.ivory)

    def _lines(self) -> QPainterPath:
        """The ring's two edges and the lines between its numbers."""
        lines = QPainterPath()
        for inset in (0.0, self.ring):
            edge = self.box.adjusted(inset, inset, -inset, -inset)
            lines.addRoundedRect(edge, edge.height() / 2, edge.height() / 2)
        for number in _ORDER:
            lines.moveTo(self._point(self._start(number), self.ring / 2))
            lines.lineTo(self._point(self._start(number), -self.ring / 2))
        return lines


def _polar(centre: QPointF, radius: float, degrees: float) -> QPointF:
    angle = math.radians(degrees)
    return centre + QPointF(math.cos(angle) * radius, math.sin(angle) * radius)
