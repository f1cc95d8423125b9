"""The monkey itself: it can be started, and what it does can be repeated."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.laboratory.monkey.runs import furnished, own_time, run_one

_BUSY = "import os; os.sched_setaffinity(0, {CPU})\nwhile True: pass"
_MEASURED = 0.3  # seconds


def test_a_script_of_acts_is_played_at_the_real_window(tmp_path: Path) -> None:
    folder = furnished(tmp_path)
    script = tmp_path / "script.txt"
    home = "key Escape\n" * 3
    lesson = "key L\nkey Right\nkey F2\nclick 300 300\nkey Tab\nkey Escape\n"
    script.write_text(f"door live\n{home}{lesson}door settings\nresize 1024 600\n")
    outcome = run_one(1, 100, folder, script)
    assert outcome.failures == [] and outcome.acts == 12
    assert {"LiveScreen", "LessonScreen", "HomeScreen", "SettingsScreen"} <= outcome.screens.keys()


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="asks Linux how long a process has waited")
def test_waiting_for_a_processor_is_no_silence() -> None:
    """Seed 31700 "hung" once at a load of twenty, and never again."""
    busy = [sys.executable, "-c", _BUSY.replace("CPU", str(min(os.sched_getaffinity(0))))]
    with ExitStack() as ends:
        four = [subprocess.Popen(busy) for _ in range(4)]
        for process in four:
            ends.callback(process.wait)
            ends.callback(process.kill)
        time.sleep(_MEASURED)  # until all of them run
        began, before = time.monotonic(), [own_time(process.pid) for process in four]
        time.sleep(_MEASURED)
        passed, after = time.monotonic() - began, [own_time(process.pid) for process in four]
    assert sum(after) - sum(before) < passed * len(four) * 0.6
