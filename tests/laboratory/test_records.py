"""A sample of the laboratory: damaged records, imports, restores and homes. `benchmarks` takes many more."""

from pathlib import Path

import pytest

from tests.laboratory.moving import HOMES, visit_home, visit_import, visit_restore
from tests.laboratory.records import visit_records


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_damaged_records_lose_no_answer_that_can_be_read(tmp_path: Path, first: int) -> None:
    for seed in range(first, first + 10):
        came = visit_records(tmp_path / str(seed), seed)
        assert came.rescued == came.readable, f"seed {seed}"
        assert came.changed == 0, f"seed {seed}"
        assert came.is_found or came.is_whole, f"seed {seed}: the check says nothing of it"


@pytest.mark.parametrize("first", range(0, 20, 10))
def test_a_damaged_export_is_taken_whole_or_refused_with_a_sentence(tmp_path: Path, first: int, ends: None) -> None:
    for seed in range(first, first + 10):
        visit_import(tmp_path / str(seed), seed)


def test_a_damaged_backup_is_restored_whole_or_refused_with_a_sentence(tmp_path: Path) -> None:
    taken = [visit_restore(tmp_path / str(seed), seed).is_taken for seed in range(20)]
    assert any(taken) and not all(taken)


@pytest.mark.parametrize("kind", HOMES)
def test_a_strange_home_is_told_of_or_used(tmp_path: Path, kind: str) -> None:
    visit_home(tmp_path / "home", kind)
