"""Facts are spaced as FSRS spaces them."""

import random
from datetime import timedelta

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.records.attempts import EPOCH
from trainer.study.parameters import LEECH_LAPSES, WANTED_RETENTION
from trainer.study.repetition import DAY_MS, Card, meet, retention, review
from trainer.study.scoring import Grade

MINUTE = 60_000
HOUR = 60 * MINUTE


def test_a_first_right_answer_is_known_however_slow() -> None:
    assert review(None, Grade.RIGHT, 0).is_learned
    assert review(None, Grade.SLOW, 0).is_learned


def test_slow_right_answers_graduate_a_fact() -> None:
    """Two hundred of them once left it in its first step."""
    card = review(None, Grade.WRONG, 0)
    assert not card.is_learned
    card = review(card, Grade.SLOW, card.due)
    assert card.is_learned
    forgotten = review(card, Grade.WRONG, card.due)
    assert not forgotten.is_learned
    assert review(forgotten, Grade.SLOW, forgotten.due).is_learned


def test_a_fact_due_tomorrow_is_due_at_any_time_of_the_next_day_of_practice() -> None:
    """With an hour's jitter, more than half of the one-day reviews came a day late."""
    evening, day_began = 20 * HOUR, 5 * HOUR
    card = review(review(None, Grade.WRONG, evening, day_began), Grade.FAST, evening + 2 * MINUTE, day_began)
    assert card.is_learned
    assert not card.is_due(day_began + DAY_MS - 1)
    assert card.is_due(day_began + DAY_MS)


def test_retention_falls_within_a_day() -> None:
    card = review(None, Grade.WRONG, 0)
    kept = [card.retention(hours * HOUR) for hours in (0, 1, 6, 12, 23, 25)]
    assert kept == sorted(kept, reverse=True)
    assert kept[0] == 1.0 > kept[4]


def test_an_answer_that_does_not_count_introduces_a_fact_and_cuts_no_stability() -> None:
    new = meet(None, True, 0)
    assert not new.is_learned
    card = review(None, Grade.FAST, 0)
    for number in range(1, 6):
        card = review(card, Grade.RIGHT, card.due + number)
    missed = meet(card, False, card.last + DAY_MS)
    assert (missed.stability, missed.lapses, missed.is_learned) == (card.stability, card.lapses, True)
    assert missed.due < card.due
    assert meet(card, True, card.last + DAY_MS) is card


def test_a_first_fast_answer_is_known_and_a_wrong_one_comes_back_soon() -> None:
    assert review(None, Grade.FAST, 0).is_learned
    wrong = review(None, Grade.WRONG, 0)
    assert (wrong.is_learned, wrong.due) == (False, 5 * MINUTE)


@given(st.lists(st.tuples(st.sampled_from(Grade), st.integers(1, 60)), min_size=1, max_size=25))
def test_the_memory_of_cards_follows_the_package(history: list[tuple[Grade, int]]) -> None:
    """On whole days; the learning steps are our own."""
    scheduler = fsrs.Scheduler(
        desired_retention=WANTED_RETENTION, enable_fuzzing=False, learning_steps=(), relearning_steps=()
    )
    theirs = fsrs.Card(card_id=1, due=EPOCH)
    ours: Card | None = None
    now = 0
    for grade, days in history:
        now += days * DAY_MS
        ours = review(ours, grade, now)
        theirs, _ = scheduler.review_card(theirs, fsrs.Rating(grade), EPOCH + timedelta(milliseconds=now))
        assert theirs.stability is not None and theirs.difficulty is not None
        assert ours.stability == pytest.approx(theirs.stability, rel=1e-9)
        assert ours.difficulty == pytest.approx(theirs.difficulty, rel=1e-9)
        if ours.is_learned:
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
