"""Keeping attempts."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from trainer.records.store import Store

ITEM = "pay-the-layout/3 baleares/roulette-french:single-zero@1+ab12cd34 zero=half #77"
START = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)


def test_an_attempt_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    with Store(tmp_path / "records.db", lambda: START) as store:
        ana = store.add_profile("Ana")
        attempt = store.new_attempt(
            profile=ana.id,
            item=ITEM,
            answer="175",
            right=False,
            milliseconds=4200,
            target_ms=5000,
            behaviour="practise",
            counts=True,
            mistake="roulette.mistake.added-stake",
            session="today 01",
        )
        store.record(attempt)
    with Store(tmp_path / "records.db", lambda: START) as store:
        assert list(store.attempts(ana.id)) == [attempt]
        assert store.profiles() == [ana]


def test_ids_follow_the_order_of_events_though_the_clock_is_set_back(tmp_path: Path) -> None:
    moments = iter([START, START, START - timedelta(days=400), START])
    with Store(tmp_path / "records.db", lambda: next(moments)) as store:
        ana = store.add_profile("Ana")
        attempts = [
            store.new_attempt(
                profile=ana.id,
                item=ITEM,
                answer="1",
                right=True,
                milliseconds=1,
                target_ms=1,
                behaviour="practise",
                counts=True,
            )
            for _ in range(3)
        ]
    assert attempts == sorted(attempts, key=lambda attempt: attempt.id)
    assert [attempt.at for attempt in attempts] == [START, START - timedelta(days=400), START]
