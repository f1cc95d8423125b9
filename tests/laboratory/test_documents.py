"""A sample of the laboratory: damaged files of exams, schools, devices and readers. `benchmarks` takes many more."""

from pathlib import Path

import pytest

from tests.laboratory.documents import FORESEEN, kinds, visit_document

SEEDS = 12


@pytest.mark.parametrize("kind", kinds())
def test_a_damaged_file_is_read_or_refused_with_a_sentence(tmp_path: Path, kind: str) -> None:
    for seed in range(SEEDS):
        visit_document(tmp_path / str(seed), kind, seed)


@pytest.mark.parametrize("kind", kinds())
def test_the_files_of_the_laboratory_are_sound_before_they_are_damaged(tmp_path: Path, kind: str) -> None:
    kept = kinds()[kind]
    for name, data in kept.files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    try:
        kept.read(tmp_path)
    except FORESEEN as error:
        pytest.fail(f"{error}")
