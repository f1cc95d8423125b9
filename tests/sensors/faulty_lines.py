"""Shoes on a bad line: reports lost, unreadable or doubled, a cable unplugged; and what the cards really prove.

The shoe is dealt here, with drawing rules written out from the published table, so that it is known of every coup
whether its dealer was right. Everything that is followed is a plain value, so a fault at any place begins from the
state of the sound line there.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product

from msgspec.structs import replace

from tests.sensors.lines_of_devices import SHELF, angel, decoder
from trainer.equipment.cards import DECK, Card
from trainer.rulebooks import GameRules
from trainer.sensors.decoder import State
from trainer.sensors.encoder import CannotSayError, Writer
from trainer.sensors.events import BurnEvent, CardEvent, CutEvent, Event, MissedEvent, ResultEvent, StateEvent
from trainer.sensors.following.baccarat import Follower, Phase, Table
from trainer.sensors.following.coup_judges import CoupJudge, judge_of
from trainer.sensors.profile_files import decoder_of

KINDS = ("lost", "cannot-read", "doubled", "unplugged", "unheard")
TELLING = "open-line with hands"  # CARD 8H PLAYER 1
SPOKEN = "bee-tek spoken"  # [Game]<Card:8H>
ANGEL = "angel-eye-ii-ex"
NETWORKED = "angel-eye-ii-ex-tcp"  # what other programs say on the line is heard as well
TAGS = "rfid-reader"
DEVICES = (ANGEL, NETWORKED, TELLING, "open-line", "bee-tek", SPOKEN, "keyboard-wedge", TAGS)
NUMBERED = (ANGEL, NETWORKED)
TELLS_HANDS = (*NUMBERED, TELLING)
AFTER = 26  # reports that are followed after a fault: three coups at least
_AFTER_ALONE = 13  # two coups at least, where the device tells no hands and cannot find back by itself
STRETCH = 11  # reports of an unplugged cable
_UNHEARD = (2, 3, 5, 7, 8, 9, 10, 18)  # reports while the port stays and only the cable behind it is unplugged
_PAUSE = 9  # reports that take longer than a pause, also without payments between two coups
_PROFILES = {TELLING: "open-line", SPOKEN: "bee-tek"}
_NOT_READ = b"ERROR cannot-read\n"
_UNREAD = {TELLING: _NOT_READ, "open-line": _NOT_READ, "bee-tek": b"[Game]<Game>\r\n", SPOKEN: b"[Game]<Game>\r\n"}
_OTHERS = (b"\x06", b"\x1502", b"\x021A\x0342", b"", b"\x06\x06\x06", b"\x05")  # between two reports
_COPIES = 3  # an Angel Eye sends every report three times
_DECKS = 8
_KEPT = 500_000  # answers of a judge
_TAGS = {card: f"04A1{place:04X}" for place, card in enumerate(DECK)}
_TAGGED = replace(SHELF.profile(TAGS), tables={"tags": {tag: str(card) for card, tag in _TAGS.items()}})
_SAME_VALUE = {rank: Card.parse(("T" if rank in "TJQK" else rank) + "S") for rank in "A23456789TJQK"}


@dataclass(frozen=True)
class Report:
    """What a device sends at once, whether it is a card, and whether an accusation at this report would be true."""

    raw: bytes
    is_card: bool
    coup: int
    proves: bool = False


@dataclass(frozen=True)
class At:
    """The decoder and the table between two reports."""

    state: State
    table: Table


@dataclass
class Said:
    """What was said: false and true accusations, and gaps that were told."""

    accused: int = 0
    proved: int = 0
    told: int = 0


@dataclass
class Spread:
    """Every combination of faults of a line: how many there were, and those that ended in a false accusation."""

    followed: int = 0  # reports followed, each from a state that no other combination had led to
    faults: int = 0
    false: list[tuple[tuple[int, str], ...]] = field(default_factory=list)


class Line:
    """One shoe of one device. ``errors`` is the share of coups in which the dealer draws or stands wrongly."""

    def __init__(
        self, device: str, rules: GameRules, seed: int, rounds: int | None = None, errors: float = 0.0
    ) -> None:
        profile = _PROFILES.get(device, device)
        self.device = device
        self.decoder = decoder_of(_TAGGED) if device == TAGS else decoder(profile)
        numbered = SHELF.profile(profile).numbers_reports
        tells_results = device in NUMBERED
        self.follower = Follower(rules, numbered=numbered, knows_end=tells_results, tells_results=tells_results)
        self.follower.judge = _remembered(rules)
        self.reports = list(_reports(device, seed, rounds, errors))
        self.sound: list[At] = [At(State(), Table(Phase.JOINING))]
        self.said = Said()
        for place in range(len(self.reports)):
            self.sound.append(self.heard(self.sound[-1], place, self.reports[place].raw))

    def heard(self, at: At, place: int, raw: bytes) -> At:
        """Follow some bytes in the place of a report."""
        found = self.decoder.feed(at.state, raw)
        return At(found.state, self._followed(at.table, place, found.in_order()))

    def _followed(self, table: Table, place: int, events: Iterator[Event] | Sequence[Event]) -> Table:
        for event in events:
            step = self.follower.hear(table, event)
            table = step.table
            if step.finding is None:
                continue
            if step.finding.fault is None or step.finding.doubt:
                self.said.told += 1
            elif self.reports[place].proves:
                self.said.proved += 1
            else:
                self.said.accused += 1
        return table

    def with_fault(self, at: At, place: int, kind: str) -> tuple[At, int]:
        """The line after a fault at a place, and the place at which it goes on."""
        raw = self.reports[place].raw
        if kind == "unplugged":
            return At(State(), self._followed(at.table, place, [MissedEvent()])), place + STRETCH
        if kind == "unheard":
            count = _UNHEARD[place % len(_UNHEARD)]
            coups = {report.coup for report in self.reports[max(0, place - 1) : place + count + 1]}
            is_doubtful = len(coups) > 1 or count >= _PAUSE
            return (At(at.state, self.follower.paused(at.table)) if is_doubtful else at), place + count
        if kind == "cannot-read":
            raw = angel(chr(raw[1]), "E", 0xC1) * 3 if self.device in NUMBERED else _UNREAD.get(self.device, b"")
        if kind == "doubled":
            raw += raw
        return (at if kind == "lost" else self.heard(at, place, raw)), place + 1

    def kinds_at(self, place: int) -> Iterator[str]:
        """Faults that are possible at a report; only a card can be unreadable."""
        return (kind for kind in KINDS if kind != "cannot-read" or self.reports[place].is_card)

    def with_one(self, place: int, kind: str) -> tuple[Said, bool]:
        """What is said after one fault, and whether the table is right again within three coups."""
        self.said = Said()
        at, after = self.with_fault(self.sound[place], place, kind)
        followed = AFTER if self.device in TELLS_HANDS else _AFTER_ALONE
        end = min(place + STRETCH + followed, len(self.reports))
        while after < end:
            if self._same(at, after) == self._same(self.sound[after], after):
                return self.said, True
            at = self.heard(at, after, self.reports[after].raw)
            after += 1
        right = self.sound[min(after, len(self.reports))].table
        return self.said, (right.phase, right.slots) == (at.table.phase, at.table.slots)

    def every(self, most: int) -> Spread:
        """Follow every combination of at most so many faults to the end of the shoe.

        Combinations that lead to the same state at the same place go on as one, so none is left out and few have to be
        followed."""
        found = Spread()
        size = len(self.reports)
        layers: list[list[dict[At, tuple[tuple[int, str], ...]]]]
        layers = [[{} for _ in range(size + AFTER)] for _ in range(most + 1)]
        layers[0][0][self.sound[0]] = ()
        for place, (count, layer) in product(range(size), enumerate(layers)):
            for at, faults in layer[place].items():
                if any(at in fewer[place] for fewer in layers[:count]):
                    continue  # followed with more faults still to come
                found.followed += 1
                steps = [("", count)] + [(kind, count + 1) for kind in self.kinds_at(place) if count < most]
                for kind, after_count in steps:
                    self.said = Said()
                    if kind:
                        found.faults += 1
                        led, after = self.with_fault(at, place, kind)
                    else:
                        led, after = self.heard(at, place, self.reports[place].raw), place + 1
                    trail = (*faults, (place, kind)) if kind else faults
                    found.false += [trail] * bool(self.said.accused)
                    layers[after_count][after].setdefault(self._same(led, after), trail)
        return found

    def _same(self, at: At, place: int) -> At:
        """The state without what nothing depends on, so that equal states are equal."""
        spared: dict[str, object] = {"coups": 0}
        if at.table.phase is not Phase.BURNING:
            spared["is_burn_seen"] = True
        if at.table.last is not None and at.table.last.index is None:
            spared["last"] = None  # without a place it is not compared
        return At(at.state, replace(at.table, **spared))


def single_faults(line: Line) -> Iterator[tuple[int, str]]:
    """Every fault at every report."""
    return ((place, kind) for place in range(len(line.reports)) for kind in line.kinds_at(place))


# ── the shoe ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _points(cards: Sequence[Card]) -> int:
    return sum(min("0A23456789".find(card.rank) % 11 if card.rank in "A23456789" else 0, 9) for card in cards) % 10


# The bank's two-card total, and the player's third cards on which it draws.
_BANK_DRAWS = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}


def hands_in_order(cards: Sequence[Card]) -> list[str]:
    """The hand that each card of a coup belongs to."""
    player, banker = _points([cards[0], cards[2]]), _points([cards[1], cards[3]])
    order = ["player", "banker", "player", "banker"]
    if max(player, banker) >= 8:
        return order
    if player <= 5:
        order.append("player")
        third = str(_points([cards[4]]))
        return [*order, "banker"] if banker <= 2 or third in _BANK_DRAWS.get(banker, "") else order
    return [*order, "banker"] if banker <= 5 else order


_JUDGES: dict[tuple[str, str], CoupJudge] = {}


def _remembered(rules: GameRules) -> CoupJudge:
    """A judge that keeps its answers: after most faults the same coups are followed again. Only the value of a card
    matters to a coup, so every card is judged as a spade of its value."""
    key = rules.rulebook, rules.game
    if key not in _JUDGES:
        judge = judge_of(rules, bound=True)
        kept = lru_cache(_KEPT)(judge.lay)
        judge.lay = lambda state, to, card: kept(state, to, _SAME_VALUE[card.rank])
        for name in ("due", "end"):
            setattr(judge, name, lru_cache(_KEPT)(getattr(judge, name)))
        _JUDGES[key] = judge
    return _JUDGES[key]


@cache
def _writer_tells(device: str, event: Event) -> bool:
    try:
        Writer(SHELF.profile(device)).write(event)
    except CannotSayError:
        return False
    return True


def _reports(device: str, seed: int, rounds: int | None, errors: float) -> Iterator[Report]:
    """A shoe as the device tells it."""
    profile = SHELF.profile(_PROFILES.get(device, device))
    writer = Writer(profile)
    coup = 0
    for event, proves in _events(seed, rounds, errors):
        coup += event == StateEvent("standby")
        is_card = isinstance(event, CardEvent)
        if isinstance(event, CardEvent) and device == TELLING:
            raw = f"CARD {event.card} {event.to.upper()} {event.index}\n".encode()
        elif isinstance(event, CardEvent) and device == SPOKEN:
            raw = f" [Game]<Card:{event.card}> \r\n".encode()
        elif isinstance(event, CardEvent) and device == TAGS:
            raw = f"1|{_TAGS[Card.parse(event.card)]}\r\n".encode()
        else:
            plain = CardEvent(event.card) if isinstance(event, CardEvent) and device not in NUMBERED else event
            if isinstance(plain, BurnEvent) and device not in NUMBERED:
                plain = BurnEvent(plain.burn)
            if isinstance(plain, StateEvent) and plain.state == "standby" and device not in TELLS_HANDS:
                continue  # a reader without an end key
            if not _writer_tells(_PROFILES.get(device, device), plain):
                continue
            raw = writer.write(plain)
        if device in NUMBERED:
            raw *= _COPIES
        if device == NETWORKED:
            raw += _OTHERS[coup % len(_OTHERS)]
        yield Report(raw, is_card, coup, proves)


def _events(seed: int, rounds: int | None, errors: float) -> Iterator[tuple[Event, bool]]:
    """Events of a shoe, each with whether the cards so far prove an error of the dealer in the coup that is open."""
    rng = random.Random(f"{seed} {errors}")
    cards = list(DECK) * _DECKS
    rng.shuffle(cards)
    cut_at, dealt = rng.randint(14, 30), 0
    yield StateEvent("start"), False
    turned = cards[0]
    for place in range(1 + (_points([turned]) or 10)):
        yield BurnEvent(str(cards.pop(0)), place + 1), False
    was_wrong = False
    while len(cards) > cut_at and dealt != rounds:
        yield StateEvent("standby"), was_wrong
        order = hands_in_order(cards)
        wrong_at = len(order) + 1
        if rng.random() < errors:
            order, wrong_at = _wrongly(rng, order)
        counts = Counter[str]()
        hands: dict[str, list[Card]] = {"player": [], "banker": []}
        for place, to in enumerate(order):
            counts[to] += 1
            hands[to].append(cards.pop(0))
            is_proved = place >= wrong_at or (place == 0 and was_wrong)
            yield CardEvent(str(hands[to][-1]), to, counts[to]), is_proved
        was_wrong = wrong_at <= len(order)
        first, second = _points(hands["player"]), _points(hands["banker"])
        winner = "player" if first > second else "banker" if second > first else "tie"
        pairs = [hand[0].rank == hand[1].rank for hand in hands.values()]
        yield ResultEvent(winner, *pairs), was_wrong
        dealt += 1
    yield StateEvent("standby"), was_wrong
    if rounds is None:
        yield CutEvent(True), False


def _wrongly(rng: random.Random, order: list[str]) -> tuple[list[str], int]:
    """The coup with one error, and the place of the card (or of the missing card) that shows it."""
    thirds = order[4:]
    ways = []
    if thirds:
        ways.append((order[:-1], len(order) - 1))  # ended too early
    if "banker" not in thirds:
        ways.append(([*order, "banker"], len(order)))
    if thirds == ["player", "banker"]:
        ways.append(([*order[:4], "banker"], 4))  # the player was passed over
    if not thirds:
        ways.append(([*order, "player"], 4))
    return rng.choice(ways)
