"""How fast hands are set, and the whole proof."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest

from benchmarks.sizes import IS_SMOKE, sized
from tests.games.pai_gow.test_house_ways import (
    TILE_COLUMNS,
    compare_tiles_with_the_oracle,
    compare_with_the_oracle,
)
from trainer.cli.prove import Report
from trainer.equipment.tiles import TILE_COUNTS
from trainer.games.pai_gow.figures import read_poker_way, read_tile_way
from trainer.games.pai_gow.kinds import kinds_of_hands
from trainer.games.pai_gow.proof import prove_hands
from trainer.games.pai_gow.setting import set_hand
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language

POKER = load_rules(shipped_library(), "puerto-rico", "pai-gow-poker")
TILES = load_rules(shipped_library(), "puerto-rico", "pai-gow-tiles")
LIMIT = 200e-6  # seconds: a hand is set before anybody could notice


def dealt(count: int, pieces: range | list[int], size: int) -> list[tuple[int, ...]]:
    rng = random.Random(1)
    return [tuple(sorted(rng.sample(pieces, size))) for _ in range(count)]


@pytest.mark.benchmark(group="set 1,000 random hands by a house way")
def test_set_1000_hands_of_cards(benchmark: Any) -> None:
    way, hands = read_poker_way(POKER), dealt(1000, range(53), 7)
    benchmark(lambda: [way.setting(hand) for hand in hands])
    assert IS_SMOKE or benchmark.stats["mean"] / 1000 <= LIMIT


@pytest.mark.parametrize("name", ["reglamento-11-6-d", "traditional"])
@pytest.mark.benchmark(group="set 1,000 random hands by a house way")
def test_set_1000_hands_of_tiles(benchmark: Any, name: str) -> None:
    way = read_tile_way(TILES, name)
    pack = [number for number, tile in enumerate(way.ranks.tiles) for _ in range(TILE_COUNTS[tile])]
    hands = dealt(1000, pack, 4)
    benchmark(lambda: [way.setting(hand) for hand in hands])
    assert IS_SMOKE or benchmark.stats["mean"] / 1000 <= LIMIT


@pytest.mark.benchmark(group="set one hand from its text, with the reason")
def test_set_one_hand_as_a_drill_does(benchmark: Any) -> None:
    hand = ("8S", "8H", "KD", "JC", "6S", "4D", "2C")
    assert benchmark(set_hand, POKER, hand).decider.rule.id == "13"
    assert IS_SMOKE or benchmark.stats["mean"] <= LIMIT


@pytest.mark.parametrize("name", POKER.house_ways)
def test_thousands_of_hands_agree_with_a_second_opinion(name: str) -> None:
    assert len(compare_with_the_oracle(name, sized(5_000, 20))) >= sized(13, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", TILE_COLUMNS)
def test_every_deal_of_tiles_agrees_with_a_second_opinion(name: str) -> None:
    assert compare_tiles_with_the_oracle(name) > 10_000


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", POKER.house_ways)
def test_whole_proof_of_every_poker_way(name: str) -> None:
    shown = io.StringIO()
    tally = prove_hands(read_poker_way(POKER, name), kinds_of_hands())
    assert Report(Language.EN, shown).print(POKER, name, tally, 0), shown.getvalue()
