"""The score board: where the results of a shoe stand on the bead plate and on the big road.

Places are (column, row) from the upper left corner, counted from 0. The bead plate fills column by column. On the big
road a change of winner begins a new column; a run longer than the column, or one that meets an older run, turns to the
right. A tie takes no place of its own: it is marked on the last winner's, or on the first place if the shoe begins
with ties.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from trainer.games.baccarat.coup import Winner

ROWS = 6


class Bead(msgspec.Struct, frozen=True):
    """A result on the bead plate."""

    column: int
    row: int
    winner: Winner


class Ring(msgspec.Struct, frozen=True):
    """A winner on the big road, with the ties that followed it; ``winner`` is ``tie`` only before the first winner."""

    column: int
    row: int
    winner: Winner
    ties: int = 0


Place = TypeVar("Place", Bead, Ring)


def bead_plate(results: Sequence[Winner], columns: int | None = None) -> list[Bead]:
    """Every result in its place; with so many columns only, the latest are shown and the oldest columns leave."""
    beads = [Bead(*divmod(index, ROWS), winner) for index, winner in enumerate(results)]
    return _last_columns(beads, columns)


def big_road(results: Sequence[Winner], columns: int | None = None) -> list[Ring]:
    """The runs of winners in their columns; with so many columns only, the oldest leave."""
    rings: list[Ring] = []
    taken: set[tuple[int, int]] = set()
    start = -1  # the column in which the present run began
    for winner in results:
        if winner == "tie":
            if rings:
                last = rings[-1]
                rings[-1] = Ring(last.column, last.row, last.winner, last.ties + 1)
            else:
                rings.append(Ring(0, 0, "tie", 1))
            continue
        if not rings:
            start, place, ties = 0, (0, 0), 0
        elif rings[-1].winner == "tie":
            start, place, ties = 0, (0, 0), rings.pop().ties
        elif rings[-1].winner == winner:
            place, ties = _next_place(rings[-1], start, taken), 0
        else:
            start = max(column for column, row in taken if row == 0) + 1
            place, ties = (start, 0), 0
        taken.add(place)
        rings.append(Ring(*place, winner, ties))
    return _last_columns(rings, columns)


def _next_place(last: Ring, start: int, taken: set[tuple[int, int]]) -> tuple[int, int]:
    """Down while the run is in its own column and there is room, else to the right."""
    below = (last.column, last.row + 1)
    if last.column == start and below[1] < ROWS and below not in taken:
        return below
    return last.column + 1, last.row


def _last_columns(places: list[Place], columns: int | None) -> list[Place]:
    """The places that fit so many columns, the oldest columns having left."""
    if columns is None or not places:
        return places
    away = max(0, max(place.column for place in places) + 1 - columns)
    return [msgspec.structs.replace(place, column=place.column - away) for place in places if place.column >= away]
