"""Fingers: every spot that can be tapped takes one, and two of them go nearer and away."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from tests.desk.answering.test_by_hand_alone import tap as press
from tests.drills.checks import rules_of
from trainer.desk.shots.samples import sample_questions
from trainer.desk.style.style import LEAST_TARGET
from trainer.desk.table.view import FINGER, FeltView
from trainer.drills import families
from trainer.drills.core import Question
from trainer.drills.forms import PlaceForm, SpotsForm


def tapped_questions(game: str) -> list[Question]:
    """A question of the last level of every drill of a game that is answered on the felt."""
    rules = rules_of((game,))[0]
    asked = [each.make(rules, len(each.levels), 5) for each in families(game) if each.fits(rules)]
    return [question for question in asked if isinstance(question.draft.form, SpotsForm | PlaceForm)]


# One of each kind of felt that is answered on; the others have its spots.
GAMES = ["roulette-american", "roulette-french", "blackjack", "craps", "caribbean-stud", "let-it-ride", "pai-gow-tiles"]


def tap(felt: FeltView, at: QPoint) -> None:
    screen = QTest.createTouchDevice()
    QTest.touchEvent(felt, screen).press(1, at, felt).commit()
    QTest.touchEvent(felt, screen).release(1, at, felt).commit()


def from_shape(felt: FeltView, spot: str, at: QPointF) -> float:
    """Pixels from a point of the widget to the nearest of a spot."""
    box = felt._shown_felt().spot(spot).shape.boundingRect()
    near = felt.to_felt(at)
    near.setX(min(max(near.x(), box.left()), box.right()))
    near.setY(min(max(near.y(), box.top()), box.bottom()))
    away = felt.to_widget(near) - at
    return math.hypot(away.x(), away.y())


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_beside_a_spot_means_the_nearest_one(game: str, open_window) -> None:
    window = open_window()
    for question in tapped_questions(game):
        window.ask([question], "practise")
        QApplication.processEvents()
        felt, spots = window.runner.felt, question.draft.form.spots
        for spot in spots:
            middle = felt.spot_point(spot)
            for way in (QPointF(1, 0), QPointF(0, 1), QPointF(-1, 0), QPointF(0, -1)):
                at = middle + way * (FINGER / 2)
                meant = felt._spot_under(felt.to_felt(at))
                assert meant is not None, f"{question.item} {spot}"
                lies = [place for place in felt._places if place.spot == meant]
                assert lies or from_shape(felt, meant, at) <= from_shape(felt, spot, at) + 0.01


def test_a_tap_of_a_finger_answers_like_a_click(open_window) -> None:
    window = open_window()
    (question,) = [one for one in tapped_questions("blackjack") if one.family.id == "pay-or-wait"]
    window.ask([question], "practise")
    QApplication.processEvents()
    felt = window.runner.felt
    spot = question.draft.form.spots[0]
    tap(felt, (felt.spot_point(spot) + QPointF(0, FINGER / 2 - 2)).toPoint())
    assert window.runner.tray.answer() == spot


def test_two_fingers_go_nearer(open_window, qtbot) -> None:
    window = open_window()
    (question,) = [one for one in tapped_questions("blackjack") if one.family.id == "pay-or-wait"]
    window.ask([question], "practise")
    felt = window.runner.felt
    before = felt._scale()
    middle, screen = felt.rect().center(), QTest.createTouchDevice()
    for apart in range(40, 200, 20):
        event = QTest.touchEvent(felt, screen)
        for finger, side in ((1, -1), (2, 1)):
            at = middle + QPoint(side * apart, 0)
            event.press(finger, at, felt) if apart == 40 else event.move(finger, at, felt)
        event.commit()
    QApplication.processEvents()
    assert felt._scale() > before * 1.5
    assert window.runner.tray.answer() == "-", "no finger of the two tapped a spot"


def test_two_fingers_pull_the_near_table_along(open_window, qtbot) -> None:
    window = open_window()
    (question,) = [one for one in tapped_questions("blackjack") if one.family.id == "pay-or-wait"]
    window.ask([question], "practise")
    felt = window.runner.felt
    felt.looking.approach(felt._felt, QPointF(felt.rect().center()), 2.0)
    before, middle, screen = felt.felt_box(), felt.rect().center(), QTest.createTouchDevice()
    for pulled in range(0, 90, 15):
        event = QTest.touchEvent(felt, screen)
        for finger, side in ((1, -1), (2, 1)):
            at = middle + QPoint(side * 60 - pulled, 0)
            event.press(finger, at, felt) if pulled == 0 else event.move(finger, at, felt)
        event.commit()
    QApplication.processEvents()
    after = felt.felt_box()
    assert after.width() == pytest.approx(before.width())
    assert -80 <= after.left() - before.left() <= -40
    assert window.runner.tray.answer() == "-", "no finger of the two tapped a spot"


def test_figures_go_into_the_field_that_was_touched_though_another_window_has_the_keys(open_window) -> None:
    window = open_window()
    window.ask([sample_questions()["amounts"]], "practise")
    tray = window.runner.tray
    keyboard_on_the_screen = QWidget()
    keyboard_on_the_screen.show()
    keyboard_on_the_screen.activateWindow()
    QApplication.processEvents()
    assert not window.isActiveWindow()
    tray.fields[1].setFocus()
    tray._press("7")
    assert [field.text() for field in tray.fields] == ["", "7", ""]
    keyboard_on_the_screen.close()


def pull(area: QAbstractScrollArea, by: int) -> None:
    """One finger goes up over an area, as the system tells the window of it."""
    window, device = area.window(), QTest.createTouchDevice()
    handle, start = window.windowHandle(), area.mapTo(window, area.rect().center())
    QTest.touchEvent(handle, device).press(1, start, handle).commit()
    for step in range(1, 11):
        QTest.touchEvent(handle, device).move(1, start - QPoint(0, by * step // 10), handle).commit()
        QTest.qWait(5)
    QTest.touchEvent(handle, device).release(1, start - QPoint(0, by), handle).commit()


@pytest.mark.parametrize("room", ["games", "drills", "page", "contents"])
def test_one_finger_pulls_what_does_not_fit_and_presses_nothing(room: str, open_window, qtbot) -> None:
    window = open_window()
    window.resize(1024, 560)
    window.choose_rulebook("puerto-rico")
    window.home.games.tiles["blackjack"].click()
    if room in ("page", "contents"):
        window.open_screen("lesson")
    else:
        window.open_screen("everything")
        window.home.panel.turn_to(room)
    QApplication.processEvents()
    screen = window.shown_screen()
    chosen = window.home.selected
    lesson = window.study.lessons.screen
    area = {
        "games": window.home.games._area,
        "drills": window.home.drills.list.area,
        "page": lesson.browser,
        "contents": lesson.contents,
    }[room]
    page = lesson.page
    before = area.verticalScrollBar().value()
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > before)
    pull(area, 100)
    qtbot.waitUntil(lambda: area.verticalScrollBar().value() > before)
    assert window.shown_screen() is screen
    assert (window.home.selected, lesson.page) == (chosen, page), "what the finger came down on was not meant"


def test_a_tap_in_a_room_that_can_be_pulled_still_presses(open_window, qtbot) -> None:
    window = open_window()
    window.choose_rulebook("puerto-rico")
    window.open_screen("everything")
    window.home.panel.turn_to("games")
    QApplication.processEvents()
    tile = window.home.games.tiles["craps"]
    press(tile, tile.rect().center())
    qtbot.waitUntil(lambda: window.home.selected == "craps")


def test_a_finger_takes_back_a_chip_that_it_put_on_the_wrong_spot(open_window) -> None:
    window = open_window()
    window.resize(1024, 560)
    question = sample_questions()["place"]
    window.ask([question], "practise")
    QApplication.processEvents()
    felt, tray = window.runner.felt, window.runner.tray
    assert not tray.undo.isVisible()
    for spot in question.draft.form.spots[:2]:
        tap(felt, felt.spot_point(spot).toPoint())
    QApplication.processEvents()
    assert len(tray.placed) == 2 and min(tray.undo.width(), tray.undo.height()) >= LEAST_TARGET
    press(tray.undo, tray.undo.rect().center())
    assert tray.placed == [question.draft.form.spots[0]]


def test_what_has_a_key_alone_is_pressed_in_the_notes(open_window, qtbot, request) -> None:
    """A finger reads the lesson, sees the other side, asks for a hint, shows a class, and comes back."""
    usual = QApplication.doubleClickInterval()
    request.addfinalizer(lambda: QApplication.setDoubleClickInterval(usual))
    QApplication.setDoubleClickInterval(1)  # taps one after the other, as nobody is quick enough to make them one
    window = open_window()
    window.ask([sample_questions()["amount"]] * 2, "learn")
    runner = window.runner
    QApplication.processEvents()

    def press_key(name: str) -> None:
        if not runner.column.isVisible():
            press(runner.header.notes, runner.header.notes.rect().center())
        notes = runner.column.notes

        def is_in_sight() -> bool:
            button = notes.keys.buttons[name]
            notes.scroll_area.ensureWidgetVisible(button)
            return window.childAt(button.mapTo(window, button.rect().center())) is button

        qtbot.waitUntil(is_in_sight)
        button = notes.keys.buttons[name]
        assert min(button.width(), button.height()) >= LEAST_TARGET
        press(button, button.rect().center())

    press_key("F7")
    qtbot.waitUntil(lambda: window.settings.side == "players")
    press_key("F4")
    qtbot.waitUntil(lambda: bool(runner.shown_hints.said()))
    press_key("F9")
    qtbot.waitUntil(lambda: runner.is_projected)
    press(runner.projecting.leave, runner.projecting.leave.rect().center())
    assert not runner.is_projected and not runner.projecting.leave.isVisible()
    assert runner.column.isVisible(), "the notes that were open"
    press_key("F1")
    qtbot.waitUntil(lambda: window.shown_screen() is window.study.lessons.screen)
