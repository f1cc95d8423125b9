"""Pictures of the course that play their movement: by a click, by the space bar; at once where motion is reduced."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.desk.conftest import SPANISH
from trainer.course.path import Course
from trainer.desk.screens.lessons.movements import picture_place
from trainer.desk.screens.lessons.printing import on_paper
from trainer.desk.screens.lessons.screen import LessonScreen
from trainer.desk.style.style import Style
from trainer.drills.scene import Scene
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

MOVING = structs.replace(SPANISH, motion=True)
STILL = structs.replace(SPANISH, motion=False)


@pytest.fixture
def reader(dressed: Callable[..., LessonScreen]) -> Callable[[Style], LessonScreen]:
    """The page on settling a table of blackjack."""

    def open_it(style: Style) -> LessonScreen:
        screen = dressed(LessonScreen(), style, (1366, 768))
        library = shipped_library()
        screen.show_rules(load_rules(library, "arica", "blackjack"), library, "settling")
        return screen

    return open_it


def scene_shown(screen: LessonScreen) -> object:
    return screen.movements.playing[0]._scene


def test_the_space_bar_plays_what_is_in_sight_and_then_scrolls(
    reader: Callable[[Style], LessonScreen], qtbot: QtBot
) -> None:
    screen = reader(MOVING)
    assert screen.page is not None
    place = picture_place(screen.browser, 0)
    qtbot.keyClick(screen, Qt.Key.Key_Space)
    assert screen.movements.playing[0].size() == place.size()
    assert scene_shown(screen) != screen.page.movements[0].after
    qtbot.waitUntil(lambda: scene_shown(screen) == screen.page.movements[0].after, timeout=5000)
    seen = screen.browser.verticalScrollBar().value()
    qtbot.keyClick(screen, Qt.Key.Key_Space)
    assert screen.browser.verticalScrollBar().value() > seen
    assert screen.movements.playing[0].pos() == picture_place(screen.browser, 0).topLeft()


def test_a_click_on_the_picture_plays_it(reader: Callable[[Style], LessonScreen], qtbot: QtBot) -> None:
    screen = reader(MOVING)
    place = picture_place(screen.browser, 0)
    qtbot.mouseClick(screen.browser.viewport(), Qt.MouseButton.LeftButton, pos=place.center())
    assert screen.movements.playing[0].isVisible()


def test_where_motion_is_reduced_what_comes_is_there_at_once(reader: Callable[[Style], LessonScreen]) -> None:
    screen = reader(STILL)
    assert screen.page is not None
    screen.movements.play(0)
    assert scene_shown(screen) == screen.page.movements[0].after
    assert not screen.movements.playing[0]._sliding()


def test_another_page_has_still_pictures(reader: Callable[[Style], LessonScreen]) -> None:
    screen = reader(STILL)
    screen.movements.play(0)
    screen.turn(1)
    assert not screen.movements.playing


def test_on_paper_a_movement_is_two_pictures_and_nothing_can_be_tried(
    reader: Callable[[Style], LessonScreen],
) -> None:
    screen = reader(STILL)
    assert screen.page is not None and screen.page.tries
    pictures: list[Scene] = [screen.page.scenes[0]]  # of the page before
    printed = on_paper(screen.page, pictures, SPANISH.language)
    assert pictures[1:] == [*screen.page.scenes, screen.page.movements[0].after]
    assert re.findall(r"picture:(\d+)", printed) == ["1", "2"]
    assert "(picture:2)\n\nAsí queda la mesa." in printed
    assert "play:" not in printed and "try:" not in printed


def test_on_paper_a_movement_that_ends_as_it_began_is_one_picture() -> None:
    library = shipped_library()
    page = Course(load_rules(library, "baleares", "roulette-french"), SPANISH.language, library).page("announcing")
    assert page.movements[0].after == page.scenes[0]
    pictures: list[Scene] = []
    assert on_paper(page, pictures, SPANISH.language).count("(picture:") == len(pictures) == 1
