"""Recording attempts and derived values."""

from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from tests.records.support import ITEM, START, HandClock, answered
from trainer.records.errors import NoProfileError
from trainer.records.store import Derived, Store


def test_an_attempt_is_read_as_it_was_recorded(path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        attempt = answered(store, ana.id, right=False, mistake="roulette.mistake.added-stake")
    with Store(path, clock) as store:
        assert list(store.attempts(ana.id)) == [attempt]
        assert store.attempt(ana.id, attempt.id) == attempt
        assert store.attempt(ana.id, uuid4()) is None


def test_attempts_are_listed_in_the_order_of_events_or_the_last_ones_first(store: Store, clock: HandClock) -> None:
    ana, bruno = store.add_profile("Ana"), store.add_profile("Bruno")
    kept = []
    for number in range(6):
        clock.move(seconds=5)
        kept.append(answered(store, (ana, bruno)[number % 2].id, answer=str(number)))
    assert list(store.attempts(ana.id)) == kept[0::2]
    assert list(store.attempts(bruno.id, newest_first=True, limit=2)) == [kept[5], kept[3]]
    assert (store.count(ana.id), store.newest(ana.id)) == (3, kept[4].id.bytes)


def test_nothing_is_recorded_for_an_unknown_profile(store: Store) -> None:
    with pytest.raises(NoProfileError):
        answered(store, uuid4())
    assert store.connection.execute("SELECT count(*) FROM attempts").fetchone() == (0,)


def test_an_attempt_is_recorded_once(store: Store) -> None:
    ana = store.add_profile("Ana")
    attempt = answered(store, ana.id)
    with pytest.raises(Exception, match="UNIQUE"):
        store.record(attempt)
    assert store.count(ana.id) == 1


def test_the_log_can_continue_from_an_id(store: Store) -> None:
    ana = store.add_profile("Ana")
    first = answered(store, ana.id)
    second = answered(store, ana.id, right=False, mistake="roulette.mistake.added-stake", counts=False)
    kind = "pay-the-layout baleares/roulette-french:single-zero@1+ab12cd34 zero=half"
    at = int(START.timestamp() * 1000)
    session = (first.session.hex, "today")
    expected = [
        (first.id.bytes, kind, 3, 77, "", 1, "", 4200, 5000, "practise", 1, *session, at),
        (second.id.bytes, kind, 3, 77, "", 0, "roulette.mistake.added-stake", 4200, 5000, "practise", 0, *session, at),
    ]
    assert list(store.log(ana.id)) == expected
    assert list(store.log(ana.id, after=first.id.bytes)) == expected[1:]


def test_ids_increase_even_if_the_clock_is_set_back(path: Path, clock: HandClock) -> None:
    with Store(path, clock) as store:
        ana = store.add_profile("Ana")
        attempts = [answered(store, ana.id)]
        clock.move(days=-400)
        attempts.append(answered(store, ana.id))
        assert not store.notices
    with Store(path, clock) as store:
        assert [notice.id for notice in store.notices] == ["records.notice.clock-back"]
        attempts.append(answered(store, ana.id))
        clock.now = START
        attempts.append(answered(store, ana.id))
        assert list(store.attempts(ana.id)) == attempts
    assert attempts == sorted(attempts, key=lambda attempt: attempt.id)
    back = START - timedelta(days=400)
    assert [attempt.at for attempt in attempts] == [START, back, back, START]


def test_derived_values_are_kept_dropped_and_replaced(store: Store) -> None:
    ana, bruno = store.add_profile("Ana"), store.add_profile("Bruno")
    store.write_derived(ana.id, [Derived("day", f"2026-11-{day}", f"[{day}]") for day in (14, 15, 16)])
    store.write_derived(bruno.id, [Derived("day", "2026-11-16", "[1]")])
    store.write_derived(ana.id, [Derived("day", "2026-11-15", None), Derived("day", "2026-11-14", "[0]")])
    assert store.derived(ana.id, "day") == [("2026-11-14", "[0]"), ("2026-11-16", "[16]")]
    assert store.derived(ana.id, "day", low="2026-11-15", high="2026-11-17") == [("2026-11-16", "[16]")]
    assert store.latest_derived(ana.id, "day", "2026-", 1) == [("2026-11-16", "[16]")]
    store.replace_derived(ana.id, [Derived("card", "x", "[]")])
    assert store.derived(ana.id, "day") == []
    assert store.derived(bruno.id, "day") == [("2026-11-16", "[1]")]


def test_an_attempt_and_its_derived_values_are_one_transaction(store: Store) -> None:
    ana = store.add_profile("Ana")
    attempt = answered(store, ana.id)
    with pytest.raises(Exception, match="UNIQUE"):
        store.record(attempt, [Derived("day", "2026-11-16", "[2]")])
    assert store.derived(ana.id, "day") == []


def test_texts_that_repeat_are_kept_once(store: Store) -> None:
    ana = store.add_profile("Ana")
    for seed in range(20):
        answered(store, ana.id, item=ITEM.replace("#77", f"#{seed}"))
    texts = [text for (text,) in store.connection.execute("SELECT text FROM texts")]
    assert len(texts) == len(set(texts)) == 5


def test_without_a_path_nothing_is_left_behind(tmp_path: Path, clock: HandClock) -> None:
    with Store(None, clock) as store:
        ana = store.add_profile("Ana")
        answered(store, ana.id)
        assert store.count(ana.id) == 1
    assert list(tmp_path.iterdir()) == []
