"""A shift in progress: the dealer's acts, everybody else's, the clock, the books and the findings.

The clock is the shift's own, in whole milliseconds; whoever runs the table moves it on by `LiveTable.advance`. The same
shift and the same acts of the dealer at the same times give the same table, however often the clock is moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from heapq import heappop, heappush
from itertools import chain
from typing import Any

import msgspec

from trainer.drills.scene import Scene
from trainer.games.core import RequestError
from trainer.games.round import Act, Finding, Money, State, Step, read_amount
from trainer.games.rules import load_rules
from trainer.live.act_log import ActLog, Timed, as_data
from trainer.live.affairs import Affairs
from trainer.live.books import Books
from trainer.live.company import company_for
from trainer.live.draws import Draws
from trainer.live.guests import COLOURS, Bubble, Guest
from trainer.live.incidents import Incidents
from trainer.live.judge import open_table
from trainer.live.scene import payments, scene_of
from trainer.live.score import slow
from trainer.live.shift import Shift, check_shift
from trainer.live.styles import Crowd, crowd, usual_seats
from trainer.live.words import CallWords, call_words, line_of, spoken
from trainer.rulebooks.library import Library
from trainer.rulebooks.schema import GameRules
from trainer.texts import Names

ASIDES = frozenset({"talks", "tells"})  # what players do that is no act of the round: words, a cheat's tell
_POCKET = 40  # times his chips that a player could still change
_WAITS_FOR_REFUSAL = 1_500  # a player whose bet must go back waits before he bets again
_RACK = 400  # table maximums in the rack when the shift opens


class Happening(msgspec.Struct, frozen=True):
    """Something that somebody else than the dealer did, and when."""

    at: int
    act: Act
    findings: tuple[Finding, ...] = ()


class Played(msgspec.Struct):
    """A round of the shift: acts with their times, what was said beside it, what was staged, and the findings.

    ``at`` of a finding is a place in ``acts``. ``own`` are the findings of the table itself: pace, answers, change.
    ``dealt`` came from outside: the dealer's acts, and an instructor's. The acts of a finished round are packed.
    """

    number: int
    began: int
    acts: ActLog = msgspec.field(default_factory=ActLog)
    asides: ActLog = msgspec.field(default_factory=ActLog)
    dealt: ActLog = msgspec.field(default_factory=ActLog)
    staged: list[tuple[int, str, int | None]] = []  # when, irregularity or affair, seat
    findings: tuple[Finding, ...] = ()
    own: tuple[Finding, ...] = ()
    before: dict[str, Any] = {}  # what went before the round, and the bets that lay: for `Round.start`
    lying: tuple[Mapping[str, Any], ...] = ()
    ended: int = -1
    idle: int = 0  # milliseconds that do not count for the pace: buy-ins, shuffles, incidents
    won: Money = 0  # by the house, in this round
    due: Money = 0  # what it would have won had every payment been right
    digest: str = ""

    @property
    def all_findings(self) -> tuple[Finding, ...]:
        return (*self.findings, *self.own)


class LiveTable:
    """A shift in progress."""

    def __init__(self, shift: Shift, library: Library, people: Crowd | None = None) -> None:
        self.shift = check_shift(shift)
        self.rules: GameRules = load_rules(library, shift.rulebook, shift.game, shift.variant, shift.options)
        self.round: Any = open_table(self.rules)
        self.draws = Draws(shift.seed)
        self.crowd = people or crowd()
        self.now = 0
        self.over = False
        self.round_number = 0
        self.state: Any = None
        self.log: list[Played] = []
        self._plans: list[list[Any]] = []  # [time, order, kind, act, tag]
        self._order = 0
        self._window: list[Played] = []  # rounds since the pace was last looked at
        self.bets_to_come = 0
        maximum = int(self.rules.table.maximum or 0) or int(self.rules.table.minimum) * 100
        self.books = Books(maximum * _RACK)
        self.guests: dict[int, Guest] = {}
        self.company = company_for(self)
        for seat, style in shift.seats or usual_seats(5):
            if seat <= self.company.places():  # who finds no place at this table does not sit down
                self._seat(seat, style)
        self.pace = shift.pace or self.company.usual_pace
        self.affairs = Affairs(self)
        self.incidents = Incidents(self)
        self._begin()

    def change_guest(self, seat: int) -> None:
        """A player leaves, and another takes his place with chips of his own."""
        number = self.round_number
        others = [name for name in self.crowd.styles if name != self.guests[seat].style_id]
        self.books.leave(seat)
        del self.guests[seat]
        self._seat(seat, self.draws.pick(others, seat, number, "newcomer"), number)
        self.guests = dict(sorted(self.guests.items()))
        if self.marks_values:
            self._come_with_cash(seat)

    def _come_with_cash(self, seat: int) -> None:
        """A player has only money yet: he must buy chips, and the value of his colour is not on the board."""
        guest = self.guests[seat]
        self.books.cash_in(seat)
        guest.chips, guest.on_board = 0, False

    @property
    def marks_values(self) -> bool:
        """Whether the dealer marks on a board what the colour chips of a player are worth."""
        return any(atom.key == "mark value" for atom in self.round.atoms)

    def _seat(self, seat: int, style_id: str, number: int = 0) -> None:
        """Seat a player; ``number`` is the round in which he comes."""
        style = self.crowd.style(style_id)
        minimum = int(self.rules.table.minimum) or 1
        taken = {guest.name for guest in self.guests.values()}
        names = [name for name in style.guests if name not in taken] or style.guests
        name = self.draws.pick(names, seat, number, "name")
        chips = minimum * self.draws.between(style.bankroll, seat, number, "bankroll")
        unit = minimum * self.draws.between(style.unit, seat, number, "unit")
        if self.company.family == "roulette":  # a chip on the board says what a colour is worth
            unit = max((chip for chip in self._chip_values() if minimum <= chip <= unit), default=unit)
        colour = COLOURS[(seat - 1) % len(COLOURS)]
        self.guests[seat] = Guest(seat, name, style_id, style, colour, unit, chips, chips)
        self.books.seat(seat, chips, chips * _POCKET)

    def _chip_values(self) -> list[int]:
        """The whole amounts that the chips of this house are worth."""
        values = [read_amount(value, "chips") for value, _ in self.rules.info.chips.colours]
        return [int(value) for value in values if value == int(value)]

    # ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def record(self) -> Played:
        """The round that is being played."""
        return self.log[-1]

    @property
    def dealt(self) -> list[Timed]:
        """Everything that came from outside since the shift began, which is all that a replay needs."""
        return [each for played in self.log for each in played.dealt]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding of the shift so far, those of the round in progress included."""
        return (*(found for played in self.log[:-1] for found in played.all_findings), *self._found_now())

    def _found_now(self) -> tuple[Finding, ...]:
        record = self.record
        return record.all_findings if record.ended >= 0 else (*self.state.findings, *record.own)

    def _begin(self) -> None:
        self.round_number += 1
        self.log.append(Played(self.round_number, self.now))
        for guest in self.guests.values():
            guest.chips = self.books.purses[guest.seat]
        record = self.record
        record.before, record.lying = self.company.before(), tuple(self.company.lying())
        self.state = self.round.start(record.before, record.lying)
        self.books.begin(self.state)
        self._won_before = self.books.won
        self.affairs.begin()
        self.incidents.begin()
        self.company.begin()

    def _finish(self) -> None:
        state, record = self.state, self.record
        record.findings, record.ended = state.findings, self.now
        self._window.append(record)
        record.own += (*self.affairs.finished(state), *slow(self._window, self.pace))
        self.company.finished(state)
        self._plans.clear()
        self.bets_to_come = 0
        self.books.finish(state.bets)
        self.books.check_purses()
        record.won = self.books.won - self._won_before
        record.due = record.won - sum(found.money or 0 for found in record.findings if not found.corrected)
        for guest in self.guests.values():
            result = self.books.purses[guest.seat] - guest.chips
            guest.chips = self.books.purses[guest.seat]
            guest.settle_mood(
                result, self.draws.happens(0.2 + guest.style.temper * 0.6, guest.seat, self.round_number, "mood")
            )
        record.digest = digest(self)
        for acts in (record.acts, record.asides, record.dealt):
            acts.pack()
        shift = self.shift
        ended = shift.rounds and self.round_number >= shift.rounds
        late = shift.minutes and self.now >= shift.minutes * 60_000
        if ended or late:
            self.over = True
        else:
            self._begin()

    # ── acts ─────────────────────────────────────────────────────────────────────────────────────────────────────────

    def perform(self, act: Act) -> tuple[Finding, ...]:
        """The dealer does something now; returns what that showed to be wrong.

        An instructor's act (a guest's or the table's) is performed in the same way. Raises `RequestError` if the act
        cannot be, such as a number that is not on the wheel, or if the shift is over; nothing has changed then.
        """
        if self.over:
            raise RequestError("act", "the shift is over")
        told = act
        if act.by == "dealer":
            act = self.affairs.complete(self.company.complete(act))
        try:
            found = self._do(act)
        except RequestError:
            if act is not told and "card" in act.facts:
                self.company.take_back(str(act.facts["card"]))
            raise
        self.record.dealt.append((self.now, told))
        if act.by == "dealer" and act.do == "end":
            self._finish()
            found = (*found, *self.log[self.round_number - 2 if not self.over else -1].own)
        return found

    def _do(self, act: Act) -> tuple[Finding, ...]:
        record, before = self.record, self.state
        if act.do in ASIDES:
            record.asides.append((self.now, act))
            self._show(act)
            self.affairs.heard(act)
            return ()
        after = self.round.perform(before, act)
        self.state = after
        self.books.book(self._whose(act) if act.do == "correct" else act, before, after)
        record.acts.append((self.now, act))
        if act.by == "player":
            self._show(act)
        own = self.affairs.reply(act, before)
        if own:
            record.own += own
        self.company.reply(act, before)
        self.incidents.reply(act, before)
        if after.findings is before.findings:
            return own
        found: tuple[Finding, ...] = self.round.findings(before, act, after)
        return (*found, *own)

    def _whose(self, act: Act) -> Act:
        """A correction, with the seat of the act that it puts right."""
        at, acts = act.facts.get("act", act.topic), self.record.acts
        return msgspec.structs.replace(act, seat=acts[at][1].seat) if at in range(len(acts)) else act

    def advance(self, now: int) -> tuple[Happening, ...]:
        """Move the clock on; returns what players, ball, dice, shoe and inspector did until then, in order."""
        if not self._plans or self._plans[0][0] > now:
            self.now = max(self.now, now)
            return ()
        happened = []
        while self._plans and self._plans[0][0] <= now and not self.over:
            time, _, kind, act, _ = heappop(self._plans)
            if kind:
                self.bets_to_come -= 1
            if act is None or (kind and not self._still_bets(act, kind, time)):
                continue
            self.now = max(self.now, time)
            act = self.company.complete(act)
            happened.append(Happening(self.now, act, self._do(act)))
        self.now = max(self.now, now)
        return tuple(happened)

    def _still_bets(self, act: Act, kind: int, time: int) -> bool:
        """Whether a bet that was planned is still made: the bets are open, and it is a lawful one."""
        if kind == 1 and self.state.closed:
            return False
        if kind == 1 and self.affairs.is_refused(act.seat, time):
            self.plan_bet(time + _WAITS_FOR_REFUSAL, act)
            return False
        return (act.amount or 0) <= self.books.purses[act.seat] and self.company.lawful(act)

    def next_time(self) -> int | None:
        """When something happens by itself next; `None` while everybody waits for the dealer."""
        while self._plans and self._plans[0][3] is None:
            entry = heappop(self._plans)
            self.bets_to_come -= 1 if entry[2] else 0
        return self._plans[0][0] if self._plans else None

    def plan(self, time: int, act: Act, tag: str = "") -> None:
        """Let somebody do something at a time."""
        self._order += 1
        heappush(self._plans, [time, self._order, 0, act, tag])

    def plan_bet(self, time: int, act: Act, until: str = "close") -> None:
        """Let a player bet at a time, if that is still possible then: until the close, or until the hand is over."""
        self._order += 1
        self.bets_to_come += 1
        heappush(self._plans, [time, self._order, 1 if until == "close" else 2, act, "bet"])

    def drop_plans(self, tag: str) -> None:
        """Nothing that was planned under a name happens any more."""
        for entry in self._plans:
            if entry[4] == tag:
                entry[3] = None

    def is_planned(self, tag: str) -> bool:
        """Whether something is planned under a name."""
        return any(entry[4] == tag and entry[3] is not None for entry in self._plans)

    # ── views ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def due(self) -> Sequence[Step]:
        """The steps that are lawful now, what must be answered or ruled first of all."""
        return tuple(self._due_steps())

    def next_act(self) -> Act | None:
        """The first act of the dealer that is due; `None` while he waits for somebody else."""
        for step in self._due_steps():
            for act in step.acts:
                if act.by == "dealer":
                    return act
        return None

    def _due_steps(self) -> Iterable[Step]:
        first, waits = self.incidents.due()
        if waits:
            return first
        steps = self.company.due(self.round.due_steps(self.state))
        asked = self.affairs.due()
        return chain(asked, steps) if asked else steps

    def scene(self) -> Scene:
        """What lies on the felt now."""
        return scene_of(self.rules, self.state, self.round, payments([act for _, act in self.record.acts]))

    def calls(self) -> Sequence[CallWords]:
        """The calls of this game here, with the figures that each must say."""
        return call_words(self.rules)

    def say(self, seat: int, line: str, figures: Mapping[str, Any] | None = None, at: int | None = None) -> None:
        """Let a player say something, now or later."""
        act = Act("talks", "player", seat, line, facts=dict(figures or {}))
        self.plan(self.now if at is None else at, act, "talk")

    def _show(self, act: Act) -> None:
        guest = self.guests.get(act.seat) if act.seat is not None else None
        words = self._words(act) if guest is not None else None
        if guest is not None and words is not None:
            signal = str(act.topic) if act.do == "signals" else ""
            line = str(act.topic) if act.do in ("talks", "says") else ""
            self.affairs.asked(guest.seat, line, words)
            shown = act.facts.get("ms", 2300 - 300 * self.shift.level)  # a cheat's tell is shorter than words
            guest.bubble = Bubble(self.now, self.now + shown, words, line, signal)

    def _words(self, act: Act) -> Names | None:
        line = line_of(act)
        lines = self.crowd.lines.get(line) if line else None
        if lines is None:
            return None
        n = 0
        if len(lines.says) > 1:
            n = self.draws.below(len(lines.says), act.seat or 0, self.round_number, f"line {line}")
        return spoken(lines.says[n], act.facts)


def digest(table: LiveTable) -> str:
    """A short hash of a finished round: its acts, findings and the money. No view is part of it."""
    record = table.record
    parts: Iterable[Any] = ([(time, act) for time, act in record.acts], record.findings, table.books.as_json())
    data = msgspec.json.encode(list(parts), enc_hook=as_data)
    return blake2b(data, digest_size=6).hexdigest()


__all__ = ["Happening", "LiveTable", "Played", "State", "digest"]
