"""Moves overlapping stacks apart until every chip can be counted, and measures how much of each chip's edge is visible.

Pieces painted later cover earlier ones. A stack that hides another moves aside, and so does the hidden one, but never
so far that a chip leaves its bet. If that is not enough, their chips are drawn smaller.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from msgspec import structs
from PySide6.QtCore import QPointF

from trainer.desk.table.pieces.chips import SQUASH, THICKNESS
from trainer.desk.table.places import PiecePlace, Place, StackPlace
from trainer.drills.scene import DicePiece, Marker

LEAST_SHOWN = 0.4  # share of its edge that a chip must show to be counted
_POINTS = 24  # of an edge that are checked
_APART = 0.74  # radii between the centres of two adjacent stacks so that the one behind can be counted
_ROUNDS, _SIZES, _SMALLER = 16, 5, 0.86  # attempts at each size; sizes; share of the next smaller one
_FARTHEST = 0.42  # radii that a stack may move if its exact place decides the bet: it still touches the line
_FARTHEST_IN_BOX = 1.1  # and where the bet is a box
_COSINES = [(math.cos(turn), math.sin(turn)) for turn in (math.pi * (step + 0.5) / _POINTS for step in range(_POINTS))]


def _extent(place: Place) -> tuple[float, float, float, float, float]:
    """What a piece covers, as two half ellipses and the strip between them: its middle from left to right, its upper
    and its lower middle, and half its width and the height of an ellipse."""
    x, y = place.at.x(), place.at.y()
    if isinstance(place, StackPlace):
        return x, y - THICKNESS * place.radius * len(place.faces), y, place.radius, place.radius * SQUASH
    if isinstance(place.piece, DicePiece):
        return x, y, y, 2.1 * place.size, place.size
    if place.piece.kind == "dolly":  # type: ignore[union-attr]  # it stands upright, as wide as its foot
        return x, y - 1.4 * place.size, y, place.size * 0.85, place.size * 0.65
    return x, y, y, place.size * 1.05, place.size * 0.9


def _hidden_levels(stack: StackPlace, over: Sequence[tuple[float, float, float, float, float]]) -> list[int]:
    """For each point of the edge that something hides, the levels of the stack that are hidden there, as bits."""
    x, y, radius = stack.at.x(), stack.at.y(), stack.radius
    thick, highest = THICKNESS * radius, len(stack.faces) - 1
    found = []
    for cosine, sine in _COSINES:
        at = x + radius * cosine
        foot = y + radius * SQUASH * sine - thick / 2  # of the edge of the lowest chip at this point
        hidden = 0
        for middle, top, bottom, wide, high in over:
            across = (at - middle) / wide
            if -1 < across < 1:
                reach = high * math.sqrt(1 - across * across)
                lowest = max(math.floor((foot - bottom - reach) / thick) + 1, 0)
                last = min(math.ceil((foot - top + reach) / thick) - 1, highest)
                if last >= lowest:
                    hidden |= (1 << last + 1) - (1 << lowest)
        if hidden:
            found.append(hidden)
    return found


def _is_solid(place: Place) -> bool:
    """Whether a piece hides what is behind it. Cards and tiles lie below all chips, and words stand aside."""
    if isinstance(place, StackPlace):
        return not place.piece.ghost
    return isinstance(place.piece, DicePiece | Marker) and not place.is_behind


def _rests_on(place: Place, stack: StackPlace) -> bool:
    """Whether dice rest on a stack: that is what the question is about."""
    return isinstance(place, PiecePlace) and isinstance(place.piece, DicePiece) and place.spot == stack.spot


def shown_edges(places: Sequence[Place]) -> Iterator[tuple[StackPlace, int, float]]:
    """Every chip of every stack, by its level from the bottom, with the share of its edge that is seen. ``places`` are
    in the order in which they are painted."""
    for index, stack in enumerate(places):
        if not isinstance(stack, StackPlace) or stack.piece.ghost:
            continue
        over = [
            _extent(each)
            for each in places[index + 1 :]
            if _is_solid(each) and not _rests_on(each, stack) and _is_near(each, stack)
        ]
        hidden = _hidden_levels(stack, over) if over else ()
        for level in range(len(stack.faces)):
            yield stack, level, 1 - sum(bits >> level & 1 for bits in hidden) / _POINTS


def _is_near(place: Place, stack: StackPlace) -> bool:
    size = place.radius if isinstance(place, StackPlace) else 2.2 * place.size
    return abs(place.at.x() - stack.at.x()) < size + stack.radius


def _hidden(stacks: Sequence[StackPlace]) -> list[tuple[int, int]]:
    """Pairs of a stack that cannot be counted and one that hides a part of it, as indices."""
    found = []
    solid = [(index, _extent(stack)) for index, stack in enumerate(stacks) if not stack.piece.ghost]
    for place, (index, (x, _top, foot, radius, high)) in enumerate(solid):
        over = [
            (other, extent)
            for other, extent in solid[place + 1 :]
            if abs(extent[0] - x) < extent[3] + radius and extent[1] - extent[4] < foot + high
        ]
        if over and not _can_be_counted(stacks[index], [extent for _, extent in over]):
            found += [(index, other) for other, _ in over]
    return found


def _can_be_counted(stack: StackPlace, over: Sequence[tuple[float, float, float, float, float]]) -> bool:
    hidden = _hidden_levels(stack, over)
    most = (1 - LEAST_SHOWN) * _POINTS
    return len(hidden) <= most or all(
        sum(bits >> level & 1 for bits in hidden) <= most for level in range(len(stack.faces))
    )


def parted(stacks: Sequence[StackPlace], gives_way: bool) -> list[StackPlace]:
    """The stacks, in the order in which they are painted, after those that hide others have moved aside.
    ``gives_way`` says whether a pile may lie anywhere in its box."""
    found = list(stacks)
    alone = {stack.spot for stack in stacks if sum(other.spot == stack.spot for other in stacks) == 1}
    for turn in range(_ROUNDS * _SIZES):
        pairs = _hidden(found)
        if not pairs:
            break
        if turn and turn % _ROUNDS == 0:  # there is no room for chips of this size
            for index in {index for pair in pairs for index in pair}:
                found[index] = structs.replace(found[index], radius=found[index].radius * _SMALLER)
        for behind, before in pairs:
            _part(found, stacks, behind, before, alone, gives_way)
    return found


def _part(
    stacks: list[StackPlace], first: Sequence[StackPlace], behind: int, before: int, alone: set[str], gives_way: bool
) -> None:
    """Move two stacks apart sideways, each within its limits: these are those of ``first``, before any chip was drawn
    smaller, because smaller chips need no narrower bet."""
    one, other = stacks[behind], stacks[before]
    wanted = _APART * max(one.radius, other.radius)
    way = one.at.x() - other.at.x()
    missing = wanted - abs(way)
    if missing <= 0:
        missing = wanted * 0.1  # several hide it together
    side = 1 if way > 0 or (way == 0 and behind % 2) else -1
    for index, step in ((behind, side * missing / 2), (before, -side * missing / 2)):
        stack, start = stacks[index], first[index]
        most = start.radius * (_FARTHEST_IN_BOX if gives_way or stack.spot not in alone else _FARTHEST)
        x = start.at.x()
        at = QPointF(min(max(stack.at.x() + step, x - most), x + most), stack.at.y())
        stacks[index] = structs.replace(stack, at=at)
