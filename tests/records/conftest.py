"""Fixtures: a store in its own folder, and the clock it uses."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.records.support import HandClock
from trainer.records.store import Store


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.db"


@pytest.fixture
def store(path: Path, clock: HandClock) -> Iterator[Store]:
    with Store(path, clock) as opened:
        yield opened
