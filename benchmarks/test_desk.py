"""How fast the desk starts and answers, beside the least that Qt and SQLite take for the same."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication

from trainer.desk.assignment import FIRST
from trainer.desk.offers import Offers
from trainer.desk.recording import Recording
from trainer.desk.settings import Settings
from trainer.desk.window import MainWindow, Workplace
from trainer.rulebooks import shipped_library

RUNS = 5
BARE = """
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView
application = QApplication([])
view = QGraphicsView(QGraphicsScene())
view.resize(1280, 720)
view.show()
application.processEvents()
"""
QUESTION = """
import gc
gc.disable()
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from PySide6.QtWidgets import QApplication
from trainer.cli.places import Places
from trainer.desk.app import open_window
application = QApplication([])
home = Path(sys.argv[1])
places = Places(home / "data", home / "config")
window = open_window(places, time.monotonic_ns, lambda: datetime.now(UTC), straight_on=True)
window.show()
application.processEvents()
assert window.runner.isVisible()
"""
MEMORY = """
import resource
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, flush=True)
"""
STOP = """
import os
os._exit(0)
"""


def run(code: str, folder: Path) -> tuple[float, str]:
    """Wall time of a fresh interpreter in seconds, and what it printed.

    Compiled modules are kept in the folder; tidying up at the end is not part of starting.
    """
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code + STOP, str(folder)], env=environment, capture_output=True, text=True, check=True
    )
    return time.perf_counter() - before, done.stdout


def test_start_up_to_the_first_painted_question(tmp_path: Path) -> None:
    for code in (BARE, QUESTION):
        run(code, tmp_path)  # compiles
    bare, ours = (min(run(code, tmp_path)[0] for _ in range(RUNS)) for code in (BARE, QUESTION))
    print(f"\nstart to question {ours * 1000:.0f} ms, bare window {bare * 1000:.0f} ms: {ours / bare:.2f} x")
    assert ours / bare < 4


def test_peak_memory_with_a_question_shown(tmp_path: Path) -> None:
    _, printed = run(QUESTION + MEMORY, tmp_path)
    print(f"\npeak memory {printed.strip()} MB")
    assert int(printed) < 250


@pytest.fixture
def window(qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    workplace = Workplace(
        offers=Offers(shipped_library()),
        recording=Recording(tmp_path / "progress.db", lambda: datetime.now(UTC), lambda: "Croupier"),
        settings_path=tmp_path / "settings.json",
        reports=tmp_path / "reports",
        clock=time.monotonic_ns,
        now=lambda: datetime.now(UTC),
        rng=random.Random(1),
    )
    window = MainWindow(workplace, Settings(reduce_motion=True))
    window.resize(1280, 720)
    window.start(FIRST)
    window.show()
    qapp.processEvents()
    yield window
    shiboken6.delete(window)


def test_answer_to_verdict_painted_stored_and_next_question_ready(
    window: MainWindow, qapp: QApplication, tmp_path: Path
) -> None:
    runner = window.runner
    ours: list[float] = []
    for _ in range(runner.run.length):
        runner.tray.put(runner.run.question.draft.solution)
        qapp.processEvents()
        before = time.perf_counter()
        runner.press_enter()
        qapp.processEvents()
        runner.run.prepare()
        ours.append(time.perf_counter() - before)
        runner.press_enter() if len(ours) < runner.run.length else None
        qapp.processEvents()
    connection = sqlite3.connect(tmp_path / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE attempts (id INTEGER PRIMARY KEY, item TEXT, answer TEXT, right INTEGER)")
    bare: list[float] = []
    for _ in ours:
        before = time.perf_counter()
        connection.execute("INSERT INTO attempts (item, answer, right) VALUES ('pay-the-layout/1', '119', 1)")
        window.repaint()
        bare.append(time.perf_counter() - before)
    connection.close()
    fastest = sorted(ours)[len(ours) // 2], sorted(bare)[len(bare) // 2]
    print(
        f"\nanswer {fastest[0] * 1000:.1f} ms, insert and repaint {fastest[1] * 1000:.1f} ms: "
        f"{fastest[0] / fastest[1]:.2f} x"
    )
    assert fastest[0] / fastest[1] < 3
