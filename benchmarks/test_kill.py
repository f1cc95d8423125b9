"""``kill -9`` at random moments: five hundred times while answers are recorded, two hundred times in the terminal.

The suite itself kills a few times.

uv run pytest benchmarks/test_kill.py -n 0 -s
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.sizes import sized
from tests.cli.test_drill_killed import kill_terminals
from tests.records.test_kill import kill_writers

KILLS = sized(500, 1)
TERMINAL_KILLS = sized(200, 1)


def test_five_hundred_kills_lose_no_answer_whose_verdict_was_shown(tmp_path: Path) -> None:
    shown = kill_writers(tmp_path / "records.db", times=KILLS, seed=500)
    print(f"\n{KILLS} kills: none of {shown:,} answers shown was lost, and the file passed every integrity check")


def test_two_hundred_kills_of_the_terminal_lose_no_answer_whose_verdict_was_printed(tmp_path: Path) -> None:
    shown = kill_terminals(tmp_path, times=TERMINAL_KILLS, seed=200)
    print(f"\n{TERMINAL_KILLS} kills in the terminal: none of {shown:,} answers shown was lost")
