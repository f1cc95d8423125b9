"""A shift in the main window: from home to the debrief and back, pauses, languages, and a program that was killed."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from msgspec import structs
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.desk.answering.felt_alone import Finger, Mouse
from tests.desk.questions import Clock
from tests.desk.screens.live.by_mouse import click_act
from trainer.desk.screens.live import controller
from trainer.desk.screens.live.console import CellRow, Choice
from trainer.desk.screens.live.debrief_screen import DebriefScreen
from trainer.desk.screens.live.screen import LiveScreen
from trainer.desk.screens.live.start_screen import LiveStartScreen
from trainer.desk.screens.live.texts import first_act
from trainer.desk.screens.sensors.listener import Listener
from trainer.desk.screens.sensors.transports import HandTransport
from trainer.desk.shell.settings import Settings
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import Workplace
from trainer.desk.style.style import current_style
from trainer.drills.core import Item
from trainer.games.round import Act
from trainer.live.keys import BACK, ENTER, LEFT, RIGHT, SPACE, Typed
from trainer.live.perfect import Dealer
from trainer.live.shift import Shift, shift_code
from trainer.live.spelling import spell
from trainer.live.styles import usual_seats
from trainer.runs.plan import drill_plan
from trainer.sensors.events import CardEvent, DirectionEvent, ErrorEvent, Event, MissedEvent, NumberEvent, StateEvent
from trainer.sensors.sessions import Origin
from trainer.study.days import days_in
from trainer.study.ledger_storage import open_ledger
from trainer.study.trainee import asks_facts
from trainer.texts import Language

_KEYS = {
    ENTER: Qt.Key.Key_Return,
    SPACE: Qt.Key.Key_Space,
    BACK: Qt.Key.Key_Backspace,
    LEFT: Qt.Key.Key_Left,
    RIGHT: Qt.Key.Key_Right,
}
ROULETTE = Shift("arica", "roulette-american", seats=usual_seats(4), level=1, rounds=1, seed=7)
BLACKJACK = Shift("arica", "blackjack", seats=usual_seats(4), level=1, rounds=1, seed=7)
MILLISECONDS = 1_000_000


@pytest.fixture
def window(workplace: Workplace, owned: Callable[[QWidget], None]) -> Iterator[MainWindow]:
    made = open_window(workplace, owned)
    yield made
    made.study.close()


def open_window(workplace: Workplace, owned: Callable[[QWidget], None]) -> MainWindow:
    made = MainWindow(workplace, Settings(sound="off", last=drill_plan("arica", "roulette-american", "pay-the-layout")))
    owned(made)
    made.resize(1366, 768)
    made.show()
    made.show_home()
    return made


def type_key(screen: QWidget, key: str) -> None:
    """A real key event."""
    if key in _KEYS:
        QTest.keyClick(screen, _KEYS[key])
    else:
        shift = Qt.KeyboardModifier.ShiftModifier if key.isupper() else Qt.KeyboardModifier.NoModifier
        QTest.keyClick(screen, ord(key.upper()), shift)


def begin(window: MainWindow, shift: Shift) -> LiveScreen:
    window.study.live.begin_exactly(shift)
    screen = window.study.live.table
    screen._ticks.stop()
    return screen


def play(screen: LiveScreen, clock: Clock, acts: int = 10_000) -> None:
    """Follow the guide with real keys for so many acts, or until the shift is over."""
    table = screen.table
    assert table is not None
    for _ in range(5000):
        if table.over or acts == 0:
            return
        clock.now += 100 * MILLISECONDS
        screen.tick()
        act = first_act(table.due()) or (Act("end") if table.next_time() is None else None)
        if act is not None and screen.console.guide.line.keys:
            acts -= 1
            for key in spell(screen.keyboard, act, table.state, screen.typed):
                type_key(screen, key)
    raise AssertionError("no end")


def test_a_round_leads_from_home_to_the_debrief_and_back(window: MainWindow, clock: Clock) -> None:
    QTest.keyClick(window.home, Qt.Key.Key_D)
    start = window.shown_screen()
    assert isinstance(start, LiveStartScreen)
    QTest.keyClick(start, Qt.Key.Key_Return)
    screen = window.shown_screen()
    assert isinstance(screen, LiveScreen)
    screen._ticks.stop()
    play(screen, clock)
    debrief = window.shown_screen()
    assert isinstance(debrief, DebriefScreen)
    assert debrief.moments == []
    QTest.keyClick(debrief, Qt.Key.Key_Escape)
    assert window.shown_screen() is start
    QTest.keyClick(start, Qt.Key.Key_Escape)
    assert window.shown_screen() is window.home


def test_a_shift_that_was_left_is_discarded_only_when_the_trainee_says_so(window: MainWindow, clock: Clock) -> None:
    window.open_screen("live")
    start = window.shown_screen()
    assert isinstance(start, LiveStartScreen)
    QTest.keyClick(start, Qt.Key.Key_Return)  # nothing was left yet
    screen = window.study.live.table
    screen._ticks.stop()
    play(screen, clock, acts=4)
    screen.leave_wanted.emit()
    path = window.study.live._path()
    stored = path.read_bytes()
    QTest.keyClick(start, Qt.Key.Key_Return)
    assert window.shown_screen() is start
    assert start.message.isVisibleTo(start) and start.discard.isVisibleTo(start)
    QTest.keyClick(start, Qt.Key.Key_Escape)  # neither
    assert window.shown_screen() is start and not start.discard.isVisibleTo(start)
    QTest.keyClick(start, Qt.Key.Key_Return)
    QTest.keyClick(start, Qt.Key.Key_Return)  # go on
    assert window.shown_screen() is screen
    screen.leave_wanted.emit()
    assert path.read_bytes() == stored
    QTest.keyClick(start, Qt.Key.Key_Return)
    start.discard.click()
    screen._ticks.stop()
    assert window.shown_screen() is screen
    assert not stored.startswith(path.read_bytes())


def test_a_shift_without_an_act_is_not_asked_about(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, ROULETTE)
    screen.leave_wanted.emit()
    assert window.study.live._left() is None


def test_a_killed_program_goes_on_where_it_was(
    window: MainWindow, workplace: Workplace, clock: Clock, owned: Callable[[QWidget], None]
) -> None:
    """The file is written act by act; nothing is done when the program is killed, and a torn line is no act."""
    screen = begin(window, ROULETTE)
    play(screen, clock, acts=6)
    assert screen.table is not None
    before = screen.table
    path = window.study.live._path()
    with path.open("ab") as file:
        file.write(b'[12345, {"do": "pa')  # killed in the middle of the line
    again = open_window(workplace, owned)
    again.open_screen("live")
    assert again.study.live.start.go_on.isVisibleTo(again.study.live.start)
    again.study.live.start.go_on.click()
    resumed = again.study.live.table
    assert resumed.is_paused and resumed.pause_panel.isVisibleTo(resumed)  # the clock waits for the trainee
    QTest.keyClick(resumed.pause_panel, Qt.Key.Key_Return)
    resumed._ticks.stop()
    assert resumed.table is not None
    assert resumed.table is not before
    assert (resumed.table.state, resumed.table.books.as_json()) == (before.state, before.books.as_json())
    play(resumed, clock)
    assert again.shown_screen() is again.study.live.debrief
    assert not path.exists()
    QTest.keyClick(again.study.live.debrief, Qt.Key.Key_Escape)
    assert again.shown_screen() is again.study.live.start
    assert not again.study.live.start.go_on.isVisibleTo(again.study.live.start)
    again.study.close()


def test_an_ended_shift_is_stored_once(window: MainWindow, workplace: Workplace, clock: Clock) -> None:
    screen = begin(window, structs.replace(ROULETTE, level=2, rounds=2))
    table = screen.table
    assert table is not None
    dealer = Dealer(table)
    while not table.over:
        dealer.step()
    screen.over.emit()
    store, profile = workplace.recording.open()
    stored = list(store.attempts(profile))
    assert {Item.parse(each.item).dealt for each in stored} == {"1", "2"}
    assert all(each.right and each.counts for each in stored if "live-pace" not in each.item)
    assert {key.partition(" ")[0] for key in open_ledger(store, profile, days_in(None), asks_facts).rungs} >= {
        "live-payout/2",
        "live-order/2",
        "live-calls/2",
    }


def test_a_shift_that_cannot_be_stored_is_kept(
    window: MainWindow, workplace: Workplace, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk() -> None:
        raise OSError(errno.ENOSPC, "")

    screen = begin(window, ROULETTE)
    monkeypatch.setattr(workplace.recording, "open", full_disk)
    play(screen, clock)
    debrief = window.shown_screen()
    assert isinstance(debrief, DebriefScreen)
    assert debrief.notice.isVisibleTo(debrief)
    kept = window.study.live._path().read_bytes()
    for key in (Qt.Key.Key_F5, Qt.Key.Key_F7):  # another shift would take the place of its file
        QTest.keyClick(debrief, key)
        assert window.shown_screen() is debrief
        assert window.study.live._path().read_bytes() == kept
    monkeypatch.undo()
    QTest.keyClick(debrief, Qt.Key.Key_F7)
    assert window.shown_screen() is screen
    store, profile = workplace.recording.open()
    assert list(store.sessions(profile))


def test_a_shift_without_mistakes_leads_to_the_next_level(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, ROULETTE)
    play(screen, clock)
    debrief = window.shown_screen()
    assert isinstance(debrief, DebriefScreen)
    assert debrief.did.isVisibleTo(debrief)
    QTest.keyClick(debrief, Qt.Key.Key_F7)
    assert screen.table is not None
    assert screen.table.shift.level == 2


def test_what_was_done_last_is_told_where_the_felt_shows_nothing_of_it(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, structs.replace(BLACKJACK, level=3))
    type_key(screen, "h")
    assert screen.console.guide.line.says == "barajar"


def test_a_pause_stops_the_clock_and_covers_the_cloth(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, ROULETTE)
    play(screen, clock, acts=1)
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    now = screen.now
    clock.now += 60_000 * MILLISECONDS
    screen.tick()
    assert screen.is_paused
    assert screen.now == now
    assert screen.pause_panel.isVisible()
    assert screen.pause_panel.geometry() == screen.rect()
    QTest.keyClick(screen.pause_panel, Qt.Key.Key_Return)
    assert not screen.is_paused
    assert window.shown_screen() is screen


def test_escape_in_the_pause_leaves_a_shift_that_can_be_gone_on_with(window: MainWindow, clock: Clock) -> None:
    window.open_screen("live")
    screen = begin(window, ROULETTE)
    play(screen, clock, acts=2)
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    QTest.keyClick(screen.pause_panel, Qt.Key.Key_Escape)
    assert window.shown_screen() is window.study.live.start
    assert window.study.live._left() is not None


def test_escape_clears_what_is_typed_before_it_pauses(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, ROULETTE)
    for key in ("p", "2", "1"):
        type_key(screen, key)
    QTest.keyClick(screen, Qt.Key.Key_Escape)
    assert not screen.is_paused
    assert screen.typed.keys == ()


def test_f1_pauses_and_opens_the_lesson_and_escape_comes_back(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, ROULETTE)
    QTest.keyClick(screen, Qt.Key.Key_F1)
    assert screen.is_paused
    assert window.shown_screen() is not screen
    window.navigation.pop()
    assert window.shown_screen() is screen
    assert screen.pause_panel.isVisible()


@pytest.mark.parametrize(("level", "page"), [(2, "shoe"), (3, "settling")])
def test_f1_opens_the_page_about_what_is_due_only_where_that_is_shown_anyway(
    window: MainWindow, clock: Clock, level: int, page: str
) -> None:
    """The shuffle is due; at level 3 the trainee has armed “pay”."""
    screen = begin(window, structs.replace(BLACKJACK, level=level))
    type_key(screen, "p")
    QTest.keyClick(screen, Qt.Key.Key_F1)
    assert window.study.lessons.screen.page.heading.id == page


def test_language_and_theme_change_in_the_middle_of_a_round(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, BLACKJACK)
    play(screen, clock, acts=9)
    table = screen.table
    window.change_settings(language=Language.EN, appearance="light")
    assert screen.console.guide.line.lead == "Now:"
    assert screen.table is table
    play(screen, clock)
    assert table is not None
    assert table.over


def test_a_code_begins_the_same_shift(window: MainWindow) -> None:
    window.open_screen("live")
    start = window.study.live.start
    start.code.setText("not a code")
    start.main.click()
    assert start.message.text()
    start.code.setText(shift_code(BLACKJACK))
    start.main.click()
    assert window.study.live.table.table is not None
    assert window.study.live.table.table.shift == BLACKJACK
    window.study.live.table.stop()


def test_caps_lock_changes_no_key(window: MainWindow) -> None:
    """A capital letter without Shift, as Caps Lock gives it, is the letter itself."""
    screen = begin(window, ROULETTE)
    QTest.keyEvent(QTest.KeyAction.Click, screen, Qt.Key.Key_P, Qt.KeyboardModifier.NoModifier)
    assert screen.typed.verb == "pay"


def test_chips_dragged_from_a_player_to_the_rack_are_taken(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, BLACKJACK)
    _until(screen, clock, "deal")
    before = len(screen.table.dealt) if screen.table else 0
    _drag(screen, "bet:2", "rack")
    assert screen.table is not None
    assert [(act.do, act.seat) for _, act in screen.table.dealt[before:]] == [("take", 2)]


def test_a_payment_is_laid_from_the_columns_of_the_rack(window: MainWindow, clock: Clock) -> None:
    """A dragged chip begins the amount, a clicked one is added; what the wheel makes more is paid at once."""
    screen = begin(window, BLACKJACK)
    _until(screen, clock, "deal")
    felt, values = screen.felt, screen.phrases.chips
    thousand, column = values.index(Fraction(1000)), screen.felt.column
    _drag_points(screen, felt.to_widget(column(thousand).center()).toPoint(), _at(screen, "bet:3"))
    assert (screen.typed.verb, screen.typed.keys) == ("pay", ("3", *"1000"))
    QTest.mouseClick(felt, Qt.MouseButton.LeftButton, pos=felt.to_widget(column(thousand - 1).center()).toPoint())
    assert screen.typed.keys == ("3", *str(1000 + values[thousand - 1]))
    type_key(screen, ENTER)
    _drag_points(screen, felt.to_widget(column(thousand).center()).toPoint(), _at(screen, "bet:2"), notches=2)
    assert screen.table is not None
    paid = [(act.seat, act.amount) for _, act in screen.table.dealt if act.do == "pay"]
    assert paid == [(3, 1000 + values[thousand - 1]), (2, 3000)]


def test_chips_and_cards_are_dragged_to_the_players_above_the_felt(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, BLACKJACK)
    _until(screen, clock, "deal")
    felt, seats = screen.felt, screen.seats
    thousand = screen.phrases.chips.index(Fraction(1000))

    def above(seat: int) -> QPoint:
        middle = QPoint(round(seats.middle(seat)), seats.height() // 2)
        return felt.mapFromGlobal(seats.mapToGlobal(middle))

    _drag_points(screen, felt.to_widget(felt.column(thousand).center()).toPoint(), above(3))
    assert (screen.typed.verb, screen.typed.keys) == ("pay", ("3", *"1000"))
    QTest.mouseClick(seats, Qt.MouseButton.LeftButton, pos=QPoint(round(seats.middle(2)), 20))
    assert screen.typed.keys == ("3", *"1000"), "a player is no digit of the amount"
    type_key(screen, ENTER)
    _drag_points(screen, _at(screen, "shoe"), above(1))
    assert screen.table is not None
    assert [(act.do, act.seat, act.topic) for _, act in screen.table.dealt[-2:]] == [("pay", 3, ""), ("deal", None, 1)]


def test_a_tap_on_a_bet_cuts_its_chips_unless_it_names_the_player(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, BLACKJACK)
    _until(screen, clock, "deal")
    screen.typed = Typed()
    QTest.mouseClick(screen.felt, Qt.MouseButton.LeftButton, pos=_at(screen, "bet:2"))
    assert screen.felt._cut == {"bet:2"}
    QTest.mouseClick(screen.felt, Qt.MouseButton.LeftButton, pos=_at(screen, "bet:2"))
    assert screen.felt._cut == set()
    type_key(screen, "p")
    QTest.mouseClick(screen.felt, Qt.MouseButton.LeftButton, pos=_at(screen, "bet:2"))
    assert screen.typed.keys == ("2",)
    assert screen.felt._cut == set()
    QTest.mouseClick(screen.felt, Qt.MouseButton.LeftButton, pos=_at(screen, "bet:2"))
    assert screen.typed.keys == ("2",)
    assert screen.felt._cut == {"bet:2"}, "while the amount is laid the chips are counted"


def test_cards_are_dragged_from_the_shoe_and_to_the_discards(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, BLACKJACK)
    _until(screen, clock, "deal")
    assert screen.table is not None
    before = len(screen.table.dealt)
    _drag(screen, "shoe", "bet:1")
    _drag(screen, "hand:1", "discard")
    assert [(act.do, act.topic) for _, act in screen.table.dealt[before:]] == [("deal", 1), ("pick-up", 1)]


def test_a_finger_deals_and_two_fingers_clear(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, BLACKJACK)
    _until(screen, clock, "deal")
    device = QTest.createTouchDevice()
    assert screen.table is not None
    before = len(screen.table.dealt)
    for spot in ("shoe", "bet:1"):
        QTest.touchEvent(screen.felt, device).press(1, _at(screen, spot), screen.felt).commit()
        QTest.touchEvent(screen.felt, device).release(1, _at(screen, spot), screen.felt).commit()
    start, end = _at(screen, "bet:3"), _at(screen, "bet:2")
    beside = QPoint(24, 0)
    both = QTest.touchEvent(screen.felt, device)
    both.press(1, start, screen.felt).press(2, start + beside, screen.felt).commit()
    both = QTest.touchEvent(screen.felt, device)
    both.move(1, end, screen.felt).move(2, end + beside, screen.felt).commit()
    both = QTest.touchEvent(screen.felt, device)
    both.release(1, end, screen.felt).release(2, end + beside, screen.felt).commit()
    done = [(act.do, act.seat or act.topic) for _, act in screen.table.dealt[before:]]
    assert done == [("deal", 1), ("take", 3), ("take", 2)]


@pytest.mark.parametrize("shift", [ROULETTE, BLACKJACK], ids=["roulette", "blackjack"])
@pytest.mark.parametrize("tool", [Mouse, Finger])
def test_a_round_is_dealt_by_pressing_the_keycaps_of_the_guide(
    shift: Shift, tool: type[Mouse | Finger], window: MainWindow, clock: Clock
) -> None:
    screen = begin(window, shift)
    guide, hand, table = screen.console.guide, tool(window), screen.table
    assert table is not None
    for _ in range(5000):
        if table.over:
            break
        clock.now += 100 * MILLISECONDS
        screen.tick()
        if guide.line.keys:
            guide.repaint()
            cap = guide.mapTo(window, QPointF(guide.caps.left() + 8, guide.caps.center().y()).toPoint())
            hand.press(cap)
            hand.release(cap)
    assert table.over and not [finding for played in table.log for finding in played.all_findings]


def test_choices_never_move_the_cloth(window: MainWindow, clock: Clock) -> None:
    """Neither the letters of the bets nor the reasons to call the floor, by key or by mouse."""
    screen = begin(window, structs.replace(ROULETTE, rulebook="baleares", game="roulette-french"))
    QTest.qWait(20)
    before = screen.felt.geometry()
    for by_hand in (False, True):
        for verb in screen.keyboard.verbs:
            screen._by_hand = by_hand
            screen.press(verb)
            screen.console.finish()
            QApplication.processEvents()
            assert screen.felt.geometry() == before, (verb, by_hand)
            screen.typed = Typed()


def test_the_second_tap_on_enter_does_not_press_what_takes_its_place(qtbot) -> None:
    row = CellRow()
    qtbot.addWidget(row)
    pressed: list[str] = []
    row.pressed.connect(pressed.append)
    row.show_choices([Choice(ENTER, "Enter")])
    QTest.mouseClick(row.cells[0], Qt.MouseButton.LeftButton)
    row.show_choices([Choice(".", "End")])
    middle = QPointF(row.cells[0].rect().center())
    buttons = Qt.MouseButton.LeftButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    second = QMouseEvent(QEvent.Type.MouseButtonDblClick, middle, row.cells[0].mapToGlobal(middle), *buttons)
    QApplication.sendEvent(row.cells[0], second)
    QTest.mouseRelease(row.cells[0], Qt.MouseButton.LeftButton)
    assert pressed == [ENTER]
    QTest.mouseClick(row.cells[0], Qt.MouseButton.LeftButton)
    QApplication.sendEvent(row.cells[0], second)
    QTest.mouseRelease(row.cells[0], Qt.MouseButton.LeftButton)
    assert pressed == [ENTER, ".", "."]


def test_areas_are_taken_one_after_another_from_the_same_buttons(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, ROULETTE)
    _until(screen, clock, "take")
    screen.press_by_hand("t")
    areas = [choice.key for choice in screen.console.choices.choices]
    assert not screen.console.choices.isHidden() and areas
    screen.press_by_hand(areas[0])
    assert not screen.console.choices.isHidden()
    assert [choice.key for choice in screen.console.choices.choices] == areas


def test_a_stroke_or_a_click_that_means_nothing_is_answered(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, ROULETTE)
    _until(screen, clock, "close")
    screen.typed = Typed()
    _drag(screen, "dozen:1", "dozen:3")
    first = current_style().text("live.guide.unknown-key")
    assert screen.console.guide.line.says == first
    screen.press_by_hand("m")
    _drag(screen, "dozen:1", "dozen:3")
    assert screen.console.guide.line.says == current_style().text("live.guide.finish-amount")


def test_the_sheet_of_calls_hides_no_card_of_the_dealer(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, BLACKJACK)
    _until(screen, clock, "ask")
    screen.press_by_hand("f")  # more subjects than fit into a row
    sheet, cards = screen.console.sheet, screen.felt.cards_of_table().translated(screen.felt.pos())
    assert not sheet.isHidden() and not cards.isEmpty()
    assert not cards.intersects(sheet.geometry().toRectF())
    assert screen.rect().contains(sheet.geometry())


def test_the_right_button_gives_a_bet_back(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, BLACKJACK)
    _until(screen, clock, "close")
    QTest.mouseClick(screen.felt, Qt.MouseButton.RightButton, pos=_at(screen, "bet:4"))
    assert screen.table is not None
    assert (screen.table.dealt[-1][1].do, screen.table.dealt[-1][1].seat) == ("give-back", 4)


def test_a_stroke_over_the_hands_picks_them_up_in_its_order(window: MainWindow, clock: Clock) -> None:
    screen = begin(window, BLACKJACK)
    _until(screen, clock, "ask")
    type_key(screen, "r")
    assert screen.table is not None
    before = len(screen.table.dealt)
    _drag(screen, "hand:4", "hand:3", steps=6)
    assert [(act.do, act.topic) for _, act in screen.table.dealt[before:]] == [("pick-up", 4), ("pick-up", 3)]


def test_nothing_on_the_screen_depends_on_what_is_due_above_level_2(window: MainWindow, clock: Clock) -> None:
    """No cell is greyed out or marked, and the guide is silent, whatever the dealer should do next."""
    shift = Shift("arica", "blackjack", seats=usual_seats(4), level=3, rounds=1, seed=7)
    screen = begin(window, shift)
    seen = set()
    for _ in range(40):
        clock.now += 400 * MILLISECONDS
        screen.tick()
        act = first_act(screen.table.due()) if screen.table else None
        cells = tuple((cell.text(), cell.isEnabled(), cell.isChecked()) for cell in screen.console.verbs.cells)
        seen.add((cells, screen.console.guide.line.keys))
        if act is not None:
            screen.perform(act)
    assert len(seen) == 1


def _until(screen: LiveScreen, clock: Clock, verb: str) -> None:
    """Follow the guide until a verb is due."""
    for _ in range(400):
        act = first_act(screen.table.due()) if screen.table is not None else None
        if act is not None and act.do == verb and not (screen.table is not None and screen.table.bets_to_come):
            return
        clock.now += 100 * MILLISECONDS
        screen.tick()
        act = first_act(screen.table.due()) if screen.table is not None else None
        if act is not None and act.do != verb and screen.console.guide.line.keys:
            click_act(screen, act)
    raise AssertionError(verb)


def _at(screen: LiveScreen, spot: str) -> QPoint:
    return screen.felt.spot_point(spot).toPoint()


def _drag(screen: LiveScreen, start: str, end: str, steps: int = 3) -> None:
    _drag_points(screen, _at(screen, start), _at(screen, end), steps)


def _drag_points(screen: LiveScreen, first: QPoint, last: QPoint, steps: int = 3, notches: int = 0) -> None:
    QTest.mousePress(screen.felt, Qt.MouseButton.LeftButton, pos=first)
    for step in range(1, steps + 1):
        QTest.mouseMove(screen.felt, first + (last - first) * step / steps)
    for _ in range(notches):
        held, no_key, phase = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
        where = QPointF(last)
        turned = QWheelEvent(where, where, QPoint(), QPoint(0, 120), held, no_key, phase, False)
        QApplication.sendEvent(screen.felt, turned)
    QTest.mouseRelease(screen.felt, Qt.MouseButton.LeftButton, pos=last)


def test_a_shift_of_which_the_device_missed_something_does_not_count(
    window: MainWindow, workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = window.study.live
    stored: list[bool] = []
    gaps: list[Event | None] = [None, MissedEvent(1), ErrorEvent("cannot-read", True)]
    monkeypatch.setattr(controller, "store_shift", lambda *_, simulated: stored.append(simulated))
    device = Listener("angel-eye-ii-ex", window.study.sensors.shelf.profile("angel-eye-ii-ex"), HandTransport())
    live.show(workplace.offers.offer("arica", "punto-banco"), device)
    for gap in gaps:
        live.begin(Shift("arica", "punto-banco", seats=usual_seats(4), level=3, rounds=2, seed=7))
        live.table._ticks.stop()
        if gap is not None:
            device.enter(gap)
        assert live.table.table is not None
        live._store(live.table.table)
    assert stored == [False, True, True]
    device.profile = window.study.sensors.shelf.profile("bee-tek")
    live.begin(Shift("arica", "punto-banco", seats=usual_seats(4), level=3, rounds=2, seed=7))
    live.table._ticks.stop()
    assert live.table.table is not None
    live._store(live.table.table)
    assert stored[-1] is False, "typed cards are as sure as numbered reports"
    monkeypatch.setattr(HandTransport, "origin", Origin.DEVICE)
    device.enter(CardEvent("8S"))
    live._store(live.table.table)
    assert stored[-1] is True, "a shoe that does not number its reports"


@pytest.mark.parametrize("how", ["paused", "left and gone on with"])
def test_what_a_device_dealt_unheard_makes_the_shift_count_no_more(
    window: MainWindow, workplace: Workplace, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    live = window.study.live
    stored: list[bool] = []
    monkeypatch.setattr(controller, "store_shift", lambda *_, simulated: stored.append(simulated))
    device = Listener("angel-eye-ii-ex", window.study.sensors.shelf.profile("angel-eye-ii-ex"), HandTransport())
    live.show(workplace.offers.offer("arica", "punto-banco"), device)
    live.begin(Shift("arica", "punto-banco", seats=usual_seats(4), level=3, rounds=2, seed=7))
    live.table._ticks.stop()
    if how == "paused":
        live.table.pause()
        device.enter(StateEvent("standby"))
        assert not live._has_gap, "no card came"
        device.enter(CardEvent("8S", "player", 1))
        live.table.go_on()
    else:
        live._has_gap = True
        live.table.leave_wanted.emit()
        live.resume()
    assert live.table.table is not None
    live._store(live.table.table)
    assert stored == [True]


def test_a_real_wheel_spins_and_brings_the_number(window: MainWindow, clock: Clock, workplace: Workplace) -> None:
    """What a person or a device reports counts; without its wheel the shift is kept but does not go on."""
    live = window.study.live
    device = Listener("open-line", window.study.sensors.shelf.profile("open-line"), HandTransport())
    live.show(workplace.offers.offer("arica", "roulette-american"), device)
    live.begin(structs.replace(ROULETTE, level=3, rounds=2))
    screen = live.table
    screen._ticks.stop()
    assert screen.table is not None
    assert screen.table.shift.real == ("wheel",)
    for key in "co":
        type_key(screen, key)
    device.enter(DirectionEvent("clockwise"))
    device.enter(StateEvent("ball-in-rim"))
    for key in "cn":
        type_key(screen, key)
    device.enter(NumberEvent("17"))
    assert screen.table.state.number == "17"
    assert [act.do for _, act in screen.table.record.acts if act.by != "player"] == [
        "open", "spin", "ball-slows", "close", "ball-falls",
    ]  # fmt: skip
    assert not live._is_unsure
    screen.leave_wanted.emit()
    live._device = None
    assert live._left() is not None
    live.resume()
    assert window.shown_screen() is live.start
    assert live.start.message.text() == current_style().text("live.start.needs-device")
    assert live._left() is not None


def test_players_speak_aloud_in_the_trainees_language_if_he_wants_a_voice(window: MainWindow, clock: Clock) -> None:
    screen, heard = begin(window, structs.replace(BLACKJACK, level=3)), list[tuple[str, Language]]()
    live = window.study.live
    live.sounds.speak = lambda words, language: bool(heard.append((words, language)))  # type: ignore[method-assign]
    assert screen.table is not None
    for sound in ("sounds", "voice"):
        window.change_settings(sound=sound, language=Language.EN)
        screen.table.say(2, "change")
        for _ in range(3):
            clock.now += 100 * MILLISECONDS
            screen.tick()
    assert [language for _, language in heard] == [Language.EN], "once, with the voice"
