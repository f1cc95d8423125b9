"""Facts are spaced as FSRS spaces them."""

import random
from datetime import timedelta

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.records.attempts import EPOCH
from trainer.study.repetition import DAY_MS, LEECH_LAPSES, Card, retention, review
from trainer.study.scoring import Grade

MINUTE = 60_000


def test_a_first_right_answer_is_asked_again_in_ten_minutes_and_then_in_days() -> None:
    first = review(None, Grade.RIGHT, 0)
    assert (first.is_learned, first.due) == (False, 10 * MINUTE)
    second = review(first, Grade.RIGHT, first.due)
    assert second.is_learned
    assert second.due - second.last >= DAY_MS


def test_a_first_fast_answer_is_known_and_a_wrong_one_comes_back_in_a_minute() -> None:
    assert review(None, Grade.FAST, 0).is_learned
    wrong = review(None, Grade.WRONG, 0)
    assert (wrong.is_learned, wrong.due) == (False, MINUTE)


@given(st.lists(st.tuples(st.sampled_from(Grade), st.integers(0, 60)), min_size=1, max_size=25))
def test_cards_follow_the_package(history: list[tuple[Grade, int]]) -> None:
    scheduler = fsrs.Scheduler(enable_fuzzing=False)
    theirs = fsrs.Card(card_id=1, due=EPOCH)
    ours: Card | None = None
    now = 0
    for grade, days in history:
        now += days * DAY_MS + 11 * MINUTE
        before = ours
        ours = review(ours, grade, now)
        if ours is before:
            continue  # right again on the same day, which the package would count
        theirs, _ = scheduler.review_card(theirs, fsrs.Rating(grade), EPOCH + timedelta(milliseconds=now))
        assert ours.phase == theirs.state.value
        assert theirs.stability is not None and theirs.difficulty is not None
        assert ours.stability == pytest.approx(theirs.stability, rel=1e-9)
        assert ours.difficulty == pytest.approx(theirs.difficulty, rel=1e-9)
        assert ours.step == (-1 if theirs.step is None else theirs.step)
        assert timedelta(milliseconds=ours.due) == theirs.due - EPOCH


def test_right_again_on_the_same_day_changes_nothing_and_wrong_does() -> None:
    card = review(None, Grade.FAST, 0)
    assert review(card, Grade.FAST, 3 * MINUTE) is card
    assert not review(card, Grade.WRONG, 3 * MINUTE).is_learned


def test_retention_is_nine_in_ten_after_as_many_days_as_the_stability() -> None:
    assert retention(10, 10) == pytest.approx(0.9)
    assert retention(10, 0) == 1
    assert retention(10, -5) == 1
    card = review(None, Grade.FAST, 0)
    theirs = fsrs.Card(card_id=1, stability=card.stability, last_review=EPOCH, due=EPOCH)
    for days in (1, 10, 100):
        expected = fsrs.Scheduler().get_card_retrievability(theirs, EPOCH + timedelta(days=days))
        assert card.retention(days * DAY_MS) == pytest.approx(expected)


def test_a_fact_forgotten_again_and_again_is_a_leech() -> None:
    card = review(None, Grade.FAST, 0)
    now = 0
    for lapse in range(1, LEECH_LAPSES + 1):
        assert not card.is_leech
        now += 30 * DAY_MS
        card = review(card, Grade.WRONG, now)
        assert card.lapses == lapse
        while not card.is_learned:
            now += 15 * MINUTE
            card = review(card, Grade.RIGHT, now)
    assert card.is_leech


def test_what_is_most_overdue_for_its_interval_comes_first() -> None:
    short = review(None, Grade.RIGHT, 0)  # ten minutes
    long = review(None, Grade.FAST, 0)  # days
    now = long.due + 30 * MINUTE
    assert short.overdueness(now) > long.overdueness(now) > 1


def test_a_card_asked_in_the_future_by_a_wrong_clock_is_due_now() -> None:
    card = review(None, Grade.FAST, 400 * DAY_MS)
    assert card.is_due(10 * DAY_MS)
    again = review(card, Grade.RIGHT, 10 * DAY_MS)
    assert again.last in (400 * DAY_MS, 10 * DAY_MS)


def test_histories_are_deterministic() -> None:
    def play() -> Card:
        random_source = random.Random(5)
        card = None
        for number in range(40):
            card = review(card, random_source.choice(list(Grade)), number * 3 * DAY_MS)
        assert card is not None
        return card

    assert play() == play()
