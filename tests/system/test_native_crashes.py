"""A native crash leaves a report, of which the next start hears once; an ordinary end leaves nothing."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from trainer.system.native_crashes import CrashLog

NOW = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)
LIVE = """
import faulthandler, os, sys
from pathlib import Path
from trainer.system.native_crashes import CrashLog
log = CrashLog(Path(sys.argv[1]))
log.open()
"""


def live(folder: Path, end: str) -> None:
    subprocess.run([sys.executable, "-c", LIVE + end, str(folder)], check=False, capture_output=True, timeout=60)


def test_a_crash_is_reported_once(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    live(folder, "faulthandler._sigsegv()")
    log = CrashLog(folder)
    path = log.take_last(NOW)
    assert path is not None and list(folder.iterdir()) == [path]
    assert "Segmentation fault" in path.read_text() and "croupier-trainer" in path.read_text()
    assert log.take_last(NOW) is None and path.exists()


@pytest.mark.parametrize("end", ["log.close()", "log.close(); log.close()", "os._exit(3)"])
def test_any_other_end_is_no_crash_and_leaves_no_file(end: str, tmp_path: Path) -> None:
    live(tmp_path, end)
    assert CrashLog(tmp_path).take_last(NOW) is None
    assert list(tmp_path.iterdir()) == []


def test_the_file_of_a_running_program_is_left_alone(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [sys.executable, "-c", LIVE + "print(flush=True); input()", str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with running:
        assert running.stdout is not None and running.stdout.readline()
        assert CrashLog(tmp_path).take_last(NOW) is None
        assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_that_cannot_be_made_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("a file")
    log = CrashLog(tmp_path / "reports")
    assert log.take_last(NOW) is None
    log.open()
    log.close()
