"""Replays a finished shift up to a fault, and compares a second try with the right act."""

from __future__ import annotations

from trainer.games.round import Act
from trainer.live.debrief import Moment
from trainer.live.table import LiveTable
from trainer.rulebooks.library import Library


class FaultReplay:
    """A shift played again up to the act of a fault, or up to the end of its round if something was never done.

    It begins some seconds before the fault, where `until` goes on with it.
    """

    def __init__(self, finished: LiveTable, moment: Moment, library: Library) -> None:
        self.table = LiveTable(finished.shift, library, finished.crowd)
        self.is_frozen = False
        self._moment = moment
        self._acts = finished.dealt
        self._next = 0
        self.until(moment.span[0])

    def until(self, now: int) -> None:
        """Play on to a time of the shift, or to the fault if that comes first."""
        table, moment = self.table, self._moment
        while not self.is_frozen:
            if self._next == len(self._acts):
                self.is_frozen = True
                return
            time, act = self._acts[self._next]
            if time > now:
                table.advance(max(now, table.now))
                return
            table.advance(time)
            at_fault = act.do == "end" if moment.at is None else table.state.count >= moment.at
            if table.round_number == moment.round and at_fault:
                self.is_frozen = True
                return
            table.perform(act)
            self._next += 1
            self.is_frozen = table.over

    def finish(self) -> LiveTable:
        """Play on to the fault; returns the table as it is then."""
        if self._acts:
            self.until(self._acts[-1][0])
        return self.table


def fits(act: Act, wanted: Act) -> bool:
    """Whether an act is what was wanted: verb, target, the bet if it names one, amount unless chips are taken, and the
    facts that it states."""
    same = (act.do, act.seat, str(act.topic)) == (wanted.do, wanted.seat, str(wanted.topic))
    same = same and (not act.bet or (act.bet, act.on) == (wanted.bet, wanted.on))
    amount = act.do == "take" or act.amount == wanted.amount
    told = {name: value for name, value in wanted.facts.items() if name in act.facts}
    return same and amount and all(act.facts[name] == value for name, value in told.items())
