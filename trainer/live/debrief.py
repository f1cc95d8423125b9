"""The debrief of a shift: a line of figures, a strip of its rounds, every fault at its moment, at most three habits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from trainer.drills.scene import Scene
from trainer.games.core import RequestError
from trainer.games.round import Act, Fault, Finding, Money, Severity
from trainer.games.round_money import first_box, is_left
from trainer.live.score import Score, grades, group_of, pace_of, score, weight
from trainer.live.table import LiveTable, Played
from trainer.rulebooks.library import Library

BEFORE, AFTER = 3_000, 5_000  # milliseconds of a replayed fault
MOST_HABITS = 3
# The skills that acts of a shift are attempts of, by the group of their faults.
SKILLS = {
    "money": "payout",
    "order": "order",
    "calls": "calls",
    "cards": "signals",
    "bets": "incidents",
    "incidents": "incidents",
    "manner": "pace",
}


_WRONG_AMOUNT = frozenset({Fault.OVERPAID, Fault.UNDERPAID})
_NOTHING_DUE = frozenset({Fault.PAID_PUSH, Fault.TOOK_PUSH, Fault.GOOD_BET})  # the bet should have been left alone
_OUT_OF_ORDER = frozenset({Fault.TOO_EARLY, Fault.WRONG_ORDER})
_Seen = dict[tuple[int, Finding], tuple[Act | None, Scene | None]]  # by round: the right act, and what lay


class Cell(msgspec.Struct, frozen=True):
    """A round in the strip of a shift."""

    round: int
    began: int
    ended: int
    faults: tuple[str, ...]  # grades
    staged: tuple[str, ...]
    pace: int  # rounds an hour at this round's speed
    won: Money  # by the house
    due: Money  # had every payment been right


class Moment(msgspec.Struct, frozen=True):
    """A fault with its context: when, what was done, and what would have been right."""

    round: int
    at: int | None
    time: int
    finding: Finding
    grade: Severity
    done: Act | None
    right: Act | None
    scene: Scene | None

    @property
    def span(self) -> tuple[int, int]:
        """The part of the shift that the replay shows, in milliseconds."""
        return max(self.time - BEFORE, 0), self.time + AFTER


class Habit(msgspec.Struct, frozen=True):
    """A fault that came again and again, with the rounds to train it by."""

    fault: str
    step: str
    group: str
    skill: str
    count: int
    rounds: tuple[int, ...]


class Debrief(msgspec.Struct, frozen=True):
    """Everything that is shown after a shift."""

    score: Score
    strip: tuple[Cell, ...]
    moments: tuple[Moment, ...]
    habits: tuple[Habit, ...]
    acts: int
    minutes: int
    books: dict[str, Any]


def debrief(table: LiveTable, library: Library) -> Debrief:
    """Look back at a shift, finished or broken off. It is played once more to see every fault at its moment."""
    played = [each for each in table.log if each.ended >= 0]
    findings = [(each, found) for each in played for found in each.all_findings]
    graded = grades([found for _, found in findings])
    seen = _look_again(table, library, findings) if findings else {}
    moments = tuple(_moment(each, found, grade, seen) for (each, found), grade in zip(findings, graded, strict=True))
    strip = tuple(_cell(each, [one.grade for one in moments if one.round == each.number]) for each in played)
    acts = sum(len(each.acts) for each in played)
    return Debrief(score(table), strip, moments, _habits(moments), acts, table.now // 60_000, table.books.as_json())


def right_act(table: LiveTable, found: Finding, done: Act | None) -> Act | None:
    """What a dealer without a mistake would have done, on the table as it lay just before a fault.

    `None` if no single act puts it right, as with a bet that should not have been touched. ``done`` is the act that was
    the fault.
    """
    if found.fault in _NOTHING_DUE:
        return None
    if found.fault in _WRONG_AMOUNT and done is not None and done.do == "pay" and done.amount == found.done:
        return replace(done, amount=found.due)
    if found.fault is Fault.UNPAID and found.seat is not None and found.due:
        return Act("pay", seat=found.seat, bet=found.bet, amount=found.due)
    steps = (*table.due(), *table.round.undone(table.state))
    acts = [(step, act) for step in steps for act in step.acts if act.by == "dealer"]
    names = {found.step, found.incident} - {""}
    if found.needs and found.fault in _OUT_OF_ORDER:
        names = {found.needs}
    named = [act for step, act in acts if names & {step.id, step.call}]
    if found.fault is Fault.SKIPPED:
        return _for_seat(named[0], found.seat) if named else None
    takes = [act for _, act in acts if act.do == "take"] if found.fault is Fault.LEFT_LOSER else []
    fitting = [
        [act for act in named if found.seat in (None, act.seat, act.topic)],
        [act for act in takes if act.seat == found.seat and act.bet in ("", found.bet)],
        list(_taking(table, found)) if found.fault is Fault.LEFT_LOSER else [],
        named if found.fault in _OUT_OF_ORDER else [],
        [act for _, act in acts if done is not None and (act.do, act.seat) == (done.do, done.seat)],
        takes,
        [act for _, act in acts if found.seat is not None and found.seat in (act.seat, act.topic)],
        [act for _, act in acts if found.seat is None and not names],
    ]
    return next((each[0] for each in fitting if each), None)


def _taking(table: LiveTable, found: Finding) -> tuple[Act, ...]:
    """The act that takes the bet of a finding, even if something that comes first was never done."""
    pairs = zip(table.state.bets, table.state.dues, strict=False)
    left = [(bet, due) for bet, due in pairs if due is not None and is_left(bet, due, "take")]
    return first_box([(bet, due) for bet, due in left if (bet.seat, bet.bet) == (found.seat, found.bet)], "take")


def _for_seat(act: Act, seat: int | None) -> Act:
    """The same act for another player, if it is about one player at all."""
    if seat is None:
        return act
    if act.seat is not None:
        return replace(act, seat=seat)
    return replace(act, topic=seat) if isinstance(act.topic, int) else act


def _cell(played: Played, faults: Sequence[str]) -> Cell:
    staged = tuple(name for _, name, _ in played.staged)
    pace = round(pace_of([played]))
    return Cell(played.number, played.began, played.ended, tuple(faults), staged, pace, played.won, played.due)


def _act_of(played: Played, found: Finding) -> tuple[int, Act] | None:
    """When and what the act of a finding was; `None` for something that was never done."""
    return played.acts[found.at] if found.at is not None and 0 <= found.at < len(played.acts) else None


def _moment(played: Played, found: Finding, grade: Severity, seen: _Seen) -> Moment:
    time, done = _act_of(played, found) or (played.ended, None)
    right, scene = seen.get((played.number, found), (None, None))
    return Moment(played.number, found.at, time, found, grade, done, right, scene)


def _look_again(table: LiveTable, library: Library, findings: Sequence[tuple[Played, Finding]]) -> _Seen:
    """What would have been right, and what lay, before the act of each finding: at the dealer's first act after it if
    somebody else did it, and at the end of the round for something that was never done."""
    wanted: dict[tuple[int, int | None], list[tuple[Finding, Act | None]]] = {}
    for played, found in findings:
        timed = _act_of(played, found)
        wanted.setdefault((played.number, found.at), []).append((found, timed[1] if timed else None))
    again = LiveTable(table.shift, library, table.crowd)
    seen: _Seen = {}
    for time, act in table.dealt:
        again.advance(time)
        number, count = again.round_number, again.state.count
        now = [(n, at) for n, at in wanted if n == number and (act.do == "end" if at is None else at <= count)]
        for key in now:
            for found, done in wanted.pop(key):
                seen[number, found] = right_act(again, found, done), _scene(again)
        again.perform(act)
    return seen


def _scene(table: LiveTable) -> Scene | None:
    try:
        return table.scene()
    except (RequestError, ValueError):
        return None


def _together(group: Sequence[Moment]) -> Fraction:
    """What some faults weigh together."""
    return sum((weight(one.finding, one.grade) for one in group), Fraction(0))


def _habits(moments: Sequence[Moment]) -> tuple[Habit, ...]:
    """The faults that weigh most together, if they came more than once."""
    found: dict[tuple[str, str], list[Moment]] = {}
    for one in moments:
        found.setdefault((one.finding.fault.value, one.finding.step), []).append(one)
    heavy = sorted(
        (group for group in found.values() if len(group) > 1),
        key=_together,
        reverse=True,
    )
    habits = []
    for group in heavy[:MOST_HABITS]:
        first = group[0].finding
        kind = group_of(first.fault)
        rounds = tuple(dict.fromkeys(one.round for one in group))
        habits.append(Habit(first.fault.value, first.step, kind, SKILLS[kind], len(group), rounds))
    return tuple(habits)
