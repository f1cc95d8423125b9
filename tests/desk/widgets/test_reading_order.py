"""Tab walks through every screen as it is read, also when something on it was made anew."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from trainer.desk.shell.window import MainWindow
from trainer.desk.widgets.card import CardScreen
from trainer.desk.widgets.screen import Screen


def walk(window: MainWindow, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """What has the keys one after the other, from the screen itself until it begins again."""
    QApplication.processEvents()
    screen = window.shown_screen()
    assert screen is not None
    screen.setFocus()
    stops: list[QWidget] = []
    while True:
        QTest.keyClick(QApplication.focusWidget() or screen, key)
        stop = QApplication.focusWidget()
        assert stop is not None
        if stop in stops:
            return stops
        stops.append(stop)


def tops(stops: Sequence[QWidget], screen: Screen) -> list[int]:
    """Where they stand on their card, whatever of it is in sight."""
    within = screen.card if isinstance(screen, CardScreen) else screen
    return [stop.mapTo(within, QPoint()).y() for stop in stops]


def first_run(window: MainWindow) -> None:
    window.show_first_run()
    screen = window.shown_screen()
    assert screen is not None
    screen.rows["rulebook"].buttons["puerto-rico"].click()  # whose games are made anew


@pytest.mark.parametrize("screen", ["settings", "profiles", "class", first_run])
def test_a_card_is_walked_from_top_to_bottom(screen, open_window) -> None:
    window = open_window()
    screen(window) if callable(screen) else window.open_screen(screen)
    stops = walk(window)
    shown = window.shown_screen()
    assert stops[-1] is shown.leave
    below = tops(stops, shown)
    assert below == sorted(below)


def test_backwards_is_the_same_way_and_what_is_reached_is_in_sight(open_window) -> None:
    window = open_window()
    first_run(window)
    window.resize(1024, 600)
    there, back = walk(window), walk(window, Qt.Key.Key_Backtab)
    assert back == there[::-1]
    there[0].setFocus()
    QTest.keyClick(there[0], Qt.Key.Key_Backtab)
    assert not there[-1].visibleRegion().isEmpty()


def test_home_is_walked_from_top_to_bottom_also_after_another_game_was_chosen(open_window) -> None:
    window = open_window()
    home = window.home
    for game in ("craps", "roulette-french"):
        home.games.tiles[game].click()
        window.open_screen("everything")
        home.panel.turn_to("drills")
        stops = walk(window)
        assert stops == [home.head.leave, home.head.search, *(row.start for row in home.drills.rows)]


def test_an_own_drill_is_named_before_it_is_put_together_and_begun_after(open_window) -> None:
    window = open_window()
    window.open_screen("own")
    screen = window.shown_screen()
    stops = walk(window)
    assert stops.index(screen.name) < stops.index(screen.numbers) < stops.index(screen.start)
