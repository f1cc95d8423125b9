"""Every screen in every state: both languages, both themes, nothing clipped at the smallest size."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from tests.desk.rooms import squeezed
from trainer.desk.answering.reasons import CiteWords
from trainer.desk.screens.home.screen import HomeScreen
from trainer.desk.screens.run.screen import RunnerScreen
from trainer.desk.shots.exams import exam_shots
from trainer.desk.shots.pictures import Desk, Shot, drill_shots, felt_scenes, screen_shots, study_shots, take_shots
from trainer.desk.shots.school import school_shots
from trainer.desk.style.style import LEAST_TARGET, current_style
from trainer.desk.style.theme import THEMES
from trainer.desk.table.camera import SHARP_AFTER_MILLISECONDS
from trainer.desk.table.view import FeltView
from trainer.desk.widgets.key_button import KeyButton
from trainer.drills import family
from trainer.drills.option_dependence import OptionDependence
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language

SMALLEST = (1024, 600)
UNDER_A_BAR = (1024, 560)
# Of the school those with the most words: all of them look alike.
SCHOOL = ("school-people", "school-assign", "school-race-over")
WITH_BUTTONS = (*SCHOOL, "school-teach", "school-joined", "school-exam", "school-board")
NAMES = [*(shot.name for shot in (*screen_shots(), *study_shots(), *exam_shots())), *SCHOOL]
RESTYLED = (
    *("home", "ask-amount", "wrong-amount", "summary", "fault"),
    *("progress-map", "progress-themes", "progress-answers", "replay", "lesson", "settings"),
)
_AT_A_TIME = 16


@cache
def every_drill() -> tuple[Shot, ...]:
    """Made once: asking a question of every drill takes longer than showing one."""
    return tuple(drill_shots())


@pytest.fixture
def stage(tmp_path: Path, painted_once: None, owned, qtbot: QtBot):
    """Open a desk and bring it into the state of a shot; no caret blinks in it.

    Tests that look at sizes and texts but at no pixel pass ``painted=False``: painting takes half the time.
    """
    QApplication.setCursorFlashTime(0)
    desks: list[Desk] = []

    def bring(
        name: str,
        language: Language = Language.ES,
        appearance: str = "dark",
        size: tuple[int, int] = (1280, 720),
        painted: bool = True,
    ) -> Desk:
        shots = (*screen_shots(), *study_shots(), *exam_shots(), *school_shots()) if name in NAMES else every_drill()
        shot = next(shot for shot in shots if shot.name == name)
        settings = structs.replace(shot.settings, language=language, appearance=appearance, reduce_motion=True)
        desk = Desk(tmp_path, settings, shot.library(tmp_path), shot.practised)
        desks.append(desk)
        owned(desk.window)
        desk.window.resize(*size)
        desk.window.setUpdatesEnabled(painted)
        desk.window.show()
        desk.window.activateWindow()
        qtbot.waitUntil(desk.window.isActiveWindow)
        shot.prepare(desk)
        settle(desk)
        return desk

    yield bring
    for desk in desks:
        desk.records.close()


def settle(desk: Desk) -> None:
    QApplication.processEvents()
    if isinstance(desk.window.stack.currentWidget(), HomeScreen):
        desk.window.home.work.finish()
    if isinstance(runner := desk.window.stack.currentWidget(), RunnerScreen):
        runner.house.finish()  # what the house plays, which is found out after the question is painted
    for felt in desk.window.findChildren(FeltView):
        felt.describe()  # what a screen reader hears a moment later
    QApplication.processEvents()


def visible(window: QWidget) -> list[QWidget]:
    return [widget for widget in window.findChildren(QWidget) if widget.isVisible()]


def texts(window: QWidget) -> set[tuple[str, str]]:
    """Everything that can be read or heard in the window, with the kind of widget that says it."""
    found = {("title", window.windowTitle())}
    for widget in visible(window):
        kind = type(widget).__name__
        found |= {(kind, widget.accessibleName()), (kind, widget.accessibleDescription()), (kind, widget.toolTip())}
        if isinstance(widget, QLabel | QAbstractButton):
            found.add((kind, widget.text()))
        if isinstance(widget, KeyButton):
            found |= {(kind, widget.key), (kind, widget.note)}
        if isinstance(widget, QLineEdit):
            found |= {(kind, widget.text()), (kind, widget.placeholderText())}
    return found


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_clipped_and_switching_the_language_leaves_no_word_of_the_other(name: str, stage) -> None:
    """At the smallest size, where a finger still finds everything; then in a larger window, as a fresh start has it."""
    desk = stage(name, Language.ES, size=SMALLEST, painted=False)
    assert clipped(desk.window) == []
    spanish = texts(desk.window)
    desk.window.switch_language()
    settle(desk)
    assert clipped(desk.window) == []
    assert texts(desk.window) != spanish
    desk.window.resize(1280, 720)
    settle(desk)
    assert texts(desk.window) == texts(stage(name, Language.EN, painted=False).window)


def at_rest(desk: Desk, qtbot: QtBot) -> QImage:
    """What is seen once nothing changes any more: a near cloth and the pictures of a page are painted in full a moment
    later, on a busy machine a long one."""
    before, picture = None, desk.window.grab().toImage()
    while picture != before:
        qtbot.wait(4 * SHARP_AFTER_MILLISECONDS)
        before, picture = picture, desk.window.grab().toImage()
    return picture


@pytest.mark.parametrize("name", RESTYLED)
def test_switching_the_theme_gives_the_picture_of_a_fresh_start(name: str, stage, qtbot: QtBot) -> None:
    switched = stage(name, appearance="dark")
    switched.window.switch_appearance()
    settle(switched)
    picture = at_rest(switched, qtbot)
    assert picture == at_rest(stage(name, appearance="light"), qtbot)
    assert picture.pixelColor(2, 700).name() in {THEMES["light"].window.lower(), THEMES["light"].panel.lower()}


def test_everything_of_the_school_is_within_reach_under_the_bar_of_a_window(stage) -> None:
    """A projector or an old laptop shows 600 lines, and the bar of the window takes some of them; with large text."""
    desk = stage(SCHOOL[0], size=UNDER_A_BAR, painted=False)
    desk.window.change_settings(text_size=130)
    for shot in (shot for shot in school_shots() if shot.name in WITH_BUTTONS):
        shot.prepare(desk)
        for _ in Language:
            desk.window.switch_language()
            settle(desk)
            assert clipped(desk.window, UNDER_A_BAR) == [], shot.name


@pytest.mark.parametrize("first", range(_AT_A_TIME))
def test_no_question_of_any_drill_is_clipped_at_the_smallest_size(
    first: int, stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several at one desk: opening one takes longer than asking a question. Neighbours: they lie on the same felt,
    which is painted once. Beside the felt as many options of the house are told as there ever are: finding out on
    which of them the answer depends takes as long as all the rest."""
    monkeypatch.setattr(OptionDependence, "steps", lambda self, question: iter([tuple(question.rules.options)]))
    share = -(-len(every_drill()) // _AT_A_TIME)
    shots = every_drill()[first * share : (first + 1) * share]
    desk = stage(shots[0].name, size=SMALLEST, painted=False)
    for shot in shots:
        shot.prepare(desk)
        for _ in Language:
            desk.window.switch_language()
            settle(desk)
            assert clipped(desk.window) == [], shot.name


@pytest.mark.parametrize("name", ["home", "ask-amount", "wrong-amounts", "ask-chips", "settings", "summary"])
def test_large_text_grows_as_far_as_there_is_room_and_cuts_no_word(name: str, stage) -> None:
    desk = stage(name)
    before = current_style().type_px(14)
    desk.window.change_settings(text_size=160)
    settle(desk)
    assert clipped(desk.window, (1280, 720)) == []
    assert current_style().type_px(14) > before
    desk.window.resize(1920, 1080)
    settle(desk)
    assert current_style().text_size == 1.6


@pytest.mark.parametrize("language", Language)
def test_every_variant_of_every_game_has_its_room_at_home(language: Language, stage) -> None:
    desk = stage("home", language, size=SMALLEST, painted=False)
    window, looked_at = desk.window, 0
    for book in window.workplace.offers.rulebooks():
        window.choose_rulebook(book)
        window.open_screen("everything")
        for game in list(window.home.games.tiles):
            if len(load_rules(shipped_library(), book, game).variants) > 1:
                window.home.games.tiles[game].click()
                window.open_screen("everything")
                window.home.panel.turn_to("variants")
                assert len(window.home.panel.variants.buttons) > 1, (book, game)
                looked_at += 1
                QApplication.processEvents()
                assert clipped(window) == [], (book, game)
    assert looked_at > 5


def clipped(window: QWidget, size: tuple[int, int] = SMALLEST) -> list[str]:
    """Everything that does not have the room it needs, in words."""
    found = []
    if (window.width(), window.height()) != size:
        found.append(f"the screen asks for {window.size()}")
    for widget in visible(window):
        where = QRect(widget.mapTo(window, QPoint()), widget.size())
        named = f"{type(widget).__name__} {widget.text() if hasattr(widget, 'text') else ''!r} at {where}"
        parent = widget.parentWidget()
        if not scrolled(widget) and not (window.rect().contains(where) and parent.rect().contains(widget.geometry())):
            found.append(f"{named} leaves the window or its parent {parent.size()}")
        if problem := squeezed(widget):
            found.append(problem)
        if isinstance(widget, KeyButton | QLineEdit) and min(widget.width(), widget.height()) < LEAST_TARGET:
            found.append(f"{named} is too small for a finger")
        found += [f"{named} lies over {other}" for other in overlapped(widget)]
    return found


def overlapped(widget: QWidget) -> list[str]:
    """The words of its parent that a button lies over, once it is shown."""
    if not isinstance(widget, KeyButton):
        return []
    beside = [one for one in widget.parentWidget().children() if isinstance(one, KeyButton | QLabel | QLineEdit)]
    others = [one for one in beside if one is not widget and one.isVisible() and one.text()]
    return [one.text() for one in others if one.geometry().intersects(widget.geometry())]


def scrolled(widget: QWidget) -> bool:
    """Whether it lies in an area that scrolls."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            return True
        parent = parent.parentWidget()
    return False


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 600)])
def test_the_felt_has_two_thirds_of_the_window_whatever_is_asked(width: int, height: int, stage) -> None:
    desk = stage("ask-amount", painted=False)
    felt, window = desk.window.runner.felt, desk.window
    window.resize(width, height)
    asked = [shot for shot in screen_shots() if shot.name.startswith("ask-")]
    for shot in (*asked, *every_drill()[::9]):
        if shot.name == "ask-call" and height < 720:
            continue  # a sample of a call of 37 numbers, which no drill asks for: a finger needs three rows for it
        shot.prepare(desk)
        QApplication.processEvents()
        assert window.runner.column.isHidden() or shot.name == "ask-learn-hint"
        assert felt.width() * felt.height() >= 0.65 * window.width() * window.height(), shot.name


@pytest.mark.parametrize("name", ["wrong-amount", "wrong-amounts", "wrong-hands", "wrong-place"])
def test_the_verdict_lies_over_nothing_that_the_question_is_about(name: str, stage) -> None:
    runner = stage(name).window.runner
    felt, panel = runner.felt, runner.column
    assert panel.isVisible() and panel.verdict.isVisible()
    pieces = [place.spot for place in felt._places]
    seen = felt.width() if panel.is_below else felt.width() - panel.width()
    assert all(felt.spot_point(spot).x() < seen for spot in pieces)
    assert not panel.is_below or panel.geometry().top() >= runner.felt_area.geometry().bottom()


@pytest.mark.parametrize("size", [(1024, 600), (1366, 768)])
def test_a_table_keeps_its_size_when_it_is_judged(size: tuple[int, int], stage) -> None:
    desk = stage("ask-amount", painted=False)
    window = desk.window
    window.resize(*size)
    drills = (
        ("craps", "pay-the-roll", 6),
        ("craps", "seven-out", 5),
        ("texas-holdem", "who-wins", 1),
        ("triple-shot", "triple-amounts", 2),
    )
    for (game, drill, level), seed in product(drills, (1, 2)):
        question = family(game, drill).make(load_rules(shipped_library(), "puerto-rico", game), level, seed)
        desk.ask(question)
        QApplication.processEvents()
        felt, column = window.runner.felt, window.runner.column
        asked = felt.looking.scale(felt._shown_felt())
        desk.answer(question.draft.solution, 3.0)
        QApplication.processEvents()
        assert felt.looking.scale(felt._shown_felt()) >= 0.95 * asked, question.item
        assert column.verdict.isVisible()
        is_below, height = column.is_below, felt.height()
        QTest.keyClick(window, Qt.Key.Key_F3)
        QApplication.processEvents()
        assert column.is_below == is_below and felt.height() == height
        assert is_below == (column.geometry().top() > window.runner.felt_area.geometry().top())


def test_a_hand_that_was_set_is_seen_beside_the_verdict(stage) -> None:
    runner = stage("wrong-hands", size=(1024, 600)).window.runner
    assert runner.tray.isVisible() and not runner.tray.visibleRegion().isEmpty()
    assert not runner.column.geometry().intersects(runner.tray_room.geometry())


def test_a_long_verdict_is_read_on_with_the_keys(stage) -> None:
    runner = judged_below(stage("ask-amount", size=SMALLEST))
    bar = runner.column.verdict.scroll_area.verticalScrollBar()
    assert bar.value() == 0 < bar.maximum()
    for _ in range(20):
        QTest.keyClick(runner, Qt.Key.Key_PageDown)
    assert bar.value() == bar.maximum()
    QTest.keyClick(runner, Qt.Key.Key_Up)
    assert bar.value() < bar.maximum()


def test_a_verdict_below_the_felt_fills_its_room_in_a_window_that_keeps_its_scale(stage) -> None:
    desk = stage("ask-amount", size=SMALLEST)
    runner = judged_below(desk)
    for width in (1060, 1366, 1024):
        desk.window.resize(width, 600)
        QApplication.processEvents()
        room = runner.tray_room if runner.column.is_below else runner.felt_area
        assert (runner.column.geometry() & room.geometry()) == runner.column.geometry()
        assert not runner.column.is_below or runner.column.width() == width
        assert runner.tray.isVisible() is not runner.column.is_below


def test_what_is_found_out_of_the_house_after_the_answer_finds_the_verdict_its_room_anew(stage) -> None:
    """Whoever answers at once sees the same in the end as who reads first: words in the corner may push the table."""
    rules = load_rules(shipped_library(), "puerto-rico", "ez-baccarat")
    question, places = family("ez-baccarat", "special-hands").make(rules, 2, 5), []
    for reads_first in (True, False):
        desk = stage("ask-amount")
        runner = desk.window.runner
        desk.ask(question)
        for step in ("read", "answer") if reads_first else ("answer", "read"):
            runner.house.finish() if step == "read" else desk.answer(question.draft.solution, 3.0)
        settle(desk)
        places.append((runner.column.is_below, runner.column.geometry(), runner.felt.felt_box()))
    assert places[0] == places[1]


def test_tab_walks_through_the_citations_of_a_verdict_and_into_nothing_that_it_covers(stage) -> None:
    desk = stage("ask-amount", size=SMALLEST)
    runner, stops = judged_below(desk), []
    while (stop := QApplication.focusWidget()) not in stops:
        assert stop is runner or not stop.visibleRegion().isEmpty()
        stops.append(stop)
        QTest.keyClick(stop, Qt.Key.Key_Tab)
    cites = [cite for cite in runner.findChildren(CiteWords) if cite.isVisible()]
    assert [stop for stop in stops if isinstance(stop, CiteWords)] == cites
    assert not any(runner.tray.isAncestorOf(stop) for stop in stops)
    cites[-1].setFocus()
    assert cites[-1].font().underline() and not cites[0].font().underline()
    QTest.keyClick(cites[-1], Qt.Key.Key_Return)
    QTest.keyClick(desk.window.stack.currentWidget(), Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is runner
    QTest.keyClick(runner, Qt.Key.Key_Return)
    assert runner.tray.isVisible() and runner.tray.isAncestorOf(QApplication.focusWidget())


def judged_below(desk: Desk) -> RunnerScreen:
    desk.ask(family("craps", "pay-the-roll").make(load_rules(shipped_library(), "puerto-rico", "craps"), 6, 1))
    desk.answer("0 0 0", 3.0)
    QApplication.processEvents()
    assert desk.window.runner.column.is_below
    return desk.window.runner


def test_notes_and_keys_come_and_go_with_f6(stage) -> None:
    window = stage("ask-amount").window
    QTest.keyClick(window.runner, Qt.Key.Key_F6)
    assert window.runner.column.isVisible() and window.runner.column.notes.keys.isVisible()
    QTest.keyClick(window.runner, Qt.Key.Key_F6)
    assert window.runner.column.isHidden()


def test_notes_that_a_hint_opened_are_closed_by_their_button_until_the_next_hint(stage) -> None:
    runner = stage("ask-learn-hint").window.runner
    assert runner.column.isVisible()
    QTest.mouseClick(runner.header.notes, Qt.MouseButton.LeftButton)
    assert runner.column.isHidden()
    QTest.mouseClick(runner.bar.hint, Qt.MouseButton.LeftButton)
    assert runner.column.isVisible()


def test_the_whole_table_is_offered_where_only_a_part_of_it_is_seen(stage) -> None:
    runner = stage("ask-choice").window.runner
    assert runner.header.whole.isEnabled()
    QTest.mouseClick(runner.header.whole, Qt.MouseButton.LeftButton)
    assert runner.header.whole.isEnabled(), "it leads back"
    runner = stage("ask-spots").window.runner
    assert runner.felt.rect().contains(runner.felt.felt_box().toAlignedRect())
    assert not runner.header.whole.isEnabled()


def test_the_whole_table_is_seen_with_f5(stage) -> None:
    runner = stage("ask-choice").window.runner
    assert not runner.felt.rect().contains(runner.felt.felt_box().toAlignedRect())
    QTest.keyClick(runner, Qt.Key.Key_F5)
    assert runner.felt.rect().contains(runner.felt.felt_box().toAlignedRect())


def test_larger_windows_scale_the_texts_and_give_the_rest_to_the_felt(stage) -> None:
    window = stage("ask-amount").window
    before = window.findChild(FeltView).felt_box()
    for width, height in ((1366, 768), (1920, 1080), (2560, 1440), (3840, 2160)):
        window.resize(width, height)
        QApplication.processEvents()
        after = window.findChild(FeltView).felt_box()
        assert after.width() / before.width() >= min(width / 1280, height / 720) * 0.98


def test_shots_have_stable_names_and_can_be_chosen(tmp_path: Path, qapp: QApplication) -> None:
    taken = list(take_shots(tmp_path / "pictures", only="home-no-drills-"))
    assert [path.name for path in taken] == [
        "home-no-drills-es-dark-1280x720.png",
        "home-no-drills-en-light-1280x720.png",
    ]
    assert all(path.stat().st_size > 1000 for path in taken)


def test_every_felt_is_among_the_shots() -> None:
    names = [name for name, _ in felt_scenes()]
    assert {"roulette-french-empty", "roulette-american-empty", "roulette-double-zero-empty"} <= set(names)
    assert len(names) == len(set(names))
