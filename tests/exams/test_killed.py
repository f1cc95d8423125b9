"""A killed sitting continues where it was: a few kills here, three hundred in the benchmarks."""

from __future__ import annotations

import random
from pathlib import Path

from tests.exams.killed_sitting import Witness, kill_and_resume, prepare


def test_nothing_given_is_lost_and_no_second_gained(tmp_path: Path) -> None:
    home = prepare(tmp_path)
    witness = Witness()
    chance = random.Random(5)
    for _ in range(2):
        kill_and_resume(home, witness, chance.uniform(0.05, 0.3))
    assert witness.resumed == 2
    assert witness.given, "nothing was answered before it was killed"
