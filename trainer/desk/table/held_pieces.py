"""Pieces that the pointer picks up from the felt: which one lies under it, and how it looks on its way."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QTransform

from trainer.desk.style.theme import DARK, colour
from trainer.desk.table.base import rectangle
from trainer.desk.table.drawing import Look, draw_place
from trainer.desk.table.pieces import cards, tiles
from trainer.desk.table.pieces.ink import outline
from trainer.desk.table.places import PiecePlace, Place, StackPlace
from trainer.drills.scene import CardPiece, Marker, TilePiece

PieceId = tuple[str, str]
"""The spot of a piece, and its text: a card, a tile or the kind of a marker."""

_TALL = 1.9  # radii that a dolly stands above its foot


class Held:
    """What the pointer holds since it was pressed: a piece, or all chips of a spot (without text)."""

    def __init__(self, what: PieceId, start: QPointF, places: Sequence[Place]) -> None:
        self.what = what
        self.start = start  # in pixels of the widget
        self.places = list(places)
        self.away = QPointF()  # how far it was moved, in felt units
        self.is_moving = False

    def paint(self, painter: QPainter, look: Look) -> None:
        for place in self.places:
            draw_place(painter, place, look, self.away)


def piece_id(place: Place) -> PieceId:
    """The id of a piece that can be picked up; without text if it is none."""
    piece = place.piece
    match piece:
        case CardPiece():
            return place.spot, piece.card
        case TilePiece():
            return place.spot, piece.tile
        case Marker():
            return place.spot, piece.kind
    return place.spot, ""


def piece_at(places: Iterable[Place], point: QPointF, among: Container[PieceId]) -> PiecePlace | None:
    """The topmost of some pieces under a point of the felt."""
    found = None
    for place in places:
        if isinstance(place, PiecePlace) and piece_id(place) in among:
            back = QTransform().rotate(-place.turn).map(point - place.at)
            if _box(place).contains(back):
                found = place
    return found


def stacks_on(places: Iterable[Place], spot: str) -> list[Place]:
    """The stacks of a spot."""
    return [place for place in places if isinstance(place, StackPlace) and place.spot == spot]


def outline_piece(painter: QPainter, place: Place) -> None:
    """Outline a piece that was picked."""
    if isinstance(place, PiecePlace):
        painter.save()
        painter.translate(place.at)
        painter.rotate(place.turn)
        shape = rectangle(_box(place).adjusted(-3, -3, 3, 3), place.size * 0.08)
        outline(painter, shape, colour("#000000", 0.55), 8)
        outline(painter, shape, colour(DARK.accent), 5)
        painter.restore()


def _box(place: PiecePlace) -> QRectF:
    """A piece before it is turned, around its own middle."""
    if isinstance(place.piece, Marker):
        return QRectF(-place.size, -_TALL * place.size, 2 * place.size, (_TALL + 1) * place.size)
    ratio = tiles.RATIO if isinstance(place.piece, TilePiece) else cards.RATIO
    high = place.size * ratio
    return QRectF(-place.size / 2, -high / 2, place.size, high)
