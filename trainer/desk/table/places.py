"""Pieces with their places on the cloth."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import QPointF, QRectF

from trainer.desk.table.pieces.chips import THICKNESS, ChipFace
from trainer.drills.scene import CardPiece, Chips, DicePiece, Marker, Note, TilePiece


class StackPlace(msgspec.Struct, frozen=True):
    """One stack of a pile on the cloth."""

    piece: Chips
    spot: str
    at: QPointF
    radius: float
    faces: tuple[ChipFace, ...]
    leads: bool  # carries the value of its pile, if that is shown

    @property
    def top(self) -> QPointF:
        return QPointF(self.at.x(), self.at.y() - THICKNESS * self.radius * len(self.faces))


class PiecePlace(msgspec.Struct, frozen=True):
    """A card, tile, pair of dice, marker or note on the cloth; ``size`` is its width or radius."""

    piece: CardPiece | TilePiece | DicePiece | Marker | Note
    spot: str
    at: QPointF
    size: float
    turn: float = 0.0
    tag: bool = False  # a note at the foot of a pile, such as its payment
    room: QRectF | None = None  # the printed place a note is fitted into
    is_behind: bool = False  # a marker that would hide chips: faint, and painted before them


Place = StackPlace | PiecePlace
