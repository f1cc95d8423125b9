"""The small felts of home: those of another regulation never lie over one another, not for a moment."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from trainer.desk.screens.home.felt_tile import FeltTile


def test_the_games_of_another_regulation_stand_apart_in_every_frame(
    open_window, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window(painted=True)
    paint, frames = FeltTile.paintEvent, []

    def look_and_paint(tile: FeltTile, event: QPaintEvent) -> None:
        shown = [each.geometry() for each in window.home.games.tiles.values() if each.isVisible()]
        frames.append(any(one.intersects(other) for one, other in combinations(shown, 2)))
        paint(tile, event)

    monkeypatch.setattr(FeltTile, "paintEvent", look_and_paint)
    for number in (Qt.Key.Key_4, Qt.Key.Key_3, Qt.Key.Key_5):  # each has more games than the one before
        QTest.keyClick(window.home, number, Qt.KeyboardModifier.AltModifier)
        window.home.front.game.click()
        for _ in range(8):
            QApplication.processEvents()
    assert frames and not any(frames)
