"""Whatever a drill asks has its room at the smallest size, in both languages, before the answer and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import pytest
import shiboken6
from msgspec import structs
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from tests.desk.conftest import ENGLISH, SPANISH
from tests.desk.questions import run_of, sum_question
from tests.desk.rooms import squeezed
from tests.drills.checks import LIBRARY
from tests.drills.question_cache import made
from trainer.catalogue import DRILLED
from trainer.desk.answering.trays import Tray, make_tray
from trainer.desk.answering.trays.hands import HandsTray
from trainer.desk.screens.run.header import RunHeader
from trainer.desk.style.style import Style, scale_for, use_style
from trainer.desk.style.stylesheet import stylesheet
from trainer.desk.table import Imprint, make_felt
from trainer.desk.table.base import Felt
from trainer.desk.table.imprint import table_of
from trainer.desk.widgets.words import QuestionWords
from trainer.drills import families
from trainer.drills.core import Draft, Question
from trainer.drills.forms import ChoiceForm, OrderForm, PlaceForm, SpotsForm
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules
from trainer.texts import say

TRAY_WIDTH, QUESTION_WIDTH = 1240, 960  # of a window of 1280×720, beside the buttons for a hint and the answer
QUESTION_HEIGHT = 52
SMALLEST_WIDTH, LOWEST_TRAY = 992, 108  # of a window of 1024×600, where the felt has its 65 %
GAMES = [(book, game) for book in LIBRARY.rulebooks() for game in LIBRARY.games(book) if game in DRILLED]


class Room(QWidget):
    """A part of the drill screen, in its style. Nothing of it is painted: what is looked at is how much room there
    is, and painting it took a third of the time."""

    def __init__(self, style: Style) -> None:
        super().__init__()
        self.setUpdatesEnabled(False)
        self.setStyleSheet(stylesheet(style))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)

    def hold(self, widget: QWidget, width: int, height: int) -> None:
        self.layout().addWidget(widget)
        self.setFixedSize(width, height)
        self.show()
        self.layout().activate()


@pytest.fixture
def room(qapp: object) -> Iterator[Callable[[Style], Room]]:
    rooms: list[Room] = []

    def make(style: Style) -> Room:
        use_style(style)
        rooms.append(Room(style))
        return rooms[-1]

    yield make
    for each in rooms:
        shiboken6.delete(each)


class Felts(dict[str, Felt]):
    """The felts of some rules, each made once."""

    def __init__(self, rules: GameRules) -> None:
        self.imprint = Imprint(rules)

    def __missing__(self, felt_id: str) -> Felt:
        self[felt_id] = make_felt(felt_id, self.imprint)
        return self[felt_id]


def questions(rules: GameRules) -> Iterator[Question]:
    for family in families(rules.game):
        for level in range(1, len(family.levels) + 1 if family.fits(rules) else 0):
            yield made(rules, family, level, 1)


def cramped(tray: Tray) -> list[str]:
    """What of a tray has no room, its hands included, which it paints itself."""
    found = [problem for widget in tray.findChildren(QWidget) if widget.isVisible() and (problem := squeezed(widget))]
    if isinstance(tray, HandsTray):
        boxes = sorted((tray._hand_box(hand) for hand in tray.hands), key=lambda box: box.left())
        found += [f"{one} meets {other}" for one, other in pairwise(boxes) if one.intersects(other)]
        found += [f"{box} leaves the tray" for box in boxes if box.right() > tray.width()]
    return found


def with_trays(rules: GameRules) -> Iterator[Question]:
    """Questions whose trays are looked at: choices and steps of every level; figures, calls, spots and hands of the
    hardest, which has the most of them."""
    for question in questions(rules):
        is_hardest = question.item.level == len(question.family.levels)
        if is_hardest or isinstance(question.draft.form, ChoiceForm | OrderForm):
            yield question


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_tray_has_its_room_in_the_smallest_window_and_leaves_the_felt_its_share(
    book: str, game: str, room: Callable[[Style], Room]
) -> None:
    rules, style = load_rules(LIBRARY, book, game), structs.replace(SPANISH, scale=scale_for(1024, 600))
    tray_room, felts = room(style), Felts(rules)
    for question in with_trays(rules):
        checked = tray_check(question.draft, style, SMALLEST_WIDTH, tray_room, felts)
        assert checked.height <= LOWEST_TRAY, question.item
        assert checked.problems == [], question.item


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_word_has_its_room(book: str, game: str, room: Callable[[Style], Room]) -> None:
    rules = load_rules(LIBRARY, book, game)
    for style in (SPANISH, ENGLISH):
        question_room, tray_room, felts = room(style), room(style), Felts(rules)
        asked = QuestionWords()
        question_room.hold(asked, QUESTION_WIDTH, QUESTION_HEIGHT)
        for question in questions(rules):
            asked.ask(say(question.draft.prompt, style.language))
            assert asked.heightForWidth(QUESTION_WIDTH) <= QUESTION_HEIGHT, f"{question.item}: {asked.text()}"
        for question in with_trays(rules):
            assert tray_check(question.draft, style, TRAY_WIDTH, tray_room, felts).problems == [], question.item


class TrayCheck(NamedTuple):
    height: int  # before it is answered
    problems: list[str]  # what has no room: empty, once an answer is put, and once the solution is shown beside it


_tray_checks: dict[tuple[object, ...], TrayCheck] = {}


def tray_check(draft: Draft, style: Style, width: int, tray_room: Room, felts: Felts) -> TrayCheck:
    """Check a tray in a room of a width. Many tables ask the same: equal trays are checked once in a process."""
    wrong = [answer for _, answer in draft.mistakes if answer != draft.solution]
    given = (wrong or [draft.solution])[0].replace("|", " ")
    spots = felts.imprint.rules.digest if isinstance(draft.form, SpotsForm | PlaceForm) else ""
    key = (style, width, spots, f"{draft.form} {given} {draft.solution}")
    if key not in _tray_checks:
        tray = make_tray(draft.form, felts[draft.scene.felt].spoken)
        height = tray.height_in_pixels()
        tray_room.hold(tray, width, height if width == SMALLEST_WIDTH else tray.wanted_height())
        found = cramped(tray)
        tray.put(given)
        QApplication.processEvents()
        found += [f"put: {problem}" for problem in cramped(tray)]
        tray.show_solution(given, draft.solution)
        QApplication.processEvents()
        found += [f"answered: {problem}" for problem in cramped(tray)]
        _tray_checks[key] = TrayCheck(height, found)
        shiboken6.delete(tray)
    return _tray_checks[key]


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_the_header_of_the_smallest_window_cuts_no_word(book: str, game: str, room: Callable[[Style], Room]) -> None:
    """As soon as it is shown: the buttons give up their words for a long name, and nothing is squeezed."""
    style = structs.replace(ENGLISH, scale=scale_for(1024, 600))
    table = table_of(load_rules(LIBRARY, book, game))
    header, bar = RunHeader(), room(style)
    bar.hold(header, 1024, 44)
    header.show_run(run_of([sum_question(1)]), table.game, table.rulebook)
    QApplication.processEvents()
    assert header.layout().totalSizeHint().width() <= header.width()
    assert not [problem for widget in header.findChildren(QWidget) if (problem := squeezed(widget))]


@pytest.mark.parametrize("width", [1024, 1400])
def test_the_header_of_a_window_cuts_no_word_though_it_is_made_smaller(width: int, open_window) -> None:
    """The longest name, and that learning does not count, in the first question and after the window was drawn in."""
    window = open_window()
    window.resize(width, 700)
    rules = load_rules(LIBRARY, "puerto-rico", "commission-free-baccarat")
    window.ask([families(rules.game)[0].make(rules, 1, 1)], "learn")
    window.resize(1024, 600)
    QApplication.processEvents()
    header = window.runner.header
    assert header.width() <= 1024
    assert header.layout().totalSizeHint().width() <= header.width()
