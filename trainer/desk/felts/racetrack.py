"""The racetrack: the numbers in the order of the wheel round a long oval, for neighbours and sectors."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from trainer.desk.felts.base import Felt, SpotGeometry
from trainer.desk.pieces.ink import fill, fit_text, outline
from trainer.desk.theme import PRINT, colour
from trainer.equipment.wheel import SINGLE_ZERO, Colour, colour_of
from trainer.texts import Language, Names

SECTORS = {
    "serie-grande": Names("SERIE GRANDE", "VOISINS DU ZÉRO"),
    "huerfanos": Names("HUÉRFANOS", "ORPHELINS"),
    "tercio": Names("TERCIO", "TIERS"),
}
_INK = {Colour.RED: PRINT.red, Colour.BLACK: PRINT.black, Colour.GREEN: PRINT.green}
_ORDER = SINGLE_ZERO.order
# Where the sectors part inside the oval: after these numbers, on the upper and the lower side.
_PARTS = (("25", "9"), ("6", "33"))


@dataclass(frozen=True, slots=True)
class Racetrack:
    """An oval in a box, its ring so thick; zero is at its left end and the numbers run clockwise."""

    box: QRectF
    ring: float

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

    @property
    def length(self) -> float:
        straight = self.box.width() - self.box.height()
        return 2 * straight + 2 * math.pi * (self.box.height() / 2 - self.ring / 2)

    @property
    def step(self) -> float:
        return self.length / len(_ORDER)

    def _start(self, number: str) -> float:
        return (_ORDER.index(number) - 0.5) * self.step

    def centre(self, number: str) -> QPointF:
        return self._point(_ORDER.index(number) * self.step, 0)

    def cell(self, number: str) -> QPainterPath:
        """The part of the ring that belongs to a number."""
        start, steps = self._start(number), 12
        outer = [self._point(start + self.step * index / steps, self.ring / 2) for index in range(steps + 1)]
        inner = [self._point(start + self.step * index / steps, -self.ring / 2) for index in range(steps + 1)]
        return _polygon([*outer, *reversed(inner)])

    def _cut(self, after: str) -> QPointF:
        """The inner end of the line between a number and the next one."""
        return self._point(self._start(after) + self.step, -self.ring / 2)

    def sector(self, name: str) -> QPainterPath:
        """The part of the inside that belongs to a sector."""
        inside = QPainterPath()
        room = self.box.adjusted(self.ring, self.ring, -self.ring, -self.ring)
        inside.addRoundedRect(room, room.height() / 2, room.height() / 2)
        cuts = [(self._cut(upper), self._cut(lower)) for upper, lower in _PARTS]
        (a, b), (c, d) = cuts
        far_left, far_right = self.box.left() - 50, self.box.right() + 50
        top, bottom = room.top(), room.bottom()
        edges = {
            "serie-grande": [QPointF(far_left, top), QPointF(a.x(), top), QPointF(b.x(), bottom), QPointF(far_left, bottom)],
            "huerfanos": [QPointF(a.x(), top), QPointF(c.x(), top), QPointF(d.x(), bottom), QPointF(b.x(), bottom)],
            "tercio": [QPointF(c.x(), top), QPointF(far_right, top), QPointF(far_right, bottom), QPointF(d.x(), bottom)],
        }
        return inside.intersected(_polygon(edges[name]))

    def add_spots(self, felt: Felt) -> None:
        """Add `neighbours:N` and `sector:NAME` to a felt."""
        for number in _ORDER:
            felt.add(
                f"neighbours:{number}",
                SpotGeometry(self.centre(number), self.cell(number), chip_radius=self.ring * 0.40, crowding=0.7),
                Names(f"vecinos de {number}", f"neighbours of {number}"),
            )
        for name, words in SECTORS.items():
            shape = self.sector(name)
            bounds = shape.boundingRect()
            felt.add(
                f"sector:{name}",
                SpotGeometry(bounds.center(), shape, chip_radius=self.ring * 0.42),
                Names(words.es.capitalize(), words.en.capitalize()),
            )

    def paint(self, painter: QPainter, language: Language) -> None:
        line = QPen(colour(PRINT.ivory), 3)
        line.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        for number in _ORDER:
            cell = self.cell(number)
            fill(painter, cell, _INK[colour_of(number)])
            outline(painter, cell, PRINT.ivory, 2.2)
            at = self.centre(number)
            height = self.ring * 0.5
            box = QRectF(at.x() - self.step * 0.36, at.y() - height / 2, self.step * 0.72, height)
            fill(painter, fit_text(number, box), PRINT.ivory)
        for name, words in SECTORS.items():
            shape = self.sector(name)
            outline(painter, shape, PRINT.ivory, 2.6)
            bounds = shape.boundingRect()
            room = bounds.adjusted(bounds.width() * 0.14, 0, -bounds.width() * 0.14, 0)
            fill(painter, fit_text(words.in_language(language), room, height=17, spacing=6), colour(PRINT.ivory, 0.92))


def _polar(centre: QPointF, radius: float, degrees: float) -> QPointF:
    angle = math.radians(degrees)
    return centre + QPointF(math.cos(angle) * radius, math.sin(angle) * radius)


def _polygon(points: list[QPointF]) -> QPainterPath:
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    path.closeSubpath()
    return path
