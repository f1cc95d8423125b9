"""The verdict: the named mistake first and whole, counts that are one off, and what the answer did for mastery."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from trainer.desk.answering import verdict
from trainer.desk.shell.window import MainWindow
from trainer.drills.core import ONE_OFF, Question
from trainer.drills.forms import AmountForm, ChipsForm
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.runs.plan import drill_plan
from trainer.texts.messages import messages

OFFERS = Offers(shipped_library())


def made(family: str, level: int, seed: int) -> Question:
    offer = OFFERS.offer("arica", "roulette-american")
    return next(each for each in offer.families if each.id == family).make(offer.rules, level, seed)


def answer(window: MainWindow, given: str) -> None:
    window.runner.tray.put(given)
    window.runner.press_enter()
    QApplication.processEvents()


def longest_mistake() -> str:
    """The longest text of a mistake in any area."""
    areas = ("roulette", "blackjack", "craps", "house-poker", "baccarat", "pai-gow", "card-room", "trade")
    texts = {key: names for area in areas for key, names in messages(area).items() if key.startswith("mistake.")}
    return max((names.es for names in texts.values()), key=len)


@pytest.mark.parametrize("size", [(1366, 768), (1024, 600)])
def test_the_longest_mistake_stands_whole_before_the_given_answer(
    size: tuple[int, int], open_window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdict, "mistake_message", lambda *_: longest_mistake())
    window: MainWindow = open_window(painted=True)
    window.resize(*size)
    question = made("pay-the-layout", 3, 3)
    window.ask([question, question], "practise")
    answer(window, question.draft.mistakes[0][1])
    panel = window.runner.column.verdict
    seen = panel.scroll_area.viewport()
    foot = panel.mistake.mapTo(seen, QPoint(0, panel.mistake.height()))
    assert panel.mistake.height() >= panel.mistake.heightForWidth(panel.mistake.width())
    assert foot.y() <= seen.height()
    assert foot.y() <= panel.given_caption.mapTo(seen, QPoint()).y()


def test_a_count_that_is_one_off_is_named_in_any_family() -> None:
    question = made("pay-the-layout", 7, 4)
    first, *rest = question.draft.solution.split()
    wrong = " ".join([str(int(first) + 1), *rest])
    assert question.family.mark(question, wrong).mistake == ONE_OFF
    farther = " ".join([str(int(first) + 2), *rest])
    assert question.family.mark(question, farther).mistake != ONE_OFF


def test_money_is_not_a_count_and_a_payout_is_one_chip_off() -> None:
    assert AmountForm(unit="chips").is_one_off("121", "120")
    assert not AmountForm(unit="EUR").is_one_off("121", "120")
    assert not AmountForm(labels=("a", "b"), unit="chips").is_one_off("2 2", "1 1")
    rack = ChipsForm(rack=((25, "green"), (5, "red")))
    assert rack.is_one_off("2x25 1x5", "2x25 2x5") and not rack.is_one_off("2x25", "2x25 2x5")


def test_the_verdict_says_what_the_answer_did_for_mastery(open_window) -> None:
    window: MainWindow = open_window()
    window.start(drill_plan("baleares", "roulette-french", "pay-tables", 1, behaviour="practise"))
    QApplication.processEvents()
    answer(window, window.runner.run.question.draft.solution)
    progressed = window.runner.run.progressed
    assert progressed is not None and progressed.after > progressed.before
    said = window.runner.column.verdict.progress.text()
    assert f"{round(100 * progressed.after)}" in said and "+" in said
