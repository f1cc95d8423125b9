"""The house's edge on every craps bet, exactly, by playing each bet through all throws until it is decided."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import msgspec

from trainer.equipment.dice import ALL_ROLLS
from trainer.games.core import Outcome
from trainer.games.craps.figures import bet_data, craps
from trainer.games.craps.layout import BONUS, LINE_ODDS, TRAVELS_TO, CrapsBet, ordered, selections
from trainer.games.craps.table import left_up
from trainer.games.craps.throw import Throw, commission_of, marked_after, point_after, settle_bet
from trainer.games.edges import Edge, expected_value
from trainer.rulebooks.schema import GameRules

_ROLLS = {roll: Fraction(count, 36) for roll, count in Counter(map(ordered, ALL_ROLLS)).items()}
# Bonus bets look at totals alone, so one roll stands for all of its total.
_TOTALS = {
    next(roll for roll in _ROLLS if roll.total == total): Fraction(count, 36)
    for total, count in Counter(roll.total for roll in ALL_ROLLS).items()
}
_State = tuple[CrapsBet, int | None, frozenset[int]]
_kept: dict[tuple[str, str], tuple[Edge, ...]] = {}


def house_edge(rules: GameRules, bet: CrapsBet, point: int | None = None) -> Fraction:
    """The share of stake and commission that the house keeps of a bet made now and left until it is decided.

    A push is a decision that gives nothing. Payments are those of the engine, so a stake that is paid with a fraction
    shows the edge with the rounding in force.
    """

    def moves(state: _State) -> tuple[Fraction, dict[_State, Fraction]]:
        lying, now, marked = state
        at_once = Fraction(0)
        onward: dict[_State, Fraction] = {}
        for roll, chance in (_TOTALS if lying.bet in BONUS else _ROLLS).items():
            throw = Throw(roll, now, marked)
            result = settle_bet(rules, lying, throw)
            kept = left_up(lying, result) if result.result is Outcome.STAND else None
            at_once += chance * (result.pays - result.loses)
            if kept is not None:
                then = _next_state(rules, kept, throw)
                onward[then] = onward.get(then, Fraction(0)) + chance
        return at_once, onward

    commission = commission_of(rules, bet)
    value = expected_value((bet, point, frozenset[int]()), moves)
    return (commission - value) / (bet.stake + commission)


def _next_state(rules: GameRules, bet: CrapsBet, throw: Throw) -> _State:
    """What matters of the table for a bet's next throw: for a bonus bet its own marks, for the others the point."""
    if bet.bet in BONUS:
        return bet, throw.point, marked_after(throw) & frozenset(bet_data(rules, bet.bet).totals)
    return bet, point_after(rules, throw), frozenset()


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
