"""A simulated dealer who makes one kind of mistake, at most once a round, and otherwise deals perfectly.

A mistake (see `mistakes`) replaces the act that is due. Some dealers notice and go on from the table as it is. Others
believe that they did the right act: they go on from the table as they believe it to be, to which everything that
happens at the real table is added. `FaultyDealer.planted` records where the faults are, so that a test can compare them
with the findings of the judge.
"""

from __future__ import annotations

from typing import Any

from trainer.games.round import Act, Fault, Step
from trainer.live.mistakes import MISTAKES, NOTHING, Slip
from trainer.live.perfect import Dealer, is_too_soon
from trainer.live.table import LiveTable

# What is left out instead of done: the answer to something that happened beside the bets.
IGNORES = {
    Fault.NO_ANSWER: ("buy-in", "change", "leaving", "answer", "announced-bet", "claim", "abuse", "fill"),
    Fault.LATE_BET: ("refuse-bet",),
    Fault.BAD_BET: ("refuse-bet",),
}
FAULTS: frozenset[Fault] = frozenset({*MISTAKES, *IGNORES, Fault.INCIDENT_MISSED})


class FaultyDealer(Dealer):
    """A perfect dealer with one kind of mistake, at most once a round."""

    def __init__(self, table: LiveTable, fault: Fault, pause: int = 700) -> None:
        super().__init__(table, pause)
        self.fault = fault
        self.planted: dict[int, tuple[int | None, int | None]] = {}  # round → place of the act, seat
        self._next: Slip | None = None  # what he is about to do wrong
        self._queue: list[Act] = []
        self._to_wrong = 0  # acts of the slip until the wrong one
        self._wrong: Act | None = None  # what he did; it is no part of his belief
        self._believed: Any = None  # the state as he believes it to be
        self._known = 0  # acts of the round that are part of the belief

    def next_act(self) -> Act | None:
        if self._queue:
            return self._queue[0]
        if self._believed is not None:
            return self._act_by_belief()
        right = next((act for step in self._steps() for act in step.acts if act.by == "dealer"), None)
        if self.table.round_number in self.planted or self.fault not in MISTAKES:
            return right
        self._next = self._slip(right)
        if self._next is None:
            return right
        return self._next.acts[0] if self._next.acts else self._leave_out()

    def _steps(self) -> tuple[Step, ...]:
        """The steps that are due, without those that this dealer overlooks."""
        table = self.table
        if self.fault is Fault.INCIDENT_MISSED:
            asked, _ = table.incidents.due()
            opened = [each for each in table.state.incidents if not each.closed and asked]
            if opened:
                self.planted.setdefault(table.round_number, (opened[0].at, opened[0].seat))
            return (*table.affairs.due(), *table.company.due(table.round.due_steps(table.state)))
        ignored = IGNORES.get(self.fault, ())
        steps = tuple(table.due())
        for step in steps:
            if step.id in ignored:
                self.planted.setdefault(table.round_number, (None, step.acts[0].seat))
        return tuple(step for step in steps if step.id not in ignored)

    def _slip(self, right: Act | None) -> Slip | None:
        """The mistake that he makes now; `None` if it is not possible at this moment."""
        table = self.table
        if is_too_soon(table, right) if right is not None else table.bets_to_come:
            return None
        if right is None and table.next_time() is None:
            right = Act("end")
        return MISTAKES[self.fault](table, right or NOTHING, self._then(right))

    def _then(self, right: Act | None) -> Act:
        """The act that will be due after the right one; `NOTHING` if cards or somebody's answer come in between."""
        if right is None or right.do not in _KNOWN_EFFECT:
            return NOTHING
        self._believe(right)
        then = self._act_by_belief()
        self._believed = None
        return then or NOTHING

    def _leave_out(self) -> Act | None:
        """Leave the right act out; the dealer believes that he did it."""
        slip, self._next = self._next, None
        if slip is not None:
            self.planted[self.table.round_number] = (None, slip.due.seat)
            self._believe(slip.due)
        return self._act_by_belief()

    def step(self) -> Act | None:
        """Act like the perfect dealer, and note a wrong act that was done; a new round starts without a belief."""
        table, number = self.table, self.table.round_number
        before, count, known = table.state, table.state.count, len(table.record.acts)
        self._next = None
        acted = super().step()
        if acted is not None and self._queue and acted is self._queue[0]:
            self._queue.pop(0)
            self._place(number, count)
        elif acted is not None and self._next is not None:
            slip = self._next
            self._queue, self._to_wrong = list(slip.acts[1:]), slip.wrong or 0
            self.planted[number] = (None, acted.seat)
            self._place(number, count)
            if slip.believes:
                self._wrong, self._believed, self._known = acted, table.round.perform(before, slip.due), known
        if table.over or number != table.round_number:
            self._queue, self._believed, self._wrong = [], None, None
        return acted

    def _place(self, number: int, count: int) -> None:
        """The act with the number ``count`` was one of the slip: remember its place if it is the wrong one."""
        if self._to_wrong == 0:
            self.planted[number] = (count, self.planted[number][1])
        self._to_wrong -= 1

    def _believe(self, act: Act) -> None:
        table = self.table
        self._believed = table.round.perform(table.state, act)
        self._known = len(table.record.acts)

    def _act_by_belief(self) -> Act | None:
        table = self.table
        for _, act in table.record.acts[self._known :]:
            if act is not self._wrong:
                self._believed = table.round.perform(self._believed, act)
        self._known = len(table.record.acts)
        real, table.state = table.state, self._believed
        try:
            return table.next_act()
        finally:
            table.state = real


# Acts that nobody answers and that bring no cards: what is due after them is known before they are done.
_KNOWN_EFFECT = frozenset(
    {"call", "count", "cut", "mark", "move", "pay", "pick-up", "set", "show", "take", "turn", "unmark"}
)


def dealer_for(table: LiveTable, name: str) -> Dealer:
    """The dealer of a name: ``perfect``, or the id of a fault that he makes."""
    return Dealer(table) if name == "perfect" else FaultyDealer(table, Fault(name))
