"""How fast a loaded layout is settled, beside the bare multiplications it stands for."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from trainer.games.roulette.layout import bet_of_spot, spots
from trainer.games.roulette.settle import RouletteBet, Spin, settle
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

RULES = load_rules(shipped_library(), "arica", "roulette-american")


def layout_of_40() -> Spin:
    rng = random.Random(40)
    bets = []
    for name in rng.sample(spots(RULES), 40):
        kind, on = bet_of_spot(name)
        bets.append(RouletteBet(bet=kind, on=on, stake=Fraction(rng.randint(1, 20) * 500)))
    return Spin(winning_number="17", bets=tuple(bets))


@pytest.mark.benchmark(group="settle a layout of 40 bets")
def test_settle_40_bets(benchmark: Any) -> None:
    spin = layout_of_40()
    assert len(benchmark(settle, RULES, spin).bets) == 40


@pytest.mark.benchmark(group="settle a layout of 40 bets")
def test_baseline_40_exact_multiplications(benchmark: Any) -> None:
    stakes = [bet.stake for bet in layout_of_40().bets]
    odds = Fraction(35, 1)
    benchmark(lambda: [stake * odds for stake in stakes])
