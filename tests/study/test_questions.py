"""Questions of every kind of session, and the answers on the disk."""

from pathlib import Path

import pytest

from tests.records.support import HandClock, answered
from tests.study.support import FACTS_A_LEVEL, answer, is_fact, practise, questions, rung, session_of, trainee
from trainer.drills.core import Item
from trainer.records.errors import DiskFullError
from trainer.records.store import Store
from trainer.study.ledger_storage import everything, rebuild
from trainer.study.mastery import Stand
from trainer.study.placement import AT_MOST
from trainer.study.run_kinds import Kind
from trainer.study.selection import Choice, Why
from trainer.study.settings import Settings, keep_settings
from trainer.study.trainee import Trainee, asks_facts
from trainer.texts import Language, say, text


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.AGAIN])
def test_every_kind_asks_records_and_can_be_replayed(store: Store, clock: HandClock, kind: Kind) -> None:
    who = trainee(store)
    practise(who, clock, "other/1", 1, right=False)
    practise(who, clock, "facts/1", 2, right=False)
    before = store.count(who.profile)
    run = questions(who, kind, paper=[(rung("sums/1"), seed) for seed in range(3)])
    items = [answer(run, clock) for _ in range(3)]
    assert all(items)
    attempts = list(store.attempts(who.profile))[before:]
    assert [attempt.item for attempt in attempts] == items
    for attempt in attempts:
        item = Item.parse(attempt.item)
        question = rung(f"{item.family}/{item.level}").question(item.seed)
        assert str(question.item) == attempt.item
        assert question.family.mark(question, attempt.answer).right


def test_mistakes_ask_the_same_skill_with_other_figures(store: Store, clock: HandClock) -> None:
    """The last mistake comes first; a fact is asked again itself. The generated one returns on another day."""
    who = trainee(store)
    practise(who, clock, "sums/1", 2, right=False)
    practise(who, clock, "facts/1", 1, right=False)
    wrong = [attempt.item for attempt in store.attempts(who.profile)]

    def answer_all(seed: int = 1) -> list[str]:
        run = questions(who, Kind.MISTAKES, seed)
        items = []
        while (choice := run.next_choice()) is not None:
            assert choice.why is Why.MISTAKE
            question = choice.rung.question(choice.seed)
            assert run.counts(choice, question)
            mark = question.family.mark(question, question.draft.solution)
            who.record(question, mark, 3000, "practise", True, session_of(run))
            items.append(str(question.item))
        return items

    fact, sums = answer_all()
    assert fact == wrong[-1]
    assert sums.startswith("sums/1") and sums not in wrong
    assert answer_all() == []
    clock.move(days=1)
    (last,) = answer_all(seed=2)
    assert last.startswith("sums/1") and last not in (*wrong, sums)
    clock.move(days=1)
    assert answer_all() == []


def test_a_fresh_question_can_show_the_same_mistake(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "sums/1", 1, right=False)
    (one,) = who.ledger.open.values()
    choice = questions(who, Kind.MISTAKES).next_choice()
    assert choice is not None and one.name
    family, draft = choice.rung.family, choice.rung.question(choice.seed).draft
    assert one.name in [family.mistake_id(name) for name, _ in draft.mistakes]


def test_a_challenge_never_asks_the_same_question_twice(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "sums/1", 1)
    run = questions(who, Kind.CHALLENGE)
    shown = []
    for _ in range(60):
        if (choice := run.next_choice()) is None:
            break
        draft = choice.rung.question(choice.seed).draft
        shown.append(repr((draft.prompt, draft.scene)))
    assert 1 < len(shown) == len(set(shown))


def test_a_class_asks_its_paper_and_counts_what_was_not_seen_or_is_a_fact(store: Store, clock: HandClock) -> None:
    """The generated questions are the same each time, so their answers are known by then; facts are to be repeated."""
    who = trainee(store)
    paper = [(rung("sums/1"), 5), (rung("facts/1"), 2), (rung("sums/2"), 6)]
    seen = [str(one.question(seed).item) for one, seed in paper[:2]]
    run = questions(who, Kind.CLASS, paper=paper, seen=seen)
    counted = []
    for one, seed in paper:
        choice = run.next_choice()
        assert choice is not None and (choice.rung, choice.seed, choice.why) == (one, seed, Why.CLASS)
        counted.append(run.counts(choice, one.question(seed)))
    assert counted == [False, True, True]
    assert run.next_choice() is None


def test_a_challenge_asks_only_what_was_begun(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "facts/1", 2)
    seen = set(who.standing.deck(rung("facts/1")))
    run = questions(who, Kind.CHALLENGE)
    items = [Item.parse(answer(run, clock, seconds=1)) for _ in seen]
    assert {(item.family, item.seed) for item in items} == {("facts", seed) for seed in seen}
    assert run.next_choice() is None, "nothing comes twice"


def test_a_chosen_skill_asks_exactly_that_even_beyond_the_days_new_facts(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    run = questions(who, Kind.DRILL, rungs=[rung("sums/3"), rung("facts/2")])
    names = [answer(run, clock, seconds=1).partition(" ")[0] for _ in range(40)]
    assert names == ["sums/3", "facts/2"] * 20
    assert len(who.standing.deck(rung("facts/2"))) == FACTS_A_LEVEL


def test_placement_ends_by_itself_and_sets_where_to_begin(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    run = questions(who, Kind.PLACEMENT)
    number = 0
    while answer(run, clock, right=number % 4 != 0):
        number += 1
    assert number <= AT_MOST
    assert run.placed is not None and run.placed.ability > 0
    assert {attempt.behaviour for attempt in store.attempts(who.profile)} == {"placement"}
    assert who.ledger.abilities["baleares/roulette-french"].mean > 0


def test_after_a_failure_the_same_answer_can_be_recorded_and_nothing_is_doubled(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    run = questions(who, Kind.DRILL, rungs=[rung("other/1")])
    answer(run, clock)
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    kept = 1
    question = rung("other/1").question(77)
    mark = question.family.mark(question, question.draft.solution)
    with pytest.raises(DiskFullError):
        while kept < 10_000:
            who.record(question, mark, 3000, "practise", True, session_of(run))
            kept += 1
    store.connection.execute("PRAGMA max_page_count = 100000")
    who.record(question, mark, 3000, "practise", True, session_of(run))
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


SESSIONS = ("today", "path", "mistakes", "challenge-60", "challenge-180", "class", "placement")


@pytest.mark.parametrize("language", Language)
def test_every_kind_reason_and_stand_has_its_words(language: Language) -> None:
    ids = [
        *(f"{part}.{kind}" for kind in SESSIONS for part in ("session", "session-about")),
        *(f"stand.{stand}" for stand in Stand),
    ]
    for message in ids:
        assert text(f"study.{message}", language)
    for why in Why:
        sentence = say(Choice(rung("sums/1"), 1, why, chance=0.8, days=3).reason, language)
        assert sentence.endswith(".") and "{" not in sentence


def test_the_path_asks_only_its_focus(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "other/1", 24)
    run = questions(who, Kind.PATH)
    names = [answer(run, clock, seconds=2).partition(" ")[0] for _ in range(FACTS_A_LEVEL + 3)]
    assert names == ["facts/1"] * FACTS_A_LEVEL + ["sums/1"] * 3


def test_who_wants_to_go_on_is_always_asked_something(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    keep_settings(store, who.profile, Settings(new_facts_a_day=0, reviews_a_day=0))
    who = Trainee(store, who.profile, [rung("facts/1")], is_fact=is_fact)
    practise(who, clock, "facts/1", 4)
    for kind in (Kind.TODAY, Kind.PATH):
        run = questions(who, kind)
        assert all(answer(run, clock) for _ in range(30))
