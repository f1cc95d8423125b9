"""Right often enough, fast enough, long enough, and not forgotten since."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.study.mastery import ENOUGH, UNTOUCHED, WINDOW, WRONG, Stand, mastery, sessions_to_target

windows = st.lists(st.one_of(st.just(WRONG), st.integers(0, 999)), min_size=1, max_size=WINDOW)


@pytest.mark.parametrize(
    ("window", "retention", "stand"),
    [
        ([80] * 27 + [WRONG] * 3, 1.0, Stand.MASTERED),
        ([80] * 26 + [WRONG] * 4, 1.0, Stand.LEARNING),  # not right often enough
        ([101] * 30, 1.0, Stand.LEARNING),  # not fast enough
        ([100] * 30, 1.0, Stand.MASTERED),
        ([80] * (ENOUGH - 1), 1.0, Stand.LEARNING),  # not long enough
        ([80] * ENOUGH, 1.0, Stand.MASTERED),
        ([80] * 30, 0.79, Stand.FADING),  # forgotten since
        ([WRONG] * 30, 1.0, Stand.LEARNING),
    ],
)
def test_where_a_trainee_stands(window: list[int], retention: float, stand: Stand) -> None:
    assert mastery(window, retention).stand is stand


def test_a_rung_never_answered_is_new() -> None:
    assert mastery([], 1.0) is UNTOUCHED
    assert UNTOUCHED.stand is Stand.NEW
    assert UNTOUCHED.value == 0


def test_a_few_slow_answers_do_not_spoil_the_usual_pace() -> None:
    assert mastery([70] * 16 + [900] * 14, 1.0).pace == 1
    assert mastery([70] * 10 + [200] * 20, 1.0).pace == 0.5


def test_a_few_facts_are_mastered_with_a_few_answers() -> None:
    assert mastery([50] * 8, 1.0, known_facts=8, facts=8).stand is Stand.MASTERED
    assert mastery([50] * 7, 1.0, known_facts=8, facts=8).stand is Stand.LEARNING


def test_facts_must_be_known_four_in_five_of_them_and_four_times_in_five() -> None:
    window = [80] * 24 + [WRONG] * 6
    assert mastery(window, 1.0, known_facts=8, facts=10).stand is Stand.MASTERED
    assert mastery(window, 1.0, known_facts=7, facts=10).stand is Stand.LEARNING
    assert mastery([80] * 23 + [WRONG] * 7, 1.0, known_facts=10, facts=10).stand is Stand.LEARNING


@given(windows, st.floats(0, 1))
def test_all_shares_are_shares(window: list[int], retention: float) -> None:
    known = mastery(window, retention)
    for share in (known.accuracy, known.pace, known.practice, known.skill, known.value):
        assert 0 <= share <= 1
    assert known.value <= known.skill


@given(windows)
def test_a_right_quick_answer_never_lowers_and_a_wrong_one_never_raises(window: list[int]) -> None:
    before = mastery(window[:-1], 1.0).skill if len(window) > 1 else 0.0
    assert mastery([*window[:-1], 1], 1.0).skill >= before
    assert mastery([*window[-29:], WRONG], 1.0).accuracy <= mastery(window[-29:], 1.0).accuracy


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
