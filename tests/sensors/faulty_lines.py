"""A shoe whose dealer is always right and whose line is not: reports lost, unreadable, doubled, or a cable unplugged.

Everything that is followed is a plain value, so a fault at any place begins from the state of the sound shoe there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from msgspec.structs import replace

from tests.sensors.lines_of_devices import SHELF, angel, decoder
from trainer.rulebooks import GameRules
from trainer.sensors.decoder import State
from trainer.sensors.events import CardEvent, Event, MissedEvent, StateEvent
from trainer.sensors.following.baccarat import Follower, Phase, Table
from trainer.sensors.simulators import simulate

KINDS = ("lost", "cannot-read", "doubled", "unplugged")
TELLING = "open-line with hands"  # CARD 8H PLAYER 1
ANGEL = "angel-eye-ii-ex"
DEVICES = (ANGEL, TELLING, "open-line", "bee-tek", "keyboard-wedge")
AFTER = 26  # reports that are followed after a fault: three coups at least
STRETCH = 11  # reports of an unplugged cable
_UNREAD = {TELLING: b"ERROR cannot-read\n", "open-line": b"ERROR cannot-read\n", "bee-tek": b"[Game]<Game>\r\n"}


@dataclass(frozen=True)
class Report:
    """What a device sends at once, and whether it is a card."""

    raw: bytes
    is_card: bool


@dataclass(frozen=True)
class At:
    """The decoder and the table between two reports."""

    state: State
    table: Table


class Line:
    """One shoe of one device."""

    def __init__(self, device: str, rules: GameRules, seed: int, rounds: int | None = None) -> None:
        profile = "open-line" if device == TELLING else device
        self.device = device
        self.decoder = decoder(profile)
        numbered = SHELF.profile(profile).numbers_reports
        self.follower = Follower(rules, numbered=numbered, knows_end=device == ANGEL)
        self.reports = list(_reports(device, self.follower, seed, rounds))
        self.sound: list[At] = [At(State(), Table(Phase.JOINING))]
        self.said: Counter[str] = Counter()
        for report in self.reports:
            self.sound.append(self.heard(self.sound[-1], report.raw))

    def heard(self, at: At, raw: bytes) -> At:
        """Follow some bytes; what is said is counted: accusations, and gaps that were told."""
        found = self.decoder.feed(at.state, raw)
        return At(found.state, self._followed(at.table, found.in_order()))

    def unplugged(self, at: At) -> At:
        return At(State(), self._followed(at.table, [MissedEvent()]))

    def _followed(self, table: Table, events: Iterator[Event] | Sequence[Event]) -> Table:
        for event in events:
            step = self.follower.hear(table, event)
            table = step.table
            if step.finding is not None:
                accuses = step.finding.fault is not None and not step.finding.doubt
                self.said["accused" if accuses else "told"] += 1
        return table

    def with_faults(self, faults: Sequence[tuple[int, str]]) -> tuple[Counter[str], bool]:
        """What is said if the line fails at these places, and whether the table is right again after the last one."""
        self.said = Counter()
        first, last = faults[0][0], faults[-1][0]
        at, place, end = self.sound[first], first, min(last + STRETCH + AFTER, len(self.reports))
        by_place = dict(faults)
        while place < end:
            kind, raw = by_place.get(place, ""), self.reports[place].raw
            if kind == "unplugged":
                at = self.unplugged(at)
                place += STRETCH
                continue
            if kind == "cannot-read":
                raw = self._unread(raw)
            if kind == "doubled":
                raw += raw
            if kind != "lost":
                at = self.heard(at, raw)
            place += 1
            if place > last and self._is_sound(at, place):
                return self.said, True
        right = self.sound[min(place, len(self.reports))].table
        return self.said, (right.phase, right.slots) == (at.table.phase, at.table.slots)

    def _is_sound(self, at: At, place: int) -> bool:
        """Whether nothing is left of a fault, so that nothing can follow from it."""
        right = self.sound[place]
        spared = {"coups": right.table.coups}
        if right.table.phase is not Phase.BURNING:  # it matters only there
            spared["is_burn_seen"] = right.table.is_burn_seen
        return at.state == right.state and replace(at.table, **spared) == right.table

    def _unread(self, raw: bytes) -> bytes:
        return angel(chr(raw[1]), "E", 0xC1) * 3 if self.device == ANGEL else _UNREAD.get(self.device, b"")


def _reports(device: str, follower: Follower, seed: int, rounds: int | None) -> Iterator[Report]:
    speaks = ANGEL if device == TELLING else device
    pending, is_card = b"", False
    for said in simulate(SHELF.profile(speaks), follower.figures, seed, rounds):
        if device == TELLING:
            for event in said.events:
                if isinstance(event, CardEvent):
                    yield Report(f"CARD {event.card} {event.to.upper()} {event.index}\n".encode(), True)
                elif isinstance(event, StateEvent) and event.state == "standby":
                    yield Report(b"END\n", False)
            continue
        if said.events and pending:
            yield Report(pending, is_card)
            pending = b""
        if said.events:
            is_card = isinstance(said.events[0], CardEvent)
        pending += said.raw
    if pending:
        yield Report(pending, is_card)


def single_faults(line: Line) -> Iterator[tuple[tuple[int, str]]]:
    """Every fault at every report; only a card can be unreadable."""
    for place, report in enumerate(line.reports):
        for kind in KINDS:
            if kind != "cannot-read" or report.is_card:
                yield ((place, kind),)


def double_faults(line: Line, apart: int) -> Iterator[tuple[tuple[int, str], tuple[int, str]]]:
    """Every two faults that are at most so many reports apart."""
    for (first,) in single_faults(line):
        from_place = first[0] + (STRETCH if first[1] == "unplugged" else 1)
        for place, kind in product(range(from_place, min(first[0] + apart + 1, len(line.reports))), KINDS):
            if kind != "cannot-read" or line.reports[place].is_card:
                yield first, (place, kind)
