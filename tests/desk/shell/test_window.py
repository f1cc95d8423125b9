"""The window as people use it: whole runs by keyboard and by mouse, and everything that can go wrong on the way."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.desk.questions import Clock, Questions, Recorder
from trainer.desk.screens.run.screen import RunnerScreen
from trainer.desk.screens.run.summary import SummaryScreen
from trainer.desk.shell.settings import Settings, load_settings
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import Workplace
from trainer.desk.shots.pictures import own_school
from trainer.desk.shots.samples import WRONG_ANSWERS, sample_questions
from trainer.desk.style.style import current_style
from trainer.desk.style.stylesheet import TEXT_ROLES
from trainer.desk.table.pieces import stamp
from trainer.desk.widgets.words import Words
from trainer.drills import family
from trainer.drills.forms import AmountForm
from trainer.games.rules import load_rules
from trainer.records.store import Store
from trainer.runs.plan import FIRST, Verdicts, drill_plan
from trainer.runs.run import Run, Stage
from trainer.texts import Language

LEFT = Qt.MouseButton.LeftButton
RIGHT = Qt.MouseButton.RightButton


def key(window: MainWindow, *keys: Qt.Key | str) -> None:
    """Keys pressed on the keyboard: they go to whoever has them."""
    for one in keys:
        target = QApplication.focusWidget() or window
        QTest.keyClick(target, one) if isinstance(one, Qt.Key) else QTest.keyClicks(target, one)


def click(widget, button: Qt.MouseButton = LEFT) -> None:
    QApplication.processEvents()
    assert widget.isVisible() and widget.isEnabled()
    QTest.mouseClick(widget, button)


def attempts(path: Path) -> list[tuple[str, bool]]:
    with Store(path / "progress.db", read_only=True) as store:
        [profile] = store.profiles()
        return [(attempt.answer, attempt.right) for attempt in store.attempts(profile.id)]


def ask(window: MainWindow, *names: str, behaviour: str = "practise") -> RunnerScreen:
    """Ask sample questions in place of those of a drill."""
    questions = [sample_questions()[name] for name in names]
    window.ask(questions, behaviour)
    return window.runner


def felt_click(runner: RunnerScreen, spot: str, button: Qt.MouseButton = LEFT) -> None:
    QTest.mouseClick(runner.felt, button, pos=runner.felt.spot_point(spot).toPoint())


# ── whole runs ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_whole_run_by_keyboard_alone(open_window, workplace: Workplace, tmp_path: Path) -> None:
    window = open_window()
    key(window, "2")
    runner = window.stack.currentWidget()
    assert isinstance(runner, RunnerScreen)
    for _ in range(runner.run.length):
        assert isinstance(runner.run.question.draft.form, AmountForm)
        key(window, runner.run.question.draft.solution, Qt.Key.Key_Return)
        assert runner.run.stage is Stage.JUDGED
        key(window, Qt.Key.Key_Return)
    summary = window.stack.currentWidget()
    assert isinstance(summary, SummaryScreen)
    assert summary.right.figure.text() == "10"
    key(window, "n")
    assert window.stack.currentWidget() is runner
    assert runner.run.question.item.level == 2
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.home
    workplace.recording.close()
    assert [right for _, right in attempts(tmp_path)] == [True] * 10


def test_pictures_of_pieces_are_dropped_two_screens_later(open_window) -> None:
    window = open_window()
    stamp._rendered("a piece", 1.0, QRectF(0, 0, 9, 9), lambda painter: None)
    window.open_screen("settings")
    assert "a piece" in stamp._kept, "it may be drawn again on coming back"
    window.show_home()
    assert "a piece" not in stamp._kept


def test_a_whole_run_by_mouse_alone(open_window, workplace: Workplace, tmp_path: Path) -> None:
    window = open_window()
    click(window.home.head.everything)
    click(window.home.panel.menu["drills"])
    click(window.home.drills.rows[1].start)
    click(window.home.drills.rows[1].levels[0])
    runner = window.runner
    for _ in range(runner.run.length):
        for figure in runner.run.question.draft.solution:
            click(runner.tray.keys[figure])
        click(runner.bar.answer)
        assert runner.column.verdict.isVisible()
        click(runner.bar.answer)
    click(window.summary.home_button)
    assert window.home.panel.page == f"levels:{window.home.drills.rows[1].family.id}", "back where it was begun"
    for _ in range(3):
        click(window.home.head.leave)
    assert window.home.is_front and window.stack.currentWidget() is window.home
    workplace.recording.close()
    assert [right for _, right in attempts(tmp_path)] == [True] * 10


def test_a_payout_of_another_regulation_is_asked_by_mouse_alone(open_window) -> None:
    window = open_window()
    click(window.home.head.everything)
    click(window.home.panel.menu["table"])
    click(window.home.panel.table.rulebook)
    click(window.home.panel.rulebooks.buttons["puerto-rico"])
    assert window.home.is_front and window.home.rulebook == "puerto-rico"
    click(window.home.head.everything)
    click(window.home.panel.menu["drills"])
    click(window.home.drills.rows[1].start)
    click(window.home.drills.rows[1].levels[0])
    assert window.runner.isVisible()
    assert window.runner.run.question.item.rulebook == "puerto-rico"
    assert QApplication.focusWidget() is window.runner.tray.fields[0]


@pytest.mark.parametrize("name", ["amount", "amounts", "chips", "spots"])
def test_not_knowing_is_an_answer_that_shows_the_solution(name: str, open_window) -> None:
    runner = ask(open_window(), name)
    click(runner.bar.unknown)
    assert runner.run.stage is Stage.JUDGED and not runner.bar.unknown.isVisible()
    assert not runner.run.answered[-1].mark.right and not runner.run.answered[-1].mark.given
    assert runner.column.verdict.word.text() == "Aún no lo sabe"
    assert runner.column.verdict.sign.sign == "note", "no mistake was made"


def test_space_switches_between_asked_answered_and_right(open_window) -> None:
    window = open_window()
    window.start(FIRST)
    runner = window.runner
    draft = runner.run.question.draft
    key(window, "1", Qt.Key.Key_Return)
    assert runner.felt._scene == draft.after != draft.scene
    key(window, Qt.Key.Key_Space)
    assert runner.felt._scene == draft.scene and "Como se preguntó" in runner.felt_area.why.text()
    key(window, Qt.Key.Key_Space)
    assert runner.felt._scene == draft.scene and "Su respuesta" in runner.felt_area.why.text()
    key(window, Qt.Key.Key_Space)
    assert runner.felt._scene == draft.after
    key(window, Qt.Key.Key_Return)
    assert runner.run.stage is Stage.ASKING and runner.run.answers == 1


def with_enter(*words: str) -> list[str | Qt.Key]:
    return [part for word in words for part in (word, Qt.Key.Key_Return)]


def test_every_answer_form_by_keyboard_alone(open_window) -> None:
    window = open_window()
    typed = {
        "amount": ["85"],
        "amounts": ["350", Qt.Key.Key_Return, "120", Qt.Key.Key_Return, "85"],
        "chips": ["2333"],
        "choices": ["245"],
        "order": ["43521"],
        "spots": with_enter("14-17", "pleno", "cuadro", "docena"),
        "place": with_enter("5-8", "10-11", "13-16", "23-24", "27-30", "33-36"),
        "hands": ["34"],
        "call": ["17", "2", "1", "1"],
    }
    runner = ask(window, *typed, "choice")
    for keys in typed.values():
        key(window, *keys)
        assert runner.run.stage is Stage.ASKING
        key(window, Qt.Key.Key_Return)
        assert runner.run.answered[-1].mark.right, runner.run.answered[-1].mark
        key(window, Qt.Key.Key_Return)
    key(window, "2")
    assert runner.run.answered[-1].mark.right, "a single choice answers at once"


def test_the_felt_is_walked_with_the_arrows_and_tapped_with_the_space_bar(open_window) -> None:
    window = open_window()
    runner = ask(window, "spots")
    assert QApplication.focusWidget() is runner.felt
    key(window, Qt.Key.Key_Space)
    assert runner.tray.chosen == [], "no spot has the keys before an arrow chose one"
    key(window, Qt.Key.Key_Left, Qt.Key.Key_Space)
    first = runner.tray.chosen[:]
    assert len(first) == 1
    key(window, Qt.Key.Key_Left, Qt.Key.Key_Space)
    assert len(runner.tray.chosen) == 2
    key(window, Qt.Key.Key_Backspace)
    assert runner.tray.chosen == first


def test_spots_and_chips_on_the_felt_by_mouse_alone(open_window) -> None:
    window = open_window()
    runner = ask(window, "spots", "place")
    for spot in ("split:14-17", "red", "straight-up:17", "corner:16-17-19-20", "dozen:2"):
        felt_click(runner, spot)
    felt_click(runner, "red")
    click(runner.bar.answer)
    assert runner.run.answered[-1].mark.right
    click(runner.bar.answer)
    for spot in ("split:5-8", "split:10-11", "split:13-16", "split:23-24", "split:27-30", "split:33-36", "split:33-36"):
        felt_click(runner, spot)
    felt_click(runner, "split:33-36", RIGHT)
    click(runner.bar.answer)
    assert runner.run.answered[-1].mark.right


def test_home_is_worked_by_keyboard(open_window) -> None:
    window = open_window()
    key(window, "5")
    assert window.runner.run.question.item.family == window.home.drills.rows[4].family.id
    key(window, Qt.Key.Key_Escape)
    window.open_screen("everything")
    window.home.panel.turn_to(f"levels:{window.home.drills.rows[1].family.id}")
    window.home.drills.rows[1].levels[2].setFocus()
    key(window, Qt.Key.Key_Return)
    assert window.runner.run.question.item.level == 3


# ── answering ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_answer_is_on_the_disk_before_the_verdict_is_shown(
    open_window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window()
    runner = ask(window, "amount")
    on_disk: list[int] = []

    def look_at_the_disk(*_: object, **__: object) -> None:
        with closing(sqlite3.connect(f"file:{tmp_path / 'progress.db'}?mode=ro", uri=True)) as connection:
            on_disk.extend(connection.execute("SELECT count(*) FROM attempts").fetchone())

    monkeypatch.setattr(runner.column, "show_verdict", look_at_the_disk)
    key(window, "85", Qt.Key.Key_Return)
    assert on_disk == [1]


def test_right_and_wrong_are_told_by_colour_sign_and_word(open_window) -> None:
    window = open_window()
    runner = ask(window, "amount", "amount")
    verdict = runner.column.verdict
    key(window, "40", Qt.Key.Key_Return)
    assert (verdict.word.text(), verdict.word.property("role"), verdict.sign.sign) == ("Incorrecto", "wrong", "wrong")
    assert (verdict.solution.text(), verdict.given.text()) == ("85 €", "40 €")
    assert verdict.mistake.isVisible() and "cuadro" in verdict.mistake.text()
    assert runner.felt._scene == runner.run.question.draft.after
    key(window, Qt.Key.Key_Return)
    assert not verdict.isVisible()
    key(window, "85", Qt.Key.Key_Return)
    assert (verdict.word.text(), verdict.word.property("role"), verdict.sign.sign) == ("Correcto", "right", "right")
    assert not verdict.given.isVisible() and not verdict.mistake.isVisible()


def test_what_is_no_answer_is_said_in_place_and_the_question_stands(open_window) -> None:
    window = open_window()
    runner = ask(window, "amount")
    key(window, Qt.Key.Key_Return)
    assert runner.bar.message.text() == "Escriba una cifra."
    key(window, "8")
    assert runner.bar.message.text() == ""
    key(window, "5", Qt.Key.Key_Return)
    assert runner.run.answered[-1].mark.right


def test_nothing_as_an_answer_is_asked_for_twice(open_window) -> None:
    window = open_window()
    runner = ask(window, "spots")
    key(window, Qt.Key.Key_Return)
    assert runner.run.stage is Stage.ASKING and runner.bar.message.text()
    key(window, Qt.Key.Key_Return)
    assert runner.run.answered[-1].mark.given == "-"


def test_hints_are_given_where_they_do_not_count(open_window) -> None:
    window = open_window()
    runner = ask(window, "amount", behaviour="learn")
    assert runner.header.behaviour.text() == "Aprender · no puntúa"
    key(window, Qt.Key.Key_F4)
    assert "caballo 14-17" in runner.column.notes.first_hints.text() and not runner.run.hints, "where to look"
    click(runner.bar.hint)
    said = runner.column.notes.first_hints.text()
    assert "Art. 8" in said and "lo que paga cada clase de apuesta" in said, "which rule decides, in words"
    key(window, Qt.Key.Key_F4)
    assert "Quite lo que no toca el número" in runner.column.notes.first_hints.text(), "the method"
    assert not runner.run.hints, "and no figure yet"
    key(window, Qt.Key.Key_F4, Qt.Key.Key_F4)
    assert not runner.bar.hint.isEnabled()
    assert len(runner.run.hints) == 2
    runner = ask(window, "amount", behaviour="practise")
    assert not runner.bar.hint.isVisible()
    assert runner.header.behaviour.text() == "Practicar · cuenta"


def test_the_newest_hint_is_in_sight_however_many_there_are(open_window) -> None:
    window = open_window()
    window.resize(1024, 600)
    rules = load_rules(window.workplace.offers.library, "puerto-rico", "blackjack")
    question = family("blackjack", "settle-the-table").make(rules, 5, 1)
    window.ask([question], "learn")
    notes, seen = window.runner.column.notes, 0
    while window.runner.bar.hint.isEnabled():
        key(window, Qt.Key.Key_F4)
        QApplication.processEvents()
        shown = [entry for entry in notes.hints._entries if entry.isVisible()]
        seen += 1
        assert not shown or not shown[-1].visibleRegion().isEmpty(), f"hint {seen}"
    assert seen > 10


def test_speed_closes_a_question_when_its_time_is_up_and_goes_on_by_itself_when_right(
    open_window, clock: Clock, qtbot: QtBot
) -> None:
    window = open_window()
    runner = ask(window, "amount", "amount", "amount", behaviour="speed")
    clock.pass_seconds(13)
    qtbot.waitUntil(lambda: runner.run.stage is Stage.JUDGED)
    assert runner.column.verdict.word.text() == "Sin respuesta"
    assert runner.run.number == 1, "after a wrong answer it waits to be read"
    key(window, Qt.Key.Key_Return, "85", Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: runner.run.number == 3)
    key(window, "4", Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.summary


def test_leaving_midway_keeps_what_was_answered(open_window, workplace: Workplace, tmp_path: Path) -> None:
    window = open_window()
    runner = ask(window, "amount", "amount", "amount")
    key(window, "40", Qt.Key.Key_Return, Qt.Key.Key_Return, "8", Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.summary
    assert "1 de 3" in window.summary.title.text()
    assert runner.run.stage is Stage.FINISHED
    workplace.recording.close()
    assert attempts(tmp_path) == [("40", False)]


def test_the_worst_question_is_asked_again_without_counting(open_window) -> None:
    window = open_window()
    ask(window, "amount", "choice")
    key(window, "85", Qt.Key.Key_Return, Qt.Key.Key_Return, "1", Qt.Key.Key_Return)
    key(window, "r")
    assert window.runner.run.question.draft.prompt.id == "samples.prompt.choice"
    assert not window.runner.run.counts
    key(window, "2", Qt.Key.Key_Return)
    assert window.summary.isVisible()


def test_verdicts_at_the_end_are_not_shown_before(open_window, workplace: Workplace, tmp_path: Path) -> None:
    window = open_window()
    plan = structs.replace(FIRST, behaviour="practise", length=3, verdicts=Verdicts.AT_END)
    assert window.open_plan(plan)
    for _ in range(3):
        assert window.stack.currentWidget() is window.runner and window.runner.tray.is_open
        key(window, "1", Qt.Key.Key_Return)
    assert window.stack.currentWidget() is window.summary
    assert len(window.summary.run.answered) == 3
    workplace.recording.close()
    assert [answer for answer, _ in attempts(tmp_path)] == ["1", "1", "1"]


def test_verdicts_that_are_never_given_end_at_home(open_window) -> None:
    window = open_window()
    window.open_plan(structs.replace(FIRST, length=2, verdicts=Verdicts.NEVER))
    key(window, "1", Qt.Key.Key_Return, "2", Qt.Key.Key_Return)
    assert window.stack.currentWidget() is window.home
    assert window.home.message.text() == "Entregadas: 2 respuestas."


def test_a_question_that_is_waited_for_is_shown_when_it_is_there(open_window) -> None:
    window = open_window()
    source = Questions(["shoe", sample_questions()["amount"]])
    run = Run(FIRST, source, Recorder(), Clock())
    window.run = run
    window.show_screen(window.runner)
    window.runner.start(run)
    key(window, Qt.Key.Key_Return)
    assert window.runner.bar.question.text() == "Se espera algo de fuera."
    run.arrived("KS")
    window.runner.tick()
    key(window, "85", Qt.Key.Key_Return)
    assert run.answered[-1].mark.right
    waiting = Run(FIRST, Questions(["shoe"]), Recorder(), Clock())
    window.run = waiting
    window.runner.start(waiting)
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.home


def test_what_a_dealt_plan_waits_for_is_said_and_can_be_typed(open_window) -> None:
    window = open_window()
    assert window.open_plan(structs.replace(FIRST, dealt=True, length=2))
    runner = window.runner
    assert "número" in runner.bar.question.text() and runner.hand_entry.isVisible()
    runner.hand_entry.setText("99")
    key(window, Qt.Key.Key_Return)
    assert "99" in runner.bar.message.text() and window.run.stage is Stage.WAITING
    runner.hand_entry.setText("17")
    key(window, Qt.Key.Key_Return)
    assert window.run.stage is Stage.ASKING and not runner.hand_entry.isVisible()
    assert window.run.question.item.dealt == "17"
    key(window, Qt.Key.Key_Escape)
    assert window.stack.currentWidget() is window.home


# ── trouble ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_answer_that_cannot_be_kept_is_told_and_not_lost(
    open_window, workplace: Workplace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_window()
    runner = ask(window, "amount", "amount")
    monkeypatch.setattr(type(workplace.recording), "open", _fail)
    key(window, "40", Qt.Key.Key_Return)
    trouble = runner.column.verdict.trouble
    assert trouble.isVisible() and "no queda sitio en el disco" in trouble.text()
    key(window, Qt.Key.Key_Escape)
    assert window.summary.trouble.isVisible()
    assert not window.close(), "the first attempt to close says what would be lost"
    assert window.notices.isVisible()
    monkeypatch.undo()
    click(window.summary.save_button)
    assert not window.summary.trouble.isVisible()
    assert window.close()
    assert attempts(tmp_path) == [("40", False)]


def _fail(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_damaged_progress_file_is_set_aside_and_told(open_window, tmp_path: Path) -> None:
    (tmp_path / "progress.db").write_bytes(b"not a database at all" * 100)
    window = open_window()
    ask(window, "amount")
    key(window, "85", Qt.Key.Key_Return)
    assert window.notices.isVisible()
    assert len(list(tmp_path.glob("progress*"))) >= 2
    click(window.notices.away)
    assert not window.notices.isVisible()


@pytest.mark.parametrize("size", [(1024, 600), (1920, 1080)])
def test_words_are_as_large_as_the_window_asks_from_the_first_frame_on(
    owned: Callable[[QWidget], None], workplace: Workplace, size: tuple[int, int]
) -> None:
    window = MainWindow(workplace, Settings(text_size=130))
    owned(window)
    window.resize(*size)
    window.fit()
    window.show_home()
    words = window.home.findChild(Words)
    words.ensurePolished()
    assert words.font().pixelSize() == current_style().type_px(TEXT_ROLES[words.property("role")][0])


def test_settings_are_kept_and_a_damaged_file_is_set_aside(tmp_path: Path, open_window, workplace: Workplace) -> None:
    window = open_window()
    key(window, Qt.Key.Key_F2, Qt.Key.Key_F3)
    kept, told = load_settings(workplace.folders.settings_path, "stamp")
    assert (kept.language, kept.appearance, told) == (Language.EN, "light", None)
    workplace.folders.settings_path.write_text('{"language": "fr"}')
    kept, told = load_settings(workplace.folders.settings_path, "stamp")
    assert kept == Settings()
    aside = workplace.folders.settings_path.with_name("settings-damaged-stamp.json")
    assert told.params == {"path": str(aside)}
    assert aside.read_text() == '{"language": "fr"}'


def test_where_the_user_left_off_is_read_as_it_was_written_before_there_were_plans(workplace: Workplace) -> None:
    workplace.folders.settings_path.parent.mkdir(parents=True)
    last = {"rulebook": "arica", "game": "craps", "family": "pay-the-roll", "level": 3, "behaviour": "speed"}
    workplace.folders.settings_path.write_text(json.dumps({"language": "en", "profile": "ab" * 16, "last": last}))
    kept, aside = load_settings(workplace.folders.settings_path, "stamp")
    assert aside is None
    assert (kept.language, kept.profile) == (Language.EN, "ab" * 16)
    assert kept.last == drill_plan("arica", "craps", "pay-the-roll", 3, behaviour="speed")


def test_settings_that_cannot_be_saved_are_told(open_window, workplace: Workplace) -> None:
    workplace.folders.settings_path.parent.parent.mkdir(exist_ok=True)
    workplace.folders.settings_path.parent.write_text("a file where the folder should be")
    window = open_window()
    window.switch_language()
    assert window.notices.isVisible()
    assert window.settings.language is Language.EN


def test_a_fault_of_the_program_leaves_a_report_and_says_so(open_window, workplace: Workplace) -> None:
    window = open_window()
    try:
        raise ZeroDivisionError("a fault of ours")
    except ZeroDivisionError as error:
        window.crash_handler.show(error)
    QApplication.processEvents()
    [report] = workplace.folders.reports.iterdir()
    assert "a fault of ours" in report.read_text()
    assert str(report) in window.crash_handler.screen.says.text()
    assert window.stack.currentWidget() is window.crash_handler.screen
    key(window, Qt.Key.Key_Return)
    assert window.stack.currentWidget() is window.home


def test_a_drill_that_is_gone_is_not_offered(open_window) -> None:
    gone = drill_plan("baleares", "roulette-french", "no-such-drill")
    window = open_window(last=gone, rulebook="baleares")
    assert window.home.suggestion == FIRST


def test_a_regulation_without_drills_says_so(open_window, workplace: Workplace, tmp_path: Path) -> None:
    workplace.offers.library = own_school(tmp_path)
    window = open_window(rulebook="own-school")
    assert window.home.suggestion is None
    assert not window.home.start.isVisible()
    assert "no tiene ejercicios" in window.home.drills.instead.text()
    click(window.home.head.everything)
    click(window.home.panel.menu["table"])
    click(window.home.panel.table.rulebook)
    click(window.home.panel.rulebooks.buttons["arica"])
    assert window.home.start.isVisible()


def test_a_variant_is_chosen_at_home(open_window) -> None:
    window = open_window(rulebook="bolivia")
    click(window.home.front.game)
    click(window.home.games.tiles["roulette-american"])
    assert window.home.is_front
    click(window.home.head.everything)
    click(window.home.panel.menu["table"])
    click(window.home.panel.table.variant)
    variants = window.home.panel.variants
    other = next(name for name, button in variants.buttons.items() if not button.isChecked())
    click(variants.buttons[other])
    click(window.home.head.leave)
    assert window.home.panel.page == "table"
    window.home.drills.start_row(0)
    assert window.runner.run.question.item.variant == other


def test_what_was_drilled_last_is_offered_next_time(open_window, owned, workplace: Workplace) -> None:
    window = open_window()
    window.open_screen("everything")
    click(window.home.panel.menu["drills"])
    click(window.home.drills.rows[0].start)
    click(window.home.drills.mode)
    click(window.home.drills.rows[0].levels[1])
    kept, _ = load_settings(workplace.folders.settings_path, "stamp")
    again = MainWindow(workplace, kept)
    owned(again)
    again.show_home()
    assert again.home.suggestion == kept.last
    assert (kept.last.level, kept.last.behaviour) == (2, "practise")
    assert again.home.selected == kept.last.game == kept.game


def test_wrong_answers_of_the_samples_are_wrong() -> None:
    for name, question in sample_questions().items():
        assert question.family.mark(question, question.draft.solution.replace("|", " ")).right
        assert not question.family.mark(question, WRONG_ANSWERS[name]).right
