"""Estimated accuracy with its range, enough practice, and speed apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.study.mastery import (
    LEAST_TIMES,
    UNTOUCHED,
    WINDOW,
    WRONG,
    Estimate,
    Mastery,
    Stand,
    pace,
    practice,
    practice_of_facts,
    sessions_to_target,
)
from trainer.study.parameters import ENOUGH, MASTERED_FROM

windows = st.lists(st.one_of(st.just(WRONG), st.integers(0, 999)), min_size=1, max_size=WINDOW)
shares = st.floats(0, 1)


def known(then: float, now: float, practised: float = 1.0, pace: float = 0.0) -> Mastery:
    """Mastery with these lower ends of the range."""
    after, today = (Estimate(min(1.0, low + 0.02), low, min(1.0, low + 0.04)) for low in (then, now))
    return Mastery(20, today, after, MASTERED_FROM, practised, pace)


@pytest.mark.parametrize(
    ("then", "now", "practised", "stand"),
    [
        (0.91, 0.91, 1.0, Stand.MASTERED),
        (0.89, 0.89, 1.0, Stand.LEARNING),  # not sure enough
        (0.95, 0.95, 0.9, Stand.LEARNING),  # not long enough
        (0.95, 0.85, 1.0, Stand.FADING),  # forgotten since
    ],
)
def test_where_a_trainee_stands(then: float, now: float, practised: float, stand: Stand) -> None:
    assert known(then, now, practised).stand is stand


def test_speed_is_a_badge_and_blocks_nothing() -> None:
    slow, quick = known(0.95, 0.95, pace=0.4), known(0.95, 0.95, pace=1.0)
    assert slow.stand is quick.stand is Stand.MASTERED
    assert (slow.is_quick, quick.is_quick) == (False, True)


def test_a_rung_never_answered_is_new() -> None:
    assert UNTOUCHED.stand is Stand.NEW
    assert UNTOUCHED.value == 0


def test_a_few_slow_answers_do_not_spoil_the_usual_pace_and_a_few_answers_have_none() -> None:
    assert pace([70] * 16 + [900] * 14) == 1
    assert pace([70] * 10 + [200] * 20) == 0.5
    assert pace([70] * (LEAST_TIMES - 1) + [WRONG] * 20) == 0


def test_facts_in_the_learning_steps_are_worth_half_and_never_suffice() -> None:
    assert 0 < practice_of_facts(0, 5, 10) < practice_of_facts(5, 5, 10) < 1
    assert practice_of_facts(0, 10, 10) < 1
    assert practice_of_facts(9, 10, 10) == practice_of_facts(3, 3, 3) == 1


def test_answers_that_do_not_count_are_seen_and_never_suffice() -> None:
    assert 0 < practice(0, 5) < practice(5) < 1
    assert practice(0, 200) < practice(ENOUGH) == 1


@given(shares, shares, shares)
def test_only_mastery_shows_a_hundred_per_cent(then: float, now: float, practised: float) -> None:
    shown = known(min(then, 0.96), min(now, 0.96), practised)
    assert 0 <= shown.value <= 1
    assert (shown.value == 1) <= (shown.stand is Stand.MASTERED)
    assert 0 <= shown.retention <= 1


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], None),
        ([0.5, 0.6], None),
        ([0.5, 0.6, 0.7], 3),
        ([0.5, 0.7, 0.6, 0.8], 3),
        ([0.9, 0.8, 0.7], None),
        ([0.5, 0.5, 0.5], None),
        ([0.2, 0.5, 1.0], 0),
        ([1.0], 0),
    ],
)
def test_a_forecast_follows_the_trend(days: list[float], expected: int | None) -> None:
    assert sessions_to_target(days) == expected
