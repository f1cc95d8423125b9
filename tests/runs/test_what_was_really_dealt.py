"""Answers about simulated cards never count, in old records neither."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from trainer.records.sessions import is_really_dealt
from trainer.runs.plan import MOST_QUESTIONS, Plan
from trainer.runs.records_file import RecordsFile
from trainer.runs.trainee_records import read_records

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
ITEM = "next-card/1 arica/punto-banco@1+ab12cd34 =9S 3D KS 2H".replace(" 3D KS 2H", "_3D_KS_2H")
TABLE = {"rulebook": "arica", "game": "punto-banco", "rungs": ("next-card/1",), "dealt": True}


@pytest.fixture
def recording(tmp_path: Path) -> Iterator[RecordsFile]:
    made = RecordsFile(tmp_path / "progress.db", lambda: NOW, lambda: "Croupier")
    yield made
    made.close()


def answered(recording: RecordsFile, plan: Plan, counts: bool = True) -> None:
    """Thirty right answers, as a session of this plan stores them."""
    store, profile = recording.open()
    session = store.add_session(profile, plan.session_kind, str(plan))
    for _ in range(30):
        attempt = store.new_attempt(
            profile=profile, item=ITEM, answer="end", right=True, milliseconds=900, target_ms=4000,
            behaviour="practise", counts=counts, session=session.id,
        )  # fmt: skip
        store.record(attempt)


@pytest.mark.parametrize(
    ("dealt_by", "length", "counts"),
    [
        ("device", MOST_QUESTIONS, True),
        ("hand", MOST_QUESTIONS, True),
        ("simulator", MOST_QUESTIONS, False),
        ("recording", MOST_QUESTIONS, False),
        ("", MOST_QUESTIONS, False),  # a real table before it was stored what dealt there
        ("", 20, True),  # a drill about typed cards
    ],
)
def test_what_counts_follows_from_what_dealt(recording: RecordsFile, dealt_by: str, length: int, counts: bool) -> None:
    plan = Plan(**TABLE, dealt_by=dealt_by, length=length)
    assert is_really_dealt(str(plan)) is counts
    answered(recording, plan)
    reading = read_records(recording)
    assert bool(reading.ledger.rungs) is counts and bool(reading.ledger.abilities) is counts
    assert bool(reading.ledger.days) is counts, "nor does it make a day of practice"
    assert reading.ledger.bests.most_right_in_a_day.value == 30 * counts
    assert reading.ledger.bests.longest_day_run.value == counts
    assert {each.counts for each in reading.store.attempts(reading.profile.id)} == {counts}
    assert reading.store.count(reading.profile.id) == 30, "nothing is deleted"


def test_what_was_earned_that_way_is_taken_back_with_a_word_said_once(recording: RecordsFile) -> None:
    answered(recording, Plan(**TABLE, length=MOST_QUESTIONS))
    answered(recording, Plan(**TABLE, length=MOST_QUESTIONS, dealt_by="simulator"), counts=False)
    read_records(recording)
    assert [(notice.id, notice.params["answers"]) for notice in recording.notices] == [
        ("records.notice.taken-back", 30)
    ]
    read_records(recording)
    assert len(recording.notices) == 1
