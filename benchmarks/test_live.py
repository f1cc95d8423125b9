"""Many shifts of sixty rounds: the books balance, no round has a dead end, a perfect dealer is never faulted.

``LIVE_SHIFTS`` sets the number of shifts for each table (default 2), ``LIVE_SEED`` the first seed.
"""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from benchmarks.live_shifts import perfect_shift
from benchmarks.sizes import IS_SMOKE, sized
from benchmarks.test_memory import memory_mib
from tests.desk.screens.live.guided import HandClock
from tests.live.shifts import TABLES, opened, step_until
from tests.live.strange_acts import strange_shift
from tests.live.test_faulty_dealers import shift_of
from trainer.desk.screens.live.guide import HELD
from trainer.desk.screens.live.screen import LiveScreen
from trainer.desk.screens.live.texts import first_act
from trainer.games.round import Act, Fault
from trainer.live.faulty_dealer import FAULTS
from trainer.live.perfect import Dealer
from trainer.live.replay import Recorder
from trainer.live.shift import Shift
from trainer.live.spelling import spell
from trainer.live.styles import usual_seats
from trainer.live.table import LiveTable
from trainer.rulebooks.library import shipped_library

SHIFTS = int(os.environ.get("LIVE_SHIFTS", "2"))
FIRST = int(os.environ.get("LIVE_SEED", "100"))
ROUNDS = 60
LEAST = 500  # rounds a second of processor time with players, books and findings, on a core that has nothing else to do
MOST_GROWN = 8  # MiB in a hundred minutes at the live screen
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


@pytest.mark.parametrize(("name", "seats"), [("arica/roulette-american", 7), ("arica/blackjack", 6)])
def test_memory_of_two_hours_at_the_table(qtbot: Any, tmp_path: Path, name: str, seats: int) -> None:
    """After the first twenty minutes, in which everything is used once, a busy table needs hardly more memory.

    Every act is typed, a key in 250 ms of the shift's time, and written to the shift's file; what happens is painted.
    """
    rulebook, game = name.split("/")
    shift = Shift(rulebook, game, seats=usual_seats(seats), level=4, minutes=sized(125, 25), seed=4)
    table = LiveTable(shift, shipped_library())
    clock, recorder = HandClock(), Recorder(table, tmp_path / "shift.jsonl")
    screen = LiveScreen(clock)
    qtbot.addWidget(screen)
    screen.resize(1366, 768)
    screen.show()
    screen.begin(table, recorder.perform)
    screen._ticks.stop()
    seen: dict[int, float] = {}
    queue: list[str] = []
    while table.now < sized(120, 22) * 60_000:
        clock.pass_by(250)
        screen.tick()
        QApplication.processEvents()
        minute = table.now // 60_000
        if minute % 20 == 0 and minute not in seen:
            gc.collect()
            seen[minute] = memory_mib()
        if queue:
            screen.press(queue.pop(0))
            continue
        act = first_act(table.due()) or (Act("end") if table.next_time() is None else None)
        if act is not None and not (table.bets_to_come and act.do in HELD and table.next_time() is not None):
            queue = list(spell(screen.keyboard, act, table.state, screen.typed))
    recorder.close()
    grown = max(seen.values()) - seen[20]
    print(f"\n{name}: {table.round_number} rounds, MiB by minute { ({m: round(s) for m, s in seen.items()}) }")
    assert [found for played in table.log for found in played.all_findings] == []
    assert IS_SMOKE or grown <= MOST_GROWN


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
