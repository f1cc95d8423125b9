"""Ranking of tiles: the tables of Sección 11.2 and what follows from them."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest

from tests.games.pai_gow.tables import TILES
from trainer.equipment.tiles import TILE_COUNTS, TILE_SET, Tile, parse_tiles
from trainer.games.pai_gow.figures import tile_ranks
from trainer.games.pai_gow.tile_ranks import Kind, TileHand
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

RANKS = tile_ranks(TILES)


def hand(text: str) -> TileHand:
    return RANKS.hand_of(parse_tiles(text))


LADDER = (
    "2-4 1-2|6-6 6-6|1-1 1-1|4-4 4-4|1-3 1-3|5-5 5-5|3-3 3-3|2-2 2-2|5-6 5-6|4-6 4-6|1-6 1-6|1-5 1-5|3-6 4-5|2-6 3-5|"
    "2-5 3-4|1-4 2-3|6-6 4-5|1-1 3-6|6-6 4-4|1-1 2-6"
).split("|")


def test_11_2_a_twenty_ranks_of_pairs_above_every_value() -> None:
    strengths = [hand(pair).strength for pair in LADDER]
    assert strengths == sorted(set(strengths), reverse=True)
    values = [
        found.strength
        for first, second in combinations_with_replacement(TILE_COUNTS, 2)
        if (found := RANKS.hand_of((first, second))).kind is Kind.VALUE
    ]
    assert max(values) < min(strengths)


def test_11_2_a_pairs_of_one_rank_are_copies() -> None:
    assert hand("6-6 4-5").strength == hand("6-6 3-6").strength
    assert hand("6-6 2-6").strength == hand("6-6 3-5").strength == hand("6-6 4-4").strength
    assert hand("1-1 2-6").strength == hand("1-1 4-4").strength


def test_gong_of_6_6_and_4_4_is_a_house_option() -> None:
    printed = tile_ranks(
        load_rules(shipped_library(), "puerto-rico", "pai-gow-tiles", options={"gong-of-6-6-and-4-4": "20th"})
    )
    assert printed.hand_of(parse_tiles("6-6 4-4")).strength == printed.hand_of(parse_tiles("1-1 4-4")).strength
    assert printed.hand_of(parse_tiles("6-6 4-4")).strength < printed.hand_of(parse_tiles("6-6 2-6")).strength


@pytest.mark.parametrize("not_a_pair", ["4-4 2-6", "1-3 2-2", "5-5 4-6", "3-3 1-5", "1-6 2-5", "2-4 3-3", "6-6 1-6"])
def test_what_is_not_listed_is_no_pair(not_a_pair: str) -> None:
    assert hand(not_a_pair).kind is Kind.VALUE


def test_11_2_c_examples_of_the_text() -> None:
    assert hand("1-1 3-3").value == 8
    assert hand("5-6 1-6").value == 8


def test_11_2_d_supreme_tiles_count_as_each_other() -> None:
    assert (hand("1-1 1-2").value, hand("3-3 2-4").value) == (8, 9)
    # 2-4 with 2-3 is 11 or 8; as a three it ranks seventeenth.
    assert (hand("2-4 2-3").value, hand("2-4 2-3").best_tile) == (8, 16)
    assert (hand("1-2 1-4").value, hand("1-2 1-4").best_tile) == (8, 16)


def test_11_2_e_g_only_the_better_tile_parts_equal_values() -> None:
    assert hand("5-5 2-6").strength == hand("5-5 3-5").strength
    assert hand("4-5 2-3").strength == hand("3-6 1-4").strength
    assert hand("1-1 3-3").strength > hand("5-6 1-6").strength


def test_every_hand_of_two_tiles_agrees_with_the_wording() -> None:
    """The whole ranking once more, from the regulation's words."""
    ranks = {tile: place for place, line in enumerate(TILES.rules["tiles"]["order"], 1) for tile in parse_tiles(line)}
    supreme = parse_tiles("2-4 1-2")

    def wording(first: Tile, second: Tile) -> tuple[int, ...]:
        for place, pairs in enumerate(LADDER):
            wanted = parse_tiles(pairs)
            big, eights, nines = wanted[0], parse_tiles("4-4 2-6 3-5"), parse_tiles("3-6 4-5")
            if place >= 16:
                partners = nines if place < 18 else eights
                if (first == big and second in partners) or (second == big and first in partners):
                    return (1, -place)
            elif sorted((first, second)) == sorted(wanted):
                return (1, -place)
        options = [
            (0, (spots + other_spots) % 10, -min(rank, other_rank))
            for spots, rank in ([(tile.pips, ranks[tile]) for tile in (supreme if first in supreme else (first,))])
            for other_spots, other_rank in [(t.pips, ranks[t]) for t in (supreme if second in supreme else (second,))]
        ]
        return max(options)

    hands = {(first, second) for first, second in combinations(TILE_SET, 2)}
    by_wording = sorted(hands, key=lambda pair: wording(*pair))
    strengths = [RANKS.hand_of(pair).strength for pair in by_wording]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == len({wording(*pair) for pair in hands})
