"""Four tiles and the three ways to set them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import msgspec

from trainer.games.pai_gow.tile_ranks import TileHand, TileRanks


class TileSplit(msgspec.Struct, frozen=True):
    """Four tiles divided in two hands; the higher-ranking hand is the high hand."""

    low: TileHand
    high: TileHand

    @property
    def rank(self) -> tuple[int, int]:
        """Equal for settings that are equal in both hands."""
        return self.low.strength, self.high.strength


def split(first: TileHand, second: TileHand) -> TileSplit:
    """Two hands as a setting; of equal hands the one that comes first in tile order is printed as the high hand."""
    first_is_high = (-first.strength, first.tiles) <= (-second.strength, second.tiles)
    return TileSplit(second, first) if first_is_high else TileSplit(first, second)


class TileDeal:
    """Four tiles (numbers, in tile order) with what a house way asks about them."""

    def __init__(self, tiles: Sequence[int], ranks: TileRanks) -> None:
        a, b, c, d = tiles
        hand = ranks.hand
        self.tiles = tuple(tiles)
        self.ranks = ranks
        different = {
            split(hand(a, b), hand(c, d)): None,
            split(hand(a, c), hand(b, d)): None,
            split(hand(a, d), hand(b, c)): None,
        }
        # Of several equal settings, the one whose low hand comes first in tile order is printed.
        self.splits: tuple[TileSplit, ...] = tuple(sorted(different, key=lambda setting: setting.low.tiles))

    @cached_property
    def pairs(self) -> list[TileHand]:
        """The pairs (matched, mixed, Supreme) that two of the tiles make, highest first."""
        hands = {hand.tiles: hand for setting in self.splits for hand in (setting.low, setting.high) if hand.is_pair}
        return sorted(hands.values(), key=lambda hand: -hand.strength)

    def others(self, pair: TileHand) -> tuple[int, int]:
        """The two tiles beside a pair."""
        rest = list(self.tiles)
        for tile in pair.tiles:
            rest.remove(tile)
        return rest[0], rest[1]


def best(settings: Sequence[TileSplit], *, low_first: bool) -> TileSplit:
    """The setting with the best low hand, then the best high hand; or the other way round."""
    return max(settings, key=lambda setting: setting.rank if low_first else setting.rank[::-1])


def different(settings: Sequence[TileSplit]) -> int:
    """How many settings there are if equal ones count once."""
    return len({setting.rank for setting in settings})
