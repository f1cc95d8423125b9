"""Every laptop, every person: sides, projector, the window's place, focus, shortcuts, typing, citations."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.desk.conftest import ENGLISH, SPANISH
from trainer.desk.answering.reasons import cite_words
from trainer.desk.shell.application import show
from trainer.desk.shell.settings import load_settings
from trainer.desk.shell.window_geometry import geometry_of, restore_geometry
from trainer.desk.shots.samples import sample_questions
from trainer.desk.style.style import current_style
from trainer.rulebooks import Citation
from trainer.runs.plan import drill_plan
from trainer.runs.run import Stage


def press(window, *keys: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    for key in keys:
        QTest.keyClick(QApplication.focusWidget() or window, key, modifier)


def ask(window, name: str, behaviour: str = "practise"):
    window.ask([sample_questions()[name]] * 3, behaviour)
    return window.runner


def test_one_key_shows_the_players_side_and_it_is_remembered(open_window, workplace) -> None:
    window = open_window()
    runner = ask(window, "choice")
    near, far = runner.felt.spot_point("rack"), runner.felt.spot_point("red")
    press(window, Qt.Key.Key_F7)
    assert window.settings.side == "players"
    press(window, Qt.Key.Key_F7, Qt.Key.Key_F5)
    whole = runner.felt.spot_point("rack"), runner.felt.spot_point("red")
    assert whole[0].y() > whole[1].y() and (near, far) != whole
    press(window, Qt.Key.Key_F7)
    assert runner.felt.spot_point("rack").y() < runner.felt.spot_point("red").y()
    kept, _ = load_settings(workplace.folders.settings_path, "stamp")
    assert kept.side == "players"


def test_what_was_tapped_stays_tapped_from_the_other_side(open_window) -> None:
    window = open_window()
    runner = ask(window, "spots")
    QTest.mouseClick(runner.felt, Qt.MouseButton.LeftButton, pos=runner.felt.spot_point("red").toPoint())
    press(window, Qt.Key.Key_F7)
    assert runner.tray.chosen == ["red"]
    QTest.mouseClick(runner.felt, Qt.MouseButton.LeftButton, pos=runner.felt.spot_point("dozen:2").toPoint())
    assert runner.tray.chosen == ["red", "dozen:2"]


def test_the_projector_reveals_answer_and_reasons_one_by_one_and_keeps_nothing(open_window) -> None:
    window = open_window()
    runner = ask(window, "amount")
    press(window, Qt.Key.Key_F9)
    assert runner.header.isHidden() and runner.tray_room.isHidden()
    panel = runner.felt_area.projector
    assert panel.isHidden()
    press(window, Qt.Key.Key_Return)
    assert panel.isVisible() and panel.revealed == 1 and "85" in panel.accessibleName()
    press(window, Qt.Key.Key_Return, Qt.Key.Key_Return)
    assert panel.revealed == 3 == len(panel.steps)
    press(window, Qt.Key.Key_Backspace)
    assert panel.revealed == 2 and runner.bar.answer.label == "Revelar", "not yet the next question"
    press(window, Qt.Key.Key_Return, Qt.Key.Key_Return)
    assert runner.run.stage is Stage.ASKING and panel.revealed == 0 and panel.isHidden()
    assert runner.run.answers == 0
    press(window, Qt.Key.Key_F9)
    assert runner.header.isVisible() and runner.tray_room.isVisible()


def test_an_answer_that_was_taken_back_can_be_revealed_again(open_window) -> None:
    window = open_window()
    runner = ask(window, "amount")
    before = runner.felt._places
    press(window, Qt.Key.Key_F9, Qt.Key.Key_Return, Qt.Key.Key_Backspace)
    assert runner.felt_area.projector.revealed == 0 and [p.spot for p in runner.felt._places] == [
        p.spot for p in before
    ]
    press(window, Qt.Key.Key_Return)
    assert runner.felt_area.projector.revealed == 1


def test_the_projector_is_left_with_its_key_though_the_answer_is_shown(open_window) -> None:
    window = open_window()
    runner = ask(window, "amount")
    press(window, Qt.Key.Key_F9, Qt.Key.Key_Return, Qt.Key.Key_F9)
    assert runner.run.stage is Stage.ASKING and runner.header.isVisible() and runner.tray_room.isVisible()
    assert runner.felt_area.projector.isHidden()


def test_before_a_class_no_key_opens_what_stood_behind_an_earlier_verdict(open_window) -> None:
    window = open_window()
    runner = ask(window, "amount")
    runner.tray.put("85")
    press(window, Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_F9, Qt.Key.Key_Return, Qt.Key.Key_F10)
    assert window.shown_screen() is runner and runner.felt_area.projector.revealed == 1


def test_notes_never_cover_the_projected_answer(open_window) -> None:
    window = open_window()
    runner = ask(window, "amount")
    press(window, Qt.Key.Key_F6, Qt.Key.Key_F9)
    assert runner.column.isHidden()
    press(window, Qt.Key.Key_F6, Qt.Key.Key_F6)
    assert runner.column.isHidden(), "the notes' key"
    press(window, Qt.Key.Key_Return, Qt.Key.Key_F3)
    assert runner.column.isHidden() and runner.felt_area.projector.isVisible(), "another theme"
    press(window, Qt.Key.Key_F9)
    assert runner.column.isVisible(), "the notes come back to the trainee"


def test_a_projected_question_can_be_read_from_the_back_row(open_window) -> None:
    window = open_window()
    runner = ask(window, "amount")
    before = runner.bar.question.fontInfo().pixelSize()
    press(window, Qt.Key.Key_F9)
    assert runner.bar.question.fontInfo().pixelSize() >= 1.4 * before


def test_the_window_stands_where_it_stood(open_window, workplace) -> None:
    window = open_window()
    window.setGeometry(QRect(40, 30, 1024, 620))
    window.close()
    kept, _ = load_settings(workplace.folders.settings_path, "stamp")
    assert kept.place == (40, 30, 1024, 620)
    window.resize(1280, 720)
    restore_geometry(window, kept.place, room=QRect(0, 0, 1366, 768))
    assert window.size().toTuple() == (1024, 620)


@pytest.mark.parametrize("place", [None, (0, 0, 1280, 720)])
def test_on_a_screen_of_640_by_480_the_answer_can_be_given(place, open_window) -> None:
    window = open_window()
    restore_geometry(window, place, room=QRect(0, 0, 640, 480))
    window.start(drill_plan("arica", "roulette-american", "pay-the-layout"))
    QApplication.processEvents()
    assert window.width() <= 640 and window.height() <= 440
    answer = window.runner.bar.answer
    assert window.rect().contains(QRect(answer.mapTo(window, QPoint()), answer.size()))


def test_a_maximised_window_is_maximised_again_and_keeps_its_place(open_window, workplace) -> None:
    window = open_window()
    window.setGeometry(QRect(40, 30, 1024, 620))
    stood = geometry_of(window)
    window.change_settings(place=stood)
    window.showMaximized()
    press(window, Qt.Key.Key_F11)
    press(window, Qt.Key.Key_F11)
    assert window.isMaximized() and not window.isFullScreen()
    window.close()
    kept, _ = load_settings(workplace.folders.settings_path, "stamp")
    window.showNormal()
    window.settings = kept
    show(window)
    assert window.isMaximized() and kept.place == stood


def test_a_window_of_a_screen_that_is_gone_comes_back_onto_one_that_is_there(open_window) -> None:
    window = open_window()
    restore_geometry(window, (90_000, 90_000, 1100, 650))
    assert window.screen().availableGeometry().contains(window.geometry().topLeft())
    assert geometry_of(window) is not None


def test_tab_goes_through_home_from_top_to_bottom(open_window) -> None:
    window = open_window()
    window.open_screen("everything")
    home = window.home
    home.work.finish()
    window.setFocus()
    seen = []
    for _ in range(60):
        press(window, Qt.Key.Key_Tab)
        widget = QApplication.focusWidget()
        if widget is None or widget in seen:
            break
        seen.append(widget)
    assert [widget for widget in seen if home.isAncestorOf(widget)] == [
        home.head.leave,
        home.head.search,
        *home.panel.menu.values(),
    ]


def test_regulations_and_behaviours_have_keys(open_window) -> None:
    window = open_window()
    books = window.workplace.offers.rulebooks()
    press(window, Qt.Key.Key_3, modifier=Qt.KeyboardModifier.AltModifier)
    assert window.home.rulebook == books[2]
    press(window, Qt.Key.Key_2, modifier=Qt.KeyboardModifier.ControlModifier)
    assert window.home.drills.behaviour == "practise"


def test_a_name_with_a_space_can_be_typed_while_the_felt_has_the_keys(open_window) -> None:
    window = open_window()
    runner = ask(window, "spots")
    assert QApplication.focusWidget() is runner.felt
    for letter in "pleno 17":
        QTest.keyClick(runner.felt, letter)
    press(window, Qt.Key.Key_Return)
    assert runner.tray.chosen == ["straight-up:17"]
    press(window, Qt.Key.Key_Left)
    press(window, Qt.Key.Key_Space)
    assert len(runner.tray.chosen) == 2, "without anything typed the space bar taps"


@pytest.mark.parametrize(
    ("cite", "spanish", "english"),
    [
        ("Art. 8 L291, L427-430", "Art. 8", "Art. 8"),
        ("01.IV.1 L150", "Cap. 01, IV.1", "Ch. 01, IV.1"),
        ("01.IV, 05.V.1 L150, L514", "Cap. 01, IV; Cap. 05, V.1", "Ch. 01, IV; Ch. 05, V.1"),
        ("3.6(A) L12", "Sec. 3.6(A)", "Sec. 3.6(A)"),
        ("Circular 3", "Circular 3", "Circular 3"),
    ],
)
def test_a_citation_reads_as_a_person_cites(cite: str, spanish: str, english: str) -> None:
    assert cite_words(Citation.parse(cite), SPANISH) == spanish
    assert cite_words(Citation.parse(cite), ENGLISH) == english


@pytest.mark.parametrize(("width", "height", "text_size"), [(1024, 560, 100), (1092, 590, 130), (1280, 700, 130)])
def test_home_has_room_for_drills_in_a_small_window_and_with_large_text(
    width: int, height: int, text_size: int, open_window
) -> None:
    window = open_window(text_size=text_size)
    window.open_screen("everything")
    window.home.panel.turn_to("drills")
    window.resize(width, height)
    QApplication.processEvents()
    rows = [row.start for row in window.home.drills.rows]
    assert sum(row.visibleRegion().boundingRect().height() == row.height() for row in rows) >= 3


def test_the_settings_say_that_a_small_window_has_no_room_for_the_text_chosen(open_window) -> None:
    window = open_window()
    window.open_screen("settings")
    screen = window.study.settings
    assert not screen.capped.isVisible()
    screen.rows["text-size"].buttons["160"].click()
    assert screen.capped.isVisible() and "120\u00a0%" in screen.capped.text() and "160\u00a0%" in screen.capped.text()
    window.resize(1920, 1080)
    QApplication.processEvents()
    assert not screen.capped.isVisible()


def test_f1_opens_the_lesson_at_home_and_at_the_end_of_a_run_too(open_window) -> None:
    window = open_window()
    press(window, Qt.Key.Key_F1)
    assert window.shown_screen() is window.study.lessons.screen
    press(window, Qt.Key.Key_Escape)
    window.start(drill_plan("arica", "roulette-american", "pay-the-layout"))
    window.runner.run.answer("1")
    window.runner.leave()
    assert window.shown_screen() is window.summary
    press(window, Qt.Key.Key_F1)
    assert window.shown_screen() is window.study.lessons.screen


def test_f1_says_something_where_there_is_no_lesson(open_window, monkeypatch) -> None:
    window = open_window()
    for screen in ("settings", "profiles", "own", "progress"):
        window.show_home()
        window.open_screen(screen)
        press(window, Qt.Key.Key_F1)
        assert window.notices.isVisible() and "F11" in window.notices.says.text(), screen
        window.notices.away.click()
        assert not window.notices.isVisible(), "said once, however often it was asked"
    window.start_session("challenge-60")
    press(window, Qt.Key.Key_F1)
    assert window.runner.bar.message.isVisible() and window.shown_screen() is window.runner
    window.runner.leave()
    monkeypatch.setattr("trainer.desk.screens.run.verdict_display.has_lesson", lambda game, language: False)
    window.start(drill_plan("arica", "roulette-american", "pay-the-layout"))
    press(window, Qt.Key.Key_F1)
    assert "F10" in window.runner.bar.message.text()
    press(window, Qt.Key.Key_F2)
    assert window.runner.bar.message.text() != current_style().say("runner.none-sure")
