"""Many shifts of sixty rounds: the books balance, no round has a dead end, a perfect dealer is never faulted.

``LIVE_SHIFTS`` sets the number of shifts for each table (default 2), ``LIVE_SEED`` the first seed.
"""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections import Counter
from typing import Any

import pytest
from PySide6.QtGui import QPixmap

from benchmarks.live_shifts import perfect_shift
from benchmarks.sizes import IS_SMOKE
from tests.live.shifts import TABLES, opened, step_until
from tests.live.strange_acts import strange_shift
from tests.live.test_faulty_dealers import shift_of
from trainer.desk.screens.live.screen import LiveScreen
from trainer.games.round import Fault
from trainer.live.faulty_dealer import FAULTS
from trainer.live.perfect import Dealer
from trainer.live.styles import usual_seats

SHIFTS = int(os.environ.get("LIVE_SHIFTS", "2"))
FIRST = int(os.environ.get("LIVE_SEED", "100"))
ROUNDS = 60
LEAST = 500  # rounds a second of processor time with players, books and findings, on a core that has nothing else to do
LOOPS = 20_000  # additions of the bare loop that is timed after every round, to know how fast the core is just then


def bare_loop() -> float:
    """Processor seconds for a loop that does next to nothing."""
    began, total = time.process_time(), 0
    for number in range(LOOPS):
        total += number
    return time.process_time() - began


@pytest.mark.parametrize("name", TABLES)
def test_shifts_of_a_perfect_dealer(name: str) -> None:
    """Every shift is clean, and fast.

    The first shift is not timed: ten thousand shifts read the rules and work out the ranks of hands only once. Other
    programs slow a core down even by processor time: they share its caches and its clock. So a bare loop is
    timed after every round; the fastest tenth of them shows what the core can do, their mean what it did.
    """
    rounds, acts, staged = 0, 0, Counter[str]()
    taken, bare = 0.0, []
    perfect_shift(name, FIRST - 1, 1, ROUNDS)
    gc.freeze()  # as the desk does after its start: else Python searches all that pytest holds for garbage
    for seed in range(FIRST, FIRST + SHIFTS):
        table = opened(name, rounds=ROUNDS, seed=seed, level=1 + seed % 5)
        dealer = Dealer(table)
        while not table.over:
            began = time.process_time()
            dealer.play_round()
            taken += time.process_time() - began
            bare.append(bare_loop())
        assert [(each.number, found) for each in table.log for found in each.all_findings] == [], seed
        rounds += len(table.log)
        acts += sum(len(each.acts) for each in table.log)
        staged.update(kind for each in table.log for _, kind, _ in each.staged)
    speed = statistics.quantiles(bare, n=10)[0] / statistics.mean(bare)  # of the core, against its fast moments
    print(f"\n{name}: {rounds} rounds, {acts} acts, {rounds / taken:,.0f} rounds/s at a speed of {speed:.2f}", end=", ")
    print(f"{taken / sum(bare):.2f} bare loops a round, staged {dict(staged)}")
    gc.unfreeze()
    assert IS_SMOKE or rounds / taken / speed >= LEAST


@pytest.mark.parametrize("name", TABLES)
def test_shifts_of_a_dealer_who_does_strange_things(name: str) -> None:
    """Whatever is done, the books balance, and the round comes to its end."""
    for seed in range(FIRST, FIRST + 5 * SHIFTS):
        strange_shift(name, seed, rounds=6)


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_shifts_of_a_faulty_dealer(name: str, fault: Fault) -> None:
    planted = sum(shift_of(name, fault, seed, ROUNDS) for seed in range(FIRST, FIRST + SHIFTS))
    print(f"\n{name} {fault.value}: {planted} planted and found")


def test_a_frame_with_a_full_layout_beside_an_empty_one(qtbot: Any) -> None:
    """Nine players and a full roulette layout cost at most half as much again as the same table with nothing on it."""
    took = {}
    for name in ("empty", "full"):
        table = opened("arica/roulette-american", seats=usual_seats(9), rounds=1)
        if name == "full":
            step_until(table, "take")
        screen = LiveScreen(time.monotonic_ns)
        qtbot.addWidget(screen)
        screen.resize(1366, 768)
        screen.begin(table)
        screen.stop()
        screen.show()
        picture, seconds = QPixmap(screen.felt.size()), []
        for _ in range(60):
            began = time.process_time()
            screen.felt.render(picture)
            seconds.append(time.process_time() - began)
        took[name] = statistics.median(seconds)
    print(f"\nfelt: empty {took['empty'] * 1000:.2f} ms, full {took['full'] * 1000:.2f} ms")
    assert IS_SMOKE or took["full"] <= 1.5 * took["empty"]
