"""Level 1: who presses the keys that the guide shows runs every game without a mistake."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.desk.screens.live.by_mouse import play_by_mouse
from tests.desk.screens.live.guided import HandClock, follow_the_guide, open_shift
from trainer.desk.screens.live.phrases import VERBS_AGAIN, key_caps
from trainer.desk.screens.live.screen import LiveScreen
from trainer.desk.screens.live.texts import first_act
from trainer.desk.style.style import current_style
from trainer.games.round import Act
from trainer.live.keys import ENTER
from trainer.live.spelling import spell

TABLES = (
    "arica/roulette-american",
    "baleares/roulette-french",
    "puerto-rico/roulette-american",
    "bolivia/roulette-french",
    "arica/blackjack",
    "coquimbo/blackjack",
    "puerto-rico/blackjack",
    "baleares/blackjack",
    "arica/punto-banco",
    "baleares/punto-banco",
    "bolivia/punto-banco",
    "puerto-rico/mini-baccarat",
    "arica/craps",
    "puerto-rico/craps",
    "puerto-rico/pai-gow-poker",
    "puerto-rico/three-card-poker",
    "bolivia/three-card-poker",
    "arica/caribbean-stud",
    "puerto-rico/caribbean-stud",
)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def screen(qtbot: QtBot, clock: HandClock) -> LiveScreen:
    made = LiveScreen(clock)
    qtbot.addWidget(made)
    made.resize(1366, 768)
    return made


@pytest.mark.parametrize("name", TABLES)
def test_who_follows_the_guide_makes_no_mistake(screen: LiveScreen, clock: HandClock, name: str) -> None:
    open_shift(screen, name, rounds=2)
    follow_the_guide(screen, clock)
    assert screen.table is not None
    assert [found for played in screen.table.log for found in played.all_findings] == []


def test_the_first_round_of_roulette_goes_in_the_order_of_the_regulation(screen: LiveScreen, clock: HandClock) -> None:
    """Arica II.1.5: nothing is asked for before its time, and nothing twice."""
    open_shift(screen, "arica/roulette-american")
    follow_the_guide(screen, clock)
    assert screen.table is not None
    done = [act.do for _, act in screen.table.log[0].acts if act.by == "dealer"]
    once = [verb for place, verb in enumerate(done) if place == 0 or done[place - 1] != verb]
    assert once == ["open", "spin", "close", "call", "mark", "take", "unmark", "show", "pay", "end"]


def test_a_number_is_one_keycap() -> None:
    groups = (("p",), ("1",), ("2", "6", "k"), (ENTER,))
    assert key_caps(groups, current_style())[:3] == ("P", "1", "26000")


@pytest.mark.parametrize("name", TABLES)
def test_every_game_can_be_dealt_with_the_mouse_alone(screen: LiveScreen, clock: HandClock, name: str) -> None:
    open_shift(screen, name)
    play_by_mouse(screen, clock)
    assert screen.table is not None
    assert [found for played in screen.table.log for found in played.all_findings] == []


def test_a_key_that_does_nothing_is_told(screen: LiveScreen, clock: HandClock) -> None:
    open_shift(screen, "arica/blackjack", level=3)
    table = screen.table
    assert table is not None
    for keys, name in (("t9", "not-here"), ("p2=", "nothing-there")):
        for key in keys:
            screen.press(key)
        assert screen.console.guide.line.says == current_style().text(f"live.guide.{name}"), keys
        assert table.dealt == []
    screen.press("t")
    screen.press("t")  # arming a verb again is no mistake
    assert not screen.console.guide.line.says


def test_choices_leave_the_felt_once_the_act_is_done(screen: LiveScreen, clock: HandClock) -> None:
    """The bets of craps lie over half of the cloth: they are in sight only while one is being named."""
    open_shift(screen, "baleares/craps", rounds=5, level=2)
    screen.press("p")
    screen.console.finish()  # without the moment that they wait
    assert not screen.console.sheet.isHidden()
    for key in ("L", "1", "=", ENTER):
        screen.press(key)
    assert screen.typed.verb == "pay"
    assert screen.console.sheet.isHidden()
    assert screen.console.choices.isHidden()
    screen.press("p")
    screen.console.finish()  # without the moment that they wait
    assert not screen.console.sheet.isHidden()


def test_the_dealer_sees_the_numbers_by_which_he_sets_his_cards(screen: LiveScreen, clock: HandClock) -> None:
    """Pai gow: the two cards of the low hand are typed by number."""
    open_shift(screen, "puerto-rico/pai-gow-poker")
    while not screen.console.guide.line.keys or screen.console.guide.line.keys[0] != "E":
        clock.pass_by(100)
        screen.tick()
        table = screen.table
        assert table is not None
        act = first_act(table.due())
        if act is not None and act.do != "set" and screen.console.guide.line.keys:
            for key in spell(screen.keyboard, act, table.state, screen.typed):
                screen.press(key)
    before = screen.felt.grab().toImage()
    screen.press("e")
    assert screen.felt.grab().toImage() != before
    screen._escape()
    screen._escape()
    screen.press("t")
    assert screen.felt.grab().toImage() == before


def test_what_happened_at_the_wheel_stands_there_until_the_dealer_reacts(screen: LiveScreen, clock: HandClock) -> None:
    open_shift(screen, "arica/roulette-american", level=3)
    table = screen.table
    assert table is not None
    for act in (Act("open"), Act("spin", facts={"wheel": "clockwise", "ball": "counter-clockwise"})):
        screen.perform(act)
    screen.perform(Act("wheel-stops", "table"))
    told = screen.console.guide.line.says
    assert "cilindro" in told
    screen.perform(Act("close", facts={"say": True}))
    assert screen.console.guide.line.says == told
    screen.perform(Act("floor", topic="wheel-stops"))
    assert screen.console.guide.line.says != told


def test_a_sheet_of_choices_is_as_high_as_its_rows_whatever_was_offered_before(
    screen: LiveScreen, clock: HandClock, qtbot: QtBot
) -> None:
    screen.show()
    open_shift(screen, "arica/blackjack", level=3)
    for key in ("c", "f"):
        screen.press_by_hand(key)
        qtbot.wait(20)
        sheet = screen.console._sheet
        assert sheet is not None
        cells = [cell for cell in sheet.choices.cells if not cell.isHidden()]
        rows = len({cell.y() for cell in cells})
        assert sheet.height() >= rows * cells[0].height()
        assert all(one.geometry().intersected(other.geometry()).isEmpty() for one, other in pairwise(cells))
        screen.press_by_hand(VERBS_AGAIN)
        qtbot.wait(20)


@pytest.mark.parametrize(("amount", "found"), [(500, "claim-true"), (None, "claim-false")])
def test_the_inspector_says_whether_a_claim_is_true(
    screen: LiveScreen, clock: HandClock, amount: int | None, found: str
) -> None:
    open_shift(screen, "arica/blackjack", level=3)
    screen.perform(Act("disputes", "player", 3, "payment", amount=amount))
    screen.perform(Act("floor", seat=3, topic="claim"))
    for _ in range(30):
        clock.pass_by(100)
        screen.tick()
    assert screen.top.inspector.text() == current_style().text(f"live.inspector.{found}")


def test_the_chips_are_cut_by_a_key_and_when_the_winners_are_shown_to_the_inspector(
    screen: LiveScreen, clock: HandClock
) -> None:
    open_shift(screen, "arica/roulette-american", rounds=2)
    felt = screen.felt
    assert not felt._cuts_all
    QTest.keyClick(screen, Qt.Key.Key_F8)
    assert felt._cuts_all
    QTest.keyClick(screen, Qt.Key.Key_F8)
    assert not felt._cuts_all
    screen.perform(Act("show", topic="winning-chips"))
    assert felt._cuts_all
    screen.perform(Act("end"))
    assert not felt._cuts_all
