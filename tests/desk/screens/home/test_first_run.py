"""The first run asks for the language and the regulation; nobody else sees it."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from trainer.cli.places import Places
from trainer.desk.screens.home.first_run import FirstRunScreen
from trainer.desk.shell import application
from trainer.desk.shell.workplace import prepare
from trainer.texts import Language


@pytest.fixture
def start(tmp_path: Path, qapp):
    windows = []

    def open_it():
        places = Places(tmp_path / "data", tmp_path / "config", tmp_path / "cache")
        window = application.open_window(prepare(places, time.monotonic_ns, lambda: datetime.now(UTC)))
        window.show()
        QApplication.processEvents()
        windows.append(window)
        return window

    yield open_it
    for window in windows:
        window.workplace.recording.close()
        shiboken6.delete(window)


def test_the_language_is_the_systems_and_can_be_changed_at_once(start, monkeypatch) -> None:
    english = QLocale(QLocale.Language.English)
    monkeypatch.setattr(QLocale, "system", staticmethod(lambda: english))
    window = start()
    screen = window.shown_screen()
    assert isinstance(screen, FirstRunScreen) and window.settings.language is Language.EN
    assert screen.title.text() == "Welcome"
    screen.rows["language"].buttons["es"].click()
    assert screen.title.text() == "Bienvenido" and window.settings.language is Language.ES


@pytest.mark.parametrize("way", ["key", "button"])
def test_the_chosen_regulation_is_kept_however_the_page_is_left(way: str, start) -> None:
    window = start()
    screen = window.shown_screen()
    screen.rows["rulebook"].buttons["bolivia"].click()
    screen.leave.click() if way == "button" else QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert window.shown_screen() is window.home
    assert (window.settings.rulebook, window.home.rulebook) == ("bolivia", "bolivia")


def test_enter_begins_with_what_was_chosen_and_the_next_start_is_at_home(start) -> None:
    window = start()
    screen = window.shown_screen()
    screen.rows["rulebook"].buttons["puerto-rico"].click()
    QTest.keyClick(screen, Qt.Key.Key_Return)
    reader = window.study.lessons.screen
    assert window.shown_screen() is reader and reader.page.heading.id == reader.headings[0].id
    assert (reader.rules.rulebook, reader.rules.game) == ("puerto-rico", "roulette-american")
    QTest.keyClick(reader, Qt.Key.Key_Escape)
    assert window.shown_screen() is window.home and window.home.is_front
    window.close()
    again = start()
    assert again.shown_screen() is again.home
    assert again.settings.rulebook == again.home.rulebook == "puerto-rico"


@pytest.mark.parametrize(
    ("country", "rulebook"),
    [("Chile", "arica"), ("PuertoRico", "puerto-rico"), ("Bolivia", "bolivia"), ("Spain", "baleares")],
)
def test_the_regulation_is_that_of_the_systems_country(country: str, rulebook: str, start, monkeypatch) -> None:
    there = QLocale(QLocale.Language.Spanish, QLocale.Country[country])
    monkeypatch.setattr(QLocale, "system", staticmethod(lambda: there))
    assert start().shown_screen().rulebook == rulebook


def test_escape_looks_around(start) -> None:
    window = start()
    QTest.keyClick(window.shown_screen(), Qt.Key.Key_Escape)
    assert window.shown_screen() is window.home


def test_the_button_that_begins_is_in_sight_on_the_smallest_screen(start) -> None:
    window = start()
    window.resize(1024, 600)
    screen = window.shown_screen()
    for language in ("en", "es"):
        screen.rows["language"].buttons[language].click()
        for book in list(screen.rows["rulebook"].buttons):
            screen.rows["rulebook"].buttons[book].click()
            for _ in range(3):  # the rows, then the card, then the page take their heights
                QApplication.processEvents()
            assert screen.main.visibleRegion().boundingRect() == screen.main.rect(), (language, book)


def test_a_home_whose_name_is_too_long_takes_no_start_down(tmp_path: Path, qapp) -> None:
    home = tmp_path / ("x" * 300)
    places = Places(home / "data", home / "config", home / "cache")
    window = application.open_window(prepare(places, time.monotonic_ns, lambda: datetime.now(UTC)))
    window._look_for_school()
    assert isinstance(window.shown_screen(), FirstRunScreen)
    window.workplace.recording.close()
    shiboken6.delete(window)
