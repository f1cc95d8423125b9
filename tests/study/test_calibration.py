"""Predictions are corrected by what a trainee really answers."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from trainer.study.calibration import Calibration, of_facts, of_skills


@pytest.mark.parametrize("true", [0.3, 0.6, 0.95])
def test_a_trainee_who_remembers_another_share_than_predicted_is_met(true: float) -> None:
    source, found = Random(1), of_facts()
    for _ in range(400):
        found.add(0.9, 1.0, source.random() < true)
    assert found.chance(0.9, 1.0) == pytest.approx(true, abs=0.06)


def test_the_law_of_forgetting_is_learned_too() -> None:
    """Predicted alike at all distances, but remembered less after more days."""
    source, found = Random(2), of_facts()
    for _ in range(1500):
        days = source.choice((1.0, 8.0))
        found.add(0.9, days, source.random() < (0.9 if days == 1.0 else 0.5))
    assert found.chance(0.9, 1.0) - found.chance(0.9, 8.0) > 0.25


def test_before_any_answer_a_prediction_on_a_skill_is_believed() -> None:
    for predicted in (0.3, 0.6, 0.9):
        assert of_skills().chance(predicted, 0.0) == pytest.approx(predicted, abs=0.05)


@pytest.mark.parametrize("true", [0.02, 0.5, 0.97])
def test_in_the_long_run_as_many_are_right_as_predicted(true: float) -> None:
    """Chances near one were once said two hundredths too low, whatever the answers."""
    source, found, error = Random(3), of_skills(), 0.0
    for _ in range(4000):
        right = source.random() < true
        error += found.chance(0.9, 1.0) - right
        found.add(0.9, 1.0, right)
    assert abs(error / 4000) < 0.008


def test_it_is_stored_exactly() -> None:
    found = of_skills()
    for number in range(30):
        found.add(0.7, number / 3, number % 3)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Calibration) == found
