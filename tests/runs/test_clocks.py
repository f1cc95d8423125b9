"""With a wrong clock answers are still stored, and the trainee is told to set the clock."""

from __future__ import annotations

import errno
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from trainer.records.backup import DailyBackups
from trainer.records.store import Store
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.runs.plan import FIRST
from trainer.runs.records_file import RecordsFile
from trainer.runs.run_factory import open_run
from trainer.runs.trainee_records import read_records
from trainer.texts import Language, say


@pytest.mark.parametrize("year", [1, 1900, 1969, 1970, 1980, 9999])
def test_answers_are_stored_with_any_clock(year: int, tmp_path: Path) -> None:
    moment = datetime(year, 1 if year != 9999 else 12, 1 if year != 9999 else 31, 23, 59, tzinfo=UTC)
    recording = RecordsFile(tmp_path / "progress.db", lambda: moment, lambda: "Ana")
    run = open_run(FIRST, Offers(shipped_library()), recording, lambda: 0, random.Random(1))
    for _ in range(2):
        run.answer(run.question.draft.solution)
        run.go_on()
    assert not run.unrecorded
    assert any(notice.id == "records.notice.clock" for notice in recording.notices) == (year < 2020)
    assert read_records(recording).ledger is not None
    recording.close()
    with Store(tmp_path / "progress.db") as store:
        assert store.count(store.profiles()[0].id) == 2


def test_a_failed_backup_is_explained_in_plain_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "backups")

    monkeypatch.setattr(DailyBackups, "back_up_if_due", full)
    recording = RecordsFile(tmp_path / "progress.db", lambda: datetime(2026, 11, 17, tzinfo=UTC), lambda: "Ana")
    recording.open()
    told = [say(notice, Language.ES) for notice in recording.notices]
    recording.close()
    assert any("no queda sitio en el disco" in words for words in told) and "Errno" not in " ".join(told)
