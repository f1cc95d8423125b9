"""A simulated class: the scheduler's trainees reach mastery with clearly fewer items than in random or fixed order.

Each of a hundred trainees of known talent practises for thirty days under each order. All orders ask from the same
rungs and are judged by the same mastery.

uv run pytest benchmarks/test_simulated_class.py -n 0
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from random import Random
from statistics import mean, median
from uuid import UUID

import pytest

from benchmarks.simulated import TARGET_MS, SimulatedTrainee, is_fact, make_rungs
from benchmarks.sizes import IS_SMOKE, sized
from trainer.study.days import days_in
from trainer.study.ledger import Ledger
from trainer.study.repetition import DAY_MS
from trainer.study.selection import Chooser
from trainer.study.settings import Settings
from trainer.study.skills import Rung
from trainer.study.standing import Standing

TRAINEES = sized(100, 1)
DAYS = 30
ITEMS_A_DAY = 20
START_MS = 1_790_000_000_000
RUNGS = make_rungs()
NEVER = DAYS * ITEMS_A_DAY

Order = Callable[[int, int], tuple[Rung, int]]
"""What to ask: gets how many were asked and the moment."""


def random_order(standing: Standing, source: Random) -> Order:
    def order(number: int, now: int) -> tuple[Rung, int]:
        rung = source.choice(RUNGS)
        return rung, source.randrange(rung.facts) if rung.facts else source.getrandbits(31)

    return order


def fixed_order(standing: Standing, source: Random) -> Order:
    """Lesson by lesson, twenty questions each, and again from the beginning."""

    def order(number: int, now: int) -> tuple[Rung, int]:
        rung = RUNGS[number // 20 % len(RUNGS)]
        return rung, number % rung.facts if rung.facts else source.getrandbits(31)

    return order


def scheduled_order(standing: Standing, source: Random) -> Order:
    choosers: dict[int, Chooser] = {}

    def order(number: int, now: int) -> tuple[Rung, int]:
        day = number // ITEMS_A_DAY
        if day not in choosers:  # a session a day
            choosers[day] = Chooser(standing, Settings(), source)
        choice = choosers[day].today(now)
        assert choice is not None
        choosers[day].asked(choice)
        return choice.rung, choice.seed

    return order


@dataclass
class Outcome:
    """Items it took until two thirds and nine tenths of the rungs were mastered; `NEVER` if that did not happen."""

    two_thirds: int = NEVER
    nine_tenths: int = NEVER
    at_the_end: float = 0.0


def thirty_days(make_order: Callable[[Standing, Random], Order], seed: int) -> Outcome:
    source = Random(seed)
    trainee = SimulatedTrainee(Random(1000 + seed), talent=min(1.6, max(0.6, source.gauss(1, 0.25))))
    ledger = Ledger(days_in(UTC), is_fact)
    standing = Standing(RUNGS, ledger, Settings())
    order = make_order(standing, source)
    outcome = Outcome()
    now = START_MS
    for number in range(DAYS * ITEMS_A_DAY):
        day, item = divmod(number, ITEMS_A_DAY)
        now = max(now, START_MS + day * DAY_MS)
        rung, fact = order(number, now)
        right, taken = trainee.answer(rung, fact, now)
        now += taken + 3000
        kind = f"{rung.family.id} {rung.place}@1"
        attempt_id = UUID(int=number).bytes
        entry = (attempt_id, kind, rung.level, fact, "", int(right), "", taken, TARGET_MS, "practise", 1, "", "", now)
        ledger.add(entry)
        if item % 10 == 9:
            outcome.at_the_end = mean(standing.is_mastered(rung, now) for rung in RUNGS)
            if outcome.at_the_end >= 2 / 3:
                outcome.two_thirds = min(outcome.two_thirds, number + 1)
            if outcome.at_the_end >= 9 / 10:
                outcome.nine_tenths = number + 1
                break
    return outcome


def test_the_scheduler_needs_clearly_fewer_items(capsys: pytest.CaptureFixture[str]) -> None:
    orders = {"scheduler": scheduled_order, "random": random_order, "fixed": fixed_order}
    results = {name: [thirty_days(order, seed) for seed in range(TRAINEES)] for name, order in orders.items()}
    typical = {name: median(outcome.two_thirds for outcome in outcomes) for name, outcomes in results.items()}
    there = {name: sum(outcome.nine_tenths < NEVER for outcome in outcomes) for name, outcomes in results.items()}
    with capsys.disabled():
        print(f"\n{TRAINEES} trainees, {DAYS} days of {ITEMS_A_DAY} items, {len(RUNGS)} rungs:")
        for name, outcomes in results.items():
            print(
                f"  {name:9}  two thirds mastered after {typical[name]:5.0f} items (median), nine tenths: "
                f"{there[name]:3} of {TRAINEES}; at the end {mean(one.at_the_end for one in outcomes):4.0%}"
            )
    assert IS_SMOKE or typical["scheduler"] < 0.9 * typical["fixed"]
    assert IS_SMOKE or typical["scheduler"] < 0.8 * typical["random"]
    assert IS_SMOKE or there["scheduler"] > 60
    assert IS_SMOKE or max(there["fixed"], there["random"]) < 10
