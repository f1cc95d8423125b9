"""What is asked next."""

from collections import Counter
from random import Random

import msgspec
import pytest

from tests.records.support import HandClock
from tests.study.support import FACTS_A_LEVEL, practise, rung, trainee
from trainer.records.store import Store
from trainer.study.repetition import LEECH_LAPSES
from trainer.study.selection import SHARES, Choice, Chooser, Why
from trainer.study.settings import Settings
from trainer.study.trainee import Trainee


def chooser(who: Trainee, settings: Settings | None = None, seed: int = 1) -> Chooser:
    return Chooser(who.standing, settings or Settings(), Random(seed))


def asked(chooser: Chooser, now: int) -> Choice:
    choice = chooser.today(now)
    assert choice is not None
    chooser.asked(choice)
    return choice


def test_a_beginner_begins_at_the_beginning(store: Store) -> None:
    who = trainee(store)
    choice = asked(chooser(who), who.now())
    assert (choice.rung, choice.why) == (rung("other/1"), Why.FOCUS)


def test_the_focus_stays_until_it_is_mastered(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    choose = chooser(who)
    practise(who, clock, "other/1", 10)
    for _ in range(10):
        choice = choose.from_focus(who.now())
        assert choice is not None and choice.rung == rung("other/1")
        practise(who, clock, "facts/1", 1)  # something else meanwhile, further back or ahead
        practise(who, clock, "other/1", 1)
    choice = choose.from_focus(who.now())
    assert choice is not None and choice.rung == rung("facts/1")


def test_new_facts_come_a_few_at_a_time_and_only_so_many_a_day(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "other/1", 24)
    choose = chooser(who, Settings(new_facts_a_day=3))
    for _ in range(12):
        clock.move(seconds=10)
        choice = choose.from_focus(who.now())
        if choice is None:
            break
        choose.asked(choice)
        question = choice.rung.question(choice.seed)
        right = question.family.mark(question, question.draft.solution)
        who.record(question, right, 3000, "practise", True, store.add_session(who.profile, "path", ""))
    assert who.ledger.today(who.now()).introduced == 3
    clock.move(days=1)
    choice = choose.from_focus(who.now())
    assert choice is not None and choice.why is Why.NEW


def test_a_missed_fact_comes_back_before_anything_else_but_not_at_once(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "facts/1", 1, right=False)
    ((missed, _),) = who.standing.deck(rung("facts/1")).items()
    choose = chooser(who)
    choose.asked(Choice(rung("facts/1"), missed, Why.NEW))
    clock.move(minutes=2)
    assert asked(choose, who.now()).why is not Why.AGAIN
    for _ in range(2):
        asked(choose, who.now())
    back = asked(choose, who.now())
    assert (back.why, back.rung, back.seed) == (Why.AGAIN, rung("facts/1"), missed)


def test_reviews_go_by_relative_overdueness_and_stop_at_the_days_cap(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "facts/1", FACTS_A_LEVEL, seconds=1)
    clock.move(days=100)
    choose = chooser(who, Settings(reviews_a_day=2))
    first = choose._from_reviews(who.now())
    assert first is not None and first.why is Why.REVIEW
    deck = who.standing.deck(rung("facts/1"))
    most = max(card.overdueness(who.now()) for card in deck.values())
    assert deck[first.seed].overdueness(who.now()) == most
    practise(who, clock, "facts/1", 2, seconds=1)
    assert choose._from_reviews(who.now()) is None


def test_a_generated_rung_is_reviewed_when_it_fades(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "other/1", 24)
    assert chooser(who)._from_reviews(who.now()) is None
    clock.move(days=30)
    choice = chooser(who)._from_reviews(who.now())
    assert choice is not None
    assert (choice.rung, choice.why) == (rung("other/1"), Why.REVIEW)


def test_the_mixture_of_a_session_keeps_its_shares(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "other/1", 24)
    practise(who, clock, "facts/1", 24, seconds=1)
    clock.move(days=60)
    choose = chooser(who)
    counts: Counter[Why] = Counter()
    for _ in range(100):
        counts[asked(choose, who.now()).why] += 1
    assert counts[Why.REVIEW] == pytest.approx(100 * SHARES[Why.REVIEW], abs=1)


@pytest.mark.parametrize(
    ("below", "right", "expected"),
    [
        ((), True, "sums/1"),
        (("sums/1",), True, "sums/2"),
        (("sums/1",), False, "sums/1"),  # the second level is far too hard: back for a while
    ],
)
def test_generated_questions_are_neither_too_easy_nor_too_hard(
    store: Store, clock: HandClock, below: tuple[str, ...], right: bool, expected: str
) -> None:
    who = trainee(store)
    for name in ("other/1", "facts/1", "facts/2", *below):
        practise(who, clock, name, 30, seconds=1)
    if not right:
        practise(who, clock, "sums/2", 30, right=False)
    choice = chooser(who).from_focus(who.now())
    assert choice is not None
    assert choice.rung == rung(expected)


def test_a_leech_leads_to_the_lesson_and_to_something_smaller(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "facts/1", FACTS_A_LEVEL, seconds=1)
    practise(who, clock, "facts/2", FACTS_A_LEVEL, seconds=1)
    deck = who.ledger.cards[rung("facts/2").key]
    seed, card = deck.popitem()
    deck.clear()
    deck[seed] = msgspec.structs.replace(card, lapses=LEECH_LAPSES, due=who.now() - 10**9)
    found = {(choice.rung.level, choice.why, choice.lesson) for choice in _reviews(who, 20)}
    assert found == {(2, Why.REVIEW, True), (1, Why.SMALLER, False)}


def _reviews(who: Trainee, number: int) -> list[Choice]:
    choices = [chooser(who, seed=seed)._from_reviews(who.now()) for seed in range(number)]
    return [choice for choice in choices if choice]


def test_when_all_is_known_everything_is_mixed(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for one in who.standing.rungs:
        practise(who, clock, one.key.partition(" ")[0], 24, seconds=1)
    choose = chooser(who)
    choices = [asked(choose, who.now()) for _ in range(40)]
    assert {choice.why for choice in choices} == {Why.MIXED}
    assert {choice.rung for choice in choices} == set(who.standing.rungs)


def test_the_same_random_source_chooses_the_same(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "other/1", 24)
    first, second = chooser(who, seed=5), chooser(who, seed=5)
    for _ in range(20):
        assert asked(first, who.now()) == asked(second, who.now())
