"""An exam by keyboard alone: from the school's first keys to the certificate, with real events in a real window."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from tests.desk.questions import Clock
from tests.desk.screens.exams.by_keyboard import ROOT, Keys, choose, found_school, give, prepare, type_a_school, unlock
from trainer.desk.screens.exams import review_screen
from trainer.desk.screens.exams.controller import ExamController
from trainer.desk.screens.exams.machine_check import MachineCheck
from trainer.exams.certificates.sealed_pdf import read_sealed_pdf
from trainer.exams.certificates.trust_store import TrustStore
from trainer.exams.rehearsal import RehearsalClock
from trainer.exams.result import SealedResult
from trainer.exams.roles import Role
from trainer.exams.sitting_state import Phase
from trainer.exams.staff_admin import StaffAdmin
from trainer.texts import Language, say


def test_a_paper_is_sat_by_keyboard_from_the_first_keys_to_the_certificate(
    room: ExamController, keys: Keys, qtbot: QtBot, tmp_path: Path
) -> None:
    type_a_school(keys)
    code = prepare(keys)
    unlock(keys, qtbot, code)
    practice = room.sitting.practice
    assert practice.isVisible() and "GB" in practice.machine.text()
    qtbot.waitUntil(lambda: not practice.table.felt.findChildren(MachineCheck))  # it has done its work
    keys(Qt.Key.Key_F10)
    screen, sitting = room.sitting.screen, room.sitting.sitting
    assert screen.isVisible() and sitting.phase == Phase.RUNNING.value and sitting.item == 1
    assert screen.time.text() == "5:00"
    keys(Qt.Key.Key_F1)
    assert "no hints" in screen.table.bar.message.text()
    keys(Qt.Key.Key_Escape)
    assert screen.isVisible() and "handing it in" in screen.table.bar.message.text()
    keys(Qt.Key.Key_F7)
    assert sitting.state.flags == {1}
    give(keys)
    assert sitting.item == 2
    keys(Qt.Key.Key_PageUp)
    assert sitting.item == 1 and screen.table.tray.answer() == sitting.state.answers[1].answer
    keys(Qt.Key.Key_PageDown, Qt.Key.Key_F8)
    assert screen.overview.isVisible() and "1 of 3 answered" in screen.overview.says.text()
    keys(Qt.Key.Key_Right, Qt.Key.Key_Return)
    assert sitting.item == 3
    give(keys)
    assert sitting.item == 2
    give(keys)
    assert screen.overview.isVisible()
    keys(Qt.Key.Key_F10)
    for repeated in held(Qt.Key.Key_F10):
        QApplication.sendEvent(screen.overview, repeated)
    assert screen.overview.is_confirming and sitting.state.part is not None and sitting.state.part.id == "calls"
    keys(Qt.Key.Key_Return)  # Enter never closes a part
    assert not screen.overview.is_confirming and sitting.state.part.id == "calls"
    keys(Qt.Key.Key_F10, Qt.Key.Key_F10)
    assert sitting.state.part.id == "speed" and sitting.item == 4
    give(keys)
    give(keys)
    assert screen.overview.isVisible()
    keys(Qt.Key.Key_F10, Qt.Key.Key_F10)
    assert sitting.phase == Phase.HANDED_IN.value
    keys.fill(password="vera vera")
    (found,) = room.office.results()
    assert found.result.marks.passed and "sealed" in room.form.title.text().lower()
    certify(keys, tmp_path)


def test_25_no_key_of_the_program_gives_a_hint_or_leaves_an_exam(
    room: ExamController, keys: Keys, qtbot: QtBot
) -> None:
    begin(keys, qtbot)
    screen, sitting = room.sitting.screen, room.sitting.sitting
    for key in range(Qt.Key.Key_F1.value, Qt.Key.Key_F12.value + 1):
        if key not in (Qt.Key.Key_F7.value, Qt.Key.Key_F8.value, Qt.Key.Key_F9.value, Qt.Key.Key_F10.value):
            keys(Qt.Key(key))
            assert screen.isVisible() and keys.window.shown_screen() is screen, Qt.Key(key)
    for letters in "HLMSUPXACERTGNJ":
        keys(letters)
        assert screen.isVisible() and sitting.phase == Phase.RUNNING.value and sitting.item == 1, letters
    answer = sitting.question.draft.solution
    assert screen.table.answer() != answer and not sitting.state.answers


def certify(keys: Keys, tmp_path: Path) -> None:
    room = keys.window.exams
    keys(Qt.Key.Key_Return)
    choose(keys, "Results and certificates")
    keys(Qt.Key.Key_Tab)  # from the password to who it is is Tab, and Enter presses the name
    person = room.form.fields["person"]
    person.buttons["carlos-certifier"].setFocus()
    keys(Qt.Key.Key_Return)
    room.form.fields["password"].setFocus()
    keys("carlos carlos", Qt.Key.Key_Return, Qt.Key.Key_Return)
    review = room.results.screen
    assert review.isVisible() and review.question.text()
    keys(Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Left)
    keys("C")
    assert "Incidents (" in room.form.says.text() and "answers" in room.form.says.text()  # read before the decision
    keys(Qt.Key.Key_Return)
    assert room.office.results()[0].is_confirmed
    keys("I")
    keys(Qt.Key.Key_Return)
    assert room.form.title.text() == "Certificate issued"
    (pdf,) = (tmp_path / "exams" / "written").glob("*.pdf")
    keys(Qt.Key.Key_Return)
    choose(keys, "Check a certificate")
    keys(str(pdf), Qt.Key.Key_Return)
    assert room.form.title.text() == "VALID" and "Ana Rojas" in room.form.says.text()
    sheet = read_sealed_pdf(pdf.read_bytes())
    for pasted in (sheet.card, sheet.credential):  # what was pasted is never cut
        keys(Qt.Key.Key_Return)
        paste(keys, pasted)
        assert room.form.title.text() == "VALID" and "Ana Rojas" in room.form.says.text()
    keys(Qt.Key.Key_Return)
    paste(keys, "CT1:" + "0" * 40_000)
    assert "Too long" in room.form.message.text() and "32,000" in room.form.message.text()
    pdf.write_bytes(pdf.read_bytes() + b"%")
    keys(Qt.Key.Key_Escape)
    choose(keys, "Check a certificate")
    keys(str(pdf), Qt.Key.Key_Return)
    assert room.form.title.text() == "ALTERED" and "Ana Rojas" not in room.form.says.text()
    revoke(keys, sheet.card)


def revoke(keys: Keys, card: str) -> None:
    """Suspended, reinstated, written again, revoked: all of it at the desk, and every verifier hears of it."""
    room = keys.window.exams
    keys(Qt.Key.Key_Escape)
    choose(keys, "Results and certificates")
    sign_in_as(keys, "carlos")
    for act, word in (
        ("Suspend it", "SUSPENDED"),
        ("Lift the suspension", "VALID"),
        ("Write it again", "VALID"),
        ("Revoke it", "REVOKED"),
    ):
        keys("K")
        assert "Ana Rojas" in room.choosing.rows[0].label
        keys(Qt.Key.Key_Return)
        choose(keys, act)
        if "why" in room.form.fields:
            keys(Qt.Key.Key_Return)
            assert "Missing" in room.form.message.text()
            keys("an inquiry")
        keys(Qt.Key.Key_Return)
        assert room.form.title.text().startswith(("Certificate", "Suspension")), room.form.message.text()
        shelf = TrustStore(room.office.folder, room.office.keys)
        verdict = shelf.verifier(room.office.clock.wall).verify(card.encode()).verdict.value
        assert verdict.upper() == word
        keys(Qt.Key.Key_Return, Qt.Key.Key_Escape)
    keys("K")
    keys(Qt.Key.Key_Return)
    assert [row.label for row in room.choosing.rows] == ["Write it again"]  # for ever
    assert "REVOKED: an inquiry" in room.choosing.bar.line.text()


def sign_in_as(keys: Keys, name: str) -> None:
    person = keys.window.exams.form.fields["person"]
    person.buttons[f"{name}-certifier"].setFocus()
    keys(Qt.Key.Key_Return)
    keys.window.exams.form.fields["password"].setFocus()
    keys(f"{name} {name}", Qt.Key.Key_Return)


def paste(keys: Keys, text: str) -> None:
    field = keys.window.exams.form.fields["what"]
    assert isinstance(field, QLineEdit)
    field.insert(text)
    keys(Qt.Key.Key_Return)


def held(key: Qt.Key) -> list[QKeyEvent]:
    """What a key says again and again while it is held down: Qt has seen it, or not."""
    kinds = ((QEvent.Type.KeyPress, True), (QEvent.Type.KeyRelease, False), (QEvent.Type.KeyPress, False))
    found = [QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, "", seen) for kind, seen in kinds]
    for event in found[1:]:
        event.setTimestamp(77_000)
    return found


def begin(keys: Keys, qtbot: QtBot) -> str:
    """A school, a paper, a candidate, and the clock runs; gives the paper's code."""
    found_school(keys)
    code = prepare(keys)
    unlock(keys, qtbot, code)
    keys(Qt.Key.Key_F10)
    return code


def sealed_after(keys: Keys) -> SealedResult:
    room = keys.window.exams
    if not room.sitting.screen.overview.isVisible():
        keys(Qt.Key.Key_F8)
    for _ in range(2):
        keys(Qt.Key.Key_F10, Qt.Key.Key_F10)
        if room.sitting.sitting.phase == Phase.HANDED_IN.value:
            break
        keys(Qt.Key.Key_F8)
    keys.fill(password="vera vera")
    return room.office.results()[-1]


def push(room: ExamController, seconds: float) -> None:
    clock = room.office.clock
    assert isinstance(clock, RehearsalClock)
    clock.ms += round(seconds * 1000)


def test_after_a_crash_it_goes_on_at_the_same_item_with_the_same_time(
    room: ExamController, keys: Keys, qtbot: QtBot
) -> None:
    code = begin(keys, qtbot)
    give(keys)
    push(room, 30)
    room.sitting.sitting.tick()
    left, item = room.sitting.sitting.part_left_ms, room.sitting.sitting.item
    room.sitting.screen.stop()
    room.sitting.sitting.close()  # as when the power goes: nothing is said goodbye to
    again = keys.window.exams = ExamController(keys.window, room.office)
    push(again, 3600)
    again.open()
    choose(keys, "Go on with an interrupted exam")
    keys(Qt.Key.Key_Return)
    keys.fill(password="vera vera")
    keys("WRONG-CODE", Qt.Key.Key_Return)
    assert again.form.message.text() and again.sitting.sitting.phase == "broken"
    field = again.form.fields["code"]
    assert isinstance(field, QLineEdit)
    field.clear()
    keys(code, Qt.Key.Key_Return)
    sitting = again.sitting.sitting
    assert again.sitting.screen.isVisible()
    assert (sitting.item, sitting.part_left_ms) == (item, left) and list(sitting.state.answers) == [1]
    assert any(each.event["kind"] == "resumed" for each in sitting.events)


def test_while_the_program_says_that_it_failed_nobodys_time_runs(
    room: ExamController, keys: Keys, qtbot: QtBot
) -> None:
    code = begin(keys, qtbot)
    give(keys)
    sitting = room.sitting.sitting
    sitting.tick()
    left, item = sitting.part_left_ms, sitting.item
    keys.window.crash_handler.show(RuntimeError("a felt that is not there"))
    push(room, 600)
    again = room.office.reopen(sitting.header.sitting)
    again.resume(room.office.staff.sign_in("vera-invigilator", "vera vera"), code)
    assert (again.part_left_ms, again.item) == (left, item)
    again.close()


def test_whoever_decides_sees_what_was_noted(room: ExamController, keys: Keys, qtbot: QtBot) -> None:
    begin(keys, qtbot)
    room.sitting.sitting.incident("not-in-front", "", 4200)
    give(keys)
    sealed_after(keys)
    keys(Qt.Key.Key_Return)
    choose(keys, "Results and certificates")
    keys.fill(password="elena elena")
    keys(Qt.Key.Key_Return)
    assert [button.label for button in room.results.screen.acts][1] == "Incidents: 5"
    keys("N")
    assert [row.label for row in room.choosing.rows] == [
        "It was drawn for a seat (1), not for this person",
        "This is an exam of the school's own (test/small, pass mark 60%), not one of the program's",
        "The whole exam took 0 s; the target time of what was answered is 5 s",
        "Wrong codes or passwords: 1",
        "The exam was not in front",
    ]
    keys(Qt.Key.Key_Escape)
    assert room.results.screen.isVisible()


def test_an_exam_of_a_computer_that_died_goes_on_here(
    room: ExamController, keys: Keys, qtbot: QtBot, tmp_path: Path
) -> None:
    code = begin(keys, qtbot)
    sitting = room.sitting.sitting
    give(keys)
    room.sitting.screen.stop()
    sitting.close()
    room.sitting._sitting = None
    dead = tmp_path / "dead"
    shutil.copytree(room.office.folder, dead)
    for name in ("register.jsonl", "sittings", "counters", "people"):
        path = room.office.folder / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    room.show_lobby()
    keys(Qt.Key.Key_O)
    keys.fill(password="vera vera")
    keys.fill(folder=str(tmp_path / "nothing"), reason="it does not start")
    assert "no sitting in" in room.form.message.text()
    keys(Qt.Key.Key_Escape, Qt.Key.Key_O)
    keys.fill(password="vera vera")
    keys.fill(folder=str(dead), reason="it does not start")
    keys(Qt.Key.Key_Return)
    keys.fill(password="vera vera", code=code)
    again = room.sitting.sitting
    assert again.phase == Phase.RUNNING.value and set(again.state.answers) == {1}
    assert any(each.event.get("what") == "moved" for each in again.events)


def test_the_invigilator_alone_stops_the_clock_and_gives_time(room: ExamController, keys: Keys, qtbot: QtBot) -> None:
    begin(keys, qtbot)
    sitting = room.sitting.sitting
    keys(Qt.Key.Key_F9)
    keys("not the password", Qt.Key.Key_Return)
    assert room.form.message.text() and any(each.event["kind"] == "wrong-code" for each in sitting.events)
    line = room.form.fields["password"]
    assert isinstance(line, QLineEdit)
    line.clear()
    keys("vera vera", Qt.Key.Key_Return)
    choose(keys, "Stop the clock")
    keys("fire alarm", Qt.Key.Key_Return)
    assert sitting.phase == Phase.PAUSED.value
    left = sitting.part_left_ms
    push(room, 600)
    keys(Qt.Key.Key_Escape)
    assert room.form.isVisible() and not room.form.leave.isVisible()  # there is no way back that leads anywhere
    keys("vera vera", Qt.Key.Key_Return)
    assert sitting.phase == Phase.RUNNING.value and sitting.part_left_ms == left
    assert room.sitting.screen.isVisible()
    keys(Qt.Key.Key_F9, "vera vera", Qt.Key.Key_Return)
    choose(keys, "Give 5 minutes")
    keys("the alarm took time", Qt.Key.Key_Return)
    assert left is not None and sitting.part_left_ms == left + 300_000
    keys(Qt.Key.Key_F9, "vera vera", Qt.Key.Key_Return)
    choose(keys, "End the exam")
    assert sitting.phase == Phase.RUNNING.value  # one key too many ends nobody's exam
    keys("taken ill", Qt.Key.Key_Return)
    assert sitting.phase == Phase.HANDED_IN.value and sitting.events[-1].event["note"] == "taken ill"


def test_an_invigilator_hears_of_a_clock_that_is_behind_before_the_exam(room: ExamController, keys: Keys) -> None:
    found_school(keys)
    prepare(keys)
    push(room, -86_400)
    choose(keys, "Sit an exam")
    keys.fill(password="vera vera")
    assert "already has a line of 2026-11-16 09:00 UTC" in keys.window.notices.says.text()
    keys.window.notices.away.setFocus()
    keys(Qt.Key.Key_Return)
    assert not keys.window.notices.isVisible()


def test_what_happens_around_the_exam_is_written_down(
    room: ExamController, keys: Keys, qtbot: QtBot, clock: Clock
) -> None:
    begin(keys, qtbot)
    watch, sitting = room.sitting.watch, room.sitting.sitting
    watch._state_changed(Qt.ApplicationState.ApplicationInactive)
    clock.now += 4_200_000_000
    watch._state_changed(Qt.ApplicationState.ApplicationActive)
    watch._state_changed(Qt.ApplicationState.ApplicationInactive)
    clock.now += 100_000_000
    watch._state_changed(Qt.ApplicationState.ApplicationActive)  # too short to be anybody's doing
    noted = [each.event for each in sitting.events if each.event["kind"] == "incident"]
    assert [(one["what"], one["lasted"]) for one in noted] == [("not-in-front", 4200)]


def test_when_the_time_of_a_part_is_up_the_next_begins_by_itself(
    room: ExamController, keys: Keys, qtbot: QtBot
) -> None:
    begin(keys, qtbot)
    sitting, screen = room.sitting.sitting, room.sitting.screen
    push(room, 250)
    screen._show_time()
    assert screen.time.text() == "0:50" and screen.time.property("role") == "wrong"
    push(room, 51)
    screen._do(sitting.tick)
    assert sitting.state.part is not None and sitting.state.part.id == "speed"
    assert screen.place.text() == "Speed" and not screen.flag.isVisible()


def test_an_item_is_voided_with_a_reason_and_the_new_result_says_so(
    room: ExamController, keys: Keys, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(keys, qtbot)
    give(keys)
    first = sealed_after(keys)
    keys(Qt.Key.Key_Return)
    choose(keys, "Results and certificates")
    keys("elena elena", Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Right)
    keys("V")
    keys(Qt.Key.Key_Return)
    assert "Missing" in room.form.message.text()
    StaffAdmin(room.office, ROOT).take_on("Nora", Role.EXAMINER, "nora nora", "elena elena")
    keys(Qt.Key.Key_Escape, "V")  # now there is a second examiner
    keys.fill(why="the felt showed another number", cite="art. 7")
    room.form.chosen["second"] = "nora-examiner"
    keys.fill(password="nora nora")
    assert room.results.screen.isVisible() and "voided" in room.results.screen.state.text()
    (new,) = [found for found in room.office.results() if found.result.regrade]
    assert new.result.regrade is not None and new.result.regrade.parent == first.digest
    assert new.result.regrade.voided == (2,) and room.office.is_superseded(first)
    assert "elena-examiner: the felt showed another number" in room.results.screen.state.text()
    assert room.results.screen.verdict.word.text() == "Not answered"

    def no_longer_there(*_: object) -> None:
        raise KeyError

    monkeypatch.setattr(review_screen, "rules_in", no_longer_there)
    room.results.screen.restyle()
    assert not room.results.screen.verdict.isVisible(), "nothing is left of another item"
    assert "elena-examiner" in room.results.screen.state.text()
    assert "regraded by elena-examiner" in [say(one.what, Language.EN) for one in room.office.observations(new)]
    keys("M")
    assert list((room.office.folder / "written").glob("report-*.pdf"))


def test_statistics_are_shown_with_charts_and_saved(room: ExamController, keys: Keys, qtbot: QtBot) -> None:
    begin(keys, qtbot)
    give(keys)
    sealed_after(keys)
    keys(Qt.Key.Key_Return)
    choose(keys, "Statistics")
    keys("elena elena", Qt.Key.Key_Return)
    screen = room.statistics.screen
    assert screen.isVisible() and screen.charts["schemes"].bars[0].figure == "0 of 1"
    assert not screen.charts["items"].bars and "20 answers" in screen.few.text() and "fifty" in screen.quality.text()
    keys("S")
    assert (room.office.folder / "written" / "statistics.xlsx").stat().st_size > 3000
    keys(Qt.Key.Key_Escape)
    assert room.choosing.isVisible()


def test_a_school_makes_an_exam_of_its_own_without_touching_a_file(
    room: ExamController, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_school(keys)
    choose(keys, "Exam schemes")
    keys("elena elena", Qt.Key.Key_Return, Qt.Key.Key_Return)
    preview = room.schemes.screen
    assert preview.isVisible() and "5 items" in preview.bar.line.text() and preview.question.text()
    keys("E")
    editor = room.schemes.editor
    assert editor.isVisible() and editor.fields["id"].hasFocus()
    editor.fields["id"].selectAll()
    keys("Ruleta propia", Qt.Key.Key_F5)
    assert "no fault" in editor.told.text()
    weight = editor.rows[0].fields["weight"]
    weight.setFocus()
    weight.selectAll()
    keys("50", Qt.Key.Key_F10)
    assert (
        editor.told.text().startswith("The exam:")
        and "weight" in editor.told.text()
        and not list(keys.window.workplace.folders.schemes.glob("*"))
    )
    weight.selectAll()
    keys("40")
    draws = editor.rows[1].fields["draws"]
    draws.setFocus()
    draws.selectAll()
    keys("many pay-tables", Qt.Key.Key_F5)
    assert "does not say what is asked" in editor.told.text()
    draws.selectAll()
    keys("4 x pay-tabels/1", Qt.Key.Key_F5)  # said where it stands and what there is, without the words of the file
    assert editor.told.text().startswith("2, Speed · What is asked: “pay-tabels/1”: no game has a drill of that name")
    assert "pay-tables" in editor.told.text() and "pay-tables/1-" in editor.askable.text()
    assert not editor.findings.visibleRegion().isEmpty()
    keys(Qt.Key.Key_Escape)
    assert editor.isVisible() and "not saved" in editor.told.text()
    draws.selectAll()
    keys("4 x pay-tables/1-2", Qt.Key.Key_F10)
    monkeypatch.undo()
    own = room.scheme_files().load("ruleta-propia")
    assert own.parts[1].draws[0].count == 4 and own.rulebook == "baleares"
    keys(Qt.Key.Key_F6)
    assert preview.isVisible() and "7 items" in preview.bar.line.text()
    assert not preview.verdict.word.isVisible() and preview.verdict.solution.isVisible()  # nobody answered it
    keys(Qt.Key.Key_Escape)
    assert editor.isVisible()
    must_pass = editor.rows[0].toggles["must-pass"]
    assert (must_pass.label, editor.rows[1].toggles["must-pass"].label) == ("Yes", "No")
    editor.fields["wait-days"].setFocus()
    keys(Qt.Key.Key_Tab)
    assert next(iter(editor.levels.buttons.values())).hasFocus()  # as the eye goes
    must_pass.setFocus()
    keys(Qt.Key.Key_Return)
    assert must_pass.label == "No"
    keys(Qt.Key.Key_Escape)
    assert editor.isVisible()
    keys(Qt.Key.Key_Escape)
    assert room.choosing.isVisible()


def test_a_wrong_password_is_replaced_by_what_is_typed_next(keys: Keys, room: ExamController) -> None:
    type_a_school(keys)
    keys("2", "not this one", Qt.Key.Key_Return)
    assert room.form.message.text() and room.form.isVisible()
    keys("elena elena", Qt.Key.Key_Return)
    assert room.choosing.isVisible(), "signed in"
