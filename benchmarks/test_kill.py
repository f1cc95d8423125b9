"""``kill -9`` at five hundred random moments; the suite itself does twenty.

uv run pytest benchmarks/test_kill.py -n 0 -s
"""

from __future__ import annotations

from pathlib import Path

from tests.records.test_kill import kill_writers

KILLS = 500


def test_five_hundred_kills_lose_no_answer_whose_verdict_was_shown(tmp_path: Path) -> None:
    shown = kill_writers(tmp_path / "records.db", times=KILLS, seed=500)
    print(f"\n{KILLS} kills: none of {shown:,} answers shown was lost, and the file passed every integrity check")
