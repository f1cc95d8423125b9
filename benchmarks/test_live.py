"""Many shifts of sixty rounds: the books balance, no round has a dead end, a perfect dealer is never faulted.

``LIVE_SHIFTS`` sets the number of shifts for each table (default 2), ``LIVE_SEED`` the first seed.
"""

from __future__ import annotations

import os
import time
from collections import Counter

import pytest

from tests.live.shifts import TABLES, opened
from tests.live.test_faulty_dealers import shift_of
from trainer.games.round import Fault
from trainer.live.faulty_dealer import FAULTS
from trainer.live.perfect import Dealer

SHIFTS = int(os.environ.get("LIVE_SHIFTS", "2"))
FIRST = int(os.environ.get("LIVE_SEED", "100"))
ROUNDS = 60
LEAST = 100  # rounds a second of processor time with players, books and findings, on the slowest table


@pytest.mark.parametrize("name", TABLES)
def test_shifts_of_a_perfect_dealer(name: str) -> None:
    rounds, acts, staged = 0, 0, Counter[str]()
    began = time.process_time()
    for seed in range(FIRST, FIRST + SHIFTS):
        table = opened(name, rounds=ROUNDS, seed=seed, level=1 + seed % 5)
        dealer = Dealer(table)
        while not table.over:
            dealer.play_round()
        assert [(each.number, found) for each in table.log for found in each.all_findings] == [], seed
        rounds += len(table.log)
        acts += sum(len(each.acts) for each in table.log)
        staged.update(kind for each in table.log for _, kind, _ in each.staged)
    taken = time.process_time() - began
    print(f"\n{name}: {rounds} rounds, {acts} acts, {rounds / taken:,.0f} rounds/s, staged {dict(staged)}")
    assert rounds / taken >= LEAST


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_shifts_of_a_faulty_dealer(name: str, fault: Fault) -> None:
    planted = sum(shift_of(name, fault, seed, ROUNDS) for seed in range(FIRST, FIRST + SHIFTS))
    print(f"\n{name} {fault.value}: {planted} planted and found")
