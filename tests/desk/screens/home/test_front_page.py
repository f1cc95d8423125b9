"""The front page says what to do now, shows at most seven things to press, and keeps the chosen game."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit

from tests.desk.conftest import NOW
from tests.desk.screens.run.test_sessions import solve
from trainer.course.reading_progress import ReadingBook, done_drill, page_name
from trainer.desk.screens.home.continuation import Continuation
from trainer.desk.screens.home.study import read_home
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import Workplace
from trainer.records.attempts import to_milliseconds
from trainer.runs.plan import FIRST
from trainer.runs.run import Stage
from trainer.runs.trainee_records import read_records
from trainer.texts import Language

_MOST_THINGS = 7


def ready(window: MainWindow) -> MainWindow:
    window.home.work.finish()
    QApplication.processEvents()
    return window


def press(window: MainWindow, key: Qt.Key) -> None:
    QTest.keyClick(QApplication.focusWidget() or window.shown_screen(), key)


def things(window: MainWindow) -> list[QAbstractButton | QLineEdit]:
    kinds = (QAbstractButton, QLineEdit)
    found = [each for kind in kinds for each in window.home.findChildren(kind) if not each.visibleRegion().isEmpty()]
    return [each for each in found if not isinstance(each.parent(), QLineEdit)]


@pytest.mark.parametrize("book", ["arica", "baleares", "bolivia", "coquimbo", "puerto-rico"])
def test_at_most_seven_things_can_be_pressed(book: str, open_window) -> None:
    window = ready(open_window(rulebook=book))
    assert window.home.front.start in things(window) and len(things(window)) <= _MOST_THINGS


@pytest.mark.parametrize("size", [(1024, 560), (1366, 740), (1920, 1040)])
def test_at_most_seven_buttons_are_in_sight_on_every_page_of_everything_else(
    size: tuple[int, int], open_window
) -> None:
    window = open_window(rulebook="puerto-rico")
    window.resize(*size)
    home, panel = window.home, window.home.panel
    window.open_screen("everything")
    many = max(home.drills.rows, key=lambda row: len(row.levels))
    for page in (*panel.pages, f"levels:{many.family.id}"):
        panel.turn_to(page)
        QApplication.processEvents()
        buttons = [each for each in things(window) if each is not home.head.search]
        assert 1 < len(buttons) <= _MOST_THINGS, (page, [each.text() for each in buttons])
    panel.begin("menu")
    panel.turn_to("table")
    panel.turn_to("rulebooks")
    for left in ("table", "menu"):
        press(window, Qt.Key.Key_Escape)
        assert panel.page == left
    press(window, Qt.Key.Key_Escape)
    assert home.is_front


def test_the_search_is_at_hand_on_every_page(open_window) -> None:
    window = ready(open_window())
    window.open_screen("everything")
    QTest.keyClicks(window.home, "f")
    QTest.keyClicks(window.home.head.search, "black jack")
    window.home.work.finish()
    assert window.home.results.buttons
    press(window, Qt.Key.Key_Return)
    assert window.home.is_front and window.home.selected == "blackjack"


@pytest.mark.parametrize(
    ("words", "language", "book", "game"),
    [
        ("caballo", Language.ES, "baleares", "roulette-french"),
        ("horn", Language.EN, "arica", "craps"),
        ("SEGÚRO", Language.ES, "baleares", "blackjack"),
        ("horn", Language.ES, "baleares", "craps"),
        ("caballo", Language.EN, "baleares", "roulette-french"),
    ],
)
def test_a_word_finds_what_teaches_it(words: str, language: Language, book: str, game: str, open_window) -> None:
    window = ready(open_window(language=language, rulebook=book))
    home = window.home
    QTest.keyClicks(home, "f")
    QTest.keyClicks(home.head.search, words)
    home.work.finish()
    found = home._index.find(words, home.selected)
    assert game in {entry.game for entry in found} and len(home.results.buttons) == len(found) <= _MOST_THINGS
    press(window, Qt.Key.Key_Escape)
    assert not home.results.buttons and not home.head.search.text()


def test_a_search_opens_a_drill_a_page_and_a_screen(open_window) -> None:
    window = ready(open_window())
    home = window.home
    for words, shown in (
        ("tablas de la ruleta", "runner"),
        ("la mesa y el cilindro", "lessons"),
        ("ajustes", "settings"),
    ):
        window.show_home()
        QTest.keyClicks(home, "f")
        QTest.keyClicks(home.head.search, words)
        home.work.finish()
        press(window, Qt.Key.Key_Return)
        screens = {
            "runner": lambda: window.runner,
            "lessons": lambda: window.study.lessons.screen,
            "settings": lambda: window.study.settings,
        }
        assert window.shown_screen() is screens[shown](), words


def test_keys_are_shown_on_demand(open_window) -> None:
    window = ready(open_window())
    start = window.home.start
    narrow = start.sizeHint().width()
    QTest.keyPress(window.home, Qt.Key.Key_Alt)
    assert start.sizeHint().width() > narrow
    QTest.keyRelease(window.home, Qt.Key.Key_Alt)
    assert start.sizeHint().width() == narrow
    QTest.keyClicks(window.home, "?")
    assert start.sizeHint().width() > narrow


def test_the_chosen_game_is_kept_wherever_one_comes_back_from(open_window, owned, workplace) -> None:
    window = ready(open_window())
    window.open_screen("everything")
    window.home.games.tiles["craps"].click()
    ready(window)
    assert window.home.is_front and window.home.selected == "craps"
    assert "craps" in window.home.front.game.label
    window.open_screen("settings")
    press(window, Qt.Key.Key_Escape)
    assert window.home.selected == "craps"
    again = MainWindow(workplace, window.settings)
    owned(again)
    again.show_home()
    assert again.home.selected == "craps"


def test_no_question_of_a_game_comes_before_its_page(open_window) -> None:
    window = ready(open_window(taught=False))
    window.home.drills.start_row(1)
    reader = window.study.lessons.screen
    assert window.shown_screen() is reader and window.run is None
    assert reader._feet.skipping.isVisible()
    press(window, Qt.Key.Key_K)
    assert window.shown_screen() is window.runner, "somebody who knows the game says so"
    window.show_home()
    window.home.drills.start_row(1)
    assert window.shown_screen() is window.runner, "and is not told again"


def test_enter_leads_from_page_to_question_to_drill_to_the_next_page(open_window) -> None:
    window = ready(open_window(taught=False))
    press(window, Qt.Key.Key_Return)
    reader = window.study.lessons.screen
    assert reader.page.heading.id == reader.headings[0].id
    press(window, Qt.Key.Key_Return)  # try it
    solve(window)
    assert window.shown_screen() is reader
    press(window, Qt.Key.Key_Return)
    assert window.shown_screen() is window.runner and window.run.length == 10
    for _ in range(10):
        solve(window)
    assert window.summary.advised is window.summary.home_button, "the lesson goes on"
    press(window, Qt.Key.Key_Return)
    assert window.shown_screen() is reader
    assert reader.contents.item(1).text().strip() == "✓ Ejercicio: Orden del cilindro"
    press(window, Qt.Key.Key_Return)
    assert reader.page.heading.id == reader.headings[2].id
    reader.mark()  # what the reader notes keeps what the drill noted
    book = ReadingBook(window.workplace.reading_book(window.tell).path)
    assert book.is_read(page_name(reader.rules.rulebook, reader.rules.game, done_drill("wheel-order")))
    press(window, Qt.Key.Key_Escape)
    ready(window)
    steps = window.home.path.steps
    assert [step.is_done for step in steps[:2]] == [True, True]
    assert window.home.path.place == 2 and window.home.start.label == "Continuar: página 2"


def test_after_one_question_of_a_page_its_drill_comes_next(open_window) -> None:
    window = ready(open_window(taught=False))
    press(window, Qt.Key.Key_Return)
    press(window, Qt.Key.Key_Return)  # try it
    solve(window)
    window.show_home()
    ready(window)
    assert window.home.path.place == 1 and not window.home.path.steps[1].is_done
    assert window.home.start.label == "Continuar: ejemplo y 10 preguntas"


def test_a_drill_that_was_left_before_its_end_still_comes_next_on_its_page(open_window) -> None:
    window = ready(open_window(taught=False))
    press(window, Qt.Key.Key_Return)
    reader = window.study.lessons.screen
    press(window, Qt.Key.Key_Return)  # try it
    solve(window)
    press(window, Qt.Key.Key_Return)
    assert window.shown_screen() is window.runner and window.run.length == 10
    press(window, Qt.Key.Key_Escape)
    assert window.shown_screen() is reader
    press(window, Qt.Key.Key_Return)
    assert window.shown_screen() is window.runner and window.run.length == 10


def test_a_drill_says_that_it_is_one_beside_a_page_of_the_same_name(open_window) -> None:
    window = ready(open_window(taught=False))
    press(window, Qt.Key.Key_Return)
    reader = window.study.lessons.screen
    listed = [reader.contents.item(row).text().strip() for row in range(reader.contents.count())]
    titles = [heading.title for heading in reader.headings]
    assert len(set(titles)) < len(titles) == len(set(listed))
    assert "Ejercicio: Orden del cilindro" in listed
    assert reader._feet.following.label == "Qué cubre una ficha", "beside the button that starts the drill"


def test_the_streak_of_the_first_day_begins_with_the_first_answer(open_window) -> None:
    goal = ready(open_window()).home.front.goal
    goal.show_day(0, 20, 0)
    assert goal.lines[1] == "Practique hoy y empiece una racha"
    goal.show_day(12, 20, 1)
    assert goal.lines[1] == "Primer día de su racha: vuelva mañana"


def test_a_drill_of_a_lesson_that_went_wrong_leads_back_to_the_lesson_by_one_button(open_window) -> None:
    window = ready(open_window(taught=False))
    press(window, Qt.Key.Key_Return)
    reader = window.study.lessons.screen
    press(window, Qt.Key.Key_D)
    for _ in range(10):
        window.runner.give_up()
        assert not window.runner.column.verdict.progress.isVisible(), "what does not count changes no mastery"
        asked = window.runner.felt.scene
        QTest.mouseClick(window.runner.bar.view, Qt.MouseButton.LeftButton)
        assert window.runner.felt.scene == window.run.question.draft.scene
        QTest.mouseClick(window.runner.bar.view, Qt.MouseButton.LeftButton)
        assert window.runner.felt.scene == asked, "without an answer there is none to show"
        press(window, Qt.Key.Key_Return)
    assert window.shown_screen() is window.summary
    assert window.summary.advised is window.summary.home_button and not window.summary.lesson_button.isVisible()
    press(window, Qt.Key.Key_Return)
    assert window.shown_screen() is reader
    press(window, Qt.Key.Key_Escape)
    assert window.shown_screen() is window.home


def test_what_was_missed_today_does_not_take_the_place_of_the_next_page_before_tomorrow(
    open_window, workplace: Workplace
) -> None:
    window = ready(open_window(taught=False))
    press(window, Qt.Key.Key_Return)
    press(window, Qt.Key.Key_D)
    for _ in range(10):
        window.runner.give_up()
        press(window, Qt.Key.Key_Return)
    labels = []
    for later in (timedelta(hours=1), timedelta(days=1)):
        found = msgspec.structs.replace(read_records(workplace.recording), now=to_milliseconds(NOW + later))
        study = read_home(found, workplace.offers, "baleares", "roulette-french")
        assert study.plan.due
        labels.append(Continuation(study, window.home.path).kind)
    assert labels == ["step", "today"]


def test_what_was_left_is_continued_by_the_one_large_button(open_window) -> None:
    window = ready(open_window())
    window.start(FIRST)
    solve(window)
    press(window, Qt.Key.Key_Escape)
    window.show_home()
    ready(window)
    window.home.start.click()
    assert window.run.answers == 1


def test_mock_exams_of_the_chosen_game_come_first_and_those_of_other_regulations_not_at_all(open_window) -> None:
    window = ready(open_window())
    window.exams.choose_mock("puerto-rico", "craps")
    names = [row.label for row in window.exams.choosing.rows]
    assert "raps" in names[0] and all("Puerto Rico" in name for name in names)
    assert len(names) > 4


def test_the_goal_also_tells_the_week(open_window) -> None:
    goal = ready(open_window()).home.front.goal
    goal.show_day(5, 20, 3, week=(40, 30))
    assert "40" in goal.lines[1] and "75" in goal.lines[1]
    goal.show_day(5, 20, 3, week=(5, 4))
    assert "80" not in goal.lines[1], "it would say again what today says"


def test_a_mock_exam_takes_two_clicks_and_is_marked_at_its_end(open_window) -> None:
    window = ready(open_window())
    window.home.front.mock.click()
    window.exams.choosing.rows[0].click()
    assert window.shown_screen() is window.runner
    for _ in range(window.run.length):
        assert window.run.stage is Stage.ASKING, "no verdict before the end"
        window.run.answer(window.run.question.draft.solution.replace("|", " "))
        window.runner.show_what_follows()
    assert window.shown_screen() is window.summary and len(window.run.answered) == window.run.length


def test_goal_streak_and_bests_are_switched_off_by_one_setting(open_window) -> None:
    window = ready(open_window())
    assert window.home.front.goal.isVisible()
    window.open_screen("settings")
    window.shown_screen()._choose("daily-goal", "0")
    window.show_home()
    ready(window)
    assert not window.home.front.goal.isVisible()
    window.open_screen("settings")
    window.shown_screen()._choose("daily-goal", "20")
    window.show_home()
    ready(window)
    assert window.home.front.goal.isVisible() and window.home.front.goal.lines[0]
