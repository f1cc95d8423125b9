"""What a start loads, in a process of its own: nothing that the first question does not need."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

# The real command until it would wait for the user.
_START = """
import builtins, json, sys
own_import = builtins.__import__
from trainer.desk.shell.start import qt
load_qt = qt.load_qt
def load_qt_and_stop_there():
    load_qt()
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    QTimer.singleShot = lambda *_: None  # what is put off would be done on a busy machine
    QApplication.exec = lambda *_: QApplication.processEvents() or 0
qt.load_qt = load_qt_and_stop_there
from trainer.cli import main
status = main(["--now"])
own = builtins.__import__ is own_import
print(json.dumps({"status": status, "modules": sorted(sys.modules), "own": own}))
"""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    home = tmp_path_factory.mktemp("home")
    environment = {**os.environ, "TRAINER_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", _START], env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_the_desk_opens_and_closes(started: dict[str, object]) -> None:
    assert started["status"] == 0


NOT_NEEDED = (
    "sqlite3",
    "sqlite_utils",
    "hashlib",
    "platformdirs",
    "PIL",
    "fsrs",
    "trainer.records.store",
    "trainer.study.questions",
    "trainer.runs.study_session",
    "trainer.desk.screens.home.screen",
    "trainer.desk.answering.verdict",
    "trainer.games.blackjack",
)


@pytest.mark.parametrize("module", NOT_NEEDED)
def test_what_the_first_question_does_not_need_is_not_loaded(started: dict[str, object], module: str) -> None:
    assert module not in started["modules"]


def test_import_is_pythons_own_again(started: dict[str, object]) -> None:
    """PySide6 would read the source of every module that is imported."""
    assert started["own"] is True
