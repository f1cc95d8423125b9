"""Many shifts of sixty rounds: the books balance, no round has a dead end, a perfect dealer is never faulted.

``LIVE_SHIFTS`` sets the number of shifts for each table (default 2), ``LIVE_SEED`` the first seed.
"""

from __future__ import annotations

import os
import time
from collections import Counter

import pytest

from tests.live.shifts import TABLES, opened
from tests.live.test_beside_the_bets import MADE_AT, OCCASION
from tests.live.test_forgetful_dealers import shift_of
from trainer.games.round import Fault
from trainer.live.faulty import SLIPS
from trainer.live.faulty_dealer import CHANGES, IGNORES, FaultyDealer
from trainer.live.forgetful import LAPSES
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
@pytest.mark.parametrize("fault", LAPSES)
def test_shifts_of_a_forgetful_dealer(name: str, fault: Fault) -> None:
    planted = sum(shift_of(name, fault, seed, ROUNDS) for seed in range(FIRST, FIRST + SHIFTS))
    print(f"\n{name} {fault.value}: {planted} planted and found")


@pytest.mark.parametrize("name", MADE_AT)
@pytest.mark.parametrize("fault", sorted({*CHANGES, *IGNORES, *SLIPS}))
def test_shifts_of_a_faulty_dealer(name: str, fault: Fault) -> None:
    planted = 0
    for seed in range(FIRST, FIRST + SHIFTS):
        pinned = [(number, OCCASION[fault]) for number in range(1, ROUNDS)] if fault in OCCASION else []
        table = opened(name, rounds=ROUNDS, level=1, seed=seed, pinned=pinned)
        dealer = FaultyDealer(table, fault)
        while not table.over:
            dealer.play_round()
        for each in table.log:
            found = [(one.fault, one.at) for one in each.all_findings]
            if each.number not in dealer.planted:
                assert found == [], (seed, each.number)
            elif fault in IGNORES:
                assert found and {one for one, _ in found} == {fault}, (seed, each.number)
            else:
                assert found == [(fault, dealer.planted[each.number][0])], (seed, each.number)
        planted += len(dealer.planted)
    print(f"\n{name} {fault.value}: {planted} planted and found")
