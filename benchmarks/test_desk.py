"""How quick the desk is, beside the least that Qt and SQLite can do on the same machine in the same run.

Each figure is printed as a ratio; nothing is asserted about time, because machines differ.
"""

from __future__ import annotations

import os
import sqlite3
import statistics
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest

from benchmarks.sizes import sized
from trainer.cli.places import Places
from trainer.desk.shell.application import open_window
from trainer.desk.shell.workplace import prepare
from trainer.desk.table.imprint import Imprint
from trainer.desk.table.view import FeltView
from trainer.drills import family
from trainer.drills.scene import Scene
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language

STARTS = sized(21, 1)
ANSWERS = sized(60, 3)
FRAMES = sized(120, 3)

# Both programs leave as soon as their first frame is painted and print their peak memory in MiB.
_END = """
import resource, sys
def painted():
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    sys.stdout.flush()
    import os
    os._exit(0)
"""
_BARE = (
    _END
    + """
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView, QMainWindow
app = QApplication([])
window = QMainWindow()
view = QGraphicsView(QGraphicsScene())
window.setCentralWidget(view)
window.resize(1280, 720)
window.show()
app.processEvents()
painted()
"""
)
# The real program, `trainer --now`, until it would wait for the user; argument "close" closes its window in good order.
_DESK = (
    _END
    + """
def first_frame(*_):
    QApplication.processEvents()
    if "close" in sys.argv:
        next(widget for widget in QApplication.topLevelWidgets() if widget.isVisible()).close()
    painted()
import gc
gc.disable()  # as the program does first of all
from trainer.desk.shell.start import qt
load_qt = qt.load_qt
def load_qt_and_watch():  # the last thing the program does before its window
    load_qt()
    global QApplication
    from PySide6.QtWidgets import QApplication
    QApplication.exec = first_frame
qt.load_qt = load_qt_and_watch
from trainer.cli import main
main(["--now"])
"""
)


def _start(program: str, home: Path, *arguments: str) -> tuple[float, float]:
    """Seconds from starting a process to its first painted frame, and its peak memory in MiB."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HOME": str(home)}
    for name in ("PYTHONDONTWRITEBYTECODE", "TRAINER_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        environment.pop(name, None)  # both run from compiled modules, as at a user's
    # Leaving at the first frame looks like a start that failed, after which the program would start in safety.
    (home / ".config" / "croupier-trainer" / "starting").unlink(missing_ok=True)
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return time.perf_counter() - started, float(done.stdout)


def test_start_to_the_first_painted_question(tmp_path: Path, capsys: Any) -> None:
    _start(_BARE, tmp_path)  # files into the cache
    first, _ = _start(_DESK, tmp_path, "close")
    bare, desk = [], []
    for _ in range(STARTS):
        bare.append(_start(_BARE, tmp_path))
        desk.append(_start(_DESK, tmp_path))
    bare_seconds, desk_seconds = ([seconds for seconds, _ in each] for each in (bare, desk))
    ratio = statistics.median(ours / theirs for ours, theirs in zip(desk_seconds, bare_seconds, strict=True))
    with capsys.disabled():
        print(f"\nstart to first painted question: {statistics.median(desk_seconds):.3f} s,", end=" ")
        print(f"bare window {statistics.median(bare_seconds):.3f} s, ratio {ratio:.2f} (at most 2.3);", end=" ")
        print(f"the quickest of each {min(desk_seconds) / min(bare_seconds):.2f}", end="; ")
        print(f"peak memory {max(m for _, m in desk):.0f} MiB;")
        print(f"the very first start of a user, nothing kept yet and records made: {first:.3f} s")


def test_answer_to_verdict_and_next_question(qtbot: Any, tmp_path: Path, capsys: Any) -> None:
    places = Places(tmp_path / "data", tmp_path / "config", tmp_path / "cache")
    window = open_window(prepare(places, time.monotonic_ns, lambda: datetime.now(UTC)), straight_on=True)
    window.resize(1280, 720)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    baseline = sqlite3.connect(tmp_path / "bare.db", isolation_level=None)
    baseline.execute("PRAGMA journal_mode = WAL")
    baseline.execute("PRAGMA synchronous = FULL")
    baseline.execute("CREATE TABLE attempts (id INTEGER PRIMARY KEY, answer TEXT)")
    ours, bare = [], []
    for number in range(ANSWERS):
        window.runner.felt.repaint()
        started = time.perf_counter()
        baseline.execute("INSERT INTO attempts (answer) VALUES (?)", (str(number),))
        window.grab()
        bare.append(time.perf_counter() - started)
        started = time.perf_counter()
        QTest.keyClicks(window.focusWidget() or window, "7")
        QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Return)
        window.grab()
        QTest.keyClick(window.focusWidget() or window, Qt.Key.Key_Return)
        ours.append(time.perf_counter() - started)
        if window.stack.currentWidget() is not window.runner:
            window.go_on()
    with capsys.disabled():
        ratio = statistics.median(ours) / statistics.median(bare)
        print(
            f"\nanswer → verdict painted, stored, next question ready: {statistics.median(ours) * 1000:.1f} ms,",
            end=" ",
        )
        print(f"bare insert and repaint {statistics.median(bare) * 1000:.1f} ms, ratio {ratio:.2f} (at most 2.1)")


def test_a_camera_move_over_a_full_table(qtbot: Any, capsys: Any) -> None:
    """Frames on the way over a full craps table, beside the same way over the same table with nothing on it.

    The empty view is a felt of ours without pieces, not a bare view of Qt: the ratio tells what the pieces cost.
    """
    rules = load_rules(shipped_library(), "arica", "craps")
    full = family("craps", "pay-the-roll").make(rules, 6, 5).draft.scene
    screen = QPixmap(1920, 1080)
    seconds: dict[str, list[float]] = {"full": [], "empty": []}
    views = {}
    for name, scene in (("full", full), ("empty", Scene(felt=full.felt))):
        view = views[name] = FeltView()
        qtbot.addWidget(view)
        view.looking.follows = True
        view.set_imprint(Imprint(rules))
        view.show_scene(scene, Language.ES, about=(full,))  # both look at the same place
        view.resize(1920, 1080)
        view.show()
        qtbot.waitExposed(view)
        view.render(screen)  # as it was seen before anything moves
    for frame in range(FRAMES):
        for name, view in views.items():
            times = 1.02 if frame % 40 < 20 else 1 / 1.02
            started = time.perf_counter()
            view.looking.approach(view._shown_felt(), QPointF(960 + frame, 540), times)
            view.render(screen)
            seconds[name].append(time.perf_counter() - started)
    ours, theirs = (statistics.mean(seconds[name]) for name in ("full", "empty"))  # the first frame among them
    usual = statistics.median(seconds["full"]) / statistics.median(seconds["empty"])
    with capsys.disabled():
        print(f"\na frame of a camera move over a full table: {ours * 1000:.2f} ms,", end=" ")
        print(f"over the same table with nothing on it {theirs * 1000:.2f} ms,", end=" ")
        print(f"ratio {ours / theirs:.2f} (at most 1.5);", end=" ")
        print(f"of the medians {usual:.2f}")
