"""Ten minutes of processor time of a random user at the window: no crash, no fault report, no dead end.

The suite plays one short script, ``.ci/run`` one minute.

uv run pytest benchmarks/test_monkey.py -n 0 -s
uv run python -m tests.laboratory.monkey --minutes 480 --keep FOLDER    (as long as you like)
"""

from __future__ import annotations

import itertools
from pathlib import Path

from benchmarks.sizes import sized
from tests.laboratory.monkey.runs import ACTS, run_seeds

MINUTES = sized(10, 0)  # a smoke run is one run
ACTS_OF_A_RUN = sized(ACTS, 100)
FIRST_SEED = 1000


def test_ten_minutes_of_a_random_user(tmp_path: Path, capsys) -> None:
    def tell(line: str) -> None:
        with capsys.disabled():
            print(f"\n{line}", end="", flush=True)

    total = run_seeds(itertools.count(FIRST_SEED), MINUTES * 60, tell, ACTS_OF_A_RUN, tmp_path / "failed")
    assert total.failed == 0
    assert total.closed_doors.total() <= 1 + total.doors.total() / 20  # or the monkey does not see every screen
