"""Simulated study: today's session beats random and fixed order, predicts better than simple models, and calls nothing
mastered that is not known.

uv run pytest benchmarks/test_study.py -n 2 -s
"""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev

import pytest

from benchmarks.sizes import IS_SMOKE, sized
from benchmarks.study_simulation import GAMES, Outcome, Prediction, interval, simulate
from benchmarks.study_truths import KINDS, TRUTHS

SEEDS = sized(32, 1)
DAYS = sized(90, 6)


def outcomes(policy: str, truth: str, place: str) -> list[Outcome]:
    return [simulate(policy, truth, place, KINDS[seed % len(KINDS)], seed, DAYS) for seed in range(SEEDS)]


def lead(ours: list[Outcome], theirs: list[Outcome]) -> list[float]:
    return [one.knowledge - other.knowledge for one, other in zip(ours, theirs, strict=True)]


def is_ahead(leads: list[float]) -> bool:
    """Whether the mean is above zero with 95 % certainty."""
    return IS_SMOKE or mean(leads) > 1.96 * stdev(leads) / sqrt(len(leads))


@pytest.mark.parametrize("truth", TRUTHS)
@pytest.mark.parametrize("place", GAMES)
def test_todays_session_beats_simpler_orders(place: str, truth: str, capsys: pytest.CaptureFixture[str]) -> None:
    ours = outcomes("today", truth, place)
    leads = {name: lead(ours, outcomes(name, truth, place)) for name in ("random", "fixed")}
    predictions = {
        is_fact: Prediction([row for one in ours for row in one.predictions[is_fact].rows]) for is_fact in (False, True)
    }
    scores = {is_fact: prediction.scores() for is_fact, prediction in predictions.items()}
    false = {
        is_fact: [sum(column) for column in zip(*(one.false_mastery[is_fact] for one in ours), strict=True)]
        for is_fact in (False, True)
    }
    with capsys.disabled():
        print(
            f"\n{place}, {truth}: {mean(one.knowledge for one in ours):.3f}; "
            + "; ".join(f"over {name} {interval(found)}" for name, found in leads.items())
        )
        for is_fact, name in ((False, "generated"), (True, "facts")):
            figures = "  ".join(f"{key} {value:.3f}" for key, value in scores[is_fact].items())
            print(f"    {name}: {figures}; false mastery {false[is_fact][0]} of {false[is_fact][1]}")
    assert all(is_ahead(found) for found in leads.values())
    for is_fact in (False, True):
        found = scores[is_fact]
        assert IS_SMOKE or found["program"] < min(found["constant"], found["average"], found["elo"])
        assert IS_SMOKE or false[is_fact][0] <= 0.1 * false[is_fact][1]


@pytest.mark.parametrize("truth", TRUTHS)
def test_at_roulette_half_the_way_from_random_to_the_oracle_is_made(truth: str) -> None:
    place = GAMES[0]
    ours, theirs, best = (
        mean(one.knowledge for one in outcomes(policy, truth, place)) for policy in ("today", "random", "oracle")
    )
    print(f"{truth}: today {ours:.3f}, random {theirs:.3f}, oracle {best:.3f}")
    assert IS_SMOKE or ours - theirs >= 0.5 * (best - theirs)
