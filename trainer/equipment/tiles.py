"""The 32 tiles of pai gow: two numbers of pips, lower first, and which of the pips are red.

Ones and fours are red. The 6-6 shows half its pips in red and half in white.
"""

from __future__ import annotations

import msgspec

from trainer.equipment import NotReadableError


class Tile(msgspec.Struct, frozen=True, order=True):
    """A tile by its two ends: ``6-6``, ``5-6``, ``2-4``; parsed in either order, written lower end first.

    >>> str(Tile.parse("4-2"))
    '2-4'
    """

    high: int
    low: int

    @classmethod
    def parse(cls, text: str) -> Tile:
        words = text.strip().split("-")
        if len(words) == 2 and all(len(word) == 1 and word in "123456" for word in words):
            low, high = sorted(int(word) for word in words)
            tile = cls(high, low)
            if tile in TILE_COUNTS:
                return tile
        raise NotReadableError("tile", text)

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"

    @property
    def pips(self) -> int:
        return self.high + self.low

    def red_pips(self, end: int) -> int:
        """Number of red pips on the end with this value."""
        if self == Tile(6, 6):
            return 3
        return end if end in (1, 4) else 0


# Eleven tiles come twice; ten come once (they pair by value, and 2-4 with 1-2).
TILE_COUNTS: dict[Tile, int] = {
    Tile(high, low): count
    for count, ends in (
        (2, "66 11 44 31 55 33 22 65 64 61 51"),
        (1, "54 63 53 62 43 52 32 41 42 21"),
    )
    for high, low in (map(int, pair) for pair in ends.split())
}
TILE_SET: tuple[Tile, ...] = tuple(tile for tile, count in TILE_COUNTS.items() for _ in range(count))


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles separated by spaces: ``6-6 2-4``."""
    return tuple(Tile.parse(word) for word in text.split())


def print_tiles(tiles: tuple[Tile, ...] | list[Tile]) -> str:
    """Write tiles as `parse_tiles` reads them."""
    return " ".join(str(tile) for tile in tiles)
