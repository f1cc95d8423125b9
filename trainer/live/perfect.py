"""A dealer who never makes a mistake: he performs what is due, in the order in which the rulebook names it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainer.games.round import Act

if TYPE_CHECKING:
    from trainer.live.table import LiveTable

_MOST_ACTS = 2000  # a round that needs more has a dead end
_WAITS = frozenset({"spin", "close", "deal", "dice", "call"})  # what he does not do while players are betting


def is_too_soon(table: LiveTable, act: Act) -> bool:
    """Whether a dealer waits with an act because players are still betting."""
    return bool(table.bets_to_come) and act.do in _WAITS and table.next_time() is not None


class DeadEndError(Exception):
    """Nothing is due, nobody acts, and the round is not over: the rules or the engine are wrong."""


class Dealer:
    """Runs a live table without a mistake: he lets the players finish betting, then does what is due.

    Every act takes him ``pause`` milliseconds.
    """

    def __init__(self, table: LiveTable, pause: int = 700) -> None:
        self.table, self.pause = table, pause
        self.performs = table.perform  # a recorder's, if the shift is written to a file

    def next_act(self) -> Act | None:
        """The first act of the dealer that is due; `None` while he waits for somebody else."""
        return self.table.next_act()

    def step(self) -> Act | None:
        """Do one thing or let time pass until the next; returns what the dealer did."""
        table = self.table
        act = self.next_act()
        coming = table.next_time()
        if act is None and coming is not None:
            table.advance(coming)
            return None
        if act is not None and coming is not None and is_too_soon(table, act):
            table.advance(coming)
            return None
        act = act or Act("end")
        self.performs(act)
        if not table.over:
            table.advance(table.now + self.pause)
        return act

    def play_round(self) -> None:
        """Play until the round is over; raises `DeadEndError` if it does not end."""
        table, number = self.table, self.table.round_number
        for _ in range(_MOST_ACTS):
            self.step()
            if table.over or table.round_number != number:
                return
        raise DeadEndError(f"{table.rules.rulebook}/{table.rules.game}: round {number} does not end")
