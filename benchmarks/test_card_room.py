"""The card room beside independent engines in whole numbers: two million showdowns, ten thousand hands of each kind.

With ``CARD_ROOM_SHARE`` (a number from 0 to 1) a part of them.
"""

from __future__ import annotations

import os
import random
import time

import pytest

from benchmarks.sizes import sized
from tests.games.card_room.oracle import KINDS, all_in_pots, compare, usual_games
from tests.games.card_room.showdowns import disagreements, synthetic_disagreements
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

SHARE = sized(float(os.environ.get("CARD_ROOM_SHARE", "1")), 0.001)
SHOWDOWNS = {"texas-holdem": 800_000, "omaha": 400_000, "seven-card-stud": 800_000}
HANDS = 10_000


@pytest.mark.parametrize("game", SHOWDOWNS)
def test_two_million_showdowns_end_as_eval7_says(game: str) -> None:
    count = int(SHOWDOWNS[game] * SHARE)
    began = time.perf_counter()
    wrong = disagreements(load_rules(shipped_library(), "bolivia", game), count, seed=1)
    print(f"{game}: {count} showdowns, {wrong} disagree, {count / (time.perf_counter() - began):.0f} a second")
    assert wrong == 0


def test_synthetic_showdowns_end_as_the_letter_says() -> None:
    count = int(100_000 * SHARE)
    wrong = synthetic_disagreements(load_rules(shipped_library(), "baleares", "synthetic-poker"), count, seed=1)
    print(f"synthetic-poker: {count} showdowns, {wrong} disagree")
    assert wrong == 0


@pytest.mark.parametrize("kind", KINDS)
def test_ten_thousand_hands_are_bet_as_in_pokerkit(kind: str) -> None:
    rules, rng = usual_games()[kind].rules, random.Random(kind)
    acts, found = 0, []
    for _ in range(int(HANDS * SHARE)):
        count, lines = compare(kind, rules, rng)
        acts += count
        found += lines
    print(f"{kind}: {int(HANDS * SHARE)} hands, {acts} acts, {len(found)} differences")
    assert found == []


def test_ten_thousand_all_ins_make_the_pots_of_pokerkit() -> None:
    rng = random.Random("pots")
    pots = 0
    for _ in range(int(HANDS * SHARE)):
        mine, theirs = all_in_pots(rng)
        assert mine == theirs
        pots += len(mine)
    print(f"{int(HANDS * SHARE)} all-in hands, {pots} pots")
