"""Sessions, profiles, lessons and settings from home, by real keys and clicks."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.desk.answering.test_by_hand_alone import tap
from tests.desk.questions import Clock
from tests.desk.rooms import squeezed
from tests.desk.screens.progress.test_progress import practised
from tests.desk.shell.test_window import click, key
from trainer.desk.screens.people.screen import Step
from trainer.desk.shell.settings import load_settings
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import Workplace
from trainer.desk.style.style import LEAST_TARGET, current_style
from trainer.records.errors import DamagedError, PinNeededError
from trainer.records.store import Store
from trainer.rulebooks import RulebookError
from trainer.rulebooks.problems import MISSING, Fault
from trainer.runs.plan import FIRST, drill_plan
from trainer.runs.run import Stage
from trainer.study.settings import Settings as StudySettings
from trainer.study.settings import Unlocking, settings_of
from trainer.texts import Language, say

__all__ = ["practised"]


def solve(window: MainWindow, right: bool = True) -> None:
    """Answer the question and go on, without the tray."""
    run = window.run
    run.answer(run.question.draft.solution.replace("|", " ")) if right else run.close_unanswered()
    window.runner.press_enter()


# ── today ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_trainee_with_data_presses_enter_and_practises_what_is_needed(practised) -> None:
    window = practised()
    home = window.home
    assert home.start.label.startswith("Empezar: ") and "minutos" in home.start.label
    assert "repasos" in home.start.note
    assert home.games.tiles["roulette-french"].mastery > 0
    key(window, Qt.Key.Key_Return)
    run = window.run
    assert window.stack.currentWidget() is window.runner
    assert window.runner.header.behaviour.text() == "Hoy · cuenta"
    assert run.asked.why is not None
    assert say(run.asked.why, Language.ES) == window.runner.felt_area.why.text()
    assert run.length == home.study.plan.questions


def test_home_shows_how_well_each_level_is_known_and_how_many_reviews_wait(practised) -> None:
    home = practised().home
    levels = home.drills.rows[0].levels
    assert levels[0].stand == "mastered" and ". Dominado, 100" in levels[0].accessibleName()
    tile = home.games.tiles["roulette-french"]
    assert tile.due == home.study.due["roulette-french"] > 0
    assert tile.accessibleDescription() == f"{tile.due} repasos pendientes"


def test_home_shows_no_share_of_a_level_that_was_not_begun(open_window) -> None:
    window = open_window(last=FIRST, rulebook=FIRST.rulebook)
    window.home.work.finish()
    names = [level.accessibleName() for row in window.home.drills.rows for level in row.levels]
    assert names and not any("%" in name for name in names)


def test_what_goes_wrong_while_learning_waits_among_the_mistakes(open_window) -> None:
    window = open_window()
    window.home.work.finish()
    assert window.home.drills.behaviour == "learn"
    window.home.drills.start_row(0)
    item = window.run.question.item
    solve(window, right=False)
    key(window, Qt.Key.Key_Escape, Qt.Key.Key_Escape)
    window.home.work.finish()
    assert window.home.study.mistakes == 1
    assert {level.stand for level in window.home.study.levels.values()} == {"learning"}
    key(window, "e")
    assert (window.run.question.item, window.run.length) == (item, 1)


def test_without_data_enter_opens_the_first_page(open_window) -> None:
    window = open_window()
    window.home.work.finish()
    assert window.home.start.label == "Empezar: página 1"
    key(window, Qt.Key.Key_Return)
    reader = window.study.lessons.screen
    assert window.shown_screen() is reader and reader.page.heading.id == reader.headings[0].id


def test_a_session_of_today_is_recorded_and_can_be_had_again(practised, workplace: Workplace) -> None:
    window = practised()
    store, profile = workplace.recording.open()
    before = store.count(profile)
    key(window, Qt.Key.Key_Return)
    for _ in range(3):
        solve(window)
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.summary
    assert window.summary.place.text() == "Hoy"
    assert store.count(profile) == before + 3
    sessions = {attempt.session for attempt in store.attempts(profile, newest_first=True, limit=3)}
    assert [session.id for session in store.sessions(profile, "today")][:1] == list(sessions)
    key(window, Qt.Key.Key_Return)
    assert window.stack.currentWidget() is window.runner


def test_the_drill_that_was_left_off_stands_in_the_small_row(practised) -> None:
    window = practised()
    key(window, "o")
    assert window.run.question.item.family == FIRST.family
    assert window.runner.header.behaviour.text() == "Aprender · no puntúa"


# ── the other kinds ──────────────────────────────────────────────────────────────────────────────────────────────


def test_mistakes_ask_fresh_questions_that_count(practised) -> None:
    window = practised()
    waiting = window.home.study.mistakes
    assert waiting and str(waiting) in window.home.panel.sessions.buttons["mistakes"].label
    key(window, "e")
    run = window.run
    assert run.length == waiting
    assert run.counts
    assert window.runner.header.behaviour.text() == "Mis errores · cuenta"


def test_without_mistakes_there_is_nothing_to_press(open_window) -> None:
    window = open_window()
    window.home.work.finish()
    assert not window.home.panel.sessions.buttons["mistakes"].isEnabled()
    key(window, "e")
    assert window.stack.currentWidget() is window.home
    window.start_session("mistakes")
    assert "No hay errores" in window.home.message.text()


@pytest.mark.parametrize(("letter", "seconds"), [("r", 60), ("t", 180)])
def test_a_challenge_counts_down_and_ends_by_itself(
    practised, clock: Clock, qtbot: QtBot, letter: str, seconds: int
) -> None:
    window = practised()
    key(window, letter)
    runner = window.runner
    assert runner.header.left.isVisible() and not runner.header.ring.isVisible()
    assert runner.header.left.figure.text() == ("1:00" if seconds == 60 else "3:00")
    clock.pass_seconds(10)
    solve(window)
    assert runner.header.number.figure.text() == "1"
    runner.tick()
    assert runner.header.left.figure.text() == ("0:50" if seconds == 60 else "2:50")
    clock.pass_seconds(seconds)
    qtbot.waitUntil(lambda: window.run.stage is Stage.FINISHED)
    assert window.stack.currentWidget() is window.summary
    assert window.summary.title.text() == "Fin de la tanda"
    assert len(window.run.answered) == 1, "the question under way does not count"
    assert window.summary.best.isVisible() and window.summary.best.text().startswith("Su mejor marca: ")


def test_a_verdict_may_be_read_when_the_challenge_is_over(practised, clock: Clock) -> None:
    window = practised()
    key(window, "r")
    run = window.run
    run.close_unanswered()
    clock.pass_seconds(70)
    window.runner.tick()
    assert window.stack.currentWidget() is window.runner
    key(window, Qt.Key.Key_Return)
    assert window.stack.currentWidget() is window.summary


def test_a_class_gets_the_same_questions_from_the_same_code(practised, workplace: Workplace) -> None:
    window = practised()

    def items(code: str) -> list[str]:
        window.show_home()
        key(window, "g")
        screen = window.study.class_code
        screen.code.clear()
        click(screen.levels.buttons["2"])
        key(window, code, Qt.Key.Key_Return)
        asked = []
        for _ in range(6):
            asked.append(str(window.run.question.item))
            solve(window)
        key(window, Qt.Key.Key_Escape)
        return asked

    first = items("Lunes 4711")
    workplace.recording.switch(workplace.recording.open()[0].add_profile("Joan").id)
    assert items("lunes  4711") == first
    assert items("martes") != first
    assert all(int(item.partition("/")[2][0]) <= 2 for item in first)


def test_a_class_needs_a_code(open_window) -> None:
    window = open_window()
    key(window, "g", Qt.Key.Key_Return)
    screen = window.study.class_code
    assert screen.isVisible() and screen.message.text() == "Escriba el código de la clase."
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.home


@pytest.mark.parametrize("letter", ["g", "n", "l"])
def test_a_game_whose_rules_are_faulty_is_told_and_not_opened(open_window, monkeypatch, letter: str) -> None:
    window = open_window()

    def fail(*_: object) -> None:
        raise RulebookError([Fault("roulette-french.toml", "bets", MISSING)])

    monkeypatch.setattr(type(window.workplace.offers), "offer", fail)
    key(window, letter)
    assert window.stack.currentWidget() is window.home


def test_what_is_wrong_with_the_rules_is_said_in_the_language_of_the_desk(open_window, monkeypatch) -> None:
    window = open_window()

    def fail(*_: object) -> None:
        raise RulebookError([Fault("roulette-french.toml", "bets", MISSING)])

    monkeypatch.setattr(type(window.workplace.offers), "offer_of", fail)
    window.start(FIRST)
    said = "Este ejercicio no se puede abrir: roulette-french.toml: bets: falta: escríbalo"
    assert window.home.message.text() == said


def test_placement_opens_the_levels_it_finds_and_says_so(open_window, workplace: Workplace) -> None:
    window = open_window()
    key(window, "n")
    assert window.runner.header.behaviour.text() == "Prueba de nivel · cuenta"
    while window.run.stage is not Stage.FINISHED:
        solve(window)
    screen = window.study.placement
    assert window.stack.currentWidget() is screen
    assert screen.placed.is_sure
    assert max(start.level for start in screen.placed.starts) > 3
    assert str(screen.placed.open_levels) in screen.says.text()
    key(window, Qt.Key.Key_Return)
    assert window.runner.header.behaviour.text() == "Hoy · cuenta"


def test_placement_left_early_says_that_it_is_rough(open_window) -> None:
    window = open_window()
    key(window, "n")
    solve(window)
    key(window, Qt.Key.Key_Escape)
    assert window.study.placement.title.text() == "Prueba interrumpida"


# ── profiles ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_profiles_keep_their_records_apart(practised, workplace: Workplace, tmp_path: Path) -> None:
    window = practised()
    key(window, "u", Qt.Key.Key_Return)
    screen = window.study.profiles
    assert QApplication.focusWidget() is screen.name
    key(window, "Joan", Qt.Key.Key_Return)
    assert window.stack.currentWidget() is window.home
    window.home.work.finish()
    assert window.home.panel.program.screens["profiles"].label == "Joan"
    assert window.home.continuation.kind != "today", "somebody new begins with the first page"
    window.home.drills.choose_behaviour(1)
    window.home.drills.start_row(0)
    solve(window)
    key(window, Qt.Key.Key_Escape, Qt.Key.Key_Escape, "u", "2")
    window.home.work.finish()
    assert window.home.panel.program.screens["profiles"].label == "Marina"
    assert window.home.continuation.kind == "today"
    kept, _ = load_settings(workplace.folders.settings_path, "stamp")
    workplace.recording.close()
    with Store(tmp_path / "progress.db", read_only=True) as store:
        assert store.count(store.profile("Joan").id) == 1
        assert store.count(store.profile("Marina").id) > 1000
        assert kept.profile == store.profile("Marina").id.hex


def test_a_new_profile_inherits_nobodys_drill_and_everybody_finds_their_own_again(open_window) -> None:
    window = open_window()
    mine = drill_plan("arica", "craps", "pay-the-roll", 2)
    window.start(mine)
    key(window, Qt.Key.Key_Escape, "u", Qt.Key.Key_Return)
    key(window, "Joan", Qt.Key.Key_Return)
    assert window.settings.last is None and window.home.is_first_run
    assert window.home.rulebook == FIRST.rulebook
    window.start(FIRST)
    key(window, Qt.Key.Key_Escape, "u", "1")
    assert window.settings.last == mine and window.home.rulebook == "arica"
    assert list(window.settings.lasts.values()) == [FIRST]


def test_a_pin_is_asked_for_before_a_profile_is_opened(open_window, workplace: Workplace) -> None:
    window = open_window()
    store, _ = workplace.recording.open()
    aitana = store.add_profile("Aitana", "2468")
    key(window, "u", "1")
    screen = window.study.profiles
    assert screen.step is Step.PIN
    key(window, "1111", Qt.Key.Key_Return)
    assert "no es el PIN" in screen.message.text()
    key(window, "2468", Qt.Key.Key_Return)
    assert window.stack.currentWidget() is window.home
    assert workplace.recording.open()[1] == aitana.id
    assert window.settings.asks_pin


def test_a_locked_start_lets_nobody_past_without_choosing(open_window, workplace: Workplace) -> None:
    window = open_window()
    store, profile = workplace.recording.open()
    store.set_pin(profile, "2468")
    window.study.show_profiles(is_locked=True)
    screen = window.study.profiles
    key(window, Qt.Key.Key_Escape, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is screen and screen.step is Step.CHOOSE
    assert not screen.leave.isVisible()
    key(window, "n")
    assert screen.step is Step.ADD
    key(window, Qt.Key.Key_Escape, Qt.Key.Key_Return)
    assert screen.step is Step.PIN, "Enter goes on as who was here last"
    key(window, "2468", Qt.Key.Key_Return)
    assert window.stack.currentWidget() is window.home


def test_a_pin_typed_at_a_locked_start_opens_its_own_profile_and_no_other(open_window, workplace: Workplace) -> None:
    window = open_window()
    store, profile = workplace.recording.open()
    store.set_pin(profile, "2468")  # begins with the figure that chooses the second of the names
    store.add_profile("Zoe")
    window.study.show_profiles(is_locked=True)
    key(window, "2468", Qt.Key.Key_Return)
    assert window.stack.currentWidget() is window.home
    assert workplace.recording.open()[1] == profile


def test_a_finger_alone_types_a_pin(open_window, workplace: Workplace) -> None:
    window = open_window()
    store, profile = workplace.recording.open()
    store.set_pin(profile, "2468")
    window.study.show_profiles(is_locked=True)
    window.resize(1024, 560)
    QApplication.processEvents()
    screen = window.study.profiles
    for name in ("2", "4", "7", "erase", "6", "8"):
        assert min(screen.keys[name].width(), screen.keys[name].height()) >= LEAST_TARGET
        tap(screen.keys[name], screen.keys[name].rect().center())
    tap(screen.main, screen.main.rect().center())
    assert window.stack.currentWidget() is window.home


@pytest.mark.parametrize("straight_on", [False, True])
def test_a_pin_is_asked_for_though_the_settings_are_gone(
    open_window, workplace: Workplace, tmp_path: Path, straight_on: bool, qtbot: QtBot
) -> None:
    with Store(tmp_path / "progress.db") as store:
        ana = store.add_profile("Ana", "2468")
    window = open_window()
    if straight_on:
        window.go_on()
        solve(window)
        assert window.run.unrecorded
        qtbot.waitUntil(lambda: window.stack.currentWidget() is window.study.profiles)
    else:
        window.home.work.finish()
    screen = window.study.profiles
    assert window.stack.currentWidget() is screen and screen.is_locked
    with pytest.raises(PinNeededError):
        workplace.recording.open()
    key(window, "1111", Qt.Key.Key_Return)
    with pytest.raises(PinNeededError):
        workplace.recording.open()
    screen.pin.clear()
    key(window, "2468", Qt.Key.Key_Return)
    assert window.stack.currentWidget() is window.home
    assert workplace.recording.open()[1] == ana.id


def test_a_second_window_says_at_once_that_nothing_will_be_kept(open_window, tmp_path: Path) -> None:
    with Store(tmp_path / "progress.db"):
        window = open_window()
        window.home.work.finish()
        assert "segunda ventana" in window.notices.says.text()


def test_the_newest_backup_is_restored_with_one_click(practised, workplace: Workplace) -> None:
    window = practised()
    store, profile = workplace.recording.open()
    before = store.count(profile)
    workplace.recording.daily_backups.keep(store, store.clock())
    store.remove_profile(profile)
    workplace.recording.close()
    window.study.show_settings()
    screen = window.study.settings
    assert "seguridad: 1," in screen.says.text() and screen.main.isVisible()
    assert not [
        problem for widget in screen.findChildren(QWidget) if widget.isVisible() and (problem := squeezed(widget))
    ]
    click(screen.main)
    assert window.stack.currentWidget() is window.home
    assert workplace.recording.store().count(profile) == before


def test_records_that_turn_out_to_be_damaged_are_mended_and_home_says_so(practised, workplace: Workplace) -> None:
    window = practised()
    store, profile = workplace.recording.open()
    before = store.count(profile)
    with store.writing() as connection:
        connection.execute("UPDATE attempts SET at = 'never' WHERE id = (SELECT max(id) FROM attempts)")
    with pytest.raises(DamagedError) as found:
        list(store.attempts(profile, newest_first=True, limit=50))
    assert window.crash_handler.mends(found.value)
    assert not window.crash_handler.mends(RuntimeError("another"))
    QApplication.processEvents()
    assert window.stack.currentWidget() is window.home
    assert "dañados" in window.notices.says.text()
    assert workplace.recording.store().count(profile) == before - 1


def test_the_fault_screen_leads_back_to_a_backup(practised, workplace: Workplace) -> None:
    window = practised()
    store, profile = workplace.recording.open()
    workplace.recording.daily_backups.keep(store, store.clock())
    before = store.count(profile)
    window.crash_handler.show(RuntimeError("something"))
    QApplication.processEvents()
    assert (
        window.stack.currentWidget() is window.crash_handler.screen
        and window.crash_handler.screen.restore_button.isVisible()
    )
    click(window.crash_handler.screen.restore_button)
    assert window.stack.currentWidget() is window.home
    assert workplace.recording.store().count(profile) == before


def test_a_name_that_is_taken_is_said_in_place(open_window) -> None:
    window = open_window()
    key(window, "u", Qt.Key.Key_Return, "croupier", Qt.Key.Key_Return)
    screen = window.study.profiles
    assert screen.isVisible() and screen.message.isVisible()
    key(window, Qt.Key.Key_Escape)
    assert screen.step is Step.CHOOSE
    key(window, "e")
    assert screen.name.text() == "Croupier"
    screen.name.selectAll()
    key(window, "Lucia", Qt.Key.Key_Return)
    window.home.work.finish()
    assert window.home.panel.program.screens["profiles"].label == "Lucia"


# ── lessons ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_lesson_is_read_by_keyboard_and_left_for_home(open_window) -> None:
    window = open_window()
    key(window, "l")
    lesson = window.study.lessons.screen
    assert window.stack.currentWidget() is lesson
    bar = lesson.browser.verticalScrollBar()
    key(window, Qt.Key.Key_Down)
    after_a_step = bar.value()
    key(window, Qt.Key.Key_Space)
    assert 0 < after_a_step < bar.value()
    key(window, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    key(window, Qt.Key.Key_F2)
    assert current_style().language is Language.EN and "The table and the wheel" in lesson.browser.toPlainText()
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.home


def test_the_lesson_behind_a_verdict_is_one_key_away_and_leads_back_to_it(open_window) -> None:
    window = open_window()
    window.start(FIRST)
    key(window, Qt.Key.Key_F1)
    assert window.stack.currentWidget() is window.study.lessons.screen, (
        "at any time; looked up before, it does not count"
    )
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.runner
    key(window, "1", Qt.Key.Key_Return)
    assert window.runner.column.verdict.lesson.isVisible()
    key(window, Qt.Key.Key_F1)
    assert window.stack.currentWidget() is window.study.lessons.screen
    assert "{{" not in window.study.lessons.screen.browser.toPlainText()
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.runner
    assert window.runner.column.verdict.isVisible()
    key(window, Qt.Key.Key_Return)
    assert window.run.stage is Stage.ASKING


# ── settings ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_citation_opens_the_rule_its_neighbours_and_what_other_regulations_say(
    open_window, workplace: Workplace
) -> None:
    window = open_window(last=drill_plan("arica", "craps", "pay-the-roll", 1), rulebook="arica")
    workplace.folders.regulations.mkdir()
    text = "\n".join(f"línea {number}" for number in range(1, 5000))
    (workplace.folders.regulations / "arica.txt").write_text(text, encoding="utf-8")
    window.go_on()
    window.run.close_unanswered()
    window.runner.verdict_display.show(window.run.answered[-1])
    [entry, *_] = [entry for entry in window.runner.column.verdict.reasons._entries if entry._cite.isVisible()]
    QTest.mouseClick(entry, Qt.MouseButton.LeftButton)
    lesson = window.study.lessons.screen
    assert window.stack.currentWidget() is lesson
    page = lesson.browser.toPlainText()
    assert entry._said.text().partition(" ×")[0] in page and "línea " in page
    assert "Lo que está alrededor" in page
    window.switch_language()
    assert "What stands around it" in lesson.browser.toPlainText()
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.runner and window.runner.column.verdict.isVisible()
    key(window, Qt.Key.Key_F10)
    assert window.stack.currentWidget() is lesson
    key(window, Qt.Key.Key_Escape)
    entry._cite.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(entry._cite, Qt.Key.Key_Return)
    assert window.stack.currentWidget() is lesson


def test_settings_of_desk_and_study_are_kept(open_window, workplace: Workplace) -> None:
    window = open_window()
    key(window, "s")
    screen = window.study.settings
    click(screen.rows["cloth"].buttons["blue"])
    click(screen.rows["four-colours"].buttons["yes"])
    click(screen.rows["unlocking"].buttons["strict"])
    click(screen.rows["new-facts-a-day"].buttons["5"])
    click(screen.rows["language"].buttons["en"])
    assert screen.title.text() == "Settings"
    assert screen.rows["language"].buttons["en"].isChecked()
    key(window, Qt.Key.Key_F2)
    assert screen.rows["language"].buttons["es"].isChecked()
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.home
    kept, _ = load_settings(workplace.folders.settings_path, "stamp")
    assert (kept.cloth, kept.four_colours) == ("blue", True)
    assert (current_style().cloth, current_style().four_colours) == ("blue", True)
    mine = settings_of(*workplace.recording.open())
    assert mine == StudySettings(unlocking=Unlocking.STRICT, new_facts_a_day=5)


def test_pages_of_the_course_are_turned_searched_and_tried_by_keyboard(open_window) -> None:
    window = open_window()
    key(window, "l")
    lesson = window.study.lessons.screen
    first = lesson.page.heading.id
    key(window, Qt.Key.Key_Right)
    assert lesson.page.heading.id != first
    key(window, Qt.Key.Key_Left)
    assert lesson.page.heading.id == first
    key(window, "t")  # the question of the page, and back to it
    assert window.stack.currentWidget() is window.runner
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is lesson and lesson.page.heading.id == first
    key(window, "f", "prision", Qt.Key.Key_Return)
    assert "prisión" in lesson.browser.toPlainText()


def test_what_was_read_marked_and_noted_is_there_the_next_time(open_window) -> None:
    window = open_window()
    key(window, "l")
    lesson = window.study.lessons.screen
    first = lesson.page.heading.id
    key(window, "b", "n", "repasar", Qt.Key.Key_Escape, Qt.Key.Key_Right)
    assert lesson.contents.item(0).text().startswith("✓ ★ ")
    key(window, Qt.Key.Key_Escape, "l")
    assert lesson.page.heading.id != first, "the first page that was not read"
    key(window, Qt.Key.Key_Left, "n")
    assert lesson.note.toPlainText() == "repasar"


def test_the_whole_course_is_printed_with_its_pictures(open_window) -> None:
    window = open_window()
    key(window, "l", "p")
    written = list(window.workplace.folders.pictures.glob("*.pdf"))
    assert len(written) == 1
    document = pypdfium2.PdfDocument(written[0])
    assert len(document) > 10
    assert "Pagar el paño" in "".join(page.get_textpage().get_text_range() for page in document)
