"""A fault of a finished shift on the felt: the table just before it, and whether a second try is right."""

from __future__ import annotations

from trainer.games.round import Act
from trainer.live.debrief import Moment
from trainer.live.table import LiveTable
from trainer.rulebooks.library import Library


def table_before(finished: LiveTable, moment: Moment, library: Library) -> LiveTable:
    """The shift played again up to the act of a fault, or up to the end of its round if something was never done."""
    table = LiveTable(finished.shift, library, finished.crowd)
    for time, act in finished.dealt:
        table.advance(time)
        if table.round_number == moment.round and (
            act.do == "end" if moment.at is None else table.state.count >= moment.at
        ):
            break
        table.perform(act)
        if table.over:
            break
    return table


def right_act(table: LiveTable, moment: Moment) -> Act | None:
    """What a perfect dealer would have done then: what is due for the same step or player, else what is due first."""
    found, done = moment.finding, moment.done
    acts = [(step, act) for step in table.due() for act in step.acts if act.by == "dealer"]
    for step, act in acts:
        if found.step and found.step in (step.id, step.call) and found.seat in (None, act.seat):
            return act
    for _, act in acts:
        if done is not None and done.by == "dealer" and act.do == done.do and act.seat == done.seat:
            return act
    return moment.right or (acts[0][1] if acts else None)


def fits(act: Act, wanted: Act) -> bool:
    """Whether an act is what was wanted: verb, target and amount."""
    same = (act.do, act.seat, str(act.topic)) == (wanted.do, wanted.seat, str(wanted.topic))
    amount = act.do == "take" or act.amount == wanted.amount
    told = {name: value for name, value in wanted.facts.items() if name in act.facts}
    return same and amount and all(act.facts[name] == value for name, value in told.items())
