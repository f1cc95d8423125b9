"""Exact house edge of every craps bet, by following each bet through all throws until it is decided."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import msgspec

from trainer.equipment.dice import ALL_ROLLS
from trainer.games.core import Outcome
from trainer.games.craps.figures import SEVEN, bet_data, craps
from trainer.games.craps.layout import BONUS, LINE_ODDS, LINES, TRAVELS_TO, CrapsBet, ordered, selections
from trainer.games.craps.table import left_up
from trainer.games.craps.throw import Throw, commission_of, marked_after, point_after, settle_bet
from trainer.games.edges import Edge, expected_value
from trainer.rulebooks.schema import GameRules

_ROLLS = Counter(map(ordered, ALL_ROLLS))
# What looks at totals alone needs one roll of each; a barred roll is the only one of its total.
_LOOK_AT_PAIRS = ("hardway", "hop")
_TOTALS = {
    next(roll for roll in _ROLLS if roll.total == total): count
    for total, count in Counter(roll.total for roll in ALL_ROLLS).items()
}
_State = tuple[int | None, int | None, frozenset[int]]  # the number a bet travelled to, the point, the marks
_kept: dict[tuple[str, str], tuple[Edge, ...]] = {}


def house_edge(rules: GameRules, bet: CrapsBet, point: int | None = None) -> Fraction:
    """The share of stake and commission that the house keeps of a bet made now and left until it is decided.

    A push is a decision that gives nothing. Payments are those of the engine, so a stake that is paid with a fraction
    shows the edge with the rounding in force.
    """

    lies: dict[int | None, CrapsBet] = {None: bet}

    def moves(state: _State) -> tuple[Fraction, dict[_State, Fraction]]:
        place, now, marked = state
        lying = lies[place]
        gained = Fraction(0)  # of all that two dice can show
        onward: Counter[_State] = Counter()
        for roll, times in (_ROLLS if lying.bet in _LOOK_AT_PAIRS else _TOTALS).items():
            if roll.total in marked:  # only a bonus bet looks at marks, and it has this one
                onward[state] += times
                continue
            throw = Throw(roll, now, marked)
            result = settle_bet(rules, lying, throw)
            kept = left_up(lying, result) if result.result is Outcome.STAND else None
            if result.pays or result.loses:
                gained += times * (result.pays - result.loses)
            if kept is not None:
                then = result.facts.get("moves_to", place)
                lies.setdefault(then, kept)
                onward[(then, *_next_table(rules, kept, throw))] += times
        every = len(ALL_ROLLS)
        return gained / every, {then: Fraction(times, every) for then, times in onward.items()}

    commission = commission_of(rules, bet)
    start: _State = (None, point, frozenset())
    value = expected_value(start, moves)
    return (commission - value) / (bet.stake + commission)


def _next_table(rules: GameRules, bet: CrapsBet, throw: Throw) -> tuple[int | None, frozenset[int]]:
    """What matters of the table for a bet's next throw: for a bonus bet its own marks, for others the point, unless one
    has its own number and works on every throw."""
    data = bet_data(rules, bet.bet)
    if bet.bet in BONUS:
        return throw.point, _marked_alike(throw, data.totals)
    looks_at_point = bet.bet in LINES or bet.bet in LINE_ODDS or data.off_on_come_out
    return point_after(rules, throw) if looks_at_point else throw.point, frozenset()


def _marked_alike(throw: Throw, needed: Sequence[int]) -> frozenset[int]:
    """The marks of a bonus bet after a throw. Of two equally likely numbers the lower one is marked first, whichever
    was thrown, because the probability of the rest is the same; this halves the states."""
    total, twin = throw.total, 2 * SEVEN - throw.total
    if total == SEVEN or total not in needed:
        return marked_after(throw).intersection(needed)
    is_alike = twin < total and twin in needed and twin not in throw.marked
    return throw.marked | {twin if is_alike else total}


def even_stake(rules: GameRules) -> Fraction:
    """A stake on which every bet of the layout is paid without a fraction."""
    odds = [one for rule in rules.bets.values() for one in (*rule.pay_table.values(), rule.pays) if one is not None]
    return Fraction(math.lcm(*(one.ratio.denominator for one in odds)) * 20)


def edges(rules: GameRules) -> tuple[Edge, ...]:
    """The edge of every bet that can be made, on stakes that are paid without a fraction; kept by the rules' digest."""
    key = (rules.rulebook, rules.digest)
    if key not in _kept:
        stake = even_stake(rules)
        _kept[key] = tuple(
            edge
            for kind in rules.bets
            if kind not in TRAVELS_TO.values()
            for edge in _edges_of(rules, CrapsBet(bet=kind, stake=stake))
        )
    return _kept[key]


def _edges_of(rules: GameRules, bet: CrapsBet) -> list[Edge]:
    """The edges of one kind of bet, selections with the same edge together."""
    by_value: dict[Fraction, list[object]] = {}
    if bet.bet in LINE_ODDS:
        for point in craps(rules).come_out.points:
            by_value.setdefault(house_edge(rules, bet, point), []).append(point)
    else:
        for on in selections(rules, bet.bet):
            value = house_edge(rules, msgspec.structs.replace(bet, on=on))
            by_value.setdefault(value, []).append(on)
    return [Edge(bet.bet, tuple(on for on in ons if on is not None), value) for value, ons in by_value.items()]
