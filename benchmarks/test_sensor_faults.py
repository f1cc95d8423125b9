"""Real tables on bad lines, and blackjack with everything that players do: nobody is blamed for what did not happen.

uv run pytest benchmarks/test_sensor_faults.py -n 0 -s
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from benchmarks.sizes import sized
from tests.sensors.faulty_lines import (
    AFTER,
    ANGEL,
    DEVICES,
    STRETCH,
    TELLING,
    Line,
    double_faults,
    single_faults,
)
from tests.sensors.simulated_blackjack import END, play_round, shoe
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.sensors.events import CardEvent
from trainer.sensors.following import blackjack

RULES = load_rules(shipped_library(), "arica", "punto-banco")
SHOES = sized(100, 1)
COUPS_OF_PAIRS = sized(8, 1)
SHOES_OF_PAIRS = sized(10, 1)
BLACKJACK_SHOES = sized(200, 1)  # of each regulation
APART = 12  # reports between two faults; further apart they do not meet


@pytest.mark.parametrize("device", DEVICES)
def test_a_fault_at_every_place_of_a_hundred_shoes(device: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(SHOES):
        line = Line(device, RULES, seed, sized(None, 2))
        assert not line.said
        counts["coups"] += line.sound[-1].table.coups
        for faults in single_faults(line):
            ((place, kind),) = faults
            said, is_back = line.with_faults(faults)
            assert not said["accused"], (seed, faults)
            counts[kind] += 1
            counts[f"{kind}, told"] += bool(said["told"])
            if device in (ANGEL, TELLING) and place + STRETCH + AFTER < len(line.reports):
                assert is_back, (seed, faults)
                counts["followed again"] += 1
    print(device, dict(counts))


@pytest.mark.parametrize("device", DEVICES)
def test_every_two_faults_on_ten_shoes(device: str) -> None:
    count = 0
    for seed in range(SHOES_OF_PAIRS):
        line = Line(device, RULES, 1000 + seed, COUPS_OF_PAIRS)
        for faults in double_faults(line, APART):
            said, _ = line.with_faults(faults)
            assert not said["accused"], (seed, faults)
            count += 1
    print(device, "pairs of faults:", count)


@pytest.mark.parametrize("rulebook", ["arica", "baleares", "bolivia", "coquimbo", "puerto-rico"])
def test_two_hundred_shoes_of_blackjack(rulebook: str) -> None:
    rules = load_rules(shipped_library(), rulebook, "blackjack")
    did: Counter[str] = Counter()
    for number in range(BLACKJACK_SHOES):
        rng = random.Random(f"{rulebook} {number}")
        left, seats = shoe(rng, rules), rng.randint(1, 5)
        follower, table = blackjack.Follower(rules, seats), blackjack.Table()
        while len(left) > 60:
            right = play_round(rng, rules, seats, left)
            did.update(right.did)
            for event in right.events:
                step = follower.hear(table, event)
                assert step.finding is None, (number, event, step.finding)
                table = step.table
            assert (list(table.hands), table.dealer) == (right.hands, right.dealer)
            wrong = follower.hear(table, CardEvent("5S")).finding
            assert wrong is not None and wrong.fault is not None and not wrong.doubt
            step = follower.hear(table, END)
            assert step.finding is None and step.ended is not None
            table = step.table
            did["rounds"] += 1
    print(rulebook, dict(did))
