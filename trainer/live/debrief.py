"""What a shift showed: a line of figures, a strip of its rounds, every fault at its moment, at most three habits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from trainer.drills.scene import Scene
from trainer.games.core import RequestError
from trainer.games.round import Act, Fault, Finding, Money, Severity
from trainer.games.round_money import first_box, is_left
from trainer.live.score import Score, grades, group_of, pace_of, score, weight
from trainer.live.table import LiveTable, Played
from trainer.rulebooks.library import Library

BEFORE, AFTER = 3_000, 5_000  # milliseconds of a replayed fault
MOST_HABITS = 3
_SETTLES = {
    Fault.OVERPAID: "pay",
    Fault.UNDERPAID: "pay",
    Fault.UNPAID: "pay",
    Fault.COMMISSION: "pay",
    Fault.LEFT_LOSER: "take",
    Fault.PAID_LOSER: "take",
}
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
    """A fault where it happened: when, what was done, and what the perfect dealer would have done there."""

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
        """What is replayed of it, in milliseconds of the shift."""
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
    moments = tuple(
        _moment(each, found, grade, *seen.get(place, (None, None)))
        for place, ((each, found), grade) in enumerate(zip(findings, graded, strict=True))
    )
    strip = tuple(_cell(each, [one.grade for one in moments if one.round == each.number]) for each in played)
    acts = sum(len(each.acts) for each in played)
    return Debrief(score(table), strip, moments, _habits(moments), acts, table.now // 60_000, table.books.as_json())


def _cell(played: Played, faults: Sequence[str]) -> Cell:
    staged = tuple(name for _, name, _ in played.staged)
    pace = round(pace_of([played]))
    return Cell(played.number, played.began, played.ended, tuple(faults), staged, pace, played.won, played.due)


def _moment(played: Played, found: Finding, grade: Severity, right: Act | None, scene: Scene | None) -> Moment:
    time, done = _done(played, found)
    return Moment(played.number, found.at, time, found, grade, done, right, scene)


def _done(played: Played, found: Finding) -> tuple[int, Act | None]:
    """When a fault was made, and the act that it was."""
    if found.at is not None and 0 <= found.at < len(played.acts):
        return played.acts[found.at]
    return played.ended, None


def _look_again(
    table: LiveTable, library: Library, findings: Sequence[tuple[Played, Finding]]
) -> dict[int, tuple[Act | None, Scene | None]]:
    """What would have been right, and what lay, just before each fault, before the end of its round if something was
    never done, and when the dealer could answer to an act of somebody else; by the place of the finding."""
    again = LiveTable(table.shift, library, table.crowd)
    wanted = list(enumerate(findings))
    seen: dict[int, tuple[Act | None, Scene | None]] = {}
    for time, act in table.dealt:
        again.advance(time)
        number, count = again.round_number, again.state.count
        later = []
        for place, (each, found) in wanted:
            is_now = act.do == "end" if found.at is None else found.at <= count
            if each.number == number and is_now:
                seen[place] = (right_act(again, found, _done(each, found)[1]), _scene(again))
            else:
                later.append((place, (each, found)))
        wanted = later
        again.perform(act)
    return seen


def right_act(table: LiveTable, found: Finding, done: Act | None) -> Act | None:
    """What a perfect dealer would do now instead of a fault; `None` if nothing is known.

    The first of: what is due for the step of the finding, the payment or the loser that it names, what is due with the
    dealer's verb for the same player, and whatever is due first. What waits for an answer comes first only where the
    fault is about a bet, an incident or a guest.
    """
    answers = group_of(found.fault) in ("bets", "incidents", "manner")
    steps = table.due() if answers else (*table.round_steps(), *table.due())
    due = [(step, act) for step in steps for act in step.acts if act.by == "dealer"]
    for step, act in due:
        if found.step and found.step in (step.id, step.call) and found.seat in (None, act.seat):
            return act
    verb = _SETTLES.get(found.fault)
    if verb is not None:
        for _, act in due:
            if (act.do, act.seat) == (verb, found.seat) and act.bet in ("", found.bet):
                return act
        pairs = zip(table.state.bets, table.state.dues, strict=False)
        left = [(bet, owed) for bet, owed in pairs if owed is not None and is_left(bet, owed, verb)]
        named = [(bet, owed) for bet, owed in left if (bet.seat, bet.bet) == (found.seat, found.bet or bet.bet)]
        for act in first_box(named, verb):  # even if something that comes first was never done
            return act
    for _, act in due:
        if done is not None and done.by == "dealer" and act.do == done.do and act.seat == done.seat:
            return act
    return next((act for _, act in due), None)


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
