"""Sessions of every kind, from the first question to the answer on the disk."""

from pathlib import Path

import pytest

from tests.records.support import HandClock, answered
from tests.study.support import FACTS_A_LEVEL, answer, is_fact, practise, rung, session, trainee, unanswered
from trainer.drills.core import Item
from trainer.records.errors import DiskFullError
from trainer.records.store import Store
from trainer.study.behaviours import LEARN
from trainer.study.choosing import Why
from trainer.study.keeping import everything, rebuild
from trainer.study.mastery import Stand
from trainer.study.settings import Settings, keep_settings
from trainer.study.sources import SessionKind
from trainer.study.trainee import Trainee, asks_facts
from trainer.texts import Language, text


@pytest.mark.parametrize("kind", SessionKind)
def test_every_kind_asks_records_and_can_be_replayed(store: Store, clock: HandClock, kind: SessionKind) -> None:
    who = trainee(store)
    practise(who, clock, "other/1", 3, right=False)
    before = store.count(who.profile)
    run = session(who, kind, class_seed=4711)
    items = [answer(run, clock) for _ in range(3)]
    assert all(items)
    attempts = list(store.attempts(who.profile))[before:]
    assert [attempt.item for attempt in attempts] == items
    assert {attempt.session for attempt in attempts} == {run.row.id}
    for attempt in attempts:
        item = Item.parse(attempt.item)
        question = rung(f"{item.family}/{item.level}").question(item.seed)
        assert str(question.item) == attempt.item
        assert question.family.mark(question, attempt.answer).right


def test_in_learning_and_with_hints_nothing_counts(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    learning = session(who, SessionKind.TODAY, LEARN)
    answer(learning, clock)
    practising = session(who, SessionKind.TODAY)
    question = practising.next_question()
    assert question is not None and practising.counts(question)
    practising.record(question, question.family.mark(question, question.draft.solution), 900, hinted=True)
    assert [attempt.counts for attempt in store.attempts(who.profile)] == [False, False]
    assert who.ledger.rungs == {}


def test_an_answer_to_a_question_from_elsewhere_is_recorded_too(store: Store) -> None:
    who = trainee(store)
    run = session(who, SessionKind.TODAY)
    question = rung("sums/2").question(5)
    attempt = run.record(question, question.family.mark(question, question.draft.solution), 900)
    assert (attempt.counts, run.choice(question)) == (True, None)


def test_an_unanswered_question_is_wrong(store: Store) -> None:
    who = trainee(store)
    run = session(who, SessionKind.TODAY)
    question = run.next_question()
    assert question is not None
    attempt = run.record(question, unanswered(question.draft.solution), 9000)
    assert (attempt.right, attempt.answer, attempt.target_ms) == (False, "", 5000)


def test_mistakes_come_back_once_each_the_last_first(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "sums/1", 2, right=False)
    practise(who, clock, "facts/1", 1, right=False)
    wrong = [attempt.item for attempt in store.attempts(who.profile)]
    run = session(who, SessionKind.MISTAKES)
    counted = []
    for item in reversed(wrong):
        question = run.next_question()
        assert question is not None
        assert str(question.item) == item
        choice = run.choice(question)
        assert choice is not None and choice.why is Why.MISTAKE
        counted.append(run.counts(question))
        run.record(question, question.family.mark(question, question.draft.solution), 3000)
    assert run.next_question() is None
    assert counted == [True, False, False]  # a fact is reviewed; a generated question is known by now
    assert session(who, SessionKind.MISTAKES).next_question() is None


def test_a_class_gets_the_same_items_whoever_asks(store: Store, clock: HandClock) -> None:
    ana, bruno = trainee(store), trainee(store, "Bruno")
    practise(ana, clock, "other/1", 24)
    runs = [session(who, SessionKind.CLASS, seed=seed, class_seed=4711) for seed, who in enumerate((ana, bruno))]
    first, second = ([answer(run, clock, right=run is runs[0]) for _ in range(12)] for run in runs)
    assert first == second
    other = session(bruno, SessionKind.CLASS, class_seed=4712)
    assert [answer(other, clock) for _ in range(12)] != first


def test_a_class_sat_again_counts_only_what_is_remembered(store: Store, clock: HandClock) -> None:
    """The generated questions are the same, so their answers are known by now; facts are there to be repeated."""
    ana, bruno = trainee(store), trainee(store, "Bruno")
    counted = {}
    for turn, who in (("first", ana), ("again", ana), ("another", bruno)):
        run = session(who, SessionKind.CLASS, class_seed=4711)
        counted[turn] = {}
        for _ in range(12):
            question = run.next_question()
            assert question is not None
            counted[turn][str(question.item)] = run.counts(question)
            run.record(question, question.family.mark(question, question.draft.solution), 3000)
    assert all(counted["first"].values()) and all(counted["another"].values())
    assert {item: Item.parse(item).family == "facts" for item in counted["first"]} == counted["again"]
    assert len(set(counted["again"].values())) == 2  # both kinds were asked


@pytest.mark.parametrize(("kind", "seconds"), [(SessionKind.CHALLENGE_60, 60), (SessionKind.CHALLENGE_180, 180)])
def test_a_challenge_ends_with_its_time_and_its_best_is_kept(
    store: Store, clock: HandClock, kind: SessionKind, seconds: int
) -> None:
    who = trainee(store)
    practise(who, clock, "other/1", 2)
    run = session(who, kind)
    assert run.seconds_left == seconds
    number = 0
    while answer(run, clock, seconds=4):
        number += 1
    assert (number, run.seconds_left, run.is_time_up) == (seconds // 4, 0, True)
    assert who.ledger.bests.challenges[kind].value == number
    assert session(who, SessionKind.TODAY).seconds_left is None


def test_a_challenge_asks_only_what_was_begun(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "facts/1", 2)
    seen = set(who.standing.deck(rung("facts/1")))
    run = session(who, SessionKind.CHALLENGE_60)
    items = [Item.parse(answer(run, clock, seconds=1)) for _ in range(20)]
    assert {(item.family, item.seed) for item in items} == {("facts", seed) for seed in seen}


def test_a_chosen_skill_asks_exactly_that_even_beyond_the_days_new_facts(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    run = session(who, SessionKind.SKILL, rungs=[rung("sums/3"), rung("facts/2")])
    names = [answer(run, clock, seconds=1).partition(" ")[0] for _ in range(40)]
    assert names == ["sums/3", "facts/2"] * 20
    assert len(who.standing.deck(rung("facts/2"))) == FACTS_A_LEVEL


def test_placement_ends_by_itself_and_sets_where_to_begin(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    run = session(who, SessionKind.PLACEMENT, LEARN)
    number = 0
    while answer(run, clock, right=number % 4 != 0):
        number += 1
    assert number <= 20
    assert run.placed is not None and run.placed.ability > 0
    assert {attempt.behaviour for attempt in store.attempts(who.profile)} == {"placement"}
    assert who.ledger.starting_rating("baleares/roulette-french").rating > 1500


def test_after_a_failure_the_same_answer_can_be_recorded_and_nothing_is_doubled(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    run = session(who, SessionKind.SKILL, rungs=[rung("other/1")])
    answer(run, clock)
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    kept = 1
    question = run.next_question()
    assert question is not None
    mark = question.family.mark(question, question.draft.solution)
    with pytest.raises(DiskFullError):
        while kept < 10_000:
            run.record(question, mark, 3000)
            kept += 1
    store.connection.execute("PRAGMA max_page_count = 100000")
    run.record(question, mark, 3000)
    assert store.count(who.profile) == kept + 1
    assert who.ledger.rungs[rung("other/1").key].answers == kept + 1
    written = sorted(store.connection.execute("SELECT sort, key, value FROM derived"))
    assert written == sorted(tuple(value) for value in everything(_rebuilt(who)))


def _rebuilt(who: Trainee):  # type: ignore[no-untyped-def]
    return rebuild(who.store, who.profile, who._day_of, who._is_fact)


def test_a_trainee_goes_on_where_the_last_program_stopped(path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        practise(trainee(store), clock, "other/1", 12)
    with Store(path, clock) as store:
        who = trainee(store)
        assert who.ledger.rungs[rung("other/1").key].answers == 12
        answered(store, who.profile, item=str(rung("other/1").question(5).item))
    with Store(path, clock) as store:
        assert trainee(store).ledger.rungs[rung("other/1").key].answers == 13


def test_only_families_with_facts_ask_facts() -> None:
    assert asks_facts("pay-tables", "roulette-french")
    assert not asks_facts("pay-the-layout", "roulette-french")
    assert not asks_facts("no-such-drill", "roulette-french")
    assert not asks_facts("pay-tables", "no-such-game")


@pytest.mark.parametrize("language", Language)
def test_every_kind_reason_and_stand_has_its_words(language: Language) -> None:
    ids = [
        *(f"{part}.{kind}" for kind in SessionKind for part in ("session", "session-about")),
        *(f"why.{why}" for why in Why),
        *(f"stand.{stand}" for stand in Stand),
    ]
    for message in ids:
        assert text(f"study.{message}", language)


def test_the_path_asks_only_its_focus(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "other/1", 24)
    run = session(who, SessionKind.PATH)
    names = [answer(run, clock, seconds=2).partition(" ")[0] for _ in range(FACTS_A_LEVEL + 3)]
    assert names == ["facts/1"] * FACTS_A_LEVEL + ["sums/1"] * 3


def test_who_wants_to_go_on_is_always_asked_something(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    keep_settings(store, who.profile, Settings(new_facts_a_day=0, reviews_a_day=0))
    who = Trainee(store, who.profile, [rung("facts/1")], is_fact=is_fact)
    assert session(who, SessionKind.TODAY).next_question() is None
    practise(who, clock, "facts/1", 4)
    for kind in (SessionKind.TODAY, SessionKind.PATH):
        run = session(who, kind)
        assert all(answer(run, clock) for _ in range(30))
