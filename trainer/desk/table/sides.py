"""A table seen from the other side: the same spots and the same print, turned round, and every word upright.

Most felts are drawn as the players see them, with the croupier at the top. Seen by the dealer such a cloth is turned by
half a circle: the tray lies near, the players sit opposite, and seat 1 is where the rulebook has it. What has no sides
(a wheel from above, a board, a hand of cards from near by) says so and stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath, QTransform

from trainer.desk.style.theme import Theme
from trainer.desk.table.base import Felt, SpotGeometry
from trainer.desk.table.imprint import Words
from trainer.texts import Language


class TurnedFelt(Felt):
    """A felt turned round. It has the spots of the one that is drawn, in the same order."""

    def __init__(self, felt: Felt) -> None:
        super().__init__(felt.id, felt.size, felt.imprint)
        self.drawn = felt
        self.cloth, self.rail_width, self.piles_give_way = felt.cloth, felt.rail_width, felt.piles_give_way
        self._turn = QTransform(-1, 0, 0, -1, felt.size.width(), felt.size.height())
        self.seat_numbers = {seat: self._turn.mapRect(room) for seat, room in felt.seat_numbers.items()}

    def add(self, name: str, geometry: SpotGeometry | Callable[[], SpotGeometry], spoken: Words = "") -> None:
        raise TypeError("spots are added to the felt itself, which this one shows from the other side")

    def spots(self) -> tuple[str, ...]:
        return self.drawn.spots()

    def spot(self, name: str) -> SpotGeometry:
        if name not in self._spots:
            self._spots[name] = self._turned(self.drawn.spot(name))
        return super().spot(name)

    def spoken(self, name: str, language: Language) -> str:
        """The spoken name of a spot, with left and right exchanged."""
        if name.endswith("@left"):
            name = f"{name.removesuffix('left')}right"
        elif name.endswith("@right"):
            name = f"{name.removesuffix('right')}left"
        return self.drawn.spoken(name, language)

    def _turned(self, spot: SpotGeometry) -> SpotGeometry:
        """The geometry turned round; rows keep their direction, so that cards are still read from left to right."""
        return msgspec.structs.replace(
            spot,
            centre=self._turn.map(spot.centre) - (QPointF() if spot.centred else spot.spread * _overhang(spot)),
            shape=self._turn.map(spot.shape),
            marker=self._turn.map(spot.marker) if spot.marker is not None else None,
            note=self._turn.map(spot.note) if spot.note is not None else None,
            note_box=self._turn.mapRect(spot.note_box) if spot.note_box is not None else None,
            room=self._turn.mapRect(spot.room) if spot.room is not None else None,
            box=self._turn.mapRect(spot.box) if spot.box is not None else None,
            area=self._turn.map(spot.area) if spot.area is not None else None,
        )

    def outline(self) -> QPainterPath:
        return self._turn.map(self.drawn.outline())

    def cloth_outline(self) -> QPainterPath:
        return self._turn.map(self.drawn.cloth_outline())

    def paint(self, painter: QPainter, theme: Theme, language: Language) -> None:
        painter.save()
        painter.setTransform(self._turn, combine=True)
        self.drawn.paint(painter, theme, language)
        painter.restore()


def _overhang(spot: SpotGeometry) -> float:
    """How much further a row reaches along its direction than against it: where it starts once it is turned round."""
    bounds: QRectF = spot.shape.boundingRect()
    corners = (bounds.topLeft(), bounds.topRight(), bounds.bottomLeft(), bounds.bottomRight())
    along = [QPointF.dotProduct(corner - spot.centre, spot.spread) for corner in corners]
    return max(along) + min(along)
