"""Wheels on a bad line, and what really happened at them.

The spins are drawn and written here from the makers' descriptions, so that it is known which numbers fell, which throws
went the wrong way, and which spins did not count. Everything that is followed is a plain value, so a fault at any line
begins from the state of the sound line there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from msgspec.structs import replace as with_changes

from tests.sensors.lines_of_devices import SHELF, decoder
from trainer.rulebooks import GameRules
from trainer.sensors.decoder import State
from trainer.sensors.events import MissedEvent
from trainer.sensors.following.wheel import Follower, Spins

BASIC, EXTENDED = "cammegh-mercury-360-basic", "cammegh-mercury-360-extended"
WHEELS = ("cammegh-slingshot-2", "cammegh-mercury-360-advanced", EXTENDED, BASIC)
KINDS = ("lost", "doubled", "cut short", "unplugged", "unheard")
EVERY = 500  # milliseconds from line to line
AFTER = 40  # lines that are followed after a fault: three spins at least
_STRETCH = (3, 8, 13, 27)  # lines of an unplugged or unheard cable
_LAST = {"cammegh-slingshot-2": (256, 1)}  # last number of the counter, and the next
_LEAST_TURNS = 3


@dataclass(frozen=True)
class Spin:
    """A spin: its number (empty if the wheel gave it up), whether it counts, and whether the throw was wrong."""

    number: str
    counts: bool
    is_wrong: bool
    counter: int


@dataclass(frozen=True)
class Told:
    """A line of the wheel, and the spin that it belongs to."""

    raw: bytes
    spin: int


@dataclass(frozen=True)
class At:
    """Decoder and follower between two lines, the numbers taken, and the counts of the spins whose throw was blamed
    or that were said not to count."""

    state: State
    spins: Spins
    numbers: tuple[str, ...] = ()
    blamed: tuple[int | None, ...] = ()
    void: tuple[int | None, ...] = ()


@dataclass
class Wheel:
    """A session at a wheel. ``errors`` is the share of throws in the direction of the throw before."""

    profile: str
    rules: GameRules
    seed: int
    count: int
    errors: float = 0.0
    truth: list[Spin] = field(default_factory=list)
    lines: list[Told] = field(default_factory=list)
    sound: list[At] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.decoder = decoder(self.profile)
        self.follower = Follower(self.rules, SHELF.profile(self.profile))
        self._spin_all(random.Random(f"{self.profile} {self.seed}"))
        self.sound = [At(State(), Spins())]
        for place, line in enumerate(self.lines):
            self.sound.append(self.heard(self.sound[-1], place, line.raw))

    @property
    def wrong(self) -> tuple[int, ...]:
        """Counts of the spins that were thrown the wrong way."""
        return tuple(spin.counter for spin in self.truth if spin.is_wrong)

    @property
    def counting(self) -> tuple[int, ...]:
        """Counts of the spins that counted."""
        return tuple(spin.counter for spin in self.truth if spin.counts)

    # ── what really happens ──────────────────────────────────────────────────────────────────────────────────────

    def _spin_all(self, rng: random.Random) -> None:
        last, low = _LAST.get(self.profile, (255, 0))
        counter, way, is_next = rng.choice([1, last - 3]), rng.randint(0, 1), False
        shown = "  "
        for _ in range(self.count):
            before, way = way, way if rng.random() < self.errors else 1 - way
            turns = rng.choice([1, 2, 9, 9, 9, 9, 9, 9]) if self.profile == EXTENDED else 9
            is_void = rng.random() < 0.1 and self.profile != BASIC
            number = "" if is_void else str(rng.choice([rng.randint(0, 36), int(shown) if shown.strip() else 0]))
            counts = bool(number) and turns >= _LEAST_TURNS
            tells_way = self.profile != BASIC
            self.truth.append(Spin(number, counts, is_next and way == before and tells_way, counter))
            for raw in self._spoken(counter, way, number, shown, turns):
                self.lines.append(Told(raw, len(self.truth) - 1))
            is_next = counts
            shown = f"{number:>2}" if number else shown
            counter = counter + 1 if counter < last else low

    def _spoken(self, counter: int, way: int, number: str, shown: str, turns: int) -> Iterator[bytes]:
        """The lines of a spin."""
        if self.profile == BASIC:
            yield from (b"*S\r\n", b"*N\r\n", f"*W {number:>2}\r\n".encode())
            return

        def status(state: int, field_: str, turned: int = 0) -> bytes:
            ball = f";0112;{turned:02X};{1 - way};01000;{field_}" if self.profile == EXTENDED else ""
            return f"*X;{state};{counter:03};{field_};0;180;{way}{ball}\r\n".encode()

        for quarter, state in enumerate((2, 2, 3, 3, 4, 4), -1):
            yield status(state, shown, max(0, quarter) * turns // 4)
        if not number:
            return  # the next line says place your bets, with the next count
        fell = f"{number:>2}"
        yield fell.encode() + b"\n\r"
        for state in (5, 5, 1, 1):
            yield status(state, fell, turns if state == 5 else 0)

    # ── what is heard ────────────────────────────────────────────────────────────────────────────────────────────

    def heard(self, at: At, place: int, raw: bytes) -> At:
        """Follow some bytes in the place of a line."""
        found = self.decoder.feed(at.state, raw)
        spins, numbers, blamed, now = at.spins, list(at.numbers), list(at.blamed), place * EVERY
        void = list(at.void)
        for ball in found.balls:
            spins = self.follower.measure(spins, ball, now)
        for event in found.in_order():
            step = self.follower.hear(spins, event, now)
            spins = step.spins
            numbers += [step.number] if step.number else []
            void += [spins.spin for each in step.findings if each.id == "too-few-turns"]
            blamed += [spins.before_in if step.number else spins.thrown_in for each in step.findings if each.fault]
        return At(found.state, spins, tuple(numbers), tuple(blamed), tuple(void))

    def with_fault(self, place: int, kind: str) -> tuple[At, int]:
        """The line after a fault at a place, and the place at which it goes on."""
        at, raw = self.sound[place], self.lines[place].raw
        stretch = _STRETCH[place % len(_STRETCH)]
        if kind == "lost":
            return at, place + 1
        if kind == "unheard":
            return at, place + stretch
        if kind == "unplugged":
            step = self.follower.hear(at.spins, MissedEvent(), place * EVERY)
            return replace(at, state=State(), spins=step.spins), place + stretch
        return self.heard(at, place, raw + raw if kind == "doubled" else raw[: len(raw) // 2]), place + 1

    def problems(self, place: int, kind: str) -> list[str]:
        """What is false after a fault: a number that did not fall or is told twice, a wrong throw that was right, and
        numbers that are still missing after three further spins."""
        start = self.sound[place]
        at, after = self.with_fault(place, kind)
        end = min(after + AFTER, len(self.lines))
        while after < end and not self._same(at, self.sound[after]):
            at = self.heard(at, after, self.lines[after].raw)
            after += 1
        right = self.sound[min(after, len(self.lines))].numbers
        new, due = at.numbers[len(start.numbers) :], right[len(start.numbers) :]
        touched = {line.spin for line in self.lines[place : self.with_fault(place, kind)[1] + 1]}
        found = [f"blamed {counter}" for counter in at.blamed if counter not in self.wrong]
        found += [f"void {counter}" for counter in at.void if counter in self.counting]
        if not _is_part(new, [spin for _, spin in self._fell_after(place, touched)]):
            found.append(f"numbers {new} of {due}")
        if len(new) < len(due) - len(touched):
            found.append(f"missing: {new} of {due}, although only {len(touched)} spins were touched")
        return found

    def _fell_after(self, place: int, touched: set[int]) -> Iterator[tuple[int, str]]:
        """Numbers that may be told from a line on. How often the ball turned in a spin that was not wholly heard nobody
        knows, so that its number may be told although it does not count."""
        first = self.lines[place].spin
        for number, spin in enumerate(self.truth[first:], first):
            if spin.counts or (spin.number and number in touched):
                yield number, spin.number

    def _same(self, one: At, other: At) -> bool:
        return one.state == other.state and with_changes(one.spins, **_PAST) == with_changes(other.spins, **_PAST)


_PAST: dict[str, object] = {"numbers": (), "void": 0, "since": 0}


def _is_part(found: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether the numbers came in this order, each at most once."""
    left = iter(whole)
    return all(any(number == other for other in left) for number in found)
