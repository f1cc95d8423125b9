"""The sensors page and the real table, in a whole window with a shoe at a pseudo terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.desk.rooms import squeezed
from tests.sensors.lines_of_devices import angel, drawn
from trainer.desk.screens.sensors import devices as listening
from trainer.desk.screens.sensors import serial_library
from trainer.desk.screens.sensors.class_table import SharedTransport
from trainer.desk.screens.sensors.controller import SensorsController
from trainer.desk.screens.sensors.devices import Device, KnownDevices
from trainer.desk.screens.sensors.screen import Source
from trainer.desk.shell.window import MainWindow
from trainer.drills.core import Item
from trainer.runs.plan import drill_plan
from trainer.runs.run import Stage
from trainer.sensors.card_tables import ShoeSession
from trainer.sensors.events import CardEvent, DirectionEvent, NumberEvent, ResultEvent, StateEvent
from trainer.sensors.following.sharing import Paused
from trainer.sensors.health import Link
from trainer.sensors.manual_input import Correction
from trainer.sensors.sessions import Origin
from trainer.sensors.simulated_ports import offered_port
from trainer.texts import Language, Message

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo terminals", allow_module_level=True)

from tests.desk.screens.sensors.terminals import Terminal

ANGEL = "angel-eye-ii-ex"
BACCARAT = drill_plan("arica", "punto-banco", "next-card")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    made = Terminal(tmp_path / "ttyShoe")
    yield made
    made.close()


@pytest.fixture
def room(open_window: Callable[..., MainWindow], qtbot: QtBot) -> Iterator[SensorsController]:
    window = open_window(rulebook="arica", last=BACCARAT)
    QTest.keyClick(window.home, Qt.Key.Key_M)
    made = window.study.sensors
    assert window.shown_screen() is made.page
    yield made
    made.disconnect()


def connect(room: SensorsController, terminal: Terminal, qtbot: QtBot) -> None:
    room.connect_source(Source("serial", str(terminal.link), "Shoe", serial_number="S-1"), ANGEL)
    assert room.listener is not None
    qtbot.waitUntil(lambda: room.listener is not None and room.listener.link is Link.QUIET)


def coup(cards: str, thirds: str = "", first: int = 1) -> list[bytes]:
    places = {"player": 0, "banker": 0}
    frames = []
    for number, (card, to) in enumerate(
        zip(cards.split(), ["player", "banker", "player", "banker", *thirds.split()], strict=True)
    ):
        places[to] += 1
        frames.append(drawn(str((number + first - 1) % 9 + 1), to, places[to], card) * 3)
    return frames


def test_a_coup_asked_at_a_real_shoe(room: SensorsController, terminal: Terminal, qtbot: QtBot) -> None:
    connect(room, terminal, qtbot)
    room.open_table(watched=False)
    table = room.table
    frames = coup("2S 3D KS 2H 4C 9S", "player banker")
    terminal.say(b"".join(frames[:4]))
    qtbot.waitUntil(lambda: table.run.stage is Stage.ASKING)
    assert table.run.question.item.dealt == "2S 3D KS 2H"
    QTest.keyClick(table, Qt.Key.Key_1)
    assert table.run.stage is Stage.JUDGED and table.run.answered[-1].mark.right
    terminal.say(frames[4])  # what comes next goes on by itself
    qtbot.waitUntil(lambda: table.run.stage is Stage.ASKING)
    assert table.run.question.item.dealt == "2S 3D KS 2H 4C"
    QTest.keyClick(table, Qt.Key.Key_3)
    assert not table.run.answered[-1].mark.right and table.column.verdict.isVisible()
    table.leave()
    assert room.page.isVisible() and "2" in room.page.cure.text()


def test_the_shoes_result_is_not_shown_while_the_winner_is_asked(
    room: SensorsController, terminal: Terminal, qtbot: QtBot
) -> None:
    connect(room, terminal, qtbot)
    room.open_table(watched=False)
    table = room.table
    terminal.say(b"".join(coup("9S 3D KS 2H")))
    qtbot.waitUntil(lambda: table.run.stage is Stage.ASKING)
    assert "2♥" in table.facts.text()
    QTest.keyClick(table, Qt.Key.Key_3)
    terminal.say(angel("5", "G", 0x90) * 3)
    qtbot.waitUntil(lambda: table.run.stage is Stage.ASKING and table.run.question.item.family == "call-the-winner")
    assert "gana" not in table.facts.text()


def test_a_second_session_leads_back_to_the_page_as_the_first_did(room: SensorsController) -> None:
    for watched in (True, False):
        room.open_table(watched)
        assert not room.table.hand_entry.text()
        room.table.hand_entry.setText("9 8")
        assert room._shell.navigation.depth == 2
        room.table.leave()
        assert room.page.isVisible() and room._shell.navigation.depth == 1


def test_a_table_whose_device_is_disconnected_goes_on_by_hand(
    room: SensorsController, terminal: Terminal, qtbot: QtBot
) -> None:
    connect(room, terminal, qtbot)
    room.open_table(watched=False)
    room.disconnect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert room.table.listener is None
    room.table.leave()
    assert room.page.isVisible()


@pytest.mark.parametrize("watched", [True, False])
def test_the_notes_are_open_before_anything_was_dealt(room: SensorsController, watched: bool, qtbot: QtBot) -> None:
    room.table.column.is_wanted = True
    with qtbot.captureExceptions() as faults:
        room.open_table(watched)
    assert not faults
    assert room.table.column.notes.isVisible() and room.table.column.notes.level.isHidden()


def test_a_coup_watched_and_an_error_caught(room: SensorsController, terminal: Terminal, qtbot: QtBot) -> None:
    connect(room, terminal, qtbot)
    room.open_table(watched=True)
    table, session = room.table, room.table.session
    assert session is not None and session.cannot_see == Message("sensors.table.joining")
    terminal.say(b"".join(coup("9S 3D KS 2H")) + angel("5", "G", 0x90) * 3)
    qtbot.waitUntil(lambda: session.pace.rounds == 1)
    assert session.cannot_see is None, "the shoe has told a whole coup, so it counts the dealer's coups"
    assert table.finding.isHidden() and table.header.number.figure.text() == "1"
    table.press_enter()  # nothing is to be answered
    terminal.say(b"".join(coup("9S 3D KS 2H 5C", "player", first=6)))
    qtbot.waitUntil(lambda: session.finding is not None)
    assert session.finding is not None and session.finding.id == "drew-wrongly"
    assert table.finding.isVisible() and table.column.verdict.isVisible()
    assert not table.column.verdict.time.text(), "nobody was asked, so there is no time"
    assert len(table.session.scene.pieces) == 5  # type: ignore[union-attr]
    table.press_enter()
    assert session.finding is None and table.finding.isHidden()
    assert table.bar.view.isHidden(), "nothing is asked that could be seen again"
    table.window().resize(1024, 600)
    table.facts.setText("Practice with a simulation: does not count · Error of the device: card not read · 1 put right")
    qtbot.waitUntil(lambda: table.width() <= 1024)
    qtbot.wait(20)
    assert table.facts.isVisible() and table.bar.question.width() > table.width() // 4
    terminal.say(b"".join(coup("9S 3D KS 2H", first=2)) + angel("6", "G", 0x90))
    qtbot.waitUntil(lambda: session.pace.rounds == 2)
    room.close()
    store, profile = room._shell.workplace.recording.open()
    kept = list(store.attempts(profile))
    assert [each.right for each in kept] == [False, True]
    assert Item.parse(kept[0].item).dealt == "9S 3D KS 2H"


def test_unplugged_in_the_middle_of_a_coup_the_table_says_so_and_goes_on(
    room: SensorsController, terminal: Terminal, qtbot: QtBot
) -> None:
    connect(room, terminal, qtbot)
    room.listener.transport._looking.setInterval(20)  # type: ignore[union-attr]
    room.open_table(watched=True)
    frames = coup("9S 3D KS 2H")
    terminal.say(b"".join(frames[:2]))
    qtbot.waitUntil(lambda: room.table._last == CardEvent("3D", "banker", 1))
    terminal.unplug()
    qtbot.waitUntil(room.table.bar.message.isVisible)
    terminal.plug_in()
    qtbot.waitUntil(lambda: room.listener is not None and room.listener.link is Link.QUIET)
    session = room.table.session
    assert session is not None and session.finding is not None and session.finding.id == "not-read"
    terminal.say(b"".join(frames[2:]) + angel("5", "G", 0x90))
    qtbot.waitUntil(lambda: room.table._last == ResultEvent("player", False, False))
    assert session.pace.rounds == 0 and not session.run.answered, "cards may be missing: it is not judged"
    terminal.say(b"".join(coup("9S 3D KS 2H", first=6)) + angel("1", "G", 0x90))
    terminal.say(b"".join(coup("9S 3D KS 2H", first=2)) + angel("6", "G", 0x90))
    qtbot.waitUntil(lambda: session.pace.rounds == 2)
    assert session.finding is None and [each.mark.right for each in session.run.answered] == [True]
    assert not session.run.answered[0].counts, "a pseudo terminal is no device"


def test_a_card_that_was_not_read_lies_face_down_and_is_entered_by_its_place(
    room: SensorsController, terminal: Terminal, qtbot: QtBot
) -> None:
    connect(room, terminal, qtbot)
    room.open_table(watched=False)
    table, session = room.table, room.table.session
    assert session is not None
    frames = coup("2S 3D KS 2H")
    frames[1] = angel("2", "E", 0xC1) * 3  # cannot read
    terminal.say(b"".join(frames))
    qtbot.waitUntil(lambda: table._last == CardEvent("2H", "banker", 2))
    assert table.finding.isVisible() and "F7" in table.finding.says.text()
    assert sum(not piece.face_up for piece in session.scene.pieces) == 1  # type: ignore[union-attr]
    assert table.run.stage is Stage.WAITING, "nothing is asked about an unknown coup"
    QTest.keyClick(table, Qt.Key.Key_F7)
    assert "2:?" in table.bar.question.text()
    QTest.keyClicks(table.hand_entry, "3d")
    QTest.keyClick(table.hand_entry, Qt.Key.Key_Return)
    assert table.run.stage is Stage.ASKING and table.run.question.item.dealt == "2S 3D KS 2H"
    QTest.keyClick(table, Qt.Key.Key_F7)
    QTest.keyClicks(table.hand_entry, "1 9s")
    QTest.keyClick(table.hand_entry, Qt.Key.Key_Return)
    assert table.run.question.item.dealt == "9S 3D KS 2H" and session.corrections == 2


def test_the_page_begins_with_connect_and_the_rest_is_advanced(room: SensorsController) -> None:
    page = room.page
    technical = (page.profile_list, page.about, page.views, page.trial_button, page.record_button, page.share_button)
    assert page.connect_button.isVisible() and page.found.text()
    assert not any(widget.isVisible() for widget in (*technical, page.danger))
    assert "baud" not in page.cure.text()
    page.advanced.click()
    assert all(widget.isVisible() for widget in technical)
    page.advanced.click()
    assert not any(widget.isVisible() for widget in technical)


def test_a_port_is_typed_and_a_simulation_at_a_terminal_can_be_chosen(
    room: SensorsController, terminal: Terminal, qtbot: QtBot
) -> None:
    page = room.page
    assert not {"port", "tcp"} & {source.kind for source in page.sources}, "a trainee chooses a device"
    page.advanced.click()
    page.device_list.setCurrentRow([source.kind for source in page.sources].index("port"))
    page.connect_button.click()
    assert room.listener is None and page.field.isVisible() and "/dev/pts" in page.cure.text()
    QTest.keyClicks(page.field, str(terminal.link))
    QTest.keyClick(page.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: room.listener is not None and room.listener.link is Link.QUIET)
    assert room.listener is not None and room.listener.origin is Origin.SIMULATOR
    room.disconnect()
    with offered_port(room._folder, "bee-tek", str(terminal.link)):
        room.look()
        (found,) = [source for source in page.sources if source.kind == "terminal"]
        assert found.profile == "bee-tek"
        page.device_list.setCurrentRow(page.sources.index(found))
        assert page.profile_name == "bee-tek"
    room.look()
    assert all(source.kind != "terminal" for source in page.sources)


def test_the_page_says_what_is_connected_and_not_what_is_selected(room: SensorsController) -> None:
    room.connect_source(Source("simulated", "", ""), "bee-tek")
    before = room.page.found.text(), room.page.what.text()
    assert "Bee-Tek" in before[1]
    room.page.device_list.setCurrentRow([source.kind for source in room.page.sources].index("hand"))
    assert (room.page.found.text(), room.page.what.text()) == before


@pytest.mark.parametrize("profile", [ANGEL, "bee-tek", "open-line"])
def test_what_a_watched_shoe_cannot_see_is_said(room: SensorsController, profile: str, qtbot: QtBot) -> None:
    room.connect_source(Source("simulated", "", ""), profile)
    room.open_table(watched=True)
    asked = room.table.bar.question.text()
    assert room.table.session is not None
    is_joining = room.table.session.cannot_see == Message("sensors.table.joining")
    assert is_joining == (profile == ANGEL), "it sees all, and judges after a whole coup"
    assert ("no cuenta" in room.table.facts.text()) and ("por hora" not in room.table.facts.text())
    assert asked


@pytest.mark.parametrize("source", ["hand", "simulated"])
def test_without_a_shoe_nothing_is_said_about_this_shoe(room: SensorsController, source: str) -> None:
    """Every card is typed, also if the chosen device is a wheel."""
    room.connect_source(Source(source, "", ""), "cammegh-slingshot-2")
    room.open_table(watched=True)
    assert "No hay sabot" in room.table.bar.question.text()


def test_a_card_is_put_right_by_hand_and_that_is_recorded(
    room: SensorsController, terminal: Terminal, qtbot: QtBot
) -> None:
    connect(room, terminal, qtbot)
    room._record()
    room.open_table(watched=False)
    table = room.table
    terminal.say(b"".join(coup("2S 3D KS 5H")))
    qtbot.waitUntil(lambda: table.run.stage is Stage.ASKING)
    QTest.keyClick(table, Qt.Key.Key_F7)
    QTest.keyClicks(table.hand_entry, "2h")
    QTest.keyClick(table.hand_entry, Qt.Key.Key_Return)
    assert table.run.question.item.dealt == "2S 3D KS 2H"
    assert table.session is not None and table.session.corrections == 1
    assert room.listener is not None
    room.listener.stop_recording()
    (file,) = room.recordings.glob("*.jsonl")
    assert b'"corrects":{"card":"5H","to":"banker","index":2}' in file.read_bytes()
    room.look()
    assert file.name in [source.where for source in room.page.sources]


def test_what_is_put_right_can_be_typed_in_peace_and_let_be(open_window: Callable[..., MainWindow]) -> None:
    window = open_window(rulebook="arica", last=drill_plan("arica", "roulette-american", "pay-the-layout"))
    window.open_screen("sensors")
    room = window.study.sensors
    room.open_table(watched=False)
    table = room.table
    table.hand_entry.setText("17")
    table.press_enter()
    QTest.keyClick(table, Qt.Key.Key_F7)
    table.tick()
    assert table.hand_entry.isVisibleTo(table) and table.run.stage is Stage.ASKING
    QTest.keyClick(table, Qt.Key.Key_F7)
    assert not table.hand_entry.isVisibleTo(table) and table.tray is not None
    QTest.keyClick(table, Qt.Key.Key_F7)
    table.tick()
    QTest.keyClicks(table.hand_entry, "0")
    QTest.keyClick(table.hand_entry, Qt.Key.Key_Return)
    assert table.session is not None and table.session.corrections == 1
    assert table.run.question.draft.prompt.params["number"] == "0"


def test_an_act_that_stopped_the_table_because_of_a_misread_card_goes_with_it(
    open_window: Callable[..., MainWindow],
) -> None:
    window = open_window(rulebook="arica", last=drill_plan("arica", "blackjack", "dealer-hand"))
    window.open_screen("sensors")
    room = window.study.sensors
    room.open_table(watched=True)
    table, session = room.table, room.table.session
    assert session is not None
    for text in ("TS", "8D", "9S", "planta", "5H", "fin"):
        table.hand_entry.setText(text)
        table.press_enter()
    assert session.judged is not None and table.finding.isVisible()
    QTest.keyClick(table, Qt.Key.Key_F7)
    assert table.finding.isHidden()
    table.press_enter()  # nothing is typed yet
    assert session.judged is not None
    QTest.keyClicks(table.hand_entry, "kh")
    QTest.keyClick(table.hand_entry, Qt.Key.Key_Return)
    assert session.judged is None and session.finding is None and table.finding.isHidden()
    table.hand_entry.setText("fin")
    table.press_enter()
    assert session.pace.rounds == 1 and session.finding is None


def test_the_page_shows_what_was_understood_dropped_and_raw_and_tests_the_device(
    room: SensorsController, terminal: Terminal, qtbot: QtBot
) -> None:
    connect(room, terminal, qtbot)
    page = room.page
    page.trial_button.click()
    assert "A♠" in page.tried.text()
    terminal.say(drawn("1", "player", 1, "KS") * 3)
    qtbot.waitUntil(lambda: "K♠" in page.tried.text())
    for number, card in enumerate(("AS", "TD", "8H"), 2):
        terminal.say(drawn(str(number), "player", 1, card))
    terminal.say(angel("5", "C"))
    qtbot.waitUntil(lambda: page.trial is not None and page.trial.now is None)
    assert page.live.count() == 5
    page._show_view("dropped")
    assert page.live.count() == 2
    page._show_view("raw")
    assert page.live.count() >= 1


def test_a_device_is_remembered_by_its_serial_number(tmp_path: Path) -> None:
    path = tmp_path / "config" / "sensors.json"
    KnownDevices(path).remember(Device("/dev/ttyUSB0", serial_number="S-1"), ANGEL)
    assert KnownDevices(path).profile_of(Device("/dev/ttyUSB7", serial_number="S-1")) == ANGEL
    assert KnownDevices(path).profile_of(Device("/dev/ttyUSB0", serial_number="S-2")) == ""
    path.write_text("nonsense")
    assert KnownDevices(path).profile_of(Device("/dev/ttyUSB0", serial_number="S-1")) == ""


def test_two_devices_of_one_profile_are_told(
    room: SensorsController, terminal: Terminal, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Device("/dev/ttyOther", serial_number="S-2")
    room.remembered.remember(other, ANGEL)
    monkeypatch.setattr("trainer.desk.screens.sensors.controller.list_devices", lambda: [other])
    connect(room, terminal, qtbot)
    assert room.page.notice == Link.TWO.cure


def test_without_the_serial_library_the_page_says_what_to_install(
    room: SensorsController, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_library, "serial", None)
    assert listening.list_devices() == []
    room.look()
    assert [source.kind for source in room.page.sources][:2] == ["simulated", "hand"]
    room.connect_source(Source("serial", "/dev/ttyUSB0", ""), ANGEL)
    assert "PySide6-Addons" in room.page.cure.text()


def test_a_wheel_without_a_device_is_typed(open_window: Callable[..., MainWindow]) -> None:
    window = open_window(rulebook="arica", last=drill_plan("arica", "roulette-american", "pay-the-layout"))
    window.open_screen("sensors")
    room = window.study.sensors
    room.open_table(watched=False)
    table = room.table
    QTest.keyClicks(table.hand_entry, "17")
    QTest.keyClick(table.hand_entry, Qt.Key.Key_Return)
    assert table.run.stage is Stage.ASKING and table.run.question.item.family == "announce"
    assert table._last == NumberEvent("17")
    assert room.listener is None


def test_what_a_wheel_says_meanwhile_leaves_an_answer_in_the_making_alone(
    open_window: Callable[..., MainWindow],
) -> None:
    window = open_window(rulebook="arica", last=drill_plan("arica", "roulette-american", "pay-the-layout"))
    window.open_screen("sensors")
    room = window.study.sensors
    room.connect_source(Source("hand", "", ""), "cammegh-slingshot-2")
    room.open_table(watched=False)
    table, listener = room.table, room.listener
    assert listener is not None and table.session is not None

    def spin(number: str) -> None:
        for event in (StateEvent("place-bets"), DirectionEvent("clockwise"), StateEvent("ball-in-rim")):
            listener.heard.emit(event, False)
        listener.heard.emit(NumberEvent(number) if number else StateEvent("no-more-bets"), False)

    spin("17")
    while table.run.question.item.family != "pay-the-layout":
        table._answered(table.run.answer(table.run.question.draft.solution))
        table.press_enter()
    assert table.run.question.item.family == "pay-the-layout"
    QTest.keyClicks(table.focusWidget(), "12")
    tray = table.tray
    spin("")  # the next spin has begun, and the same way round
    assert table.tray is tray and "12" in tray.answer()
    assert table.session.finding is not None and table.finding.isVisible()
    table.press_enter()
    assert table.finding.isHidden() and table.run.stage is Stage.JUDGED
    room.disconnect()


def test_a_class_practises_with_the_shoe_at_the_front(
    room: SensorsController, open_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    room.connect_source(Source("hand", "", ""), ANGEL)
    room.page.share_button.click()
    assert room.class_table is not None and room.listener is not None
    assert room.class_table.address in room.page.cure.text()
    window = open_window(rulebook="arica", last=BACCARAT)
    window.open_screen("sensors")
    laptop = window.study.sensors
    laptop.connect_source(Source("shared", f"127.0.0.1:{room.class_table.port}", ""), "open-line")
    qtbot.waitUntil(lambda: room.class_table is not None and room.class_table.laptops == 1, timeout=30_000)
    qtbot.waitUntil(lambda: laptop.listener is not None and laptop.listener.profile.kind == "shoe", timeout=30_000)
    laptop.open_table(watched=False)
    for card in ("9S", "3D", "KS"):
        room.listener.enter(CardEvent(card))
    room.listener.enter(CardEvent("5H"))
    room.listener.enter(Correction(CardEvent("2H")), CardEvent("5H"))
    run = laptop.table.run
    qtbot.waitUntil(lambda: run.stage is Stage.ASKING and run.question.item.dealt == "9S 3D KS 2H", timeout=30_000)
    room.page.share_button.click()
    assert room.class_table is None
    qtbot.waitUntil(lambda: laptop.listener is not None and laptop.listener.link is Link.LOST, timeout=30_000)
    laptop.disconnect()


@pytest.mark.parametrize(("profile", "is_sure"), [("open-line", False), ("of-another-school", False), (ANGEL, True)])
def test_a_table_opened_before_the_front_has_named_its_device_begins_anew(
    room: SensorsController, profile: str, is_sure: bool
) -> None:
    """Otherwise a simulator would count, and a device without numbers would prove what it cannot."""
    room.connect_source(Source("shared", "127.0.0.1:1", ""), ANGEL)
    room.open_table(watched=True)
    assert room.listener is not None and isinstance(room.listener.transport, SharedTransport)
    room.listener.transport.origin = Origin.SIMULATOR
    room.listener.transport.named.emit(profile)
    session = room.table.session
    assert isinstance(session, ShoeSession) and session.watched
    assert session.origin is Origin.SIMULATOR and session.run.plan.dealt_by == "simulator"
    assert session.follower.numbered is is_sure
    for event in (CardEvent("8S", "player", 1), CardEvent("9S", "banker", 1)):
        room.listener.transport.told.emit(event)
    room.listener.transport.named.emit(profile)
    assert room.table.session is session and session.table.cards == 2, "the same device once more"
    for told in (Paused(), CardEvent("KS", "player", 2)):
        assert not session.table.is_doubtful
        room.listener.transport.told.emit(told)
    assert session.table.is_doubtful, "the device was silent within the coup"


@pytest.mark.parametrize("kind", ["hand", "wedge", "tcp", "shared"])
def test_what_was_chosen_stays_chosen_when_devices_are_looked_for_and_the_language_changes(
    room: SensorsController, kind: str
) -> None:
    page = room.page
    page.advanced.click()
    page.device_list.setCurrentRow([source.kind for source in page.sources].index(kind))
    room.look()
    page.restyle()
    assert page.source is not None and page.source.kind == kind
    page.advanced.click()
    assert page.source is not None and page.source.kind in (kind, page.sources[0].kind)


def test_an_address_that_is_none_is_asked_for_again(room: SensorsController) -> None:
    for written in ("box:99999", "box:²", ""):
        room.connect_source(Source("tcp", written, ""), "angel-eye-ii-ex-tcp")
        assert room.listener is None and "4001" in room.page.cure.text()


def test_a_wheel_at_a_card_table_is_told_at_once(room: SensorsController) -> None:
    room.connect_source(Source("simulated", "", ""), "cammegh-slingshot-2")
    room.open_table(watched=True)
    assert room.table.bar.message.isVisibleTo(room.table) and "cartas" in room.table.bar.message.text()


def test_a_shoe_that_tells_cards_alone_is_watched_from_coup_to_coup(
    room: SensorsController, terminal: Terminal, qtbot: QtBot
) -> None:
    room.connect_source(Source("serial", str(terminal.link), "Reader"), "open-line")
    room.open_table(watched=True)
    session = room.table.session
    assert session is not None
    terminal.say(b"".join(b"CARD %s\r\n" % card for card in b"9S 3D KS 2H 2S 3D KS 2H 4C 9S".split()))
    qtbot.waitUntil(lambda: session.pace.rounds == 2, timeout=30_000)
    assert session.finding is None and room.table.finding.isHidden()


def test_a_damaged_recording_is_played_with_what_was_typed_and_the_damage_is_told(
    room: SensorsController, qtbot: QtBot
) -> None:
    room.recordings.mkdir(parents=True)
    entries = [b'{"at":0,"by_hand":{"card":"%s"}}\n' % card for card in b"9S 3D KS 5H".split()]
    corrected = b'{"at":1,"by_hand":{"card":"2H"},"corrects":{"card":"5H"}}\n'
    heading = b'{"profile":"keyboard-wedge","recording":1}\n'
    (room.recordings / "old.jsonl").write_bytes(b"".join([heading, b"{damaged\n", *entries, corrected]))
    room.connect_source(Source("recorded", "old.jsonl", ""), "keyboard-wedge")
    assert "old.jsonl" in room.page.cure.text()
    room.open_table(watched=False)
    table = room.table
    qtbot.waitUntil(lambda: table.session is not None and table.session.corrections == 1, timeout=30_000)
    assert table.run.question.item.dealt == "9S 3D KS 2H"


def test_boxes_are_chosen_between_two_rounds_of_blackjack(open_window: Callable[..., MainWindow]) -> None:
    window = open_window(rulebook="arica", last=drill_plan("arica", "blackjack", "dealer-hand"))
    window.open_screen("sensors")
    room = window.study.sensors
    room.open_table(watched=True)
    table = room.table
    table.boxes_button.click()
    assert "2" in table.boxes_button.text() and table.boxes_button.isVisibleTo(table)
    for card in ("9S", "8S", "6D", "9D", "8D"):
        QTest.keyClicks(table.hand_entry, card)
        QTest.keyClick(table.hand_entry, Qt.Key.Key_Return)
    assert table.boxes_button.isHidden() and len(table.session.table.hands) == 2  # type: ignore[union-attr]


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("size", [(1280, 720), (1024, 600)])
def test_every_word_of_the_page_has_room(
    open_window: Callable[..., MainWindow], qtbot: QtBot, language: Language, size: tuple[int, int]
) -> None:
    window = open_window(rulebook="arica", last=BACCARAT, language=language)
    window.resize(*size)
    window.open_screen("sensors")
    page = window.study.sensors.page
    widgets = [page.says, page.cure, page.about, page.connect_button, page.asked, page.watched, page.trial_button]
    widgets += [page.record_button, page.share_button]

    def has_room() -> None:
        assert not [trouble for widget in widgets if (trouble := squeezed(widget))], page.profile_name

    for name in page.profiles:
        page.choose_profile(name)
        qtbot.waitUntil(has_room, timeout=2000)  # a busy machine lays out a little later
