"""The debrief of a shift: a line of figures, a strip of its rounds, every fault at its moment, at most three habits."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from trainer.drills.scene import Scene
from trainer.games.core import RequestError
from trainer.games.round import Act, Finding, Money, Severity
from trainer.live.perfect import Dealer
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
    """A fault with its context: when, what was done, and what the perfect dealer would have done."""

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
    wanted = {(each.number, found.at) for each, found in findings}
    seen = _look_again(table, library, wanted) if wanted else {}
    moments = tuple(_moment(each, found, grade, seen) for (each, found), grade in zip(findings, graded, strict=True))
    strip = tuple(_cell(each, [one.grade for one in moments if one.round == each.number]) for each in played)
    acts = sum(len(each.acts) for each in played)
    return Debrief(score(table), strip, moments, _habits(moments), acts, table.now // 60_000, table.books.as_json())


def _cell(played: Played, faults: Sequence[str]) -> Cell:
    staged = tuple(name for _, name, _ in played.staged)
    pace = round(pace_of([played]))
    return Cell(played.number, played.began, played.ended, tuple(faults), staged, pace, played.won, played.due)


def _moment(played: Played, found: Finding, grade: Severity, seen: dict[tuple[int, int | None], Any]) -> Moment:
    at = found.at
    known = at is not None and 0 <= at < len(played.acts)
    time, done = played.acts[at] if known and at is not None else (played.ended, None)
    right, scene = seen.get((played.number, at), (None, None))
    return Moment(played.number, at, time, found, grade, done, right, scene)


def _look_again(
    table: LiveTable, library: Library, wanted: set[tuple[int, int | None]]
) -> dict[tuple[int, int | None], tuple[Act | None, Scene | None]]:
    """What the perfect dealer would do, and what lay, just before each of some acts (`None`: before the end)."""
    again = LiveTable(table.shift, library, table.crowd)
    dealer = Dealer(again)
    seen: dict[tuple[int, int | None], tuple[Act | None, Scene | None]] = {}
    for time, act in table.dealt:
        again.advance(time)
        number, at = again.round_number, again.state.count
        for key in ((number, at), *([(number, None)] if act.do == "end" else ())):
            if key in wanted and key not in seen:
                seen[key] = (dealer.next_act(), _scene(again))
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
