"""A walk through the real table in a real window, with devices at pseudo terminals; a picture of every stop.

    xvfb-run -a -s "-screen 0 1366x768x24" uv run python -m tests.laboratory.real_shoe_walk FOLDER

Each stop asserts what it must show, so the walk fails where the program does not do it.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.desk.screens.sensors.terminals import Terminal
from tests.sensors.lines_of_devices import angel, drawn
from trainer.desk.screens.sensors.controller import SensorsController
from trainer.desk.screens.sensors.screen import Source
from trainer.desk.screens.sensors.table_screen import RealTableScreen
from trainer.desk.shell.settings import Settings
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import Folders, Workplace
from trainer.equipment.cards import Card
from trainer.rulebooks import shipped_library
from trainer.runs.offers import Offers
from trainer.runs.plan import drill_plan
from trainer.runs.records_file import RecordsFile
from trainer.runs.run import Stage
from trainer.sensors.health import Link
from trainer.sensors.sessions import Session
from trainer.sensors.simulated_ports import offered_port
from trainer.texts import Language

ANGEL = "angel-eye-ii-ex"
_LONGEST = 20.0  # seconds that anything is waited for


class Shoe:
    """An Angel Eye at a terminal: numbers its reports and sends each three times."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._sequence = 0

    def _number(self) -> str:
        self._sequence = self._sequence % 9 + 1
        return str(self._sequence)

    def deal(self, to: str, index: int, card: str) -> None:
        self.terminal.say(drawn(self._number(), to, index, card) * 3)

    def coup(self, cards: str) -> None:
        """Player, bank, player, bank, and third cards marked ``P:`` or ``B:``."""
        places = {"player": 0, "banker": 0}
        for number, text in enumerate(cards.split()):
            to = {"P:": "player", "B:": "banker"}.get(text[:2], ("player", "banker")[number % 2])
            places[to] += 1
            self.deal(to, places[to], text[-2:])

    def say(self, letter: str, *data: int) -> None:
        self.terminal.say(angel(self._number(), letter, *data) * 3)

    def lose(self) -> None:
        """A report that never arrives."""
        self._number()


class Walk:
    """The window, and what every stop needs."""

    def __init__(self, folder: Path, home: Path, language: str, size: str) -> None:
        self.folder, self.home = folder, home
        self._stops = 0
        recording = RecordsFile(home / "progress.db", lambda: datetime.now(UTC), lambda: "Croupier")
        self.workplace = Workplace(
            offers=Offers(shipped_library()),
            recording=recording,
            folders=Folders.below(home, home / "config", home),
            clock=time.monotonic_ns,
            now=lambda: datetime.now(UTC),
            rng=random.Random(5),
        )
        plan = drill_plan("arica", "punto-banco", "next-card")
        settings = Settings(reduce_motion=True, sound="off", rulebook="arica", last=plan, language=Language(language))
        self.window = MainWindow(self.workplace, settings)
        self.window.resize(*map(int, size.split("x")))
        self.window.show_home()
        self.window.show()
        self.until(self.window.isVisible)

    @property
    def room(self) -> SensorsController:
        return self.window.study.sensors

    @property
    def table(self) -> RealTableScreen:
        return self.room.table

    @property
    def session(self) -> Session:
        assert self.table.session is not None
        return self.table.session

    def until(self, is_so: Callable[[], object]) -> None:
        """Let the window work until something is so."""
        latest = time.monotonic() + _LONGEST
        while not is_so():
            assert time.monotonic() < latest, "waited in vain"
            QTest.qWait(10)

    def stop(self, name: str) -> None:
        """Take a picture."""
        QTest.qWait(250)
        self._stops += 1
        file = self.folder / f"{self._stops:02}-{name}.png"
        assert self.window.grab().save(str(file)), file
        print(file, flush=True)

    def key(self, key: Qt.Key) -> None:
        QTest.keyClick(self.window.shown_screen(), key)

    def enter(self, text: str) -> None:
        """Type into the line for cards."""
        self.table.hand_entry.setFocus()
        QTest.keyClicks(self.table.hand_entry, text)
        QTest.keyClick(self.table.hand_entry, Qt.Key.Key_Return)
        QTest.qWait(50)

    def connect(self, terminal: Terminal, profile: str = ANGEL) -> None:
        self.room.connect_source(Source("serial", str(terminal.link), "", serial_number=terminal.link.name), profile)
        assert self.room.listener is not None
        transport = self.room.listener.transport
        transport._looking.setInterval(50)  # type: ignore[attr-defined]
        self.until(lambda: self.room.listener is not None and self.room.listener.link is Link.QUIET)

    def said(self) -> str:
        """Id of what is being said about the table; empty if nothing is."""
        return self.session.finding.id if self.session.finding is not None else ""

    def shows(self, cards: str) -> None:
        """Wait until these cards lie on the felt, in the order in which they came; ``?`` was not read."""
        wanted = [None if each == "?" else Card.parse(each) for each in cards.split()]
        self.until(lambda: list(self.session.places) == wanted)
        assert len(self.session.scene.pieces) >= len(wanted), "the felt is not empty"


def page(walk: Walk, terminal: Terminal) -> None:
    """What a trainee sees first: what was found, and *Connect*."""
    walk.key(Qt.Key.Key_M)
    walk.until(lambda: walk.window.shown_screen() is walk.room.page)
    screen = walk.room.page
    assert screen.connect_button.isVisible() and not screen.profile_list.isVisible()
    walk.stop("page")
    with offered_port(walk.room._folder, ANGEL, str(terminal.link.resolve())):
        walk.room.look()
        found = next(row for row, each in enumerate(screen.sources) if each.kind == "terminal")
        screen.device_list.setCurrentRow(found)
        walk.stop("page-simulated-shoe-found")
    screen.advanced.click()
    assert screen.profile_list.isVisible()
    walk.stop("page-advanced")
    screen.advanced.click()


def wrong_profile(walk: Walk, terminal: Terminal) -> None:
    with offered_port(walk.room._folder, "cammegh-slingshot-2", str(terminal.link.resolve())):
        walk.room.look()
        screen = walk.room.page
        screen.device_list.setCurrentRow([each.kind for each in screen.sources].index("terminal"))
        screen.connect_button.click()
        walk.until(lambda: walk.room.listener is not None and walk.room.listener.link is Link.QUIET)
    shoe = Shoe(terminal)
    for _ in range(6):
        shoe.coup("9S 3D KS 2H")
    walk.until(lambda: walk.room.listener is not None and walk.room.listener.link is Link.GARBLED)
    walk.stop("wrong-profile")
    walk.room.open_table(watched=True)
    walk.stop("wheel-at-a-card-table")
    assert walk.table.bar.message.isVisible()
    walk.table.leave()
    walk.room.disconnect()


def two_devices(walk: Walk, terminal: Terminal, other: Terminal) -> None:
    """The second device of the same kind speaks: only the chosen one is heard."""
    walk.connect(terminal)
    Shoe(other).coup("9S 3D KS 2H")
    shoe = Shoe(terminal)
    shoe.coup("8S 3D")
    walk.until(lambda: walk.room.page.live.count() == 2)
    walk.stop("two-devices")
    walk.room.disconnect()


def asked(walk: Walk, terminal: Terminal) -> None:
    walk.connect(terminal)
    shoe = Shoe(terminal)
    walk.room.open_table(watched=False)
    assert "·" in walk.table.header.behaviour.text(), "a terminal is no device: not scored"
    walk.stop("asked-waiting")
    shoe.coup("2S 3D KS 2H")
    walk.until(lambda: walk.table.run.stage is Stage.ASKING)
    walk.stop("asked-question")
    walk.key(Qt.Key.Key_1)
    assert walk.table.run.answered[-1].mark.right
    walk.stop("asked-right")
    shoe.deal("player", 3, "4C")
    walk.until(lambda: walk.table.run.stage is Stage.ASKING)
    walk.key(Qt.Key.Key_3)
    assert not walk.table.run.answered[-1].mark.right
    walk.stop("asked-wrong")
    walk.table.press_enter()
    shoe.deal("banker", 3, "9S")
    shoe.say("G", 0x90)
    walk.until(lambda: walk.session.pace.rounds == 1)
    walk.stop("asked-after-the-coup")
    assert not any(each.counts for each in walk.table.run.answered), "a terminal is no device"
    walk.table.leave()
    assert walk.window.shown_screen() is walk.room.page
    walk.stop("page-after-practice")
    walk.room.disconnect()


def watched(walk: Walk, terminal: Terminal) -> None:
    walk.connect(terminal)
    shoe = Shoe(terminal)
    walk.room.open_table(watched=True)
    shoe.coup("9S 3D KS 2H")
    walk.shows("9S 3D KS 2H")
    assert walk.session.cannot_see is not None and walk.session.cannot_see.id == "sensors.table.joining"
    walk.stop("watched-first-coup")
    shoe.say("G", 0x90)
    shoe.say("P")
    walk.until(lambda: walk.session.pace.rounds == 1)
    walk.shows("9S 3D KS 2H")
    walk.stop("watched-between-coups")
    shoe.coup("9S 3D KS 2H P:5C")
    walk.until(lambda: walk.said() == "drew-wrongly")
    walk.stop("watched-drew-wrongly")
    walk.table.press_enter()
    shoe.say("P")
    assert walk.table.facts.text(), "what counts and what came is always written"


def gaps(walk: Walk, terminal: Terminal) -> None:
    """A report lost, a card not read, the cable unplugged: told, entered, and never blamed."""
    shoe = Shoe(terminal)
    shoe._sequence = 3
    walk.room.disconnect()
    walk.table.leave()
    walk.connect(terminal)
    walk.room.open_table(watched=True)
    shoe.deal("player", 1, "2S")
    shoe.lose()
    shoe.deal("player", 2, "3S")
    walk.shows("2S ? 3S")
    assert walk.said() == "not-read"
    walk.stop("one-report-lost")
    walk.key(Qt.Key.Key_F7)
    walk.stop("entering-the-lost-card")
    walk.enter("2 7D")
    walk.shows("2S 7D 3S")
    walk.stop("lost-card-entered")
    shoe.say("E", 0xC1)
    walk.shows("2S 7D 3S ?")
    walk.stop("card-not-read")
    shoe.say("P")
    walk.until(lambda: walk.session.table.phase.value == "between")  # type: ignore[attr-defined]
    shoe.deal("player", 1, "9S")
    shoe.deal("banker", 1, "3D")
    walk.shows("9S 3D")
    terminal.unplug()
    walk.until(lambda: walk.room.listener is not None and walk.room.listener.link is Link.LOST)
    walk.stop("unplugged")
    terminal.plug_in()
    walk.until(lambda: walk.room.listener is not None and walk.room.listener.link is Link.QUIET)
    shoe.deal("player", 2, "KS")
    shoe.deal("banker", 2, "2H")
    shoe.say("G", 0x90)
    walk.until(lambda: not walk.session.table.slots)  # type: ignore[attr-defined]
    walk.shows("9S 3D KS 2H")
    assert not any(not each.mark.right for each in walk.session.run.answered), "nobody was blamed"
    walk.stop("plugged-in-again")
    shoe.say("P")
    shoe.coup("9S 3D KS 2H")
    shoe.say("G", 0x90)
    walk.until(lambda: walk.session.pace.rounds == 1)
    assert not walk.said() and not walk.session.cannot_see, "the shoe has told a whole coup: the next is judged"


def corrections(walk: Walk, terminal: Terminal) -> None:
    """Any card of a coup is put right, and one is inserted."""
    shoe = Shoe(terminal)
    shoe._sequence = 9
    walk.table.leave()
    walk.room.disconnect()
    walk.connect(terminal)
    walk.room.open_table(watched=True)
    cards = ["2S", "2D", "2H", "2C"]
    shoe.coup(" ".join(cards))
    walk.shows(" ".join(cards))
    for place, card in enumerate(("3S", "4D", "KH", "AC")):
        walk.key(Qt.Key.Key_F7)
        walk.enter(f"{place + 1} {card}")
        cards[place] = card
        walk.shows(" ".join(cards))
    walk.key(Qt.Key.Key_F7)
    walk.enter("+2 9D")
    walk.shows("3S 9D 4D KH AC")
    walk.stop("corrected-and-inserted")
    assert walk.session.corrections == 5
    walk.key(Qt.Key.Key_F7)
    walk.enter("9 8H")
    assert walk.table.bar.message.isVisible(), "there is no ninth card"
    walk.stop("no-such-place")
    walk.key(Qt.Key.Key_F7)
    walk.table.leave()
    walk.room.disconnect()


def by_hand(walk: Walk) -> None:
    """A person deals without a device: it counts, and its pace is shown beside the usual."""
    now = [0]
    walk.room.connect_source(Source("hand", "", ""), "keyboard-wedge")
    walk.room.open_table(watched=True)
    walk.session._clock = lambda: now[0]
    for _ in range(3):
        for card in ("9S", "3D", "KS", "2H"):
            walk.enter(card)
            now[0] += 10_000_000_000
        walk.enter("fin")
    assert walk.session.pace.rounds == 3, walk.session.pace
    assert walk.session.origin.is_real
    walk.shows("9S 3D KS 2H")
    walk.stop("by-hand-with-pace")
    walk.table.leave()
    walk.room.disconnect()


def sit_at(walk: Walk, rulebook: str, game: str) -> None:
    """Choose another table, as at home."""
    walk.room.show(walk.workplace.offers.offer(rulebook, game))
    walk.until(lambda: walk.window.shown_screen() is walk.room.page)


def blackjack(walk: Walk, terminal: Terminal) -> None:
    """A school's own device tells cards and what the hands do; it numbers nothing, so what does not fit is a doubt."""
    sit_at(walk, "arica", "blackjack")
    walk.connect(terminal, "open-line")
    walk.room.open_table(watched=True)
    assert walk.session.cannot_see is not None and walk.session.cannot_see.id == "sensors.table.not-numbered"
    walk.stop("blackjack-waiting")
    terminal.say(b"CARD 8S\nCARD 6D\nCARD 8H\nSPLIT\nCARD 3S\nDOUBLE\nCARD TD\nCARD TC\nSTAND\nCARD TH\n")
    walk.until(lambda: len(walk.session.places) == 7)
    walk.stop("blackjack-split-and-doubled")
    assert not walk.said()
    terminal.say(b"END\n")
    walk.until(lambda: walk.said() == "dealer-stood-wrongly")
    assert walk.session.finding is not None and walk.session.finding.doubt
    walk.stop("blackjack-doubt")
    walk.table.press_enter()
    walk.table.leave()
    walk.room.disconnect()


def wheel(walk: Walk, terminal: Terminal) -> None:
    """Two throws the same way, then a number that is asked about."""

    def spin(count: int, number: str, state: int) -> bytes:
        return f"*X;{state};{count:03};{number};0;180;0\r\n".encode()

    sit_at(walk, "arica", "roulette-american")
    walk.connect(terminal, "cammegh-mercury-360-advanced")
    walk.room.open_table(watched=True)
    for count, number in ((1, "17"), (2, " 5")):
        terminal.say(b"".join(spin(count, number, state) for state in (2, 3, 4, 5)) + number.encode() + b"\n\r")
    walk.until(lambda: walk.said() == "same-direction")
    walk.stop("wheel-same-direction")
    walk.table.leave()
    walk.room.open_table(watched=False)
    terminal.say(b"".join(spin(3, "32", state) for state in (2, 3, 4, 5)))
    walk.until(lambda: walk.table.run.stage is Stage.ASKING)
    walk.stop("wheel-asked")
    walk.table.leave()
    walk.room.disconnect()


def chemin_de_fer(walk: Walk, terminal: Terminal) -> None:
    """What no shoe shows of a game with a banker among the players is said."""
    sit_at(walk, "baleares", "chemin-de-fer")
    walk.connect(terminal)
    walk.room.open_table(watched=True)
    Shoe(terminal).coup("2S 3D KS 2H")
    walk.shows("2S 3D KS 2H")
    walk.stop("chemin-de-fer")
    walk.table.leave()
    walk.room.disconnect()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="for the pictures")
    parser.add_argument("--language", default="es", choices=["es", "en"])
    parser.add_argument("--size", default="1366x768", help="of the window, such as 1024x600")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    with tempfile.TemporaryDirectory(prefix="real-shoe-") as scratch, ExitStack() as ends:
        home = Path(scratch)
        walk = Walk(given.folder, home, given.language, given.size)
        terminal, other = (Terminal(home / name) for name in ("ttyShoe", "ttyOther"))
        ends.callback(terminal.close)
        ends.callback(other.close)
        ends.callback(walk.workplace.recording.close)
        page(walk, terminal)
        wrong_profile(walk, terminal)
        two_devices(walk, terminal, other)
        asked(walk, terminal)
        watched(walk, terminal)
        gaps(walk, terminal)
        corrections(walk, terminal)
        by_hand(walk)
        blackjack(walk, terminal)
        wheel(walk, terminal)
        chemin_de_fer(walk, terminal)
        walk.room.disconnect()
        walk.window.close()
    app.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
