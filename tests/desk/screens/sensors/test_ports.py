"""A real serial port of Qt over a pseudo terminal: whole shoes, unplugging, wrong profiles, floods, silence."""

from __future__ import annotations

import errno
import io
import sys
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtNetwork import QHostAddress, QTcpServer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from tests.sensors.lines_of_devices import SHELF, angel, drawn
from tests.sensors.test_streams import RULES, meant, said
from trainer.desk.screens.sensors import serial_library
from trainer.desk.screens.sensors.class_table import ClassTable, SharedTransport
from trainer.desk.screens.sensors.devices import Device, address_of, list_devices, listen
from trainer.desk.screens.sensors.listener import Listener
from trainer.desk.screens.sensors.transports import (
    HandTransport,
    RecordedTransport,
    SerialTransport,
    SimulatedTransport,
    TcpTransport,
)
from trainer.desk.screens.sensors.wedge import WedgeTransport
from trainer.sensors.events import CardEvent, CutEvent, Event, MissedEvent
from trainer.sensors.following.sharing import Front, Paused, Relay, taken
from trainer.sensors.health import Link
from trainer.sensors.manual_input import Correction
from trainer.sensors.profile_files import decoder_of
from trainer.sensors.recordings import (
    Heading,
    Played,
    correction_line,
    hand_line,
    heading_line,
    link_line,
    play,
    raw_line,
    read_recording,
)
from trainer.sensors.sessions import Origin
from trainer.sensors.simulators import simulate

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo terminals", allow_module_level=True)

from tests.desk.screens.sensors.terminals import Terminal

ANGEL = "angel-eye-ii-ex"


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    made = Terminal(tmp_path / "ttyShoe")
    yield made
    made.close()


class Noted:
    """A listener with everything it said."""

    def __init__(self, listener: Listener) -> None:
        self.listener = listener
        self.events: list[Event] = []
        self.by_hand: list[bool] = []
        self.links: list[Link] = []
        self.dropped: list[object] = []
        listener.heard.connect(lambda event, by_hand: (self.events.append(event), self.by_hand.append(by_hand)))
        listener.corrected.connect(lambda event: (self.events.append(event), self.by_hand.append(True)))
        listener.linked.connect(self.links.append)
        listener.dropped.connect(self.dropped.append)


@pytest.fixture
def listening(terminal: Terminal, qapp: QCoreApplication) -> Iterator[Callable[..., Noted]]:
    made: list[Noted] = []

    def open_one(profile: str = ANGEL, clock: Callable[[], int] | None = None) -> Noted:
        description = SHELF.profile(profile)
        transport = SerialTransport(description, Device(str(terminal.link)))
        transport._looking.setInterval(20)
        noted = Noted(Listener(profile, description, transport, *([clock] if clock else [])))
        made.append(noted)
        noted.listener.open()
        return noted

    yield open_one
    for noted in made:
        noted.listener.close()
        noted.listener.deleteLater()


def test_a_whole_shoe_is_dealt_to_its_end(terminal: Terminal, listening: Callable[..., Noted], qtbot: QtBot) -> None:
    now = [0]  # no line brings an hour in a second: that would be a flood
    noted = listening(clock=lambda: now[0])
    everything = said(ANGEL, 3)
    wanted = meant(everything)
    for at in range(0, len(everything), 100):
        terminal.say(b"".join(each.raw for each in everything[at : at + 100]))
        now[0] += sum(each.after for each in everything[at : at + 100])
        QTest.qWait(1)
    qtbot.waitUntil(lambda: len(noted.events) == len(wanted))
    assert noted.events == wanted
    assert noted.links[-1] is Link.GOOD and noted.listener.thrown_away == 0


def test_unplugged_in_the_middle_and_plugged_in_again(
    terminal: Terminal, listening: Callable[..., Noted], qtbot: QtBot
) -> None:
    noted = listening()
    first, second = drawn("1", "player", 1, "8S"), drawn("2", "banker", 1, "9H")
    terminal.say(first + second[:4])
    qtbot.waitUntil(lambda: len(noted.events) == 1)
    terminal.unplug()
    qtbot.waitUntil(lambda: noted.listener.link is Link.LOST)
    terminal.plug_in()
    qtbot.waitUntil(lambda: noted.listener.link is Link.QUIET)
    terminal.say(second[4:] + second)
    qtbot.waitUntil(lambda: len(noted.events) == 3)
    assert noted.events[1:] == [MissedEvent(), CardEvent("9H", "banker", 1)]
    assert noted.links == [Link.OPENING, Link.QUIET, Link.GOOD, Link.LOST, Link.QUIET, Link.GOOD]


def test_another_profile_or_speed_is_told_as_such(
    terminal: Terminal, listening: Callable[..., Noted], qtbot: QtBot
) -> None:
    noted = listening("cammegh-slingshot-2")
    terminal.say(b"".join(each.raw for each in said(ANGEL, 3, 12)))
    qtbot.waitUntil(lambda: noted.listener.link is Link.GARBLED)
    assert not noted.events
    terminal.say(b"\r\n*X;2;007; 9;0;144;0\r\n")
    qtbot.waitUntil(lambda: noted.listener.link is Link.GOOD)
    before = len(noted.events)
    terminal.say(b"".join(each.raw for each in said(ANGEL, 3, 12)))
    qtbot.waitUntil(lambda: noted.listener.link is Link.GARBLED)
    assert noted.events[before:] == [MissedEvent()]


def test_a_flood_is_told_and_what_is_too_much_is_thrown_away(
    terminal: Terminal, listening: Callable[..., Noted], qtbot: QtBot
) -> None:
    now = [0]
    noted = listening(clock=lambda: now[0])
    for _ in range(40):
        terminal.say(b"\xff" * 1024)
        QTest.qWait(1)
    qtbot.waitUntil(lambda: noted.listener.link is Link.FLOODED)
    assert noted.listener.thrown_away > 0
    QTest.qWait(20)
    now[0] += 5000  # it is over
    terminal.say(drawn("1", "player", 1, "8S"))
    qtbot.waitUntil(lambda: noted.listener.link is Link.GOOD)
    assert noted.events == [MissedEvent(), CardEvent("8S", "player", 1)], "what was thrown away is missing"


def test_a_wheel_that_stops_talking_is_silent_and_a_shoe_is_not(
    terminal: Terminal, listening: Callable[..., Noted], qtbot: QtBot
) -> None:
    now = [0]
    noted = listening("cammegh-slingshot-2", clock=lambda: now[0])
    terminal.say(b"*X;2;007; 9;0;144;0\r\n")
    qtbot.waitUntil(lambda: noted.listener.link is Link.GOOD)
    now[0] += 6000
    noted.listener.tick()
    assert noted.listener.link is Link.SILENT
    noted.listener.tick()
    assert noted.events.count(MissedEvent()) == 1 and noted.events[-1] == MissedEvent(), "a spin may have passed"
    assert SHELF.profile(ANGEL).times.silence == 0


def test_a_port_that_is_not_there_is_looked_for(
    terminal: Terminal, listening: Callable[..., Noted], qtbot: QtBot
) -> None:
    terminal.unplug()
    noted = listening()
    qtbot.waitUntil(lambda: noted.listener.link in (Link.MISSING, Link.BUSY))
    terminal.plug_in()
    qtbot.waitUntil(lambda: noted.listener.link is Link.QUIET)


def test_without_the_library_the_port_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, listening: Callable[..., Noted]
) -> None:
    monkeypatch.setattr(serial_library, "serial", None)
    assert listening().listener.link is Link.NO_LIBRARY
    assert list_devices() == []


def test_what_comes_is_recorded_with_what_was_put_right_by_hand(
    terminal: Terminal, listening: Callable[..., Noted], qtbot: QtBot, tmp_path: Path
) -> None:
    noted = listening()
    file = tmp_path / "recordings" / "shoe.jsonl"
    noted.listener.record(file, datetime(2026, 1, 2, tzinfo=UTC), "test")
    lines: list[str] = []
    noted.listener.relay.listen(lines.append)
    terminal.say(drawn("1", "player", 1, "8S"))
    qtbot.waitUntil(lambda: len(noted.events) == 1)
    noted.listener.enter(Correction(CardEvent("9S", "player", 1)), noted.events[0])
    noted.listener.stop_recording()
    assert noted.by_hand == [False, True]
    recording = read_recording(file.read_bytes().splitlines(keepends=True))
    heading, entries = recording.heading, recording.entries
    played = [each for each in play(decoder_of(SHELF.profile(heading.profile)), entries) if isinstance(each, Played)]
    assert [(each.event, each.by_hand, each.corrects) for each in played] == [
        (CardEvent("8S", "player", 1), False, None),
        (CardEvent("9S", "player", 1), True, CardEvent("8S", "player", 1)),
    ]
    shared = [taken(line) for line in lines]
    assert shared == noted.events


def test_a_port_can_be_listened_to_without_a_window(terminal: Terminal, qapp: QCoreApplication) -> None:
    pieces = listen(SHELF.profile(ANGEL), str(terminal.link), "", 0, 2)
    frame = drawn("1", "player", 1, "8S")
    threading.Timer(0.05, terminal.say, [frame]).start()
    heard = b""
    for piece in pieces:
        heard += piece
        if len(heard) >= len(frame):
            break
    assert heard == frame


def test_a_network_box_is_listened_to_and_found_again(qtbot: QtBot) -> None:
    server = QTcpServer()
    assert server.listen(QHostAddress.SpecialAddress.LocalHost)
    description = SHELF.profile("angel-eye-ii-ex-tcp")
    transport = TcpTransport("127.0.0.1", server.serverPort())
    transport._looking.setInterval(20)
    noted = Noted(Listener("angel-eye-ii-ex-tcp", description, transport))
    noted.listener.open()
    for card in ("8S", "9S"):
        qtbot.waitUntil(server.hasPendingConnections)
        connection = server.nextPendingConnection()
        connection.write(drawn("1", "player", 1, card))
        connection.flush()
        qtbot.waitUntil(lambda card=card: CardEvent(card, "player", 1) in noted.events)
        connection.abort()
        qtbot.waitUntil(lambda: noted.listener.link is Link.LOST)
    noted.listener.close()
    server.close()


def test_a_class_is_told_how_long_the_device_was_silent(qapp: QCoreApplication) -> None:
    """At a laptop a slow network may deliver both cards together."""
    now, lines = [0], list[str]()
    transport = TcpTransport("127.0.0.1", 1)
    front = Listener("angel-eye-ii-ex-tcp", SHELF.profile("angel-eye-ii-ex-tcp"), transport, lambda: now[0])
    front.relay.listen(lines.append)
    for number, seconds in enumerate((0, 7, 8), 1):
        now[0] += seconds * 1000
        transport.received.emit(drawn(str(number), "player", number, "8S") * 3)
    first, second, third = (CardEvent("8S", "player", place) for place in (1, 2, 3))
    assert [taken(line) for line in lines] == [first, second, Paused(), third]


@pytest.mark.parametrize("milliseconds", [900, 1000])
def test_what_came_while_the_laptop_slept_is_missing(qapp: QCoreApplication, milliseconds: int) -> None:
    """Its monotonic clock stood still, so nobody sees a pause of which a part was sleep."""
    wall = [0]
    transport = TcpTransport("127.0.0.1", 1)
    named = {"clock": lambda: 0, "wall_clock": lambda: wall[0]}
    noted = Noted(Listener("angel-eye-ii-ex-tcp", SHELF.profile("angel-eye-ii-ex-tcp"), transport, **named))
    for number, card in enumerate(("8S", "9S"), 1):
        transport.received.emit(drawn(str(number), "player", number, card))
        wall[0] += milliseconds
    noted.listener.tick()
    first, second = CardEvent("8S", "player", 1), CardEvent("9S", "player", 2)
    slept = [MissedEvent()] * (milliseconds == 1000)
    assert noted.events == [first, *slept, second, *slept]


def test_what_a_burst_brought_too_much_is_missing_after_what_was_taken(qapp: QCoreApplication) -> None:
    transport = TcpTransport("127.0.0.1", 1)
    noted = Noted(Listener("angel-eye-ii-ex-tcp", SHELF.profile("angel-eye-ii-ex-tcp"), transport))
    transport.received.emit(b"".join(drawn(str(number % 9 + 1), "player", 1, "8S") for number in range(9000)))
    assert noted.listener.thrown_away > 0
    assert noted.events.index(MissedEvent()) == len(noted.events) - 1 > 100


def test_noise_minutes_apart_among_good_lines_is_no_garbled_line(qapp: QCoreApplication) -> None:
    now = [0]
    transport = TcpTransport("127.0.0.1", 1)
    noted = Noted(Listener("cammegh", SHELF.profile("cammegh-slingshot-2"), transport, lambda: now[0]))
    transport.link = Link.QUIET
    for _ in range(4):
        transport.received.emit(b"*X;2;007; 9;0;144;0\r\n" * 20)
        transport.received.emit(b"\xf0" * 80 + b"\r\n")
        now[0] += 60_000
    assert noted.links == [Link.GOOD] and MissedEvent() not in noted.events


def test_a_box_that_does_not_answer_is_missing(qtbot: QtBot) -> None:
    server = QTcpServer()
    assert server.listen(QHostAddress.SpecialAddress.LocalHost)
    port = server.serverPort()
    server.close()
    noted = Noted(
        Listener("angel-eye-ii-ex-tcp", SHELF.profile("angel-eye-ii-ex-tcp"), TcpTransport("127.0.0.1", port))
    )
    noted.listener.open()
    qtbot.waitUntil(lambda: noted.listener.link is Link.MISSING)
    noted.listener.close()


def test_simulations_and_recordings_come_in_their_time(qtbot: QtBot) -> None:
    everything = said(ANGEL, 4, 1)
    simulated = SimulatedTransport(simulate(SHELF.profile(ANGEL), RULES, 4, 1), pace=10_000)
    noted = Noted(Listener(ANGEL, SHELF.profile(ANGEL), simulated))
    noted.listener.open()
    qtbot.waitUntil(lambda: noted.listener.link is Link.ENDED)
    assert noted.events == meant(everything)
    heading = b'{"profile":"open-line","recording":1}\n'
    entries = read_recording([heading, b'{"at":5,"raw":"434152442038480a"}\n']).entries
    played = Noted(Listener("open-line", SHELF.profile("open-line"), RecordedTransport(entries)))
    played.listener.open()
    qtbot.waitUntil(lambda: played.listener.link is Link.ENDED)
    assert played.events == [CardEvent("8H")]


def test_a_recording_gives_what_was_typed_and_put_right_when_it_was_made(qtbot: QtBot) -> None:
    lines = [
        heading_line(Heading("open-line")),
        raw_line(0, b"CARD 8"),
        link_line(1, "lost"),
        raw_line(2, b"CARD 9H\n"),
        hand_line(3, CutEvent(True)),
        correction_line(4, Correction(CardEvent("TH"), 1, True), CardEvent("9H")),
    ]
    listener = Listener("open-line", SHELF.profile("open-line"), RecordedTransport(read_recording(lines).entries))
    heard: list[tuple[object, object]] = []
    listener.heard.connect(lambda event, by_hand: heard.append((event, by_hand)))
    listener.corrected.connect(lambda event: heard.append((event, "corrects")))
    listener.open()
    qtbot.waitUntil(lambda: listener.link is Link.ENDED, timeout=30_000)
    typed = [(CutEvent(True), True), (Correction(CardEvent("TH"), 1, True), "corrects")]
    assert heard == [(MissedEvent(), False), (CardEvent("9H"), False), *typed]
    assert listener.origin is Origin.RECORDING
    listener.close()


def test_a_disk_that_is_full_ends_the_recording_and_not_the_table(tmp_path: Path) -> None:
    noted = Noted(Listener("open-line", SHELF.profile("open-line"), HandTransport()))
    listener = noted.listener
    listener.record(tmp_path / "recording.jsonl", datetime(2026, 3, 4, tzinfo=UTC))
    listener.stop_recording()
    listener._file = _FullDisk()
    told: list[OSError] = []
    listener.not_recorded.connect(told.append)
    listener.enter(CardEvent("8H"))
    listener.transport.received.emit(b"CARD 9H\n")
    assert noted.events == [CardEvent("8H"), CardEvent("9H")]
    assert len(told) == 1 and not listener.is_recording
    listener.close()


class _FullDisk(io.BytesIO):
    def write(self, data: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_where_nothing_is_understood_the_profiles_other_speed_is_tried_once(
    terminal: Terminal, qtbot: QtBot, listening: Callable[..., Noted]
) -> None:
    listener = listening().listener
    transport = listener.transport
    assert isinstance(transport, SerialTransport) and transport.speed == 4800
    terminal.say(b"\xff" * 200)
    qtbot.waitUntil(lambda: transport.speed == 9600, timeout=30_000)
    assert listener.link is not Link.GARBLED
    terminal.say(angel("1", "S"))
    qtbot.waitUntil(lambda: listener.link is Link.GOOD, timeout=30_000)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("box:4001", ("box", 4001)),
        (" 192.168.1.20:4001 ", ("192.168.1.20", 4001)),
        ("[::1]:4001", ("::1", 4001)),
        ("box:99999", None),
        ("box:0", None),
        ("box:", None),
        ("box:²", None),
        ("box:-1", None),
        (":4001", None),
        ("", None),
    ],
)
def test_the_address_of_a_box_is_read_or_refused(written: str, read: tuple[str, int] | None) -> None:
    assert address_of(written, 4001) == read


def test_a_box_without_a_port_has_the_usual_one() -> None:
    assert address_of("box", 4001) == ("box", 4001) and address_of("::1", 4001) == ("::1", 4001)


def test_what_is_dealt_at_the_front_appears_on_every_laptop(qtbot: QtBot) -> None:
    relay = Relay()
    front = ClassTable(Front("open-line", simulated=True), relay)
    assert front.open(0)
    laptops = [SharedTransport("127.0.0.1", front.port) for _ in range(3)]
    heard: list[list[object]] = [[] for _ in laptops]
    named: list[str] = []
    for laptop, told in zip(laptops, heard, strict=True):
        laptop.told.connect(lambda what, told=told: told.append(what))
        laptop.named.connect(named.append)
        laptop.open()
    qtbot.waitUntil(lambda: len(named) == 3, timeout=30_000)
    relay.send(CardEvent("8H", "player", 1))
    relay.send(Correction(CardEvent("9H"), 2))
    qtbot.waitUntil(lambda: all(len(told) == 2 for told in heard), timeout=30_000)
    assert all(told == [CardEvent("8H", "player", 1), Correction(CardEvent("9H"), 2)] for told in heard)
    assert all(laptop.origin is Origin.SIMULATOR for laptop in laptops), "it does not count there either"
    assert named == ["open-line"] * 3 and front.laptops == 3
    laptops[0].close()
    qtbot.waitUntil(lambda: front.laptops == 2, timeout=30_000)
    front.close()
    qtbot.waitUntil(lambda: laptops[1].link is Link.LOST, timeout=30_000)
    for laptop in laptops:
        laptop.close()


def test_a_front_that_says_nonsense_is_passed_over(qtbot: QtBot) -> None:
    server = QTcpServer()
    assert server.listen(QHostAddress.SpecialAddress.LocalHost)
    laptop = SharedTransport("127.0.0.1", server.serverPort())
    heard: list[object] = []
    laptop.told.connect(heard.append)
    laptop.open()
    qtbot.waitUntil(server.hasPendingConnections, timeout=30_000)
    front = server.nextPendingConnection()
    front.write(b'\xff\n{"card":"ZZ"}\n{"corrected":5}\n{"profile":5}\n' + b"x" * 50_000 + b'\n{"card":"8H"}\n')
    qtbot.waitUntil(lambda: heard == [CardEvent("8H")], timeout=30_000)
    assert len(laptop._rest) <= 1001
    laptop.close()
    server.close()


def test_a_reader_that_types_is_told_from_a_person_by_its_speed(qtbot: QtBot) -> None:
    field = QLineEdit()
    qtbot.addWidget(field)
    field.show()
    field.setFocus()
    qtbot.waitExposed(field)
    entered: list[str] = []
    field.returnPressed.connect(lambda: entered.append(field.text()))
    now = [1000]
    noted = Noted(Listener("keyboard-wedge", SHELF.profile("keyboard-wedge"), WedgeTransport(lambda: now[0])))
    noted.listener.open()
    QTest.keyClicks(field, "1080")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert noted.events == [CardEvent("8S")] and entered == [] and field.text() == "", "no letter of it is typed"
    for key in (Qt.Key.Key_9, Qt.Key.Key_H, Qt.Key.Key_Return):
        now[0] += 100
        QTest.keyClick(field, key)
    assert len(noted.events) == 1 and entered == ["9h"]
    now[0] += 100
    QTest.keyClicks(field, "8S")  # quick, but no Enter follows
    qtbot.waitUntil(lambda: field.text() == "9h8S", timeout=30_000)
    now[0] += 100
    QTest.keyClicks(field, "xy")
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert field.text() == "9h8Sx", "in the order in which they were pressed"
    noted.listener.close()
