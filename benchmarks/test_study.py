"""Simulated study: today's session beats random and fixed order, predicts better than simple models, calls nothing
mastered that is not known, keeps its promised minutes, and after a placement test leaves alone what is known.

uv run pytest benchmarks/test_study.py -n 2 -s
"""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev

import pytest

from benchmarks.sizes import IS_SMOKE, sized
from benchmarks.study_simulation import (
    EXPERT,
    GAMES,
    OTHER_GAMES,
    PLACED_DAYS,
    Outcome,
    Prediction,
    interval,
    kept_minutes,
    simulate,
)
from benchmarks.study_truths import KINDS, OTHER_TRUTHS, TRUTHS

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
    theirs = {name: outcomes(name, truth, place) for name in ("random", "fixed")}
    leads = {name: lead(ours, found) for name, found in theirs.items()}
    predictions = {
        is_fact: Prediction([row for one in ours for row in one.predictions[is_fact].rows]) for is_fact in (False, True)
    }
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
            figures = "; ".join(
                f"{measure} " + " ".join(f"{key} {value:.4f}" for key, value in found.items())
                for measure, found in predictions[is_fact].scores().items()
            )
            print(f"    {name}: {figures}; false mastery {false[is_fact][0]} of {false[is_fact][1]}")
        fading, kept = [sum(column) for column in zip(*(one.fading for one in ours), strict=True)], kept_minutes(ours)
        print(f"    fading {fading[0]} of {fading[1]} not known well enough; {kept:.2f} of the promised minutes")
    if place == GAMES[0]:  # half the way from random order to the greedy oracle
        today, random, oracle = (
            mean(one.knowledge for one in found) for found in (ours, theirs["random"], outcomes("oracle", truth, place))
        )
        with capsys.disabled():
            print(f"    today {today:.3f}, random {random:.3f}, oracle {oracle:.3f}")
        assert IS_SMOKE or today - random >= 0.5 * (oracle - random)
    assert all(is_ahead(found) for found in leads.values())
    for is_fact in (False, True):
        assert IS_SMOKE or not predictions[is_fact].behind()
        assert IS_SMOKE or false[is_fact][0] <= 0.1 * false[is_fact][1]
    assert IS_SMOKE or 0.95 <= kept <= 1.1


@pytest.mark.parametrize("truth", OTHER_TRUTHS)
@pytest.mark.parametrize("place", OTHER_GAMES)
def test_it_does_so_at_games_and_under_laws_with_which_nothing_was_tuned(place: str, truth: str) -> None:
    ours = outcomes("today", truth, place)
    for name in ("random", "fixed"):
        theirs = outcomes(name, truth, place)
        found = lead(ours, theirs)
        early = [one.early - other.early for one, other in zip(ours, theirs, strict=True)]
        print(f"\n{place}, {truth}: over {name} {interval(found)}, after a month {interval(early)}")
        assert is_ahead(found)
        assert is_ahead(early)


@pytest.mark.parametrize("truth", TRUTHS)
@pytest.mark.parametrize("place", GAMES)
def test_after_a_placement_test_an_expert_is_asked_what_is_not_known(place: str, truth: str) -> None:
    days = sized(PLACED_DAYS, 1)
    ours = [simulate("today", truth, place, EXPERT, seed, days, is_placed=True) for seed in range(SEEDS)]
    already, reached = mean(one.on_known for one in ours), mean(one.on_reached for one in ours)
    print(
        f"\n{place}, {truth}: of the first 300 questions {already:.0%} on rungs that were known to .9 before, "
        f"{reached:.0%} on rungs that are known to .9"
    )
    assert IS_SMOKE or already <= 0.3
