"""Shows a stack cut into fives side by side and the rest spread out, as a dealer cuts it to count; and a payout in
stacks of twenty.

The payout stands at the dealer's edge of the table, where it covers as little as possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import structs
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from trainer.desk.style.theme import colour
from trainer.desk.table.arrangement import Place, StackPlace, stacks
from trainer.desk.table.base import SpotGeometry, rectangle
from trainer.desk.table.drawing import Look, draw_place
from trainer.desk.table.pieces.chips import THICKNESS, draw_badge
from trainer.desk.table.pieces.ink import fill
from trainer.drills.scene import Chips

FIVE = 5
_LARGER = 1.25  # than a chip that can just be counted
_A_ROW = 12  # stacks side by side at the dealer's edge
_ALONG_THE_EDGE = (0.5, 0.22, 0.78)  # shares of the seen width at which a payout may stand
_STEP = 2.16  # from part to part, in radii
_SPREAD = 0.9  # from chip to chip of the rest


def stack_at(places: Iterable[Place], point: QPointF) -> StackPlace | None:
    """The stack under a point of the felt: of several the one that lies on top."""
    found = None
    for place in places:
        if isinstance(place, StackPlace):
            reach = QPointF(place.radius, place.radius)
            if QRectF(place.top - reach, place.at + reach).contains(point):
                found = place
    return found


def draw_cut_out(
    painter: QPainter, counts: Mapping[str, int], seen: QRectF, places: Iterable[Place], look: Look, across: float
) -> None:
    """A payout in front of the dealer, in stacks of twenty: at the lower edge of what is ``seen`` of the felt, in its
    middle or at a side where nothing lies. ``across`` is the diameter of its chips."""
    radius = across * _LARGER / 2
    pile = Chips(spot="", counts=dict(counts))
    geometry = SpotGeometry(QPointF(), QPainterPath(), chip_radius=radius, sorted_piles=True, stacks_in_row=_A_ROW)
    found = stacks("", geometry, [pile], look.house_colours)
    wide = max(stack.at.x() for stack in found) - min(stack.at.x() for stack in found) + 2 * radius
    feet = [QPointF(seen.left() + seen.width() * share, seen.bottom() - 1.6 * radius) for share in _ALONG_THE_EDGE]
    lying = [place.at for place in places]
    high = max(stack.at.y() - stack.top.y() for stack in found) + 3 * radius

    def covered(foot: QPointF) -> int:
        room = QRectF(foot.x() - wide / 2 - radius, foot.y() - high, wide + 2 * radius, high + radius)
        return sum(room.contains(at) for at in lying)

    foot = min(feet, key=covered)
    shade = QRectF(foot.x() - wide / 2 - radius * 0.4, foot.y() - radius * 1.3, wide + radius * 0.8, radius * 2.6)
    fill(painter, rectangle(shade, radius * 0.5), colour("#0E1114", 0.45))
    for stack in found:
        draw_place(painter, stack, look, foot)


def parts(place: StackPlace, table: QRectF, least: float = 0.0) -> list[StackPlace]:
    """A stack as its fives, from left to right, then the chips of the rest one by one; all of them on the table. Chips
    smaller than the radius ``least`` are drawn as large as that."""
    whole = len(place.faces) - len(place.faces) % FIVE
    cut = [place.faces[start : start + FIVE] for start in range(0, whole, FIVE)]
    rest = [(face,) for face in place.faces[whole:]]
    radius = max(place.radius, least)
    steps = [_STEP] * len(cut) + [_SPREAD] * (len(rest) - 1) if rest else [_STEP] * (len(cut) - 1)
    width, high = radius * sum(steps), THICKNESS * radius * FIVE
    left = min(max(place.at.x() - width / 2, table.left() + radius), table.right() - radius - width)
    foot = min(max(place.at.y(), table.top() + radius + high), table.bottom() - radius)
    return [
        structs.replace(
            place, at=QPointF(left + radius * sum(steps[:index]), foot), radius=radius, faces=faces, leads=False
        )
        for index, faces in enumerate((*cut, *rest))
    ]


def draw_cut(painter: QPainter, place: StackPlace, table: QRectF, look: Look, counts: bool, least: float = 0.0) -> None:
    """A stack cut into fives and its rest, on a shade; with ``counts`` how many chips each part has, and no smaller
    than the radius ``least``."""
    cut = parts(place, table, least)
    radius, foot = cut[0].radius, cut[0].at.y()
    high = THICKNESS * radius * FIVE + 2 * radius
    around = QRectF(cut[0].at.x() - radius * 1.25, foot + radius * 1.2 - high, cut[-1].at.x() - cut[0].at.x(), high)
    around.setWidth(around.width() + radius * 2.5)
    fill(painter, rectangle(around.adjusted(0, -radius * 0.3, 0, radius * 0.2), radius * 0.5), colour("#0E1114", 0.72))
    for part in cut:
        draw_place(painter, part, look)
    fives, rest = [part for part in cut if len(part.faces) == FIVE], [part for part in cut if len(part.faces) < FIVE]
    for group in (*([five] for five in fives), rest):
        if counts and group:
            at = QPointF((group[0].at.x() + group[-1].at.x()) / 2, around.top() - radius * 0.5)
            draw_badge(painter, at, str(sum(len(part.faces) for part in group)), max(18.0, radius * 0.8), look.theme)
