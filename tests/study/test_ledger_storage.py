"""Ledgers in the store: what is written with every answer is what a rebuild computes."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.records.support import HandClock
from tests.study.support import is_fact, practise, rules, rungs, trainee
from trainer.records.profile_transfer import export_profile, import_profile
from trainer.records.store import Attempt, Store
from trainer.rulebooks.archive import rules_from
from trainer.study import ledger_storage
from trainer.study.days import days_in
from trainer.study.ledger import Ledger
from trainer.study.ledger_storage import FORM, changes, everything, log_entry, open_ledger, rebuild

DAYS = days_in(None)
PATH = rungs()


def state(ledger: Ledger) -> dict[tuple[str, str], str | None]:
    return {(value.sort, value.key): value.value for value in everything(ledger)}


def stored(store: Store, attempt: Attempt) -> dict[tuple[str, str], str | None]:
    rows = store.connection.execute(
        "SELECT sort, key, value FROM derived WHERE profile = ?", (store.profile_number(attempt.profile),)
    )
    return {(sort, key): value for sort, key, value in rows}


def practice(store: Store, clock: HandClock, source: Random, number: int) -> Iterator[Attempt]:
    """Attempts of all kinds, at all times, by one trainee."""
    profile = (store.profiles() or [store.add_profile("Ana")])[0].id
    kinds = ["drill", "today", "challenge-60", "challenge-60", "placement"]
    sessions = [store.add_session(profile, kind, "").id for kind in kinds]
    for _ in range(number):
        clock.move(minutes=source.choice([0.1, 0.1, 0.2, 30, 700, -3, 4000]))
        rung = source.choice(PATH)
        right = source.random() < 0.7
        seed = source.randrange(rung.facts) if rung.facts else source.randrange(6)
        question = rung.question(seed)
        yield store.new_attempt(
            profile=profile,
            item=str(question.item),
            answer="1",
            right=right,
            mistake="" if right else source.choice(["", "sums.mistake.a", "sums.mistake.b"]),
            milliseconds=source.randrange(500, 20_000),
            target_ms=round(1000 * question.target_seconds),
            behaviour=source.choice(["learn", "practise", "speed", "placement"]),
            counts=source.random() < 0.9,
            session=source.choice(sessions),
        )


def session_kind(store: Store, attempt: Attempt) -> str:
    session = store.session(attempt.profile, attempt.session)
    assert session is not None
    return session.kind


@pytest.mark.parametrize("seed", range(4))
def test_what_is_written_answer_by_answer_is_what_a_rebuild_computes(store: Store, clock: HandClock, seed: int) -> None:
    source = Random(seed)
    ledger = None
    for attempt in practice(store, clock, source, 250):
        if ledger is None or source.random() < 0.05:  # closed and opened again
            ledger = open_ledger(store, attempt.profile, DAYS, is_fact)
        entry = log_entry(attempt, session_kind(store, attempt))
        ledger.add(entry)
        store.record(attempt, changes(ledger, entry))
    written = stored(store, attempt)
    rebuilt = rebuild(store, attempt.profile, DAYS, is_fact)
    assert written == state(rebuilt) == stored(store, attempt)
    assert {sort for sort, _ in written} == {
        *(
            "meta",
            "bests",
            "rung",
            "ability",
            "calibration",
            "tempo",
            "card",
            "day",
            "rung-day",
            "mistake",
            "open",
            "placement",
        )
    }


def test_an_opened_ledger_is_the_one_that_was_kept(store: Store, clock: HandClock) -> None:
    for attempt in practice(store, clock, Random(9), 120):
        store.record(attempt)
    kept = open_ledger(store, attempt.profile, DAYS, is_fact)
    opened = open_ledger(store, attempt.profile, DAYS, is_fact)
    for name in (
        "rungs",
        "abilities",
        "calibrations",
        "tempo",
        "cards",
        "mistakes",
        "open",
        "placements",
        "bests",
        "folded",
    ):
        assert getattr(opened, name) == getattr(kept, name), name
    assert list(opened.open) == list(kept.open)


def test_attempts_recorded_without_a_ledger_are_caught_up(store: Store, clock: HandClock) -> None:
    attempts = practice(store, clock, Random(3), 90)
    for _ in range(40):
        store.record(next(attempts))
    profile = store.profiles()[0].id
    open_ledger(store, profile, DAYS, is_fact)
    for attempt in attempts:
        store.record(attempt)
    caught_up = open_ledger(store, profile, DAYS, is_fact)
    assert caught_up.folded == attempt.id.bytes
    written = stored(store, attempt)
    assert written == state(rebuild(store, profile, DAYS, is_fact))


def test_a_ledger_of_another_form_is_computed_again(store: Store, clock: HandClock) -> None:
    for attempt in practice(store, clock, Random(4), 30):
        store.record(attempt)
    ledger = open_ledger(store, attempt.profile, DAYS, is_fact)
    with store.writing() as connection:
        connection.execute("UPDATE derived SET value = '[0, \"\"]' WHERE sort = 'meta'")
        connection.execute("UPDATE derived SET value = '\"of another form\"' WHERE sort = 'rung'")
    assert FORM != 0
    again = open_ledger(store, attempt.profile, DAYS, is_fact)
    assert state(again) == state(ledger)
    assert again.was_older and not ledger.was_older
    assert not open_ledger(store, attempt.profile, DAYS, is_fact).was_older


def test_a_form_with_the_same_measure_of_mastery_is_rebuilt_without_a_word(
    store: Store, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger_storage, "_MEASURED_SINCE", FORM - 1)
    for attempt in practice(store, clock, Random(4), 30):
        store.record(attempt)
    open_ledger(store, attempt.profile, DAYS, is_fact)
    with store.writing() as connection:
        connection.execute(f"UPDATE derived SET value = '[{FORM - 1}, \"\"]' WHERE sort = 'meta'")
    assert not open_ledger(store, attempt.profile, DAYS, is_fact).was_older


@pytest.mark.parametrize("sort", ["meta", "rung", "card", "bests"])
def test_a_ledger_that_cannot_be_read_is_computed_again(store: Store, clock: HandClock, sort: str) -> None:
    for attempt in practice(store, clock, Random(4), 30):
        store.record(attempt)
    ledger = open_ledger(store, attempt.profile, DAYS, is_fact)
    with store.writing() as connection:
        connection.execute("UPDATE derived SET value = '[1, 2' WHERE sort = ?", (sort,))
    assert state(open_ledger(store, attempt.profile, DAYS, is_fact)) == state(ledger)


def test_a_rebuild_tells_how_far_it_is(store: Store, clock: HandClock) -> None:
    for attempt in practice(store, clock, Random(5), 30):
        store.record(attempt)
    seen: list[tuple[int, int]] = []
    rebuild(store, attempt.profile, DAYS, is_fact, lambda done, total: seen.append((done, total)))
    assert seen == [(30, 30)]


def test_two_laptops_that_exchanged_their_attempts_derive_the_same(
    tmp_path: Path, store: Store, clock: HandClock
) -> None:
    for attempt in practice(store, clock, Random(6), 50):
        store.record(attempt)
    open_ledger(store, attempt.profile, DAYS, is_fact)
    export_profile(store, attempt.profile, tmp_path / "1.trainee")
    with Store(None, clock) as other:
        import_profile(other, tmp_path / "1.trainee")
        for attempt in practice(other, clock, Random(7), 50):
            other.record(attempt)
        there = open_ledger(other, attempt.profile, DAYS, is_fact)
        export_profile(other, attempt.profile, tmp_path / "2.trainee")
    import_profile(store, tmp_path / "2.trainee")
    assert state(open_ledger(store, attempt.profile, DAYS, is_fact)) == state(there)


def test_a_profile_without_attempts_has_an_empty_ledger(store: Store) -> None:
    ana = store.add_profile("Ana")
    for _ in range(2):
        assert open_ledger(store, ana.id, DAYS, is_fact).rungs == {}


def test_the_rules_behind_an_answer_are_kept_with_it_once(store: Store, clock: HandClock) -> None:
    who = trainee(store)
    practise(who, clock, "sums/1", 3)
    digest = rules().digest
    data = store.rules(digest)
    assert data is not None and store.digests(who.profile) == [digest]
    assert rules_from(data, "baleares") == rules()
    assert store.connection.execute("SELECT count(*) FROM rules").fetchone() == (1,)
