"""Answers on the felt: places, chips of the rack, taken bets and cards fill the same answer as keys and buttons."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.desk.answering.felt_alone import FeltPlayer, Finger, Mouse
from trainer.desk.shell.window import MainWindow
from trainer.drills.core import Question
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.runs.run import Stage

OFFERS = Offers(shipped_library())


def made(book: str, game: str, family: str, level: int, seed: int = 3) -> Question:
    offer = OFFERS.offer(book, game)
    return next(each for each in offer.families if each.id == family).make(offer.rules, level, seed)


ON_THE_FELT = [
    ("arica", "blackjack", "insurance", 4),  # chips to one bet
    ("arica", "blackjack", "settle-the-table", 5),  # seats paid, taken and left
    ("arica", "roulette-american", "clear-and-pay", 4),  # bets in order
    ("puerto-rico", "pai-gow-poker", "set-the-cards", 6),  # cards set into hands
    ("puerto-rico", "mini-baccarat", "next-card", 1),  # one of several hands
    ("puerto-rico", "triple-shot", "which-five", 1),  # cards that are picked
    ("baleares", "let-it-ride", "settle-a-seat", 2),  # chips of the rack
    ("arica", "roulette-american", "announce", 2),  # boxes that are called
]


@pytest.mark.parametrize("tool", [Mouse, Finger])
@pytest.mark.parametrize("which", ON_THE_FELT[::2], ids=lambda which: which[2])
def test_a_right_answer_is_given_on_the_felt_alone(
    tool: type[Mouse | Finger], which: tuple[str, str, str, int], open_window
) -> None:
    window: MainWindow = open_window()
    give(window, made(*which), tool)


@pytest.mark.parametrize("which", ON_THE_FELT[1::2], ids=lambda which: which[2])
def test_a_right_answer_is_given_with_the_mouse(which: tuple[str, str, str, int], open_window) -> None:
    window: MainWindow = open_window()
    give(window, made(*which), Mouse)


def give(window: MainWindow, question: Question, tool: type[Mouse | Finger]) -> None:
    window.ask([question, question], "practise")
    window.runner.felt.reduce_motion = True
    QApplication.processEvents()
    assert FeltPlayer(window.runner, tool(window)).answer(question.draft.solution)
    answered = window.runner.run.answered
    assert answered and answered[-1].mark.right, (question.item, answered and answered[-1].mark.given)


def test_a_typed_figure_puts_the_chips_of_its_field_back(open_window) -> None:
    window: MainWindow = open_window()
    question = made("arica", "blackjack", "insurance", 4)
    window.ask([question], "practise")
    tray, felt = window.runner.tray, window.runner.felt
    value, button = list(tray.rack.chips.items())[-1]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (tray.answer(), felt.scene) == (str(value), tray.laid(question.draft.scene))
    assert felt.scene != question.draft.scene
    QTest.keyClicks(tray.fields[0], "0")
    assert (tray.answer(), felt.scene) == (f"{value}0", question.draft.scene)


def test_the_first_tap_on_a_single_choice_may_be_for_counting_and_the_second_answers(open_window) -> None:
    window: MainWindow = open_window()
    question = made("puerto-rico", "mini-baccarat", "next-card", 1)
    window.ask([question, question], "practise")
    window.runner.tray.tap("cards:player")
    assert window.runner.run.stage is Stage.ASKING and window.runner.tray.answer() == "player"
    window.runner.tray.tap("cards:player")
    assert window.runner.run.stage is Stage.JUDGED


@pytest.mark.parametrize("side", ["dealer", "players"])
def test_fields_of_seats_run_as_the_seats_do_on_the_felt(side: str, open_window) -> None:
    window: MainWindow = open_window(side=side)
    window.ask([made("arica", "blackjack", "settle-the-table", 5)], "practise")
    QApplication.processEvents()
    tray, felt = window.runner.tray, window.runner.felt
    seats = [str(label.params["seat"]) for label in tray.form.labels]
    on_felt = sorted(seats, key=lambda seat: felt.felt.spot(f"bet:{seat}").centre.x())
    shown = sorted(seats, key=lambda seat: tray.fields[seats.index(seat)].x())
    assert shown == on_felt
