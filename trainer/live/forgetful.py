"""Dealers of a whole shift who leave an act out, put it off or do another: once in every round that lets them.

Such a dealer believes that he has done it. He goes on from the table as he believes it to be, which follows everything
that happens at the real one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from trainer.games.core import Outcome
from trainer.games.house_poker.rounds import FOLD
from trainer.games.round import Act, Fault
from trainer.live.perfect import Dealer, is_too_soon
from trainer.live.table import LiveTable

# Acts that nobody answers and that bring no cards: without them the round goes on.
_MAY_LAPSE = frozenset(
    {"call", "count", "cut", "mark", "move", "pay", "pick-up", "set", "show", "take", "turn", "unmark"}
)


class Lapse(msgspec.Struct, frozen=True):
    """What went wrong: the act that was due, what was done in its place, and whether it was done after that."""

    due: Act
    done: Act | None = None
    at: int = 0  # acts of the round before it
    after_all: bool = False


# A lapse from the act that is due and, if he believed it done, the next one; `None` if it is done as it should be.
Slip = Callable[[LiveTable, Act, Act | None], Lapse | None]


class ForgetfulDealer(Dealer):
    """A perfect dealer whose attention lapses at most once in a round."""

    def __init__(self, table: LiveTable, fault: Fault, pause: int = 700) -> None:
        super().__init__(table, pause)
        self.fault = fault
        self.planted: dict[int, Lapse] = {}  # by round
        self._believed: Any = None  # the state as it would be
        self._known = 0  # acts of the round that are part of the belief
        self._put_off: Act | None = None

    def next_act(self) -> Act | None:
        table = self.table
        if self._put_off is not None:
            return self._put_off
        if self._believed is not None:
            return self._act_by_belief()
        right = table.next_act()
        if right is None or right.do not in _MAY_LAPSE or table.round_number in self.planted:
            return right
        if is_too_soon(table, right):
            return right
        self._believe(right)
        lapse = LAPSES[self.fault](table, right, self._act_by_belief())
        if lapse is None:
            self._believed = None
            return right
        self.planted[table.round_number] = lapse
        if lapse.after_all:
            self._believed, self._put_off = None, lapse.due
        return lapse.done or self._act_by_belief()

    def step(self) -> Act | None:
        """As the perfect dealer; a new round is begun with a clear mind."""
        number, put_off = self.table.round_number, self._put_off
        acted = super().step()
        if acted is not None and acted is put_off:
            self._put_off = None
        if self.table.over or number != self.table.round_number:
            self._believed = self._put_off = None
        return acted

    def _believe(self, act: Act) -> None:
        table = self.table
        self._believed = table.round.perform(table.state, act)
        self._known = len(table.record.acts)

    def _act_by_belief(self) -> Act | None:
        table = self.table
        lapse = self.planted.get(table.round_number)
        for _, act in table.record.acts[self._known :]:
            if lapse is None or act is not lapse.done:
                self._believed = table.round.perform(self._believed, act)
        self._known = len(table.record.acts)
        real, table.state = table.state, self._believed
        try:
            return table.next_act()
        finally:
            table.state = real


def _unpaid(table: LiveTable, due: Act, then: Act | None) -> Lapse | None:
    return Lapse(due) if due.do == "pay" and due.amount else None


def _left_loser(table: LiveTable, due: Act, then: Act | None) -> Lapse | None:
    return Lapse(due) if due.do == "take" and due.seat is not None else None


def _call_missed(table: LiveTable, due: Act, then: Act | None) -> Lapse | None:
    if due.do != "call" or table.state.incidents:
        return None
    waits = table.company.family == "baccarat" and not table.round.by_croupier  # who holds the shoe waits for calls
    return None if waits and not table.round.is_over(table.state) else Lapse(due)


def _skipped(table: LiveTable, due: Act, then: Act | None) -> Lapse | None:
    return Lapse(due) if due.do in _SKIPPED and not table.state.incidents else None


_SKIPPED = frozenset({"count", "cut", "mark", "move", "pick-up", "show", "turn", "unmark"})


def _wrong_order(table: LiveTable, due: Act, then: Act | None) -> Lapse | None:
    """The payment, the take or the cards of one player after those of the next."""
    family, state = table.company.family, table.state
    if then is None or due.do != then.do or due.do not in ("pay", "take", "pick-up"):
        return None
    if (due.seat or due.topic) == (then.seat or then.topic) or family in ("baccarat", "craps"):
        return None  # there the boxes are settled in any order
    if family == "blackjack" and (due.bet or then.bet or (due.do == "pick-up" and table.round.with_each_bet)):
        return None
    if family == "roulette" and due.do != "take":
        return None  # who is paid first depends on what he has won
    if family == "poker" and (not state.turned or any(hand.prize or hand.spoke == FOLD for hand in state.hands)):
        return None  # folded cards go at any time, a high hand waits to be authorised
    return Lapse(due, then, after_all=True)


def _call_late(table: LiveTable, due: Act, then: Act | None) -> Lapse | None:
    settling = ("pay", "take", "turn", "pick-up", *(() if table.company.family == "craps" else ("mark",)))
    late = then is not None and due.do == "call" and then.do in settling
    return Lapse(due, then, after_all=True) if late and not table.state.incidents else None


def _too_early(table: LiveTable, due: Act, then: Act | None) -> Lapse | None:
    """The winners before the losers, or the next hand before this one is gone."""
    pairs = {"roulette": ("take", "pay"), "baccarat": ("take", "pay"), "pai-gow": ("take", "turn")}
    wanted = pairs.get(table.company.family)
    if then is None or (due.do, then.do) != wanted:
        return None
    return Lapse(due, then, after_all=True)


def _wrong_person(table: LiveTable, due: Act, then: Act | None) -> Lapse | None:
    """A payment to a player who is due nothing."""
    state = table.state
    owed: dict[int | None, Any] = {}
    for bet, each in zip(state.bets, state.dues, strict=False):
        if each is not None and each.pays:
            owed[bet.seat] = owed.get(bet.seat, 0) + each.pays
    other = next((bet.seat for bet in state.bets if bet.seat not in owed), None)
    if due.do != "pay" or other is None or list(owed.values()).count(due.amount) != 1 or owed[due.seat] != due.amount:
        return None
    return Lapse(due, Act("pay", seat=other, amount=due.amount), state.count)


def _paid_loser(table: LiveTable, due: Act, then: Act | None) -> Lapse | None:
    if due.do != "take" or due.seat is None or not due.amount:
        return None
    return Lapse(due, Act("pay", seat=due.seat, bet=due.bet, on=due.on, amount=due.amount), table.state.count, True)


def _took_winner(table: LiveTable, due: Act, then: Act | None) -> Lapse | None:
    own = [bet for bet in table.state.bets if (bet.seat, bet.bet) == (due.seat, due.bet) and not bet.closed]
    if due.do != "pay" or len(own) != 1 or not own[0].stake:
        return None
    taken = Act("take", seat=due.seat, bet=due.bet, on=due.on, amount=own[0].stake)
    return Lapse(due, taken, table.state.count)


def _pushed(table: LiveTable, due: Act) -> Any:
    """A push that still lies while bets are being settled."""
    if due.do not in ("pay", "take", "pick-up"):
        return None
    pairs = zip(table.state.bets, table.state.dues, strict=False)
    found = (bet for bet, due in pairs if due is not None and due.result is Outcome.PUSH and not bet.closed)
    return next((bet for bet in found if bet.stake and not bet.late), None)


def _paid_push(table: LiveTable, due: Act, then: Act | None) -> Lapse | None:
    bet = _pushed(table, due)
    if bet is None or any(each.seat == bet.seat and each.bet != bet.bet for each in table.state.bets):
        return None
    return Lapse(due, Act("pay", seat=bet.seat, bet=bet.bet, on=bet.on, amount=bet.stake), table.state.count, True)


def _took_push(table: LiveTable, due: Act, then: Act | None) -> Lapse | None:
    bet = _pushed(table, due)
    if bet is None:
        return None
    return Lapse(due, Act("take", seat=bet.seat, bet=bet.bet, on=bet.on, amount=bet.stake), table.state.count, True)


LAPSES: dict[Fault, Slip] = {
    Fault.UNPAID: _unpaid,
    Fault.LEFT_LOSER: _left_loser,
    Fault.PAID_LOSER: _paid_loser,
    Fault.TOOK_WINNER: _took_winner,
    Fault.PAID_PUSH: _paid_push,
    Fault.TOOK_PUSH: _took_push,
    Fault.WRONG_PERSON: _wrong_person,
    Fault.CALL_MISSED: _call_missed,
    Fault.CALL_LATE: _call_late,
    Fault.SKIPPED: _skipped,
    Fault.WRONG_ORDER: _wrong_order,
    Fault.TOO_EARLY: _too_early,
}
