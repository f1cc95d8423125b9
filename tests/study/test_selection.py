"""What is asked next."""

from itertools import pairwise
from random import Random

import msgspec
import pytest

from tests.records.support import HandClock
from tests.study.support import FACTS_A_LEVEL, practise, rung, trainee
from trainer.records.store import Store
from trainer.study import gain
from trainer.study.parameters import A_DAY, LEARNING_AT_ONCE, LEECH_LAPSES, NOT_AGAIN_WITHIN, WANTED_RETENTION
from trainer.study.repetition import Card
from trainer.study.selection import Choice, Chooser, Why
from trainer.study.settings import Settings
from trainer.study.trainee import Trainee


def chooser(who: Trainee, settings: Settings | None = None, seed: int = 1) -> Chooser:
    return Chooser(who.standing, settings or Settings(), Random(seed))


def asked(chooser: Chooser, now: int) -> Choice:
    choice = chooser.today(now)
    assert choice is not None
    chooser.asked(choice)
    return choice


def candidate(chooser: Chooser, kind: str, now: int) -> Choice | None:
    """What ``skills`` or ``facts`` would ask next, whatever the other would."""
    return chooser._best_of(getattr(chooser, kind)(now), now)


def test_a_beginner_begins_at_the_beginning(store: Store) -> None:
    who = trainee(store)
    choose = chooser(who)
    assert [(one.rung, one.why) for one in (asked(choose, who.now()), asked(choose, who.now()))] == [
        (rung("facts/1"), Why.NEW),
        (rung("other/1"), Why.BEGIN),
    ]


def test_a_new_fact_competes_with_the_gain_for_which_it_was_chosen(store: Store) -> None:
    """The facts open the sums. Once this counted only among new facts, and not against other questions."""
    who = trainee(store)
    choose = chooser(who)
    (new,) = choose.facts(who.now())
    opens = sum(rung("facts/1").key in one.needs for one in who.standing.rungs)
    assert opens == 2
    assert (new.why, new.gain) == (Why.NEW, gain.of_new(who.standing, rung("facts/1"), who.now(), opens))


def test_the_path_says_that_its_first_unfinished_drill_is_asked(store: Store, clock: HandClock) -> None:
    """Its reasons once were those of today's session, which compares drills."""
    who = trainee(store)
    for _ in range(2):
        choice = chooser(who).next_on_path(who.now())
        assert choice is not None and choice.why is Why.PATH
        for _ in range(2):
            practise(who, clock, "other/1", A_DAY, seconds=3)
            clock.move(days=1)


def test_several_rungs_are_in_focus_and_asked_in_turn(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "facts/1", FACTS_A_LEVEL)
    choose = chooser(who)
    rows = []
    for _ in range(12):
        choice = candidate(choose, "skills", who.now())
        assert choice is not None
        choose.asked(choice)
        rows.append(choice.rung.key)
    assert {key.partition(" ")[0] for key in rows} == {"other/1", "sums/1"}
    assert all(first != second for first, second in pairwise(rows))


def test_a_rung_leaves_the_focus_by_accuracy_and_returns_when_it_is_forgotten(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for _ in range(2):
        practise(who, clock, "other/1", A_DAY, seconds=20)
        clock.move(days=1)
    assert rung("other/1") not in chooser(who).focus(who.now())
    clock.move(days=200)
    assert rung("other/1") in chooser(who).focus(who.now())


def test_a_rung_is_asked_only_so_often_a_day(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for _ in range(A_DAY):
        practise(who, clock, "other/1", 1, right=False)
    assert rung("other/1") not in chooser(who).focus(who.now())
    clock.move(days=1)
    assert rung("other/1") in chooser(who).focus(who.now())


@pytest.mark.parametrize("learns", [True, False])
def test_new_facts_come_few_at_once_and_only_so_many_a_day(store: Store, clock: HandClock, learns: bool) -> None:
    who = trainee(store)
    choose = chooser(who, Settings(new_facts_a_day=FACTS_A_LEVEL))
    for _ in range(80):
        choice = candidate(choose, "facts", who.now())
        if choice is not None:
            choose.asked(choice)
            _answer(who, choice, learns and choice.seed in who.standing.deck(choice.rung))
        clock.move(seconds=20)
        cards = who.standing.deck(rung("facts/1")).values()
        assert sum(not card.is_learned for card in cards) <= LEARNING_AT_ONCE
    assert who.ledger.today(who.now()).introduced == (FACTS_A_LEVEL if learns else LEARNING_AT_ONCE)


def test_facts_that_were_known_before_do_not_use_up_the_days_new_ones(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    choose = chooser(who, Settings(new_facts_a_day=5))
    for _ in range(FACTS_A_LEVEL):
        choice = candidate(choose, "facts", who.now())
        assert choice is not None and choice.why is Why.NEW
        choose.asked(choice)
        _answer(who, choice, True)
    assert who.ledger.today(who.now()).introduced < 5


def test_facts_that_are_remembered_well_enough_wait_until_they_fade(store: Store, clock: HandClock) -> None:
    """FSRS knows an average memory; the answers of this trainee decide what competes before it is due."""
    who = trainee(store)
    for _ in range(3):
        practise(who, clock, "facts/1", FACTS_A_LEVEL, seconds=1)
        clock.move(days=12)
    clock.move(days=-11)
    assert all(who.standing.recall(rung("facts/1"), card, who.now()) >= WANTED_RETENTION for card in _deck(who))
    assert not chooser(who)._prospects.reviews(who.now())
    clock.move(days=150)
    assert chooser(who)._prospects.reviews(who.now())


def _deck(who: Trainee) -> list[Card]:
    return list(who.standing.deck(rung("facts/1")).values())


def _answer(who: Trainee, choice: Choice, right: bool) -> None:
    question = choice.rung.question(choice.seed)
    given = question.draft.solution if right else question.draft.mistakes[0][1]
    session = who.store.add_session(who.profile, "today", "")
    who.record(question, question.family.mark(question, given), 3000, "practise", True, session)


def test_the_question_with_the_largest_expected_gain_a_second_is_asked(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "facts/1", 4)
    practise(who, clock, "other/1", 8)
    clock.move(days=10)
    now, standing, facts = who.now(), who.standing, rung("facts/1")
    gains = {
        Why.REVIEW: max(gain.of_card(standing, facts, card, now) for card in standing.deck(facts).values()),
        Why.NEW: gain.of_new(standing, facts, now),
    }
    fact = candidate(chooser(who), "facts", now)
    assert fact is not None and gains[fact.why] == max(gains.values())
    skill = candidate(chooser(who), "skills", now)
    choice = chooser(who).today(now)
    assert skill is not None and choice is not None
    opens = sum(skill.rung.key in one.needs for one in standing.rungs)
    is_skill = gain.of_generated(standing, skill.rung, now, opens) > max(gains.values())
    assert choice.rung == (skill.rung if is_skill else fact.rung)


def test_the_reason_of_a_missed_fact_says_how_long_ago_it_was_seen(store: Store, clock: HandClock) -> None:
    """A fact that was missed the day before once was "just seen"."""
    who = trainee(store)
    practise(who, clock, "facts/1", 1, right=False)
    for days, reason in ((0, "study.why.again"), (2, "study.why.again-later")):
        clock.move(days=days, minutes=6)
        choice = chooser(who).again(who.now())
        assert choice is not None and choice.reason.id == reason
        assert choice.reason.params["days"] == days


def test_a_missed_fact_comes_back_but_not_at_once(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "facts/1", 1, right=False)
    ((missed, _),) = who.standing.deck(rung("facts/1")).items()
    choose = chooser(who)
    choose.asked(Choice(rung("facts/1"), missed, Why.NEW))
    clock.move(minutes=6)
    assert choose.again(who.now()) is None
    for seed in range(NOT_AGAIN_WITHIN):
        choose.asked(Choice(rung("sums/1"), seed, Why.FOCUS))
    back = choose.again(who.now())
    assert back is not None
    assert (back.why, back.rung, back.seed) == (Why.AGAIN, rung("facts/1"), missed)


def test_reviews_go_by_expected_gain_and_stop_at_the_days_cap(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "facts/1", FACTS_A_LEVEL // 2, seconds=1)
    clock.move(days=60)
    practise(who, clock, "facts/1", FACTS_A_LEVEL // 2, seconds=1)
    clock.move(days=100)
    choose = chooser(who, Settings(reviews_a_day=2, new_facts_a_day=0))
    deck = who.standing.deck(rung("facts/1"))
    first = candidate(choose, "facts", who.now())
    assert first is not None and first.why is Why.REVIEW
    gains = {seed: gain.of_card(who.standing, first.rung, card, who.now()) for seed, card in deck.items()}
    assert gains[first.seed] == max(gains.values())
    practise(who, clock, "facts/1", 2, seconds=1)
    assert candidate(choose, "facts", who.now()) is None


def test_a_generated_rung_is_reviewed_when_it_fades_and_for_speed(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for _ in range(2):
        practise(who, clock, "other/1", A_DAY, seconds=3)
        clock.move(days=1)
    choice = candidate(chooser(who), "skills", who.now())
    assert choice is not None and choice.why is Why.KEPT
    clock.move(days=60)
    choice = candidate(chooser(who), "skills", who.now())
    assert choice is not None
    assert (choice.rung, choice.why) == (rung("other/1"), Why.FADING)
    assert choice.days == 61
    for _ in range(2):
        practise(who, clock, "other/1", A_DAY, seconds=9)
        clock.move(days=1)
    choice = candidate(chooser(who), "skills", who.now())
    assert choice is not None and choice.why is Why.SPEED


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


def test_a_leech_is_asked_after_the_easier_question(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "facts/1", FACTS_A_LEVEL, seconds=1)
    practise(who, clock, "facts/2", 1, seconds=1)
    deck = who.ledger.cards[rung("facts/2").key]
    deck.update({seed: msgspec.structs.replace(card, lapses=LEECH_LAPSES, due=0) for seed, card in deck.items()})
    for seed in range(8):
        choose = chooser(who, Settings(new_facts_a_day=0), seed=seed)
        choose.asked(Choice(rung("facts/1"), 0, Why.SMALLER))
        choice = candidate(choose, "facts", who.now())
        assert choice is not None and (choice.rung, choice.why) == (rung("facts/2"), Why.REVIEW)


def _reviews(who: Trainee, number: int) -> list[Choice]:
    settings = Settings(new_facts_a_day=0)
    choices = [candidate(chooser(who, settings, seed=seed), "facts", who.now()) for seed in range(number)]
    return [choice for choice in choices if choice]


def test_who_goes_on_when_nothing_is_needed_is_asked_all_in_turn(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    for one in who.standing.rungs:
        practise(who, clock, one.key.partition(" ")[0], 50, seconds=1)
    choose = chooser(who)
    choices = []
    for _ in range(24):
        choice = choose.extra(who.now())
        assert choice is not None
        choose.asked(choice)
        choices.append(choice)
    assert {choice.why for choice in choices} == {Why.MIXED}
    assert {choice.rung for choice in choices} == set(who.standing.rungs)


def test_the_same_random_source_chooses_the_same(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "other/1", 24)
    first, second = chooser(who, seed=5), chooser(who, seed=5)
    for _ in range(20):
        assert asked(first, who.now()) == asked(second, who.now())
