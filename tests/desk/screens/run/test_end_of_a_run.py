"""The end of a run: what Enter does follows from how it went, every square opens its question, mistakes in one go."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from trainer.runs.plan import drill_plan


def run_of(window, level: int, results: list[bool]):
    """A real drill, answered right or wrong, and left."""
    window.start(drill_plan("baleares", "roulette-french", "pay-tables", level, behaviour="practise"))
    runner = window.runner
    for is_right in results:
        solution = runner.run.question.draft.solution
        runner.tray.put(solution if is_right else "1")
        runner.press_enter()
        runner.press_enter()
    runner.leave()
    QApplication.processEvents()
    return window.summary


@pytest.mark.parametrize(
    ("level", "results", "advised"),
    [
        (1, [False] * 6, "lesson_button"),
        (2, [False] * 6, "easier_button"),
        (1, [True, True, False], "resume_button"),
    ],
)
def test_what_is_advised_follows_from_what_happened(level: int, results: list[bool], advised: str, open_window) -> None:
    summary = run_of(open_window(), level, results)
    assert summary.advised is getattr(summary, advised)
    assert summary.advised.kind == "primary" and summary.advised.isVisible()


@pytest.mark.parametrize(
    ("results", "up", "down"),
    [([False] * 8 + [True] * 2, False, True), ([True] * 6 + [False] * 4, True, True), ([True] * 10, True, False)],
)
def test_who_got_little_right_is_not_sent_up_nor_who_got_all_right_down(
    results: list[bool], up: bool, down: bool, open_window
) -> None:
    window = open_window()
    summary = run_of(window, 2, results)
    assert (summary.next_button.isVisible(), summary.easier_button.isVisible()) == (up, down)
    QTest.keyClick(summary, Qt.Key.Key_B if up else Qt.Key.Key_N)  # a key without its button does nothing
    assert (window.shown_screen() is summary) is not (up and down)


def test_enter_takes_who_got_nothing_right_to_an_easier_level(open_window) -> None:
    window = open_window()
    run_of(window, 2, [False] * 6)
    QTest.keyClick(window.summary, Qt.Key.Key_Return)
    assert window.run.question.item.level == 1


def test_every_square_opens_its_question_by_click_and_by_key(open_window) -> None:
    window = open_window()
    summary = run_of(window, 1, [True, False, True])
    asked = [one.question.item for one in summary.run.answered]
    QTest.mouseClick(summary.strip, Qt.MouseButton.LeftButton, pos=summary.strip.square_point(1).toPoint())
    assert window.run.question.item == asked[1]
    window.show_screen(summary)
    summary.strip.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(summary.strip, Qt.Key.Key_Right)
    QTest.keyClick(summary.strip, Qt.Key.Key_Right)
    QTest.keyClick(summary.strip, Qt.Key.Key_Return)
    assert window.run.question.item == asked[2]


@pytest.mark.parametrize("is_answered", [True, False])
def test_from_a_square_one_comes_back_to_the_end_of_the_run(is_answered: bool, open_window) -> None:
    window = open_window()
    summary = run_of(window, 1, [True, False, True])
    run = summary.run
    QTest.mouseClick(summary.strip, Qt.MouseButton.LeftButton, pos=summary.strip.square_point(1).toPoint())
    if is_answered:
        window.runner.tray.put(window.run.question.draft.solution)
        QTest.keyClick(window.runner, Qt.Key.Key_Return)
        QTest.keyClick(window.runner, Qt.Key.Key_Return)
    else:
        QTest.keyClick(window.runner, Qt.Key.Key_Escape)
    assert window.shown_screen() is summary and summary.run is run is window.run
    QTest.keyClick(summary, Qt.Key.Key_S)
    assert window.shown_screen() is window.runner and window.run.answers == 3, "the run that was left goes on"


def test_all_mistakes_of_a_run_are_asked_again_in_one_go(open_window) -> None:
    window = open_window()
    summary = run_of(window, 1, [False, True, False, True])
    wrong = [one.question.item for one in summary.run.answered if not one.mark.right]
    QTest.keyClick(summary, Qt.Key.Key_M)
    assert window.run.question.item == wrong[0] and window.run.behaviour.id == "learn"
    assert window.run.plan.items == tuple(map(str, wrong))


def test_a_run_that_was_left_goes_on_where_it_was(open_window) -> None:
    window = open_window()
    run_of(window, 1, [True, True])
    QTest.keyClick(window.summary, Qt.Key.Key_S)
    assert window.shown_screen() is window.runner and window.run.answers == 2


def test_what_went_wrong_stands_right_under_its_title(open_window) -> None:
    summary = run_of(open_window(), 1, [False] * 6)
    gap = summary.mistakes.geometry().top() - summary.mistakes_title.geometry().bottom()
    assert summary.mistakes_title.height() == summary.mistakes_title.sizeHint().height() and gap <= 16
