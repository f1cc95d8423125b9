"""Escape leads back through everything that was opened, to the very run or page it was opened from, and home."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from trainer.desk.screens.lessons.screen import LessonScreen
from trainer.desk.shell.navigation import Navigation, Place
from trainer.desk.shell.window import MainWindow
from trainer.runs.run import Stage

ESCAPE = Qt.Key.Key_Escape
_MOST_STEPS = 40


# ── the stack itself ─────────────────────────────────────────────────────────────────────────────────────────────────


class Walk:
    """Places by a letter each, and what was done to them."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.navigation = Navigation(self.place("home"))

    def place(self, name: str) -> Place:
        def note(what: str) -> Callable[[], None]:
            return lambda: self.done.append(f"{what} {name}")

        return Place(note("show"), note("leave"), note("refresh"))


def test_a_place_is_shown_again_when_what_was_opened_over_it_is_left() -> None:
    walk = Walk()
    way, a, b = walk.navigation, walk.place("a"), walk.place("b")
    way.push(a)
    way.push(b)
    way.pop()
    way.pop()
    assert walk.done == ["show a", "show b", "leave b", "refresh a", "show a", "leave a", "refresh home", "show home"]
    way.pop()  # nobody leaves home
    assert way.depth == 0 and walk.done[-1] == "show home"


def test_a_place_that_is_open_is_returned_to_and_not_opened_twice() -> None:
    walk = Walk()
    way, a, b, c = walk.navigation, walk.place("a"), walk.place("b"), walk.place("c")
    for place in (a, b, c, a):
        way.push(place)
    assert way.places == (a,)
    assert walk.done[3:] == ["leave c", "leave b", "refresh a", "show a"]
    way.replace(b)
    assert way.places == (b,) and walk.done[-2:] == ["leave a", "show b"]


def test_home_is_shown_even_if_a_place_cannot_be_left() -> None:
    walk = Walk()

    def fail() -> None:
        raise ValueError

    walk.navigation.push(Place(lambda: None, fail))
    with pytest.raises(ValueError):
        walk.navigation.home()
    assert walk.navigation.depth == 0 and walk.done == ["show home"]


# ── the window ───────────────────────────────────────────────────────────────────────────────────────────────────────


def press(window: MainWindow, *keys: Qt.Key | str) -> None:
    """Press keys where the focus is, as a keyboard does."""
    for key in keys:
        target = QApplication.focusWidget() or window.shown_screen() or window
        QTest.keyClicks(target, key) if isinstance(key, str) else QTest.keyClick(target, key)


def opened(open_window: Callable[..., MainWindow]) -> MainWindow:
    window = open_window()
    window.home.work.finish()
    QTest.qWaitForWindowActive(window)
    return window


def test_a_question_tried_in_a_lesson_leads_back_to_the_run_of_the_lesson(open_window) -> None:
    window = opened(open_window)
    press(window, "1")
    run = window.run
    question = run.question
    window.runner.tray.put("1")
    press(window, Qt.Key.Key_F1)
    reader = window.shown_screen()
    assert isinstance(reader, LessonScreen)
    page = reader.page.heading.id
    press(window, "t")
    tried = window.run
    assert tried is not run and window.shown_screen() is window.runner
    press(window, Qt.Key.Key_F1, Qt.Key.Key_Right, ESCAPE)
    assert window.run is tried and window.runner.run is tried, "its lesson leads back to the question that is tried"
    press(window, ESCAPE)
    assert window.shown_screen() is reader and reader.page.heading.id == page, "at the page it was tried from"
    press(window, ESCAPE)
    assert window.shown_screen() is window.runner and window.runner.run is run is window.run
    assert run.stage is Stage.ASKING and run.question is question
    window.runner.tray.put(question.draft.solution)
    press(window, Qt.Key.Key_Return)
    assert run.answered[-1].mark.right, "the run goes on"
    press(window, Qt.Key.Key_F9)
    press(window, ESCAPE, ESCAPE)
    assert window.shown_screen() is window.home


def test_a_half_written_answer_is_still_there_after_the_lesson(open_window) -> None:
    window = opened(open_window)
    press(window, "1")
    window.runner.tray.put("12")
    press(window, Qt.Key.Key_F1, ESCAPE)
    assert window.runner.tray.answer() == "12"


def test_a_verdict_is_there_again_after_another_question_was_tried(open_window) -> None:
    window = opened(open_window)
    press(window, "1")
    run = window.run
    window.runner.tray.put("1")
    press(window, Qt.Key.Key_Return, Qt.Key.Key_F1, "t")
    window.runner.tray.put("2")
    press(window, Qt.Key.Key_Return, Qt.Key.Key_Return)
    assert isinstance(window.shown_screen(), LessonScreen)
    press(window, ESCAPE)
    assert window.runner.run is run and run.stage is Stage.JUDGED
    assert window.runner.column.verdict.isVisible()
    press(window, Qt.Key.Key_Return)
    assert run.stage is Stage.ASKING and window.runner.run.number == 2


def test_the_projector_never_meets_a_run_that_is_over(open_window) -> None:
    window = opened(open_window)
    press(window, "1", Qt.Key.Key_F9, Qt.Key.Key_F1, "t", ESCAPE)
    reader = window.shown_screen()
    assert isinstance(reader, LessonScreen)
    window.runner.switch_projector()  # the run on the runner is over
    window.runner.restyle()
    press(window, ESCAPE)
    assert window.shown_screen() is window.runner and window.run.stage is Stage.ASKING
    press(window, Qt.Key.Key_F9, Qt.Key.Key_F9, ESCAPE)
    assert window.shown_screen() is window.home


def test_a_lesson_from_home_leads_home_however_deep_it_went(open_window) -> None:
    window = opened(open_window)
    press(window, "l", Qt.Key.Key_Right, Qt.Key.Key_Right, "t", Qt.Key.Key_F1, ESCAPE, ESCAPE, ESCAPE)
    assert window.shown_screen() is window.home


def test_a_drill_begun_in_a_lesson_of_a_run_leads_back_to_it(open_window) -> None:
    window = opened(open_window)
    press(window, "1")
    run = window.run
    press(window, Qt.Key.Key_F1, "d")
    drilled = window.run
    assert drilled is not run
    window.runner.tray.put("1")
    press(window, Qt.Key.Key_Return, ESCAPE)
    assert window.shown_screen() is window.summary and "Seguir con la lección" in window.summary.home_button.label
    press(window, "o")  # another run takes the place of the summary
    press(window, ESCAPE, ESCAPE)
    assert window.shown_screen() is window.runner and window.run is run and run.stage is Stage.ASKING


def test_answers_of_a_covered_run_are_saved_when_the_window_closes(open_window) -> None:
    window = opened(open_window)
    press(window, "1")
    run = window.run
    saved: list[object] = []
    run.save = lambda: saved.append(run)  # type: ignore[method-assign]
    press(window, Qt.Key.Key_F1, "t")
    window.close()
    assert saved


OPENERS: tuple[Qt.Key | str, ...] = (
    *("1", "2", "l", "p", "a", "k", "o", "s", "h", "c", "x", "y", "m", "e", "t", "d", "n", "b", "r", "f", "i", "u"),
    *(Qt.Key.Key_F1, Qt.Key.Key_F4, Qt.Key.Key_F5, Qt.Key.Key_F6, Qt.Key.Key_F9, Qt.Key.Key_F10),
    *(Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Space, ESCAPE),
)


@pytest.mark.parametrize("seed", range(6))
def test_every_walk_leads_home_by_escape(seed: int, open_window) -> None:
    """Random openers on every screen; then Escape alone leads home, in no more steps than were opened."""
    window = opened(open_window)
    rng = random.Random(seed)
    for _ in range(3):
        walk = [rng.choice(OPENERS) for _ in range(rng.randrange(4, _MOST_STEPS))]
        window.home.work.finish()
        for key in walk:
            press(window, key)
            screen = window.shown_screen()
            assert screen is not window.runner or not window.runner.is_over, walk
        most = 3 * (window.navigation.depth + 3)  # a field that has the keys, a note or a verdict takes one more
        for _ in range(most):
            if window.shown_screen() is window.home:
                break
            press(window, ESCAPE)
        assert window.shown_screen() is window.home and window.navigation.depth == 0, walk
