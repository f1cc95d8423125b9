"""The debrief: the seconds before a fault, the second try, and the practice of a habit."""

from __future__ import annotations

from fractions import Fraction

import pypdfium2  # type: ignore[import-untyped]
import pytest
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.desk.screens.live.by_mouse import cell
from tests.desk.screens.live.guided import HandClock
from tests.live.shifts import faulty, opened
from trainer.desk.screens.live.debrief_screen import DebriefScreen
from trainer.desk.screens.live.faults import FaultReplay
from trainer.desk.screens.live.report import legend_words, mark_words, right_words
from trainer.desk.screens.live.report_pdf import report_pdf
from trainer.desk.screens.live.texts import ActWords
from trainer.desk.style.style import current_style, use_style
from trainer.desk.table.arrangement import StackPlace
from trainer.games.round import Fault
from trainer.live.debrief import BEFORE, debrief
from trainer.live.faulty_dealer import FaultyDealer
from trainer.live.keys import ENTER, Keyboard
from trainer.live.replay import read_replay, replay_bytes
from trainer.live.shift_records import Comparison
from trainer.live.spelling import spell
from trainer.live.table import LiveTable
from trainer.rulebooks.library import shipped_library
from trainer.texts import Language


@pytest.fixture(scope="module")
def overpaid() -> LiveTable:
    table = opened("arica/blackjack", level=2, rounds=4)
    dealer = FaultyDealer(table, Fault.OVERPAID)
    while not table.over:
        dealer.play_round()
    return table


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def screen(qtbot: QtBot, clock: HandClock, overpaid: LiveTable) -> DebriefScreen:
    use_style(structs.replace(current_style(), motion=True))
    made = DebriefScreen(shipped_library(), clock)
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    made.show_shift(overpaid)
    made._ticks.stop()
    return made


def test_a_replay_begins_seconds_before_the_fault_and_freezes_at_it(overpaid: LiveTable) -> None:
    for moment in debrief(overpaid, shipped_library()).moments:
        replay = FaultReplay(overpaid, moment, shipped_library())
        assert not replay.is_frozen
        assert replay.table.now <= moment.time - BEFORE
        replay.until(moment.time - 1)
        assert not replay.is_frozen
        replay.until(moment.time)
        assert replay.is_frozen
        assert (replay.table.now, replay.table.state.count) == (moment.time, moment.at)


def test_the_seconds_before_a_fault_run_and_then_the_question_comes(screen: DebriefScreen, clock: HandClock) -> None:
    watch = screen.asks.text()
    assert screen.is_replaying
    for _ in range(BEFORE // 100 + 1):
        clock.pass_by(100)
        screen.tick()
    assert not screen.is_replaying
    assert screen.asks.text() != watch


def test_a_key_ends_the_replay_and_is_tried_at_the_fault(screen: DebriefScreen) -> None:
    moment = screen.moments[0]
    screen.freeze()
    wanted = moment.right
    assert wanted is not None
    keys = spell(screen._keyboard, wanted, screen._frozen.state, screen._typed)
    screen.replay()
    screen._ticks.stop()
    assert screen.is_replaying
    for key in keys:
        screen.press(key)
    assert not screen.is_replaying
    assert screen._answer == "that-is-it"


def test_the_second_try_is_done_with_the_mouse_and_the_perfect_dealer_shows_it(screen: DebriefScreen) -> None:
    screen.freeze()
    wanted = screen.moments[0].right
    assert wanted is not None
    before = len(screen._frozen.dealt)
    felt, amount = screen.felt, Fraction(wanted.amount or 0)
    assert cell(screen.console.verbs, "p")
    QTest.mouseClick(felt, Qt.MouseButton.LeftButton, pos=felt.spot_point(f"bet:{wanted.seat}").toPoint())
    values = screen._phrases.chips
    for index, value in sorted(enumerate(values), key=lambda one: -one[1]):
        while amount >= value:
            QTest.mouseClick(felt, Qt.MouseButton.LeftButton, pos=felt.to_widget(felt.column(index).center()).toPoint())
            amount -= value
    assert cell(screen.console.choices, ENTER)
    assert screen._answer == "that-is-it"
    assert [act for _, act in screen._frozen.dealt[before:]] == [wanted], "done as the perfect dealer does it"


def test_a_finished_shift_is_saved_as_the_file_of_its_replay(overpaid: LiveTable) -> None:
    replay = read_replay(replay_bytes(overpaid))
    assert replay.digests == tuple(played.digest for played in overpaid.log)
    assert list(replay.acts) == [(time, act) for time, act in overpaid.dealt]


def test_a_habit_is_practised_in_its_own_rounds(screen: DebriefScreen) -> None:
    assert screen.shown is not None
    habit = screen.shown.habits[0]
    screen.practise(0)
    assert {moment.round for moment in screen.moments} == set(habit.rounds)
    assert {moment.finding.fault.value for moment in screen.moments} == {habit.fault}
    for index in range(len(screen.moments)):
        screen.choose(index)
        screen.freeze()
        wanted = screen.moments[index].right
        assert wanted is not None
        if index:
            for key in spell(screen._keyboard, wanted, screen._frozen.state, screen._typed):
                screen.press(key)
        else:
            screen.show_right()
    assert screen._notice is not None
    assert screen._notice.params == {"right": len(screen.moments) - 1, "all": len(screen.moments)}
    screen.practise(0)
    assert screen.habit is None
    assert len(screen.moments) == len(screen.shown.moments)


def test_the_report_is_a_pdf_with_every_fault(overpaid: LiveTable) -> None:
    shown = debrief(overpaid, shipped_library())
    words = ActWords(overpaid, Keyboard(overpaid.rules, 9))
    made = report_pdf(overpaid, shown, words, current_style(), Comparison(90, (80,), (70,)))
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(made)]
    told = " ".join("\n".join(pages).split())
    assert told.count(current_style().text("live.debrief.did", act="").split("«")[0]) == len(shown.moments)
    for moment in shown.moments:
        assert " ".join(words.finding(moment.finding, current_style())[1:].split()) in told
    for name, share in (("right-share", {"now": "90"}), ("same", {"shares": "70"}), ("before", {"shares": "80"})):
        compared = current_style().text(
            f"live.debrief.{name}", **{key: f"{value}\N{NO-BREAK SPACE}%" for key, value in share.items()}
        )
        assert " ".join(compared[1:].split()) in told


@pytest.mark.parametrize(
    ("hundredths", "spanish", "english"), [(1000, "10", "10"), (850, "8,5", "8.5"), (333, "3,3", "3.3")]
)
def test_a_mark_is_written_as_the_language_writes_it(hundredths: int, spanish: str, english: str) -> None:
    style = current_style()
    said = [mark_words(hundredths, structs.replace(style, language=each)) for each in (Language.ES, Language.EN)]
    assert said == [spanish, english]


def test_a_shift_without_a_finished_round_has_no_marks_and_leads_to_no_higher_level(qtbot: QtBot) -> None:
    table = opened("arica/blackjack", level=2, rounds=5)
    made = DebriefScreen(shipped_library(), HandClock())
    qtbot.addWidget(made)
    made.show_shift(table)
    assert made.next_level == 2
    assert made.marks.text() == ""
    assert made.fault.text() == current_style().text("live.debrief.no-round")


@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("arica/roulette-american", "poner la marca"),
        ("arica/punto-banco", "retirar la apuesta"),
        ("arica/blackjack", "pagar"),
    ],
)
def test_a_late_call_is_told_with_what_it_should_have_come_before(name: str, before: str) -> None:
    table, dealer = faulty(name, Fault.CALL_LATE, rounds=2)
    words, style = ActWords(table, Keyboard.of_table(table)), current_style()
    moments = debrief(table, shipped_library()).moments
    told = [right_words(words, each, "cantar", style) for each in moments]
    assert dealer.planted and told
    assert all(each.startswith(f"Lo correcto: cantar, antes de {before}") for each in told)


def test_the_legend_names_the_signs_that_the_strip_has(overpaid: LiveTable) -> None:
    shown, style = debrief(overpaid, shipped_library()), current_style()
    grades = {grade for cell in shown.strip for grade in cell.faults}
    has_incident = any(cell.staged for cell in shown.strip)
    words = legend_words(shown, style)
    for grade, sign in (("minor", "▲"), ("serious", "◆"), ("critical", "■")):
        assert (sign in words) == (grade in grades)
    assert ("○" in words) == has_incident
    assert legend_words(structs.replace(shown, strip=()), style) == ""


def test_a_long_title_is_read_whole_beside_three_habits(qtbot: QtBot, clock: HandClock) -> None:
    table = opened("arica/roulette-american", level=2, rounds=6, seed=4)
    dealers = [FaultyDealer(table, fault) for fault in (Fault.TOO_EARLY, Fault.OVERPAID, Fault.CALL_LATE)]
    while not table.over:
        dealers[table.round_number % 3].planted.clear()
        dealers[table.round_number % 3].play_round()
    made = DebriefScreen(shipped_library(), clock)
    qtbot.addWidget(made)
    made.setFixedSize(1366, 768)
    made.show()
    made.show_shift(table)
    assert made.shown is not None and made.shown.habits
    for index in range(len(made.moments)):
        made.choose(index)
        made.show_right()
        QTest.qWait(1)
        for words in (made.where, made.fault, made.did, made.right, made.cite):
            assert words.isHidden() or words.height() >= words.heightForWidth(words.width())


def test_chips_of_the_debrief_are_no_larger_than_printed(screen: DebriefScreen) -> None:
    felt = screen.felt._shown_felt()
    lying = [place for place in screen.felt._places if isinstance(place, StackPlace)]
    assert lying and all(place.radius <= felt.spot(place.spot).chip_radius for place in lying)
