"""A start never fails for good: settings and homes in every state, and a safe start where the usual one cannot be."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from tests.laboratory.homes import HOMES, SETTINGS
from trainer.cli import start
from trainer.cli.places import Places, user_places
from trainer.desk.screens.home.first_run import FirstRunScreen
from trainer.desk.screens.home.screen import HomeScreen
from trainer.desk.screens.people.screen import ProfilesScreen
from trainer.desk.shell.application import open_window
from trainer.desk.shell.settings import Settings, load_settings, read_settings
from trainer.desk.shell.start.mark import StartMark
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import prepare
from trainer.rulebooks.library import SHIPPED
from trainer.runs.plan import drill_plan
from trainer.texts import Language, Message, say

NOW = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)


def opened(home: Path, owned: Callable[[QWidget], None], safe: bool = False) -> MainWindow:
    places = Places(home / "data", home / "config", home / "cache")
    window = open_window(prepare(places, time.monotonic_ns, lambda: NOW, Message("desk.safe.wanted") if safe else None))
    owned(window)
    window.resize(1280, 720)
    window.show()
    for _ in range(10):
        QApplication.processEvents()
    return window


@pytest.mark.parametrize("name", HOMES)
def test_the_desk_opens_in_every_kind_of_home(
    name: str, tmp_path: Path, owned: Callable[[QWidget], None], painted_once: None
) -> None:
    HOMES[name](tmp_path)
    window = opened(tmp_path, owned)
    assert isinstance(window.shown_screen(), HomeScreen | ProfilesScreen | FirstRunScreen)
    if name.startswith("school"):
        window.choose_rulebook("arica")
    window.go_on()
    assert window.shown_screen() is window.runner
    window.run.answer(window.run.question.draft.solution.replace("|", " "))
    window.change_settings(four_colours=True)
    window.close()
    window.close()


@pytest.mark.parametrize("name", SETTINGS)
def test_what_can_be_read_of_settings_is_kept_and_the_rest_told(name: str) -> None:
    settings, is_whole = read_settings(SETTINGS[name])
    assert isinstance(settings, Settings) and not is_whole


def test_one_unknown_word_costs_only_its_own_setting() -> None:
    data = b'{"language": "en", "appearance": "pink", "rulebook": "bolivia", "profile": "Ana", "four_colours": true}'
    settings, is_whole = read_settings(data)
    assert (settings.language, settings.rulebook, settings.four_colours) == (Language.EN, "bolivia", True)
    assert (settings.appearance, settings.profile, is_whole) == ("dark", "", False)


def test_a_folder_in_the_place_of_the_settings_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    (path / "inside").mkdir(parents=True)
    settings, told = load_settings(path, "stamp")
    assert settings == Settings() and told is not None
    assert (tmp_path / "settings-damaged-stamp.json" / "inside").is_dir() and not path.exists()
    assert all("settings-damaged-stamp.json" in say(told, language) for language in Language)


def test_a_safe_start_leaves_the_school_aside_and_keeps_the_settings(
    tmp_path: Path, owned: Callable[[QWidget], None]
) -> None:
    (tmp_path / "data" / "rulebooks" / "own").mkdir(parents=True)
    (tmp_path / "data" / "rulebooks" / "own" / "boule.toml").write_text('extends = "baleares/boule"\n')
    config = tmp_path / "config"
    config.mkdir()
    (config / "settings.json").write_text('{"language": "en", "rulebook": "own"}')
    window = opened(tmp_path, owned, safe=True)
    assert "own" not in window.workplace.offers.rulebooks()
    assert window.settings == Settings(language=Language.EN)
    assert window.notices.isVisible() and "safe start" in window.notices.says.text()
    (kept,) = config.glob("settings-before-*.json")
    assert json.loads(kept.read_text())["rulebook"] == "own"
    window.close()


class Opened:
    """Stands in for the desk: fails as often as it is told to, and remembers how it was opened."""

    def __init__(self, failures: int) -> None:
        self.failures = failures
        self.notices: list[str] = []

    def __call__(self, prepared, **_: object) -> int:  # type: ignore[no-untyped-def]
        self.notices = [say(notice, Language.ES) for notice in prepared.notices]
        self.failures -= 1
        if self.failures >= 0:
            raise KeyError("moon")
        return 0


@pytest.fixture
def started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Start the desk in a home of its own, with failures; gives what the user is told."""
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")

    def begin(failures: int = 0, safe: bool = False) -> list[str]:
        desk = Opened(failures)
        monkeypatch.setattr(start, "open_desk", desk)
        assert start.run(argparse.Namespace(language=None, now=True, safe=safe)) == 0
        return desk.notices

    return begin


def test_a_start_that_failed_becomes_a_safe_start_that_says_why(
    started: Callable[..., list[str]], tmp_path: Path
) -> None:
    (told,) = started(failures=1)
    (report,) = (tmp_path / "data" / "reports").iterdir()
    assert "KeyError" in told and "inicio seguro" in told and str(report) in told
    assert started() == [], "the next start is the usual one"


def test_a_safe_start_that_fails_too_is_the_programs_fault(started: Callable[..., list[str]]) -> None:
    with pytest.raises(KeyError):
        started(failures=2)


def test_a_start_after_one_that_took_the_program_down_is_safe(started: Callable[..., list[str]]) -> None:
    StartMark(user_places().config / "starting").put()
    (told,) = started()
    assert "no llegó a la primera pantalla" in told
    assert started() == []
    assert "inicio seguro" in started(safe=True)[0]


def test_a_start_after_a_native_crash_says_once_where_the_report_is(
    started: Callable[..., list[str]], tmp_path: Path
) -> None:
    reports = tmp_path / "data" / "reports"
    reports.mkdir(parents=True)
    (reports / "running-999999999.txt").write_text("Fatal Python error: Segmentation fault")
    (told,) = started()
    (report,) = reports.iterdir()
    assert str(report) in told and "Segmentation fault" in report.read_text()
    assert started() == [] and list(reports.iterdir()) == [report]


def test_home_shows_a_faulty_regulation_and_does_not_remember_it(
    tmp_path: Path, owned: Callable[[QWidget], None]
) -> None:
    school = tmp_path / "data" / "rulebooks" / "own"
    school.mkdir(parents=True)
    (school / "boule.toml").write_text('extends = "baleares/boule"\n[rules]\nzeroes = "many"\n')
    (school / "roulette-american.toml").write_bytes((SHIPPED / "arica" / "roulette-american.toml").read_bytes())
    window = opened(tmp_path, owned)
    window.choose_rulebook("own")
    assert window.home.rulebook == "own"
    assert window.settings.rulebook != "own"
    window.close()


def test_a_drill_that_was_left_in_another_version_is_not_gone_on_with(workplace) -> None:  # type: ignore[no-untyped-def]
    offers = workplace.offers
    right = drill_plan("baleares", "roulette-french", "pay-the-layout")
    assert offers.can_ask(right)
    for wrong in (
        drill_plan("baleares", "roulette-french", "pay-the-layout", behaviour="sleep"),
        drill_plan("baleares", "roulette-french", "pay-the-layout", level=99),
        drill_plan("baleares", "roulette-french", "moon"),
    ):
        assert not offers.can_ask(wrong)
        assert offers.suggestion("baleares", wrong) == right
