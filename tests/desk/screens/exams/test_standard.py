"""A cut score set by judges at the desk, by keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt

from tests.desk.screens.exams.by_keyboard import Keys, choose, found_school
from trainer.desk.screens.exams.controller import ExamController
from trainer.exams.scheme_files import Schemes

read_scheme = Schemes.read  # as it is, whatever the fixtures put in its place


def test_judges_set_a_pass_mark_in_two_rounds(room: ExamController, keys: Keys) -> None:
    found_school(keys)
    choose(keys, "Exam schemes")
    keys.fill(password="elena elena")
    keys(Qt.Key.Key_Return, Qt.Key.Key_C)
    screen = room.schemes.standard.screen
    assert screen.isVisible() and len(screen.columns) == 5
    keys(Qt.Key.Key_F8, Qt.Key.Key_F8, Qt.Key.Key_F8)
    assert len(screen.columns) == 2
    for typed in ("Ada", "70", "50", "Ben", "80", "60"):
        keys(typed, Qt.Key.Key_Return)
    assert "five" in screen.warnings.text()
    assert [bar.name for bar in screen.chart.bars] == ["Ada", "Ben"]
    assert "63%" in screen.found.text()
    keys(Qt.Key.Key_F6)
    assert screen.columns[0].estimates["second"][0].text() == "70"
    keys(Qt.Key.Key_F10)
    assert "reason is missing" in screen.found.text() and screen.decision.hasFocus()
    keys("The mean of two judges", Qt.Key.Key_F10)
    (path,) = room.shell.workplace.folders.schemes.glob("*.toml")
    made = read_scheme(Schemes([path.parent]), path)
    assert made.pass_mark == 63 and made.standard is not None and made.history[-1].why.en == "The mean of two judges"
    assert [judge.second for judge in made.standard.judges] == [(70, 50), (80, 60)]
