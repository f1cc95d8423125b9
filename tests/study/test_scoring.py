"""Right first, then time: bands at 0.6 and 1.5 of the target."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.study.scoring import Grade, grade, score

times = st.integers(1, 100_000)


@pytest.mark.parametrize(
    ("milliseconds", "expected"),
    [
        (1, Grade.FAST),
        (600, Grade.FAST),
        (601, Grade.RIGHT),
        (1000, Grade.RIGHT),
        (1500, Grade.RIGHT),
        (1501, Grade.SLOW),
    ],
)
def test_bands_of_a_right_answer(milliseconds: int, expected: Grade) -> None:
    assert grade(True, milliseconds, 1000) is expected


@given(times, times)
def test_wrong_is_nothing_whatever_the_speed(milliseconds: int, target: int) -> None:
    assert grade(False, milliseconds, target) is Grade.WRONG
    assert score(False, milliseconds, target) == 0


@given(times, times, times)
def test_slower_is_never_worth_more_and_right_never_less_than_half(first: int, second: int, target: int) -> None:
    quick, slow = sorted((first, second))
    assert 1 >= score(True, quick, target) >= score(True, slow, target) >= 0.5


@given(times, times)
def test_the_score_agrees_with_the_bands(milliseconds: int, target: int) -> None:
    worth, band = score(True, milliseconds, target), grade(True, milliseconds, target)
    assert (worth == 1.0) == (band is Grade.FAST)
    if band is Grade.SLOW:
        assert worth == 0.5
