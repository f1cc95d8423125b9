"""Whatever a school's files hold, every door answers, and what is wrong is told with a file of the school's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.laboratory.visit import visit


@pytest.mark.parametrize("seed", range(30))
def test_a_damaged_school_takes_nothing_down(seed: int, tmp_path: Path) -> None:
    assert visit(tmp_path, seed).unforeseen == 0
