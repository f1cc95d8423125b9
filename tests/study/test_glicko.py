"""Glicko-2 against the worked example of its paper, and as an estimator."""

import random
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.study.glicko import GAMES_A_PERIOD, SCALE, Rating, chance, play


def test_the_worked_example_of_glickmans_paper() -> None:
    player = Rating(1500, 200, 0.06)
    for opponent, won in ((Rating(1400, 30), True), (Rating(1550, 100), False), (Rating(1700, 300), False)):
        play(player, opponent, won, day=1)
    assert 1 / player.information == pytest.approx(1.7785, abs=0.002)
    assert player.surplus / player.information == pytest.approx(-0.4834, abs=0.001)
    after = player.ahead()
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_ends_with_the_day_or_after_fifteen_games() -> None:
    trainee, rung = Rating(), Rating()
    for _ in range(GAMES_A_PERIOD):
        play(trainee, rung, True, day=1)
    assert (trainee.rating, trainee.games) == (1500, GAMES_A_PERIOD)
    expected = trainee.ahead()
    play(trainee, rung, True, day=1)
    assert (trainee.rating, trainee.games) == (expected.rating, 1)
    expected = trainee.ahead()
    play(trainee, rung, False, day=2)
    assert (trainee.rating, trainee.deviation, trainee.games) == (expected.rating, expected.deviation, 1)


def test_without_games_a_period_makes_a_rating_less_sure_and_never_less_than_at_the_start() -> None:
    rested, fresh = Rating(1600, 60, 0.06, period=1, games=0), Rating(1600, 60, 0.06, period=1, games=0)
    for rating, pause in ((rested, 200), (fresh, 2)):
        play(rating, Rating(), True, day=1)
        play(rating, Rating(), True, day=pause)
    assert rested.deviation > fresh.deviation
    for day in range(1000, 90_000, 5000):
        play(rested, Rating(), True, day=day)
        assert rested.deviation <= 350


@given(st.floats(800, 2200), st.floats(30, 350), st.floats(800, 2200), st.floats(30, 350))
def test_chances_lie_between_nothing_and_certainty_and_favour_the_stronger(
    own: float, own_deviation: float, other: float, other_deviation: float
) -> None:
    trainee, rung = Rating(own, own_deviation), Rating(other, other_deviation)
    assert 0 < chance(trainee, rung) < 1
    assert (chance(trainee, rung) >= 0.5) == (own >= other)
    assert chance(trainee, rung) + chance(rung, trainee) == pytest.approx(1)


@pytest.mark.parametrize("ability", [-1.5, 0.0, 1.0, 2.0])
def test_ratings_find_the_chance_of_being_right(ability: float) -> None:
    """After 300 answers to rungs of three difficulties, predicted and true chances agree."""
    random_source = random.Random(7)
    difficulties = (-1.0, 0.0, 1.0)
    trainee, rungs = Rating(), [Rating(1500 + SCALE * difficulty, 80) for difficulty in difficulties]
    for number in range(300):
        rung = number % 3
        right = random_source.random() < 1 / (1 + exp(difficulties[rung] - ability))
        play(trainee, rungs[rung], right, day=number // 20)
    for rating, difficulty in zip(rungs, difficulties, strict=True):
        assert chance(trainee.ahead(), rating.ahead()) == pytest.approx(1 / (1 + exp(difficulty - ability)), abs=0.12)
