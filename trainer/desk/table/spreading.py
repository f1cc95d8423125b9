"""Piles that would cover one another are pushed apart, so that each can be drawn large enough to be counted."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec
from PySide6.QtCore import QPointF

from trainer.desk.table.base import Felt, SpotGeometry

_OVERLAP = 1.3  # how far chips that are drawn larger may reach over the middle between two piles
_FARTHEST = 0.8  # radii that a pile may be moved from its place: it must still lie on its bet
_ROUNDS = 40


def spread(felt: Felt, piles: Mapping[str, int], least: float) -> dict[str, SpotGeometry]:
    """The spots of piles that must be drawn larger, moved apart where the felt allows it; ``piles`` are how many lie on
    each, ``least`` is the radius at which they can be counted. Spots with several piles stay where they are, and so do
    all where the place of a chip is its bet, as at roulette."""
    names = list(piles)
    spots = [felt.spot(name) for name in names]
    moved = [spot.centre for spot in spots]
    if felt.piles_give_way:
        may_move = [
            piles[spot_name] == 1 and spot.chip_radius < least for spot_name, spot in zip(names, spots, strict=True)
        ]
        moved = _pushed(spots, may_move, least)
    found: dict[str, SpotGeometry] = {}
    for place, name in enumerate(names):
        spot = spots[place]
        if spot.chip_radius >= least:
            continue
        others = [other for index, other in enumerate(moved) if index != place]
        across = spot.crowding * (1.0 if piles[name] == 1 else 2.0 if piles[name] <= 4 else 3.0)
        room = min((math.dist(moved[place].toTuple(), other.toTuple()) for other in others), default=math.inf)
        radius = min(least, room / 2 / across * _OVERLAP)
        if radius > spot.chip_radius:
            found[name] = msgspec.structs.replace(spot, chip_radius=radius, centre=_indoors(spot, moved[place], radius))
    return found


def _pushed(spots: Sequence[SpotGeometry], may_move: Sequence[bool], radius: float) -> list[QPointF]:
    """The places after those that are too near have pushed each other away; none goes farther than it may."""
    moved = [
        _indoors(spot, spot.centre, radius) if may else spot.centre for spot, may in zip(spots, may_move, strict=True)
    ]
    wanted = radius * 2 / _OVERLAP
    for _ in range(_ROUNDS):
        is_quiet = True
        for one in range(len(moved)):
            for other in range(one + 1, len(moved)):
                way = moved[other] - moved[one]
                distance = math.hypot(way.x(), way.y())
                if distance >= wanted - 0.01 or not (may_move[one] or may_move[other]):
                    continue
                # Two on one point part along the line, the same way every time.
                along = way / distance if distance > 0.01 else QPointF(1, 0)
                step = along * ((wanted - distance) / (2 if may_move[one] and may_move[other] else 1))
                if may_move[one]:
                    moved[one] = _within(spots[one], moved[one] - step, radius)
                if may_move[other]:
                    moved[other] = _within(spots[other], moved[other] + step, radius)
                is_quiet = False
        if is_quiet:
            break
    return moved


def _within(spot: SpotGeometry, at: QPointF, radius: float) -> QPointF:
    away = at - spot.centre
    distance = math.hypot(away.x(), away.y())
    most = radius * _FARTHEST
    return _indoors(spot, at if distance <= most else spot.centre + away * (most / distance), radius)


def _indoors(spot: SpotGeometry, at: QPointF, radius: float) -> QPointF:
    """A place moved back between the sides of the spot's room, or to its middle where that is too narrow."""
    if spot.room is None:
        return at
    left, right = spot.room.left() + radius, spot.room.right() - radius
    return QPointF(min(max(at.x(), left), right) if left < right else spot.room.center().x(), at.y())
