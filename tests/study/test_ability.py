"""Ability by filtering agrees with integration, and practice and time move it the right way."""

from __future__ import annotations

from math import exp, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.study.ability import Ability, chance, drifted, evidence, forgotten, learned
from trainer.study.parameters import GUESS, SLIP

means, variances = st.floats(-4, 4), st.floats(0.05, 2.0)


def exact(mean: float, variance: float, right: bool) -> tuple[float, float, float]:
    """Probability of an answer, and mean and variance after it, by Simpson's rule over the normal density."""
    steps, width = 800, 16 * sqrt(variance) / 800
    sums = [0.0, 0.0, 0.0]
    for step in range(steps + 1):
        ability = mean - 8 * sqrt(variance) + step * width
        density = exp(-((ability - mean) ** 2) / (2 * variance)) / sqrt(2 * pi * variance)
        p = GUESS + (1 - GUESS - SLIP) / (1 + exp(-ability))
        factor = 1 if step in (0, steps) else 4 if step % 2 else 2
        weight = factor * width / 3 * density * (p if right else 1 - p)
        for power in range(3):
            sums[power] += weight * ability**power
    average = sums[1] / sums[0]
    return sums[0], average, sums[2] / sums[0] - average**2


@given(means, variances)
def test_the_chance_is_the_mean_over_the_uncertain_ability(mean: float, variance: float) -> None:
    assert chance(mean, variance) == pytest.approx(exact(mean, variance, True)[0], abs=0.02)


@given(means, variances, st.booleans())
def test_an_answer_moves_the_ability_as_integration_does(mean: float, variance: float, right: bool) -> None:
    found = Ability(mean, variance)
    found.move(*evidence(mean, variance, right))
    _, average, spread = exact(mean, variance, right)
    assert found.mean == pytest.approx(average, abs=0.15)
    assert found.variance == pytest.approx(spread, abs=0.2)


@given(means, variances)
def test_a_right_answer_never_lowers_and_a_wrong_one_never_raises(mean: float, variance: float) -> None:
    for right, sign in ((True, 1), (False, -1)):
        found = Ability(mean, variance)
        found.move(*evidence(mean, variance, right))
        assert sign * (found.mean - mean) > 0


def test_guesses_and_slips_bound_the_chance() -> None:
    assert chance(-50, 0.1) == pytest.approx(GUESS, abs=0.001)
    assert chance(50, 0.1) == pytest.approx(1 - SLIP, abs=0.001)


def test_practice_teaches_less_and_less_and_days_cost_less_after_more_practice() -> None:
    assert learned(0) > learned(10) > learned(100) > 0
    assert forgotten(0.0, 1) == 0 < forgotten(1.0, 1) < forgotten(30.0, 1)
    assert forgotten(30.0, 20) < forgotten(30.0, 1) / 2
    assert drifted(-1.0) == 0 < drifted(3.0) < drifted(30.0) <= drifted(400.0)
