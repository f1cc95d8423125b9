"""The monkey itself: it can be started, and what it does can be repeated."""

from __future__ import annotations

from pathlib import Path

from tests.laboratory.monkey.runs import furnished, run_one


def test_a_script_of_acts_is_played_at_the_real_window(tmp_path: Path) -> None:
    folder = furnished(tmp_path)
    script = tmp_path / "script.txt"
    script.write_text("key L\nkey Right\nkey F2\nclick 300 300\nkey Tab\nkey Escape\ndoor settings\nresize 1024 600\n")
    outcome = run_one(1, 100, folder, script)
    assert outcome.failures == [] and outcome.acts == 8
    assert {"LessonScreen", "HomeScreen", "SettingsScreen"} <= outcome.screens.keys()
