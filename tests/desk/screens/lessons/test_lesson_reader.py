"""A page of the course can be read at once: its pictures come when the text is seen, its words when there is time."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QSize, Qt, QUrl
from PySide6.QtGui import QColor, QImage, QPixmap, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidgetItem
from pytestqt.qtbot import QtBot

from tests.desk.conftest import SPANISH
from trainer.course import rule_lists
from trainer.course.path import Course
from trainer.desk.screens.lessons.page import lesson_page
from trainer.desk.screens.lessons.screen import LessonScreen
from trainer.desk.shell.window import MainWindow
from trainer.desk.style.style import current_style
from trainer.desk.style.stylesheet import stylesheet
from trainer.desk.widgets.contents_list import ContentsList
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language


@pytest.fixture
def reader(dressed: Callable[..., LessonScreen]) -> LessonScreen:
    screen = dressed(LessonScreen(), SPANISH, (1366, 768))
    library = shipped_library()
    screen.show_rules(load_rules(library, "bolivia", "go-poker"), library, "settling")
    return screen


def picture(screen: LessonScreen, number: int) -> QPixmap:
    found = screen.browser.document().resource(QTextDocument.ResourceType.ImageResource.value, QUrl(f"scene:{number}"))
    assert isinstance(found, QPixmap)
    return found


def colours(of: QPixmap) -> int:
    small = of.scaled(QSize(40, 20)).toImage()
    return len({small.pixel(x, y) for x in range(40) for y in range(20)})


def test_pictures_have_their_room_at_once_and_are_drawn_one_after_another(reader: LessonScreen, qtbot: QtBot) -> None:
    reader.open("settling")
    assert reader.page is not None and len(reader.page.scenes) == 2
    rooms, height = [picture(reader, number).size() for number in range(2)], reader.browser.document().size().height()
    assert [colours(picture(reader, number)) for number in range(2)] == [1, 1]
    qtbot.waitUntil(lambda: all(colours(picture(reader, number)) > 50 for number in range(2)))
    assert [picture(reader, number).size() for number in range(2)] == rooms
    assert reader.browser.document().size().height() == height, "the text does not jump"


def test_a_page_that_is_left_leaves_no_picture_on_the_next(reader: LessonScreen, qtbot: QtBot) -> None:
    reader.open("paying")
    reader.open("prices")
    reader.pictures.draw_all()
    assert reader.page is not None and len(reader.page.scenes) == 1
    assert reader.browser.document().resource(QTextDocument.ResourceType.ImageResource.value, QUrl("scene:1")) is None


def test_words_are_found_while_pages_are_still_being_looked_through(reader: LessonScreen, qtbot: QtBot) -> None:
    reader.search.setFocus()
    QTest.keyClicks(reader.search, "descartador")
    assert reader.is_indexing
    qtbot.waitUntil(lambda: not reader.is_indexing)
    found = [reader.contents.item(row).text() for row in range(reader.contents.count())]
    assert any(each.startswith("Normas de la mesa") for each in found), "one of the last pages"


def test_the_search_computes_no_edges(reader: LessonScreen, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def edges(*_: object) -> str:
        raise AssertionError("this may take seconds")

    monkeypatch.setitem(rule_lists.SECTIONS, "edges", edges)
    qtbot.waitUntil(lambda: not reader.is_indexing)
    QTest.keyClicks(reader.search, "mejores decisiones")
    assert "La ventaja de la casa" in reader.contents.item(0).text()


def test_the_line_that_says_nothing_was_found_opens_nothing(reader: LessonScreen, qtbot: QtBot) -> None:
    shown = reader.page
    qtbot.waitUntil(lambda: not reader.is_indexing)
    QTest.keyClicks(reader.search, "xyzzy")
    line = reader.contents.item(0)
    assert reader.contents.count() == 1
    with qtbot.captureExceptions() as faults:
        place = reader.contents.visualItemRect(line).center()
        QTest.mouseClick(reader.contents.viewport(), Qt.MouseButton.LeftButton, pos=place)
        reader.contents.clicked.emit(
            reader.contents.indexFromItem(line)
        )  # as an assistive technology may do with any line
        QTest.keyClick(reader.search, Qt.Key.Key_Return)
    assert not faults
    assert reader.page is shown


def test_a_page_that_is_left_is_deleted(reader: LessonScreen, qapp: QApplication) -> None:
    for _ in range(2):
        for heading in reader.headings[:5]:
            reader.open(heading.id)
            reader.pictures.draw_all()
        reader.restyle()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert reader.browser.findChildren(QTextDocument) == [reader.browser.document()]


def test_every_line_of_the_contents_is_read_in_full(qtbot: QtBot) -> None:
    """Where a line is cut or ends in dots, less ink is painted than of the same line in all the room it could want."""
    contents = ContentsList()
    qtbot.addWidget(contents)
    contents.setStyleSheet(stylesheet(SPANISH))
    contents.addItems(["Las tablas, y cómo hallar la que se escapa"] * 30)  # so many that they are scrolled
    contents.show()
    inks = {}
    for width in (900, *range(180, 460, 7)):
        contents.resize(width, 400)
        QApplication.processEvents()
        inks[width] = ink(contents.viewport().grab(contents.visualItemRect(contents.item(1))).toImage())
    assert min(inks.values()) > 0.95 * inks[900], inks


def ink(image: QImage) -> int:
    bright = (QColor(image.pixel(x, y)).lightness() for x in range(image.width()) for y in range(image.height()))
    return sum(lightness for lightness in bright if lightness > 100)


def test_no_price_of_a_table_is_broken_and_no_table_is_cut(reader: LessonScreen) -> None:
    """A column is as wide as its longest word or price, unless the page has no room for that."""
    library = shipped_library()
    course = Course(load_rules(library, "puerto-rico", "pai-gow-poker"), Language.ES, library)
    page = lesson_page(course.page("it-is-about").markdown, current_style(), 724)
    page.size()
    assert page.find("6 a 1").block().layout().lineCount() == 1
    long_word = "palabrasmuylargas" * 3
    narrow = lesson_page(f"| a | b |\n|---|---|\n| {long_word} | {long_word} |\n", current_style(), 400)
    assert narrow.size().width() <= 424


def test_turning_pages_skips_the_page_of_a_drill_that_the_page_before_starts_itself(reader: LessonScreen) -> None:
    pages = reader.headings
    teaching = next(
        place
        for place, (page, after) in enumerate(itertools.pairwise(pages))
        if after.id.startswith("drill:") and page.drills[:1] == after.drills and not page.id.startswith("drill:")
    )
    reader.open(pages[teaching].id)
    bar = reader.browser.verticalScrollBar()
    bar.setValue(bar.maximum())
    reader.turn(1)
    assert bar.value() == 0
    assert reader.page is not None and reader.page.heading.id == pages[teaching + 2].id
    reader.turn(-1)
    assert reader.page.heading.id == pages[teaching].id


@pytest.mark.parametrize("text_size", [100, 130])
def test_the_button_of_the_next_page_shows_its_whole_words(
    text_size: int, open_window: Callable[..., MainWindow]
) -> None:
    """The title of a page is as long as a sentence; in larger type it had three lines in a button for one."""
    window = open_window(text_size=text_size, taught=False)
    window.resize(1366, 749)
    window.home.work.finish()
    window.home.start.click()
    screen, is_named = window.study.lessons.screen, []
    for page in ("prices", "tables"):
        screen.open(page)
        QApplication.processEvents()
        following = screen._feet.following
        assert following.fits() and following.toolTip() in following.accessibleName()
        is_named.append(following.label == following.toolTip())
    assert is_named == [text_size == 100, True]


def test_every_line_of_a_drill_is_indented(qtbot: QtBot) -> None:
    contents = ContentsList()
    qtbot.addWidget(contents)
    contents.setStyleSheet(stylesheet(SPANISH))
    plain, indented = QListWidgetItem("Ejercicio: Orden del cilindro"), QListWidgetItem("Ejercicio: Orden del cilindro")
    contents.indent(indented)
    contents.addItem(plain)
    contents.addItem(indented)
    contents.show()
    contents.resize(180, 400)  # so narrow that both take two lines
    QApplication.processEvents()
    lefts = []
    for item in (plain, indented):
        image = contents.viewport().grab(contents.visualItemRect(item)).toImage()
        half = image.height() // 2
        lefts.append([left_of_ink(image.copy(0, top, image.width(), half)) for top in (0, half)])
    [plain_lines, indented_lines] = lefts
    assert plain_lines[0] == pytest.approx(plain_lines[1], abs=3)
    assert indented_lines[0] == pytest.approx(indented_lines[1], abs=3)
    assert indented_lines[0] > plain_lines[0] + 8


def left_of_ink(image: QImage) -> int:
    return next(
        x for x in range(image.width()) for y in range(image.height()) if QColor(image.pixel(x, y)).lightness() > 150
    )
