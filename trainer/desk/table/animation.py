"""Where each piece is on its way from one scene to another: first what the dealer takes, then what is paid or dealt.

Cards come from the shoe and go to the discards, chips come from the rack and go there; dice tumble, and the dolly comes
down on its number. This is geometry over a time from 0 to 1; `painted_felt` runs the clock and paints.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QPointF

from trainer.desk.table.arrangement import PiecePlace, Place, StackPlace
from trainer.desk.table.base import Felt
from trainer.drills.scene import CardPiece, DicePiece, Marker, Note, Scene

_TAKEN = 0.4  # share of the time after which taken pieces are gone
_BEGINS = 0.3  # when the first new piece starts, if others are taken before
_ON_ITS_WAY = 0.45  # share of the time that one piece takes
_FROM_ABOVE = QPointF(0, -140)  # where a marker comes from
_TUMBLES = 7  # faces that dice show before they rest
_FACES = 6
_RACKS = ("rack", "inventory")  # the names of the dealer's chips at different tables


class Sliding:
    """The movement from one scene to another. Times run from 0 to 1; each piece has its own ease-out."""

    def __init__(self, felt: Felt, before: Sequence[Place], after: Sequence[Place], scene: Scene) -> None:
        self.leaving: list[tuple[Place, QPointF]] = []  # leaving pieces, and how far they go
        self._ways: dict[int, QPointF] = {}  # index of a place → offset of its start
        self._starts: dict[int, float] = {}
        gone = self._match(felt, list(before), after)
        if before:
            homes = ((place, _home(felt, place)) for place in gone)
            self.leaving = [(place, home - place.at) for place, home in homes if home is not None]
        order = {id(piece): number for number, piece in enumerate(scene.pieces)}
        comes = sorted(self._ways, key=lambda index: order.get(id(after[index].piece), 0))
        first = _BEGINS if self.leaving else 0.0
        step = (1.0 - _ON_ITS_WAY - first) / max(1, len(comes) - 1)
        self._starts = {index: first + number * step for number, index in enumerate(comes)}

    def _match(self, felt: Felt, lay: list[Place], after: Sequence[Place]) -> list[Place]:
        """Find where each new piece comes from: its old place, the rack or the shoe; returns the ones that are gone."""
        new: list[int] = []
        for index, place in enumerate(after):
            stays = next((old for old in lay if old.piece == place.piece and old.at == place.at), None)
            if stays is None:
                new.append(index)
            else:
                lay.remove(stays)
        for index in new:
            place = after[index]
            moved = next((old for old in lay if _becomes(old, place)), None)
            if moved is not None:
                lay.remove(moved)
                self._ways[index] = moved.at - place.at
            else:
                self._ways[index] = _source(felt, place)
        return lay

    @classmethod
    def dealt(cls, felt: Felt, after: Sequence[Place], scene: Scene) -> Sliding:
        """The movement to a new question: bets already lie there; cards, dice and the dolly come."""
        sliding = cls(felt, [], after, scene)
        comes = [index for index, place in enumerate(after) if isinstance(place.piece, CardPiece | DicePiece | Marker)]
        step = (1.0 - _ON_ITS_WAY) / max(1, len(comes) - 1)
        sliding._ways = {index: sliding._ways[index] for index in comes}
        sliding._starts = {index: number * step for number, index in enumerate(comes)}
        return sliding

    @property
    def is_anything(self) -> bool:
        return bool(self.leaving or self._ways)

    def away(self, index: int, time: float) -> QPointF | None:
        """The offset of a piece from its place at a time; `None` once it lies there."""
        if index not in self._ways:
            return None
        left = 1.0 - _eased((time - self._starts[index]) / _ON_ITS_WAY)
        return self._ways[index] * left if left > 0 else None

    def gone(self, time: float) -> float:
        """How far the leaving pieces have gone, from 0 to 1."""
        return _eased(time / _TAKEN)

    def as_it_flies(self, place: Place, time: float) -> Place:
        """A piece as it looks while it moves: dice show changing faces."""
        piece = place.piece
        if not isinstance(place, PiecePlace) or not isinstance(piece, DicePiece):
            return place
        turned = _TUMBLES - int(time * _TUMBLES)
        faces = [
            (int(face) - 1 + turned * (2 + number)) % _FACES + 1 for number, face in enumerate(piece.roll.split("-"))
        ]
        return structs.replace(place, piece=structs.replace(piece, roll="-".join(map(str, faces))))


def _eased(share: float) -> float:
    """From 0 to 1, decelerating."""
    share = min(1.0, max(0.0, share))
    return 1.0 - (1.0 - share) ** 3


def _source(felt: Felt, place: Place) -> QPointF:
    """The offset of a piece that is new: from the rack, the shoe, or above the table."""
    if isinstance(place.piece, Marker | Note):
        return _FROM_ABOVE
    source = _place_of(felt, *(_RACKS if isinstance(place, StackPlace) else ("shoe",)))
    return source - place.at if source is not None else QPointF(0, -60)


def _home(felt: Felt, place: Place) -> QPointF | None:
    """Where a piece goes that leaves the cloth; `None` for one that is simply gone."""
    if isinstance(place, StackPlace):
        return _place_of(felt, *_RACKS)
    return _place_of(felt, "discard") if isinstance(place.piece, CardPiece) else None


def _place_of(felt: Felt, *names: str) -> QPointF | None:
    """The middle of the first of some spots that the felt has."""
    return next((felt.spot(name).centre for name in names if name in felt.spots()), None)


def _becomes(old: Place, new: Place) -> bool:
    """Whether a piece may be the one that lay elsewhere before: it looks the same, or it is a card on the discards."""
    if isinstance(old, StackPlace) or isinstance(new, StackPlace):
        return isinstance(old, StackPlace) and isinstance(new, StackPlace) and old.faces == new.faces
    if isinstance(old.piece, CardPiece) and isinstance(new.piece, CardPiece):
        return new.spot == "discard" or (old.piece.card, old.piece.face_up) == (new.piece.card, new.piece.face_up)
    return structs.replace(old.piece, spot="") == structs.replace(new.piece, spot="")
