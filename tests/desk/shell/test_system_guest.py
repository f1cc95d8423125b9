"""The desk as a guest of its system: *About*, files that it made, and the system's light or dark."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from trainer import __version__
from trainer.desk.screens.home.first_run import system_appearance
from trainer.desk.shell.workplace import Workplace
from trainer.runs.plan import drill_plan
from trainer.texts import Message


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Paths that the desk gave to the system to open."""
    paths: list[Path] = []

    def remember(url: QUrl) -> bool:
        paths.append(Path(url.toLocalFile()))
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", remember)
    return paths


def test_about_says_version_and_place_and_number_of_records(
    open_window, workplace: Workplace, opened: list[Path]
) -> None:
    window = open_window()
    window.start(drill_plan("arica", "roulette-american", "pay-tables"))
    window.run.answer("0")
    window.show_home()
    window.study.show_settings()
    window.study.settings.about.click()
    about = window.study.about
    assert window.shown_screen() is about
    assert __version__ in about.says.text()
    assert str(workplace.recording.path) in about.records.text()
    assert "1 respuesta de 1 persona" in about.records.text()
    assert "LGPL" in about.licence.text()
    about.main.click()
    assert opened == [workplace.recording.path.parent]


def test_a_notice_about_a_file_opens_it_and_shows_it_in_its_folder(
    open_window, tmp_path: Path, opened: list[Path]
) -> None:
    path = tmp_path / "course.pdf"
    path.touch()
    window = open_window()
    window.tell(Message("lesson.printed", {"path": str(path)}))
    window.notices.open.click()
    window.notices.show_folder.click()
    assert opened == [path, tmp_path]
    window.notices.away.click()
    window.tell(Message("lesson.printed", {"path": str(tmp_path / "gone.pdf")}))
    assert not window.notices.open.isVisible() and not window.notices.show_folder.isVisible()


@pytest.mark.parametrize(("scheme", "expected"), [("Light", "light"), ("Dark", "dark"), ("Unknown", "dark")])
def test_the_first_start_looks_like_the_system(scheme: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Hints:
        def colorScheme(self) -> Qt.ColorScheme:  # noqa: N802
            return Qt.ColorScheme[scheme]

    monkeypatch.setattr(QGuiApplication, "styleHints", Hints)
    assert system_appearance() == expected
