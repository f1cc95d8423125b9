"""Every way to answer works in the whole window with one hand's tool alone: the mouse, a finger or the keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.drills.checks import rules_of
from trainer.desk.answering.trays.amount import AmountTray
from trainer.desk.screens.run.screen import RunnerScreen
from trainer.desk.shell.window import MainWindow
from trainer.desk.shots.samples import sample_questions
from trainer.drills import families
from trainer.equipment.chips import Stack
from trainer.runs.run import Stage

Touch = Callable[[QWidget, QPoint], None]


def click(widget: QWidget, at: QPoint) -> None:
    QTest.mouseClick(widget.window().windowHandle(), Qt.MouseButton.LeftButton, pos=widget.mapTo(widget.window(), at))


def tap(widget: QWidget, at: QPoint) -> None:
    """A finger, as the system tells the window of it."""
    window, device = widget.window().windowHandle(), QTest.createTouchDevice()
    there = widget.mapTo(widget.window(), at)
    QTest.touchEvent(window, device).press(1, there, window).commit()
    QTest.touchEvent(window, device).release(1, there, window).commit()


def answer_by_touch(runner: RunnerScreen, solution: str, touch: Touch) -> None:
    """Give a solution by what is on the screen, without a key."""
    tray, form = runner.tray, type(runner.tray.form).__name__

    def press(widget: QWidget) -> None:
        touch(widget, widget.rect().center())

    words = [] if solution == "-" else solution.replace("|", " ").split()
    match form:
        case "AmountForm":
            for field, figure in reversed(list(zip(tray.fields, words, strict=True))):
                press(field)
                for sign in figure:
                    press(tray.keys[sign])
        case "ChipsForm":
            for value, count in Stack.parse(solution).counts:
                for _ in range(count):
                    press(tray.chips[value])
        case "ChoiceForm":
            for word in words:
                press(tray.buttons[word])
        case "OrderForm":
            for word in words:
                press(tray.steps[word])
        case "HandsForm":
            for piece in words[0].partition("=")[2].split(","):
                press(tray.pieces[tray.form.pieces.index(piece)])
        case "CallForm":
            for index, word in enumerate(words):
                press(tray.choices[index][word])
        case _:
            for spot, _, count in (word.partition("=") for word in words):
                for _ in range(int(count or 1)):
                    touch(runner.felt, runner.felt.spot_point(spot).toPoint())
    if runner.run.stage is Stage.ASKING:
        press(runner.bar.answer)


def answer_by_keys(runner: RunnerScreen, solution: str) -> None:
    """Give a solution without a click."""
    tray, form = runner.tray, type(runner.tray.form).__name__

    def press(*keys: Qt.Key | str) -> None:
        for key in keys:
            target = QApplication.focusWidget() or runner
            QTest.keyClicks(target, key) if isinstance(key, str) else QTest.keyClick(target, key)

    def number(place: int) -> str:
        return "1234567890"[place]

    words = [] if solution == "-" else solution.replace("|", " ").split()
    match form:
        case "AmountForm":
            for figure in words:
                press(figure, Qt.Key.Key_Return)
        case "ChipsForm":
            for value, count in Stack.parse(solution).counts:
                press(*[number(list(tray.chips).index(value))] * count)
        case "ChoiceForm":
            press(*(tray.buttons[word].key for word in words))
        case "OrderForm":
            press(*(tray.steps[word].key for word in words))
        case "HandsForm":
            pieces = words[0].partition("=")[2].split(",")
            press(*(number(tray.form.pieces.index(piece)) for piece in pieces))
        case "CallForm":
            for part, word in zip(tray.form.parts, words, strict=True):
                ids = [choice.id for choice in part]
                press(word if len(ids) > 9 else number(ids.index(word)))
        case _:
            for spot, _, count in (word.partition("=") for word in words):
                for _ in range(int(count or 1)):
                    press(tray.named(spot), Qt.Key.Key_Return)
    if runner.run.stage is Stage.ASKING:
        press(Qt.Key.Key_Return)


@pytest.mark.parametrize("tool", [click, tap, None], ids=["mouse", "finger", "keys"])
def test_every_right_answer_is_given_and_gone_on_from(tool: Touch | None, open_window) -> None:
    window: MainWindow = open_window()
    for name, question in sample_questions().items():
        window.ask([question, question], "practise")
        QApplication.processEvents()
        runner, solution = window.runner, question.draft.solution
        answer_by_touch(runner, solution, tool) if tool else answer_by_keys(runner, solution)
        assert runner.run.answered and runner.run.answered[-1].mark.right, f"{name}: {runner.bar.message.text()}"
        if tool:
            tool(runner.bar.answer, runner.bar.answer.rect().center())
        else:
            QTest.keyClick(QApplication.focusWidget() or runner, Qt.Key.Key_Return)
        assert runner.run.stage is Stage.ASKING and runner.run.answers == 1, name


@pytest.mark.parametrize(("game", "family"), [("chemin-de-fer", "who-plays"), ("blackjack", "in-order")])
def test_the_number_of_a_seat_is_the_key_that_chooses_it(game: str, family: str, open_window) -> None:
    rules = rules_of((game,))[0]
    drill = next(each for each in families(game) if each.id == family)
    window: MainWindow = open_window()
    for seed in range(6):
        question = drill.make(rules, 1, seed)
        window.ask([question, question], "practise")
        QApplication.processEvents()
        seats = question.draft.solution.replace("|", " ").split()
        for seat in seats:
            QTest.keyClicks(QApplication.focusWidget() or window.runner, seat)
        if window.run.stage is Stage.ASKING:
            assert window.runner.tray.answer() == " ".join(seats)
            continue
        assert window.run.answered[-1].mark.right, question.item


@pytest.mark.parametrize("touch", [click, tap], ids=["mouse", "finger"])
def test_a_button_leaves_the_keys_with_the_field_that_has_them(touch: Touch, open_window) -> None:
    window: MainWindow = open_window()
    window.ask([sample_questions()["amounts"]], "learn")
    QApplication.processEvents()
    runner = window.runner
    field = runner.tray.fields[1]
    touch(field, field.rect().center())
    for button in (runner.tray.keys["7"], runner.header.whole, runner.bar.hint):
        touch(button, button.rect().center())
        assert field.hasFocus(), button.text()
    QTest.keyClicks(QApplication.focusWidget(), "5")
    assert [one.text() for one in runner.tray.fields] == ["", "75", ""]


def test_the_rack_stays_chosen_in_one_window_and_is_not_in_the_next(open_window) -> None:
    def ask(window: MainWindow, name: str) -> AmountTray:
        window.ask([sample_questions()[name]], "practise")
        QApplication.processEvents()
        return window.runner.tray

    window: MainWindow = open_window()
    switch = ask(window, "amounts").switch
    click(switch, switch.rect().center())
    ask(window, "amount")
    tray = ask(window, "amounts")
    assert tray.rack.isVisible() and not tray.keys["7"].isVisible()
    tray = ask(open_window(), "amounts")
    assert tray.keys["7"].isVisible() and not tray.rack.isVisible()
