"""A sealed result, made once for all tests that only read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exams.support import Room
from trainer.exams.result import SealedResult


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


@pytest.fixture(scope="session")
def small_result(tmp_path_factory: pytest.TempPathFactory) -> SealedResult:
    return Room(tmp_path_factory.mktemp("sat")).sat()
