"""The desk as a guest of its system: *About*, files that it made, and the system's light or dark."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QColor, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from trainer import __version__
from trainer.desk.screens.home.first_run import system_appearance
from trainer.desk.shell import application
from trainer.desk.shell.settings import Settings
from trainer.desk.shell.start.single_instance import SingleInstance
from trainer.desk.shell.workplace import Prepared, Workplace
from trainer.desk.style.style import USUAL_HEIGHT, USUAL_WIDTH
from trainer.desk.style.theme import THEMES
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
    assert window.notices.print.isVisible()
    window.notices.away.click()
    window.tell(Message("lesson.printed", {"path": str(tmp_path / "gone.pdf")}))
    assert not window.notices.open.isVisible() and not window.notices.show_folder.isVisible()
    assert not window.notices.print.isVisible()


@pytest.mark.parametrize(("scheme", "expected"), [("Light", "light"), ("Dark", "dark"), ("Unknown", "dark")])
def test_the_first_start_looks_like_the_system(scheme: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Hints:
        def colorScheme(self) -> Qt.ColorScheme:  # noqa: N802
            return Qt.ColorScheme[scheme]

    monkeypatch.setattr(QGuiApplication, "styleHints", Hints)
    assert system_appearance() == expected


def test_the_first_start_on_a_light_system_is_light_everywhere(
    workplace: Workplace, owned: Callable[[QWidget], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application, "system_appearance", lambda: "light")
    usual = QSize(USUAL_WIDTH, USUAL_HEIGHT)  # needs no other scale, which would hide what is tested here
    monkeypatch.setattr(application, "restore_geometry", lambda window, _: window.resize(usual))
    window = application.open_window(Prepared(workplace, Settings(), is_first=True))
    owned(window)
    window.show()
    page = window.grab().toImage()
    assert page.pixelColor(20, 200) == QColor(THEMES["light"].window)


_SECOND = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from trainer.desk.shell import application
from trainer.desk.shell.settings import Settings
from trainer.desk.shell.start.single_instance import SingleInstance
application = QCoreApplication([])
sys.exit(0 if SingleInstance(Path(sys.argv[1])).hands_over() else 1)
"""


def test_a_second_start_brings_the_first_window_to_the_front(tmp_path: Path, qtbot: QtBot) -> None:
    shown: list[bool] = []
    with closing(SingleInstance(tmp_path)) as first:
        assert not first.hands_over()
        first.listen(lambda: shown.append(True))
        second = subprocess.Popen([sys.executable, "-c", _SECOND, str(tmp_path)])
        qtbot.waitUntil(lambda: second.poll() is not None, timeout=60_000)
        assert second.returncode == 0 and shown == [True]
    with closing(SingleInstance(tmp_path)) as after:
        assert not after.hands_over(), "the first has been closed"


def test_a_window_that_does_not_answer_hinders_nobody(tmp_path: Path) -> None:
    with closing(SingleInstance(tmp_path)) as hangs:
        assert not hangs.hands_over()
        assert not SingleInstance(tmp_path).hands_over()
