"""Own drills at the desk, by real keys and clicks."""

from __future__ import annotations

import re

import pypdfium2
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.desk.rooms import squeezed
from tests.desk.shell.test_window import click, key
from trainer.desk.screens.own.screen import OwnScreen
from trainer.desk.shell.window import MainWindow
from trainer.runs.own_drills import own_drills, read_code
from trainer.runs.plan import Kind
from trainer.study.settings import settings_of


def put_together(window: MainWindow, name: str = "Plenos y dados") -> OwnScreen:
    window.home.work.finish()
    key(window, "j")
    screen = window.study.own.screen
    assert window.stack.currentWidget() is screen and screen.name.hasFocus()
    QTest.keyClicks(screen.name, name)
    click(screen.picker.rows[1].levels[1])
    click(screen.games.buttons["craps"])
    click(screen.picker.rows[0].levels[0])
    click(screen.rows["length"].buttons["5"])
    return screen


def test_an_own_drill_is_put_together_kept_and_asked(open_window) -> None:
    window = open_window()
    screen = put_together(window)
    QTest.keyClick(screen, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    store, profile = window.workplace.recording.open()
    [saved] = own_drills(settings_of(store, profile)).values()
    assert saved.rungs == ("pay-the-layout/2 baleares/roulette-french", "stick-call/1 baleares/craps")
    assert (saved.name, saved.length, saved.kind) == ("Plenos y dados", 5, Kind.OWN)
    screen.setFocus()
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert window.stack.currentWidget() is window.runner
    assert window.runner.header.behaviour.text() == "Plenos y dados · cuenta"
    assert window.run.length == 5


def test_who_saves_by_key_still_starts_with_enter_and_what_went_well_is_no_trouble(open_window) -> None:
    window = open_window()
    screen = put_together(window)
    level = screen.picker.rows[0].levels[0]
    level.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(level, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert screen.hasFocus() and screen.message.property("role") == "note"
    screen.picker.choose([])
    QTest.keyClick(screen, Qt.Key.Key_Return)
    assert screen.message.property("role") == "trouble"
    assert screen.rows["length"].buttons["5"].accessibleName() == "Preguntas: 5"


def test_an_own_drill_is_carried_as_a_code_to_another_profile(open_window) -> None:
    window = open_window()
    screen = put_together(window)
    click(screen.buttons["share"])
    code = QGuiApplication.clipboard().text()
    assert read_code(code) == screen.plan()
    assert [path.name for path in window.workplace.folders.plans.iterdir()] == ["plenos-y-dados.json"]
    click(screen.new)
    assert not screen.picker.chosen
    click(screen.buttons["open"])
    assert screen.plan() == read_code(code)
    QGuiApplication.clipboard().setText("hola")
    click(screen.buttons["open"])
    assert screen.message.text() == "El portapapeles no contiene el código de un ejercicio."


def test_what_is_missing_is_said_and_a_kept_one_can_be_deleted(open_window) -> None:
    window = open_window()
    screen = put_together(window)
    screen.picker.choose([])
    click(screen.start)
    assert screen.message.text() == "Elija al menos un nivel." and window.stack.currentWidget() is screen
    click(screen.picker.rows[0].levels[0])
    click(screen.buttons["save"])
    assert [button.label for button in screen.saved_buttons] == ["Plenos y dados"]
    click(screen.buttons["delete"])
    assert not screen.saved_buttons and screen.buttons["delete"].isHidden()


def test_every_word_has_its_room_in_a_small_window(open_window) -> None:
    window = open_window()
    window.resize(1024, 600)
    screen = put_together(window)
    widgets = [screen.bar.title, screen.chosen, *screen.buttons.values(), *screen.games.buttons.values()]
    assert [problem for widget in widgets if widget.isVisible() and (problem := squeezed(widget))] == []
    assert all(row.name.height() >= 0 and not squeezed(row.name) for row in screen.picker.rows)


def test_an_own_drill_is_printed_as_it_was_put_together(open_window, workplace) -> None:
    window = open_window()
    window.home.work.finish()
    key(window, "j")
    screen = window.study.own.screen
    QTest.keyClicks(screen.name, "Solo el 17")
    click(screen.picker.rows[1].levels[1])
    click(screen.rows["length"].buttons["5"])
    screen.numbers.setText("17")
    click(screen.buttons["print"])
    [path] = workplace.folders.pictures.glob("*.pdf")
    assert path.name in window.notices.says.text() and window.notices.print.isVisible()
    document = pypdfium2.PdfDocument(path)
    words = "".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    assert words.count("Sale el 17") >= 5 and not re.search(r"Sale el (?!17\b)", words)
