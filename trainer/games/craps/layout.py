"""The bets of a craps layout: which kinds there are, what each may be made on, and the spots they lie on.

A spot is the bet's id, with what it is made on after a colon: ``pass-line``, ``place:6``, ``hop:3-5``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trainer.equipment.dice import Roll
from trainer.games.core import Bet, RequestError
from trainer.games.craps.figures import SEVEN, bet_data, craps
from trainer.rulebooks.schema import GameRules
from trainer.texts import Names

LINES = ("pass-line", "dont-pass")
COMES = ("come", "dont-come")
FOR_NUMBER = ("come-point", "come-odds", "place", "buy", "pass-odds", "big-6", "big-8")
AGAINST_NUMBER = ("dont-come-point", "dont-come-odds", "place-lose", "lay", "dont-pass-odds")
BONUS = ("all-small", "all-tall", "make-em-all")
ONE_THROW = (
    *("field", "any-seven", "any-craps", "craps-2", "craps-3", "craps-12", "eleven", "craps-eleven", "horn"),
    *("over-7", "under-7"),
)
# The bet that odds belong to.
FLAT_OF = {
    "pass-odds": "pass-line",
    "dont-pass-odds": "dont-pass",
    "come-odds": "come-point",
    "dont-come-odds": "dont-come-point",
}
TRAVELS_TO = {"come": "come-point", "dont-come": "dont-come-point"}
# Bets that no player may call off.
ALWAYS_WORKING = (*LINES, *COMES, *TRAVELS_TO.values())
LINE_ODDS = ("pass-odds", "dont-pass-odds")
_BIG = {"big-6": 6, "big-8": 8}
KNOWN = (*LINES, *COMES, *FOR_NUMBER, *AGAINST_NUMBER, *BONUS, *ONE_THROW, "hardway", "hop")


class CrapsBet(Bet, frozen=True):
    """A bet on the layout; ``working`` overrides what the rulebook says of it on a come-out."""

    working: bool | None = None


def read_point(rules: GameRules, point: int | None, phase: str | None, previous: int | None = None) -> int | None:
    """The point before a throw, if it agrees with the phase and the throw before; raises `RequestError`."""
    points = craps(rules).come_out.points
    if point is not None and point not in points:
        raise RequestError("point", f"must be one of: {', '.join(map(str, points))}")
    if phase == "come-out" and point is not None:
        raise RequestError("point", "there is none on a come-out; leave it out")
    if phase == "point" and point is None:
        raise RequestError("point", "is missing: say which number the point is")
    if previous == SEVEN and point is not None:
        raise RequestError("previous_roll", "is a 7: a come-out follows, without a point")
    return point


def check_lying(rules: GameRules, bet: CrapsBet, field: str, point: int | None) -> None:
    """Raises `RequestError` with the cure unless this bet can lie on this layout while the point is this."""
    check(rules, bet, field)
    if bet.stake <= 0:
        raise RequestError(f"{field}.stake", "must be above 0")
    if bet.bet in LINE_ODDS and point is None:
        raise RequestError(f"{field}.bet", f"{bet.bet} lies only with a point on: give the point")
    if bet.bet in LINE_ODDS and bet.on not in (None, point):
        raise RequestError(f"{field}.on", f"{bet.bet} plays on the point, {point}; leave it out")
    if bet.working is False and bet.bet in ALWAYS_WORKING:
        raise RequestError(f"{field}.working", f"{bet.bet} always works; leave it out")


def check_layout(
    rules: GameRules,
    bets: Sequence[CrapsBet],
    point: int | None,
    field: str = "bets",
    beside: Sequence[CrapsBet] = (),
) -> None:
    """Raises `RequestError` unless these bets can lie together: each by itself, and odds beside the bet they belong to.

    That bet may also be one of those ``beside`` them. A come bet lies before one throw with a point on; that throw
    decides it or moves it to its number.
    """
    for index, bet in enumerate(bets):
        check_lying(rules, bet, f"{field}[{index}]", point)
        if bet.bet in COMES and point is None:
            raise RequestError(f"{field}[{index}].bet", f"{bet.bet} lies only with a point on: give the point")
        flat = FLAT_OF.get(bet.bet)
        if flat is not None and not any(belongs_to(bet, other) for other in (*bets, *beside)):
            raise RequestError(f"{field}[{index}].bet", f"{bet.bet} lies only beside the {flat} of the same player")


def belongs_to(odds: CrapsBet, other: CrapsBet) -> bool:
    """Whether odds belong to a bet: the flat one of the same player, on the same number where it has one."""
    on_number = odds.bet in LINE_ODDS or other.on == odds.on
    return other.bet == FLAT_OF.get(odds.bet) and on_number and other.seat == odds.seat


def check(rules: GameRules, bet: CrapsBet, field: str) -> None:
    """Raises `RequestError` with the cure if this layout has no such bet."""
    if bet.bet not in rules.bets:
        raise RequestError(f"{field}.bet", f"{bet.bet!r} is not a bet here; there are: {', '.join(rules.bets)}")
    data = bet_data(rules, bet.bet)
    if bet.bet == "hop":
        pair = hop_pair(bet, f"{field}.on")
        if pair not in {ordered(offered) for offered in data.pairs}:
            raise RequestError(f"{field}.on", f"{pair} is no hop here; there are: {', '.join(map(str, data.pairs))}")
    elif data.numbers:
        if not isinstance(bet.on, int) or bet.on not in data.numbers:
            raise RequestError(f"{field}.on", f"{bet.bet} is made on a number: {', '.join(map(str, data.numbers))}")
    elif bet.on is not None and bet.bet not in FLAT_OF:
        raise RequestError(f"{field}.on", f"{bet.bet} is not made on anything; leave it out")


def hop_pair(bet: CrapsBet, field: str = "on") -> Roll:
    """The pair of a hop, higher face first; it is made on ``[3, 5]`` or ``"5-3"``."""
    try:
        pair = Roll.parse("-".join(map(str, bet.on)) if isinstance(bet.on, list | tuple) else str(bet.on))
    except ValueError:
        pair = Roll(())
    if len(pair.faces) != 2:
        raise RequestError(field, "a hop is made on two dice, such as [5, 3]")
    return ordered(pair)


def ordered(roll: Roll) -> Roll:
    """The same dice, higher face first."""
    return Roll(tuple(sorted(roll.faces, reverse=True)))


def number_of(bet: CrapsBet, point: int | None) -> int:
    """The number a bet for or against a number lies on: its own, or the point for odds on the lines."""
    number = _BIG.get(bet.bet, point if bet.on is None else bet.on)
    if not isinstance(number, int):
        raise RequestError("point", f"is missing: {bet.bet} plays only with a point")
    return number


def named(rules: GameRules, bet: CrapsBet) -> Names:
    """A bet with the number or pair it is made on: “place 6”, “pass line”."""
    names, on = rules.bets[bet.bet].names, spot_of(bet).partition(":")[2]
    return Names(f"{names.es} {on}", f"{names.en} {on}") if on else names


def spot_of(bet: CrapsBet) -> str:
    """The name of the spot a bet lies on."""
    if bet.bet == "hop":
        return f"hop:{hop_pair(bet)}"
    return f"{bet.bet}:{bet.on}" if bet.on is not None and bet.bet not in LINE_ODDS else bet.bet


def selections(rules: GameRules, bet: str) -> tuple[Any, ...]:
    """Everything a bet can be made on; `(None,)` where there is nothing to choose."""
    data = bet_data(rules, bet)
    return (*data.numbers, *(pair.faces for pair in data.pairs)) or (None,)


def every_spot(rules: GameRules) -> list[str]:
    """All spots of this rulebook's layout, bet by bet."""
    return [spot_of(CrapsBet(bet=bet, on=on)) for bet in rules.bets for on in selections(rules, bet)]
