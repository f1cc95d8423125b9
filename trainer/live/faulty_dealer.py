"""Dealers of a whole shift who make one kind of mistake: perfect, but for one act in every round that lets them.

What a mistake needs from the players (a late bet, a guest who asks) is pinned to the shift or brought by the dealer
himself. `planted` tells where the faults are, so that a test can compare them with what was found.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from trainer.games.craps.layout import LINES
from trainer.games.round import Act, Fault, Step
from trainer.live.faulty import SLIPS
from trainer.live.forgetful import LAPSES, ForgetfulDealer
from trainer.live.perfect import Dealer
from trainer.live.table import LiveTable

# What is left out instead of done: the answer to something that happened beside the bets.
IGNORES = {
    Fault.NO_ANSWER: ("buy-in", "change", "answer", "claim", "abuse"),
    Fault.LATE_BET: ("refuse-bet",),
    Fault.BAD_BET: ("refuse-bet",),
}
Change = Callable[[LiveTable, Act, Random], Act | None]


def _more(table: LiveTable, act: Act, source: Random) -> Act | None:
    return replace(act, amount=act.amount + table.company.minimum) if act.do == "pay" and act.amount else None


def _less(table: LiveTable, act: Act, source: Random) -> Act | None:
    if act.do != "pay" or not act.amount or act.amount <= table.company.minimum or act.facts.get("commission"):
        return None
    return replace(act, amount=act.amount - table.company.minimum)


def _wrong_call(table: LiveTable, act: Act, source: Random) -> Act | None:
    if act.do != "call":
        return None
    for name, value in act.facts.items():
        if isinstance(value, int) and not isinstance(value, bool):
            return replace(act, facts={**act.facts, name: value % 9 + 1 if value % 9 + 1 != value else value - 1})
    return None


def _other_face(table: LiveTable, act: Act, source: Random) -> Act | None:
    if act.do != "deal" or act.facts.get("face") not in ("up", "down") or act.topic == "burn":
        return None
    return replace(act, facts={**act.facts, "face": "down" if act.facts["face"] == "up" else "up"})


def _wrong_change(table: LiveTable, act: Act, source: Random) -> Act | None:
    gives = act.facts.get("gives")
    if act.do != "change" or not isinstance(gives, dict):
        return None
    return replace(act, facts={**act.facts, "gives": {name: count + 1 for name, count in gives.items()}})


def _advice(table: LiveTable, act: Act, source: Random) -> Act | None:
    asked = any(request.advice for request in table.affairs.requests if request.seat == act.seat)
    return replace(act, topic="advice") if act.do == "say" and asked else None


def _no_commission(table: LiveTable, act: Act, source: Random) -> Act | None:
    fee = act.facts.get("commission")
    if act.do != "pay" or not fee or act.amount is None or table.company.family == "craps":
        return None
    return replace(act, amount=act.amount + fee, facts={**act.facts, "commission": 0})


def _set_otherwise(table: LiveTable, act: Act, source: Random) -> Act | None:
    if act.do != "set":
        return None
    high, low = list(act.facts["high"]), list(act.facts["low"])
    return replace(act, facts={"high": [*low, *high[:3]], "low": high[3:]})


def _wrong_mark(table: LiveTable, act: Act, source: Random) -> Act | None:
    if act.do != "mark" or act.topic not in ("point", "number"):
        return None
    others = [4, 10] if act.topic == "point" else ["5", "6"]
    return replace(act, on=next(each for each in others if str(each) != str(act.on)))


def _takes_winner(table: LiveTable, act: Act, source: Random) -> Act | None:
    if act.do != "pay" or not act.bet or table.company.family not in ("baccarat", "craps"):
        return None
    won = [bet for bet in table.state.bets if (bet.seat, bet.bet, bet.on) == (act.seat, act.bet, act.on)]
    return Act("take", seat=act.seat, bet=act.bet, on=act.on, amount=won[0].stake) if len(won) == 1 else None


def _false_alarm(table: LiveTable, act: Act, source: Random) -> Act | None:
    about = sorted(table.company.stageable().values())
    state = table.state
    if not about or state.incidents or act.do not in ("call", "ask", "take") or any(bet.late for bet in state.bets):
        return None
    return Act("floor", topic=about[0])


def _refuses(table: LiveTable, act: Act, source: Random) -> Act | None:
    """Give a good bet back just before the bets are closed."""
    if act.do not in ("close", "dice") or table.company.family in ("roulette", "blackjack"):
        return None
    bet = next((bet for bet in table.state.bets if bet.at >= 0 and bet.wrong is None and bet.bet not in LINES), None)
    if bet is None:
        return None
    return Act("give-back", seat=bet.seat, bet=bet.bet, on=bet.on, amount=bet.stake, facts={"reason": "late"})


CHANGES: dict[Fault, Change] = {
    Fault.TOOK_WINNER: _takes_winner,
    Fault.FALSE_ALARM: _false_alarm,
    Fault.GOOD_BET: _refuses,
    Fault.OVERPAID: _more,
    Fault.UNDERPAID: _less,
    Fault.CALL_WRONG: _wrong_call,
    Fault.WRONG_FACE: _other_face,
    Fault.WRONG_CHANGE: _wrong_change,
    Fault.GAVE_ADVICE: _advice,
    Fault.COMMISSION: _no_commission,
    Fault.SET_WRONG: _set_otherwise,
    Fault.READ_WRONG: _wrong_mark,
}


class FaultyDealer(Dealer):
    """A perfect dealer with one kind of mistake, at most once a round."""

    def __init__(self, table: LiveTable, fault: Fault, pause: int = 700) -> None:
        super().__init__(table, pause)
        self.fault = fault
        self.source = Random(table.shift.seed)
        self.planted: dict[int, tuple[int | None, int | None]] = {}  # round → place of the act, seat
        self._queue: list[Act] = []
        self._waits_to_plant: tuple[int, int | None] | None = None

    def next_act(self) -> Act | None:
        if self._queue:
            return self._queue.pop(0)
        table = self.table
        if self.fault is Fault.INCIDENT_MISSED:
            steps = (*table.affairs.due(), *table.company.due(table.round.due_steps(table.state)))
        else:
            steps = tuple(table.due())
        if self.fault in IGNORES:
            steps = self._ignoring(steps)
        right = next((act for step in steps for act in step.acts if act.by == "dealer"), None)
        if table.round_number in self.planted or self.fault in IGNORES:
            return right
        if right is not None and self.fault in CHANGES:
            wrong = CHANGES[self.fault](table, right, self.source)
            if wrong is not None:
                self._waits_to_plant = (table.state.count, wrong.seat)
                return wrong
        if table.company.family in ("roulette", "blackjack"):
            return self._slip(right)
        return right

    def step(self) -> Act | None:
        """As the perfect dealer; a wrong act that was done is remembered."""
        table, number = self.table, self.table.round_number
        self._waits_to_plant = None
        acted = super().step()
        if acted is not None and self._waits_to_plant is not None:
            self.planted.setdefault(number, self._waits_to_plant)
        if table.over or number != table.round_number:
            self._queue = []
        return acted

    def _ignoring(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Leave out an answer; the fault is there if the round ends so."""
        left: list[Step] = []
        for step in steps:
            if step.id in IGNORES[self.fault]:
                self.planted.setdefault(self.table.round_number, (None, step.acts[0].seat))
            else:
                left.append(step)
        return tuple(left)

    def _slip(self, right: Act | None) -> Act | None:
        """A slip that brings its own occasion, such as a late bet; see `faulty`."""
        table = self.table
        wanted = right or (Act("end") if table.next_time() is None else None)
        if wanted is None or table.bets_to_come or table.affairs.requests or table.affairs.refused:
            return right
        for slip in SLIPS.get(self.fault, ()):
            found = slip(table.round, table.state, wanted, self.source)
            if found is not None:
                acts, wrong = found
                self._queue = list(acts[1:])
                self._waits_to_plant = (table.state.count + (wrong or 0), acts[0].seat)
                return acts[0]
        return right


def dealer_for(table: LiveTable, name: str) -> Dealer:
    """The dealer of a name: ``perfect``, or the id of a fault that he makes."""
    if name == "perfect":
        return Dealer(table)
    fault = Fault(name)
    slips = fault in SLIPS and table.company.family in ("roulette", "blackjack")
    if fault in LAPSES and fault not in CHANGES and not slips:
        return ForgetfulDealer(table, fault)
    return FaultyDealer(table, fault)
