"""A window with an exam room whose clock is pushed on, and a keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from pytestqt.qtbot import QtBot

from tests.desk.screens.exams.by_keyboard import NOW, Keys
from tests.exams.support import SMALL
from trainer.desk.screens.exams import machine_check as machine
from trainer.desk.screens.exams.controller import ExamController
from trainer.desk.shell.window import MainWindow
from trainer.exams.office import Office
from trainer.exams.rehearsal import RehearsalClock
from trainer.exams.scheme_files import Schemes
from trainer.texts import Language


@pytest.fixture
def room(open_window: Callable[..., MainWindow], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ExamController:
    """The exam room of a window, with a clock that is pushed on and one small scheme."""
    # However busy the machine of the tests is, it paints in no time: a slow one is refused, which is shown elsewhere.
    monkeypatch.setattr(machine, "time", SimpleNamespace(perf_counter=lambda: 0.0))
    monkeypatch.setattr(Schemes, "ids", lambda self: [SMALL.id])
    monkeypatch.setattr(Schemes, "load", lambda self, scheme_id: SMALL)
    window = open_window(language=Language.EN)
    window.exams = ExamController(window, Office(tmp_path / "exams", RehearsalClock(NOW)))
    monkeypatch.setattr(window, "showFullScreen", lambda: None)
    return window.exams


@pytest.fixture
def keys(qtbot: QtBot, room: ExamController) -> Keys:
    assert isinstance(room.shell, MainWindow)
    return Keys(qtbot, room.shell)
