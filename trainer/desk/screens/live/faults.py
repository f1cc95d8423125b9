"""Faults of a finished shift, each with the table as it was just before the act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from trainer.games.round import Act, Fault, Finding
from trainer.live.table import LiveTable, Played
from trainer.rulebooks.library import Library

_WEIGHT = {"minor": 1, "serious": 3, "critical": 9}
HABITS = 3  # at most


class Mistake(msgspec.Struct, frozen=True):
    """A finding, in which round, when, and the act that it is about (`None`: something was never done)."""

    round: int
    time: int
    act: Act | None
    found: Finding


def mistakes_of(log: Sequence[Played]) -> list[Mistake]:
    """Every finding of a shift in the order of the acts."""
    found = []
    for played in log:
        for each in played.all_findings:
            is_known = each.at is not None and each in played.findings and each.at < len(played.acts)
            time, act = played.acts[each.at] if is_known and each.at is not None else (played.ended, None)
            found.append(Mistake(played.number, time, act, each))
    return sorted(found, key=lambda mistake: mistake.time)


def habits_of(mistakes: Sequence[Mistake]) -> list[tuple[Fault, int]]:
    """The faults that cost most, with how often they were made."""
    counts, weights = Counter[Fault](), Counter[Fault]()
    for mistake in mistakes:
        counts[mistake.found.fault] += 1
        weights[mistake.found.fault] += _WEIGHT[mistake.found.severity]
    return [(fault, counts[fault]) for fault, _ in weights.most_common(HABITS)]


def table_before(finished: LiveTable, mistake: Mistake, library: Library) -> LiveTable:
    """The shift played again up to the act of a mistake, or up to the end of its round."""
    table = LiveTable(finished.shift, library)
    for time, act in finished.dealt:
        is_there = table.round_number == mistake.round and (
            act.do == "end" if mistake.act is None else time >= mistake.time and _is_same(act, mistake.act)
        )
        if is_there:
            table.advance(time)
            return table
        table.advance(time)
        table.perform(act)
        if table.over:
            break
    return table


def _is_same(told: Act, done: Act) -> bool:
    return (told.do, told.seat, told.topic, told.bet) == (done.do, done.seat, done.topic, done.bet)


def right_act(table: LiveTable, mistake: Mistake) -> Act | None:
    """What a perfect dealer would have done then: what is due for the same step or player, else what is due first."""
    found = mistake.found
    acts = [(step, act) for step in table.due() for act in step.acts if act.by == "dealer"]
    for step, act in acts:
        if found.step and found.step in (step.id, step.call) and found.seat in (None, act.seat):
            return act
    done = mistake.act
    for _, act in acts:
        if done is not None and done.by == "dealer" and act.do == done.do and act.seat == done.seat:
            return act
    return acts[0][1] if acts else None


def fits(act: Act, wanted: Act) -> bool:
    """Whether an act is what was wanted: verb, target and amount."""
    same = (act.do, act.seat, str(act.topic)) == (wanted.do, wanted.seat, str(wanted.topic))
    amount = act.do == "take" or act.amount == wanted.amount
    told = {name: value for name, value in wanted.facts.items() if name in act.facts}
    return same and amount and all(act.facts[name] == value for name, value in told.items())
