"""Shows a stack cut into fives side by side, as a dealer cuts it to count."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from trainer.desk.style.theme import colour
from trainer.desk.table.arrangement import Place, StackPlace
from trainer.desk.table.base import rectangle
from trainer.desk.table.drawing import Look, draw_place
from trainer.desk.table.pieces.chips import THICKNESS, draw_badge
from trainer.desk.table.pieces.ink import fill

FIVE = 5
_STEP = 2.16  # from part to part, in radii


def stack_at(places: Iterable[Place], point: QPointF) -> StackPlace | None:
    """The stack under a point of the felt: of several the one that lies on top."""
    found = None
    for place in places:
        if isinstance(place, StackPlace):
            reach = QPointF(place.radius, place.radius)
            if QRectF(place.top - reach, place.at + reach).contains(point):
                found = place
    return found


def parts(place: StackPlace, table: QRectF) -> list[StackPlace]:
    """A stack as its fives, from left to right, the rest last; all of them on the table."""
    cut = [place.faces[start : start + FIVE] for start in range(0, len(place.faces), FIVE)]
    step = place.radius * _STEP
    width = step * (len(cut) - 1)
    left = min(max(place.at.x() - width / 2, table.left() + place.radius), table.right() - place.radius - width)
    return [
        structs.replace(place, at=QPointF(left + index * step, place.at.y()), faces=faces, leads=False)
        for index, faces in enumerate(cut)
    ]


def draw_cut(painter: QPainter, place: StackPlace, table: QRectF, look: Look, counts: bool) -> None:
    """A stack cut into fives, on a shade that sets it off; with ``counts`` how many chips each part has."""
    cut = parts(place, table)
    radius = place.radius
    high = THICKNESS * radius * FIVE + 2 * radius
    around = QRectF(
        cut[0].at.x() - radius * 1.25, place.at.y() + radius * 1.2 - high, cut[-1].at.x() - cut[0].at.x(), high
    )
    around.setWidth(around.width() + radius * 2.5)
    fill(painter, rectangle(around.adjusted(0, -radius * 0.3, 0, radius * 0.2), radius * 0.5), colour("#0E1114", 0.72))
    for part in cut:
        draw_place(painter, part, look)
        if counts:
            at = QPointF(part.at.x(), around.top() - radius * 0.5)
            draw_badge(painter, at, str(len(part.faces)), max(18.0, radius * 0.8), look.theme)
