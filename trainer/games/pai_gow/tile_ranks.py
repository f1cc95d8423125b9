"""How pai gow ranks two tiles (Sección 11.2): permissible pairs, then the value, then the better tile.

Tiles are small numbers here, 0 to 20 in *tile order*: the order of the regulation's table of individual ranks, which is
also the order in which a hand is printed. Both tables come from the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations_with_replacement
from typing import Literal

import msgspec

from trainer.equipment.tiles import Tile


class Kind(StrEnum):
    """What two tiles are together; matched, mixed and Supreme pairs are all pairs."""

    SUPREME = "supreme"
    MATCHED = "matched"
    MIXED = "mixed"
    WONG = "wong"
    GONG = "gong"
    VALUE = "value"


PAIRS = frozenset({Kind.SUPREME, Kind.MATCHED, Kind.MIXED})

_PAIRS_FROM = 1_000  # strengths of values stay below

# House ways count "x/y" on one scale: a pair above a wong above a gong above nine.
_SCALE = {Kind.WONG: 11, Kind.GONG: 10, Kind.VALUE: 0}


class PairRank(msgspec.Struct, frozen=True):
    """A line of the table of permissible pairs: every pair of tiles on it is of the same rank."""

    kind: Kind
    pairs: tuple[tuple[Tile, Tile], ...]


class TileHand(msgspec.Struct, frozen=True):
    """Two tiles together; ``strength`` compares as hands do, and equal strengths are a copy."""

    tiles: tuple[int, int]  # in tile order
    kind: Kind
    pair_rank: int  # line of the pair table from 1, or 0
    value: int  # 0 to 9, or 0 for a permissible pair, which has none
    best_tile: int  # individual rank of its better tile, as counted in this hand
    strength: int
    scale: int

    @property
    def is_pair(self) -> bool:
        return self.kind in PAIRS


class TileTables(msgspec.Struct, frozen=True):
    """The two tables of the rulebook: tiles of equal individual rank together, pairs of equal rank together."""

    tile_ranks: tuple[tuple[Tile, ...], ...]
    pair_ranks: tuple[PairRank, ...]
    exchange: tuple[Tile, Tile]  # each counts as the other when they are apart


class TileRanks:
    """The ranks of two-tile hands at a table."""

    def __init__(self, tables: TileTables) -> None:
        self.tables = tables
        self.tiles: tuple[Tile, ...] = tuple(tile for rank in tables.tile_ranks for tile in rank)
        self.number: Mapping[Tile, int] = {tile: number for number, tile in enumerate(self.tiles)}
        self.rank: tuple[int, ...] = tuple(place for place, rank in enumerate(tables.tile_ranks, start=1) for _ in rank)
        self._lines: dict[tuple[int, ...], tuple[int, Kind]] = {
            self.sorted_numbers(pair): (place, line.kind)
            for place, line in enumerate(tables.pair_ranks, start=1)
            for pair in line.pairs
        }
        count = len(self.tiles)
        self._hands: dict[tuple[int, int], TileHand] = {
            pair: self._work_out(pair) for pair in combinations_with_replacement(range(count), 2)
        }

    def sorted_numbers(self, tiles: Iterable[Tile]) -> tuple[int, ...]:
        """Tiles as numbers in tile order."""
        return tuple(sorted(self.number[tile] for tile in tiles))

    def hand(self, first: int, second: int) -> TileHand:
        """Two tiles together."""
        return self._hands[(first, second) if first <= second else (second, first)]

    def hand_of(self, tiles: Sequence[Tile]) -> TileHand:
        """Two tiles together."""
        first, second = tiles
        return self.hand(self.number[first], self.number[second])

    def as_tiles(self, numbers: Iterable[int]) -> tuple[Tile, ...]:
        """Numbers as tiles."""
        return tuple(self.tiles[number] for number in numbers)

    def of_value(self, value: int, best_tile: int) -> int:
        """The strength of a value with a tile of this individual rank as its better one."""
        return 100 * value + 99 - best_tile

    def decided_by(self, strength: int, other: int) -> Literal["pair", "value", "tile"]:
        """What parts two hands that are not a copy, or would: a permissible pair, the value, or the better tile."""
        if max(strength, other) >= _PAIRS_FROM:
            return "pair"
        return "tile" if strength // 100 == other // 100 else "value"

    def _work_out(self, pair: tuple[int, int]) -> TileHand:
        place, kind = self._lines.get(pair, (0, Kind.VALUE))
        if place:
            best = min(self.rank[pair[0]], self.rank[pair[1]])
            return TileHand(pair, kind, place, 0, best, 10_000 - place, _SCALE.get(kind, 12))
        readings = [
            (self.of_value(value, best), value, best)
            for first in self._readings(pair[0])
            for second in self._readings(pair[1])
            for value, best in [((first[0] + second[0]) % 10, min(first[1], second[1]))]
        ]
        strength, value, best = max(readings)
        return TileHand(pair, Kind.VALUE, 0, value, best, strength, value)

    def _readings(self, number: int) -> list[tuple[int, int]]:
        """Spots and individual rank a tile may count as: its own, and for a Supreme tile those of its mate."""
        tile = self.tiles[number]
        counted = self.tables.exchange if tile in self.tables.exchange else (tile,)
        return [(other.pips, self.rank[self.number[other]]) for other in counted]
