"""The desk opens whatever a school's files hold, also when the faulty game is what was drilled last."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.laboratory.rulebooks import damaged_school
from trainer.cli.places import Places
from trainer.desk.shell.application import open_window
from trainer.desk.shell.settings import Settings
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import prepare
from trainer.drills import families
from trainer.runs.plan import FIRST, Plan, drill_plan

NOW = datetime(2026, 1, 1, 20, 0, tzinfo=UTC)


def opened(home: Path, last: Plan, straight_on: bool, owned: Callable[[QWidget], None]) -> MainWindow:
    """The desk of a home where this was drilled last."""
    places = Places(home / "data", home / "config", home / "cache")
    places.config.mkdir(parents=True, exist_ok=True)
    settings = Settings(rulebook=last.rulebook, last=last, reduce_motion=True)
    (places.config / "settings.json").write_bytes(msgspec.json.encode(settings))
    window = open_window(prepare(places, time.monotonic_ns, lambda: NOW), straight_on)
    owned(window)
    window.resize(1280, 720)
    window.show()
    return window


def write(home: Path, lines: str) -> None:
    school = home / "data" / "rulebooks" / "own"
    school.mkdir(parents=True)
    (school / "roulette-american.toml").write_text(f'extends = "arica/roulette-american"\n{lines}\n')


LAST = drill_plan("own", "roulette-american", "pay-the-layout")


@pytest.mark.parametrize("straight_on", [False, True])
@pytest.mark.parametrize(
    "lines",
    [
        "[rules]\npaying = 5",
        'remove = ["orders.pay"]',
        "a = " + "[" * 5000,
        "[rules]\nwheel = 3",
        '[rules]\nfelt = "nothing"',
        '[rules]\nfelt = ""',
        '[rules]\nfelt = "roulette-american"',
    ],
)
def test_a_faulty_game_that_was_drilled_last_is_told_at_home(
    lines: str, straight_on: bool, tmp_path: Path, owned: Callable[[QWidget], None], qtbot: QtBot
) -> None:
    write(tmp_path, lines)
    window = opened(tmp_path, LAST, straight_on, owned)
    assert window.stack.currentWidget() is window.home
    window.open_screen("everything")
    tile = window.home.games.tiles["roulette-american"]
    qtbot.waitUntil(lambda: "roulette-american.toml" in tile.toolTip())
    window.choose_rulebook("arica")
    window.go_on()
    assert window.stack.currentWidget() is window.runner
    window.close()


def broken(*_: object, **__: object) -> None:
    raise ValueError("this cloth cannot be painted")


@pytest.mark.parametrize("straight_on", [False, True])
def test_a_school_s_table_that_cannot_be_painted_is_faulty_and_home_stays(
    straight_on: bool,
    tmp_path: Path,
    owned: Callable[[QWidget], None],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write(tmp_path, 'names = { es = "La nuestra", en = "Ours" }')
    monkeypatch.setattr("trainer.desk.screens.home.game_tiles.render_scene", broken)
    monkeypatch.setattr("trainer.desk.screens.run.screen.RunnerScreen._show_question", broken)
    window = opened(tmp_path, LAST, straight_on, owned)
    window.open_screen("everything")
    tile = window.home.games.tiles["roulette-american"]
    qtbot.waitUntil(lambda: "cannot be painted" in tile.toolTip())
    assert window.stack.currentWidget() is window.home
    assert window.home.suggestion is None and not window.home.start.isVisible()
    assert "cannot be painted" in window.home.drills.instead.text()
    assert list((tmp_path / "data" / "reports").glob("rules-*.txt"))
    monkeypatch.undo()
    window.choose_rulebook("arica")
    window.go_on()
    assert window.stack.currentWidget() is window.runner
    window.close()


def test_after_home_itself_failed_home_is_that_of_a_first_time_user(
    tmp_path: Path, owned: Callable[[QWidget], None], qtbot: QtBot
) -> None:
    write(tmp_path, 'names = { es = "La nuestra", en = "Ours" }')
    window = opened(tmp_path, LAST, False, owned)
    assert window.home.rulebook == "own"
    window.crash_handler.show(ValueError("home"))
    qtbot.waitUntil(lambda: window.stack.currentWidget() is window.crash_handler.screen)
    qtbot.keyClick(window.crash_handler.screen, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.home
    assert (window.home.rulebook, window.home.is_first_run) == (FIRST.rulebook, True)
    window.close()


@pytest.mark.parametrize("seed", range(6))
def test_the_desk_opens_with_a_damaged_school(
    seed: int, tmp_path: Path, owned: Callable[[QWidget], None], qtbot: QtBot
) -> None:
    rulebook, game = damaged_school(tmp_path / "data" / "rulebooks", random.Random(seed))
    last = drill_plan(rulebook, game, families(game)[0].id)
    window = opened(tmp_path, last, seed % 2 == 1, owned)
    for _ in range(20):
        QApplication.processEvents()
    assert window.stack.currentWidget() in (window.home, window.__dict__.get("runner"))
    window.close()
