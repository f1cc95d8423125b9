"""How fast hands are set, a million hands beside an independent evaluator, and the whole proof."""

from __future__ import annotations

import io
import os
import random
import warnings
from pathlib import Path
from typing import Any

import pytest

from trainer.cli.prove import Work, prove_cards, report
from trainer.equipment.tiles import TILE_COUNTS
from trainer.games.pai_gow import cards
from trainer.games.pai_gow.figures import hand_ranks, read_poker_way, read_tile_way
from trainer.games.pai_gow.setting import set_hand
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

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
    assert benchmark.stats["mean"] / 1000 <= LIMIT


@pytest.mark.parametrize("name", ["reglamento-11-6-d", "traditional"])
@pytest.mark.benchmark(group="set 1,000 random hands by a house way")
def test_set_1000_hands_of_tiles(benchmark: Any, name: str) -> None:
    way = read_tile_way(TILES, name)
    pack = [number for number, tile in enumerate(way.ranks.tiles) for _ in range(TILE_COUNTS[tile])]
    hands = dealt(1000, pack, 4)
    benchmark(lambda: [way.setting(hand) for hand in hands])
    assert benchmark.stats["mean"] / 1000 <= LIMIT


@pytest.mark.benchmark(group="set one hand from its text, with the reason")
def test_set_one_hand_as_a_drill_does(benchmark: Any) -> None:
    hand = ("8S", "8H", "KD", "JC", "6S", "4D", "2C")
    assert benchmark(set_hand, POKER, hand).decider.rule.id == "13"
    assert benchmark.stats["mean"] <= LIMIT


def test_a_million_joker_free_hands_rank_as_eval7_ranks_them() -> None:
    """Equal in one ranking is equal in the other, and the order is the same."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a parser it loads
        import eval7  # noqa: PLC0415

    lowest = load_rules(shipped_library(), "puerto-rico", "pai-gow-poker", options={"a2345": "lowest"})
    ranks = hand_ranks(lowest)  # as everywhere but in this game
    natural = [number for number in range(53) if number != cards.JOKER_NUMBER]
    theirs = {number: eval7.Card(f"{cards.CARDS[number].rank}{cards.CARDS[number].suit.lower()}") for number in natural}
    rng = random.Random(1_000_000)
    ranked: dict[int, int] = {}
    for _ in range(1_000_000):
        hand = rng.sample(natural, 5)
        value, own = eval7.evaluate([theirs[number] for number in hand]), ranks.five(hand)
        assert ranked.setdefault(value, own) == own
    in_order = [ranked[value] for value in sorted(ranked)]
    assert in_order == sorted(set(in_order))
    print(f"\n1,000,000 hands, {len(ranked):,} different ranks of 7,462")


@pytest.mark.skipif("TRAINER_WHOLE_PROOF" not in os.environ, reason="minutes on every core: set TRAINER_WHOLE_PROOF=1")
def test_whole_proof_of_trump_plaza(tmp_path: Path) -> None:
    work = Work("trump-plaza-ac", "puerto-rico", tmp_path / "state.json", os.cpu_count() or 1)
    progress, finished = prove_cards(work, io.StringIO())
    shown = io.StringIO()
    assert finished and report(POKER, "trump-plaza-ac", progress.tally, progress.seconds, shown)
    print(f"\n{shown.getvalue()}")
    assert progress.seconds < 15 * 60
