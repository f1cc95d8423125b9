"""What a start loads, in a process of its own: nothing that the first question does not need."""

from __future__ import annotations

import json
import marshal
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from trainer.desk.shell.start.qt import KeptModules

# The real command until it would wait for the user.
_START = """
import builtins, json, sys
own_import, own_compile = builtins.__import__, builtins.compile
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
own = builtins.__import__ is own_import and builtins.compile is own_compile
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


def test_import_and_compiler_are_pythons_own_again(started: dict[str, object]) -> None:
    """PySide6 would read the source of every module that is imported."""
    assert started["own"] is True


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what Python's own compiler was asked for."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return []


def kept_modules(path: Path, compiled: list[str]) -> KeptModules:
    def own_compile(source: Any, filename: str, mode: str) -> Any:
        compiled.append(filename)
        return compile(source, filename, mode)

    return KeptModules(path, own_compile)


def value_of(modules: KeptModules, source: str | bytes) -> int:
    module: dict[str, int] = {}
    exec(modules.compile(source, "support.py", "exec"), module)
    return module["value"]


def test_a_module_is_compiled_once_and_another_source_anew(tmp_path: Path, compiled: list[str]) -> None:
    first = kept_modules(tmp_path / "kept", compiled)
    assert value_of(first, b"value = 1") == 1
    first.keep()
    second = kept_modules(tmp_path / "kept", compiled)
    assert value_of(second, b"value = 1") == 1
    assert compiled == ["support.py"]
    assert value_of(second, b"value = 2") == 2
    assert compiled == ["support.py"] * 2


def test_what_others_compile_is_none_of_its_business(tmp_path: Path, compiled: list[str]) -> None:
    modules = kept_modules(tmp_path / "kept", compiled)
    assert value_of(modules, "value = 1") == value_of(modules, "value = 1") == 1
    assert compiled == ["support.py"] * 2
    modules.keep()
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("damage", [b"", b"\xff" * 40, marshal.dumps(7), marshal.dumps([1, 2])])
def test_damaged_kept_modules_are_compiled_again(tmp_path: Path, compiled: list[str], damage: bytes) -> None:
    (tmp_path / "kept").write_bytes(damage)
    modules = kept_modules(tmp_path / "kept", compiled)
    assert value_of(modules, b"value = 1") == 1
    modules.keep()
    assert value_of(kept_modules(tmp_path / "kept", compiled), b"value = 1") == 1
    assert compiled == ["support.py"]
