"""Answers to `limit` at craps: may a bet be made, changed or taken down now, its limits, and the limits a table may
post."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Literal

import msgspec

from trainer.equipment.money import Amount
from trainer.games.core import Decision, Reason, RequestError
from trainer.games.craps.figures import SEVEN, TOTALS, BetData, Change, TableLimits, When, bet_data, craps
from trainer.games.craps.layout import (
    COMES,
    FLAT_OF,
    LINE_ODDS,
    CrapsBet,
    belongs_to,
    check,
    check_layout,
    hop_pair,
    read_point,
    selections,
    spot_of,
)
from trainer.games.limits import Bounds, Laid, beside, may_lie, stated_limits, table_limits
from trainer.games.posted import posted_facts
from trainer.rulebooks.schema import GameRules

Wish = Literal["new-bet", "increase", "reduce", "withdraw"]


class LimitQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May these bets stand, and what is the most?

    ``minimum`` and ``maximum`` are the table's, ``centre_minimum`` that of the bets in the middle. ``request`` is what
    the player wants to do with his bets; ``lying`` are the bets that lie already: if it is given, odds are taken only
    where the bet they belong to is among them.
    """

    bets: tuple[CrapsBet, ...] = ()
    minimum: Amount | None = None
    maximum: Amount | None = None
    centre_minimum: Amount | None = None
    request: Wish | None = None
    point: int | None = None
    phase: Literal["come-out", "point"] | None = None
    previous_roll: int | None = None
    lying: tuple[CrapsBet, ...] | None = None


def limit(rules: GameRules, question: LimitQuestion) -> Decision:
    """Each bet's limits and whether it may stand; without bets, the limits of the whole layout."""
    point = read_point(rules, question.point, question.phase, question.previous_roll)
    known = _known(rules, question, table_limits(rules, question.minimum, question.maximum))
    if question.previous_roll is not None and question.previous_roll not in TOTALS:
        raise RequestError("previous_roll", "must be a total from 2 to 12")
    check_layout(rules, question.lying or (), point, "lying", question.bets)
    facts: dict[str, Any]
    reasons: list[Reason] = []
    if question.bets:
        stated = _known(rules, question, stated_limits(question.minimum, question.maximum, craps(rules).limits))
        facts, reasons = may_lie(
            [_laid(rules, question, bet, f"bets[{i}]", point, stated) for i, bet in enumerate(question.bets)]
        )
    else:
        facts = _whole_layout(rules, point, known, question.lying or ())
    table = craps(rules).limits
    if table is not None:
        minimum = question.minimum
        facts |= _table_facts(table, minimum, question.maximum)
        if minimum is not None:
            reasons.append(_table_reason(table, facts, minimum))
    return Decision(facts, tuple(reasons))


def _known(rules: GameRules, question: LimitQuestion, known: dict[str, Amount]) -> dict[str, Amount]:
    """What limits may refer to: the table's own, as far as they are ``known``, and the centre's minimum.

    A maximum that is not given is the one known, or the least that the regulation allows with this minimum.
    """
    if question.centre_minimum is not None and question.centre_minimum <= 0:
        raise RequestError("centre_minimum", "must be above 0")
    table = craps(rules).limits
    if question.maximum is None and "minimum" in known:
        if table is not None and table.simple_maximum is not None:
            known["maximum"] = known["minimum"] * table.simple_maximum
        elif "maximum" in known:
            known["maximum"] = max(known["maximum"], known["minimum"] * ((table.spread if table else None) or 1))
    return with_centre(rules, known, question.centre_minimum)


def with_centre(rules: GameRules, known: dict[str, Amount], centre: Amount | None = None) -> dict[str, Amount]:
    """The limits of a table with the minimum of the bets in its middle: what is given, else the rulebook's."""
    table = craps(rules).limits
    least = centre or (table.centre_minimum if table else None) or known.get("minimum")
    return known if least is None else {**known, "centre": least}


def _table_reason(table: TableLimits, facts: dict[str, Any], minimum: Amount) -> Reason:
    if "maximum_range" in facts:
        least, most = facts["maximum_range"]
        return Reason("table-range", {"minimum": minimum, "least": least, "most": most}, table.cite)
    return Reason(
        "table-spread", {"minimum": minimum, "least": facts.get("lowest_allowed_maximum", minimum)}, table.cite
    )


def _table_facts(table: TableLimits, minimum: Amount | None, maximum: Amount | None) -> dict[str, Any]:
    """What the regulation asks of a table with this minimum, and whether a maximum complies."""
    facts = posted_facts(table, minimum, maximum)
    if table.simple_range and minimum is not None:
        low, high = (minimum * factor for factor in table.simple_range)
        facts["maximum_range"] = [low, high]
        if maximum is not None:
            facts["compliant"] = facts["compliant"] and low <= maximum <= high
    return facts


# ── one bet ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _laid(
    rules: GameRules, question: LimitQuestion, bet: CrapsBet, field: str, point: int | None, known: dict[str, Amount]
) -> Laid:
    check(rules, bet, field)
    if bet.bet in LINE_ODDS and bet.on not in (None, point):
        raise RequestError(f"{field}.on", f"{bet.bet} plays on the point; give it as point and leave this out")
    known = {**known, **flat_stake(bet, (*(question.lying or ()), *question.bets))}
    found = bounds(rules, bet, point, known)
    refused = False
    reasons: tuple[Reason, ...] = ()
    if question.request is not None:
        may, reason = may_change(rules, bet, question.request, point, question.previous_roll, question.lying)
        refused, reasons = not may, (reason,)
    elif bet.stake:
        # What lies here is looked at as `settle` does it: odds beside their bet, a come bet with a point on. A bet that
        # is taken only after a 7 is new if the throw before is told.
        beside_it = (*(question.lying or ()), *question.bets)
        may, reason = may_change(rules, bet, "new-bet", point, question.previous_roll, beside_it)
        is_new = question.previous_roll is not None and bet_data(rules, bet.bet).accepted is When.AFTER_SEVEN
        refused = not may and (bet.bet in FLAT_OF or bet.bet in COMES or is_new)
        reasons = (reason,) if refused else ()
    facts = _range(rules, bet, point, known)
    if bet.bet in FLAT_OF and (bet.on or point):
        unit = exact_unit(rules, bet, point)
        exact = {} if found.maximum is None else {"maximum_exact": found.maximum // unit * unit}
        facts |= {"unit": unit, **exact}
    return Laid.on(
        bet,
        spot_of(bet),
        found,
        rules.bets[bet.bet].names,
        refused=refused,
        reasons=reasons,
        facts=facts,
        any_stake=question.request == "withdraw",
        reason=_limit_reason(rules, bet, found),
    )


def _limit_reason(rules: GameRules, bet: CrapsBet, found: Bounds) -> Reason | None:
    """Why odds have no maximum of their own; the limits of other bets are said as everywhere."""
    rule = rules.bets[bet.bet]
    if found.maximum is not None or not is_limited_by_flat(rules, bet.bet):
        return None
    if found.minimum is None:
        return Reason("most-by-flat-bet", {"bet": rule.names}, found.cite)
    return Reason("limit-by-flat-bet", {"bet": rule.names, "minimum": found.minimum}, found.cite)


def is_limited_by_flat(rules: GameRules, kind: str) -> bool:
    """Whether a bet is odds whose maximum is a multiple of the flat bet they belong to."""
    rule, data = rules.bets[kind], bet_data(rules, kind)
    limits = [*data.maximum_by.values(), *((rule.maximum,) if rule.maximum else ())]
    return kind in FLAT_OF and any(limit.of == FLAT_OF[kind] for limit in limits)


def flat_stake(bet: CrapsBet, lying: Iterable[CrapsBet]) -> dict[str, Amount]:
    """The stake that odds are measured by: the flat bet of the same player on the same number."""
    flat = FLAT_OF.get(bet.bet)
    same = [other.stake for other in lying if belongs_to(bet, other)]
    return {flat: beside(bet.seat, same)} if flat and same else {}


def outcome_key(bet: CrapsBet, point: int | None) -> str:
    """What odds and limits of a bet go by: its number, ``easy`` or ``hard`` for a hop, the point for line odds."""
    if bet.bet == "hop":
        return "hard" if hop_pair(bet).is_double else "easy"
    return str(bet.on if bet.on is not None else point or "")


def exact_unit(rules: GameRules, bet: CrapsBet, point: int | None) -> Amount:
    """Stakes in multiples of this are paid without a fraction: 5 on a place 5, 6 on a place 6."""
    rule = rules.bets[bet.bet]
    odds = rule.pay_table.get(outcome_key(bet, point), rule.pays)
    return Fraction(odds.ratio.denominator if odds else 1)


def bounds(rules: GameRules, bet: CrapsBet, point: int | None, known: dict[str, Amount]) -> Bounds:
    """The least and the most that may lie on a bet; a part is `None` where nothing known limits it.

    Raises `RequestError` for odds whose maximum goes by a point that is not given.
    """
    rule, data = rules.bets[bet.bet], bet_data(rules, bet.bet)
    cite = rule.limit_cite or rule.cite
    minimum = rule.minimum.amount(known) if rule.minimum and rule.minimum.of in ("", *known) else None
    if bet.bet in LINE_ODDS and point is None and (data.maximum_by or data.maximum_is == "win"):
        raise RequestError("point", f"is missing: the most on {bet.bet} goes by the point")
    most = data.maximum_by.get(outcome_key(bet, point), rule.maximum)
    if most is None or (most.of and most.of not in known):
        return Bounds(minimum, None, cite)
    return Bounds(minimum, _stake_for(rules, bet, point, data, most.amount(known), known), cite)


def _stake_for(
    rules: GameRules, bet: CrapsBet, point: int | None, data: BetData, most: Amount, known: dict[str, Amount]
) -> Amount:
    """The greatest stake, where the rulebook limits the winnings or rounds up to a stake that is paid exactly."""
    if data.maximum_is == "win":
        # The win must be reached, so a fraction of a unit goes up, but not above the greatest win that is allowed.
        ratio, table = _best_ratio(rules, bet, point), craps(rules).limits
        stake = math.ceil(most / ratio)
        if table is not None and table.multiple_range:
            stake = min(stake, math.floor(known["maximum"] * table.multiple_range[-1] / ratio))
        return Fraction(stake)
    if data.maximum_rounds_up and (point is not None or bet.on is not None):
        unit = exact_unit(rules, bet, point)
        return math.ceil(most / unit) * unit
    return most


def _best_ratio(rules: GameRules, bet: CrapsBet, point: int | None) -> Fraction:
    rule, key = rules.bets[bet.bet], outcome_key(bet, point)
    odds = [rule.pay_table[key]] if key in rule.pay_table else [*rule.pay_table.values()]
    return max(one.ratio for one in (*odds, *([rule.pays] if rule.pays and key not in rule.pay_table else [])))


def _range(rules: GameRules, bet: CrapsBet, point: int | None, known: dict[str, Amount]) -> dict[str, Any]:
    """Between which figures the house may set the maximum of a bet that is limited by its win."""
    table = craps(rules).limits
    of_win = table is not None and bet_data(rules, bet.bet).maximum_is == "win"
    if table is None or not of_win or not table.multiple_range or "maximum" not in known:
        return {}
    low, high = (known["maximum"] * factor / _best_ratio(rules, bet, point) for factor in table.multiple_range)
    return {"maximum_range": [math.ceil(low) * Fraction(1), high // 1 * Fraction(1)]}


def _whole_layout(
    rules: GameRules, point: int | None, known: dict[str, Amount], lying: Iterable[CrapsBet]
) -> dict[str, Any]:
    """The most and the least on every bet whose limits the table and the bets that lie settle."""
    most: dict[str, Any] = {}
    least: dict[str, Any] = {}
    for kind in rules.bets:
        if kind in LINE_ODDS and point is None:
            continue
        bets = [CrapsBet(bet=kind, on=on) for on in selections(rules, kind)]
        found = {
            outcome_key(bet, point): bounds(rules, bet, point, {**known, **flat_stake(bet, lying)}) for bet in bets
        }
        maxima = {key: one.maximum for key, one in found.items() if one.maximum is not None}
        if maxima:
            most[kind] = maxima if len(set(maxima.values())) > 1 else next(iter(maxima.values()))
        least[kind] = next(iter(found.values())).minimum
    return {"maximum": most, "minimum": least}


# ── may it be made or changed ────────────────────────────────────────────────────────────────────────────────────────


def may_change(
    rules: GameRules,
    bet: CrapsBet,
    wish: Wish,
    point: int | None,
    previous: int | None = None,
    lying: Iterable[CrapsBet] | None = None,
) -> tuple[bool, Reason]:
    """Whether a player may make, raise, lower or take down a bet before the next throw, with the reason.

    Where it is not known what lies, odds are taken to have the bet they belong to.
    """
    data, rule = bet_data(rules, bet.bet), rules.bets[bet.bet]
    cite = data.handling_cite or rule.cite
    params = {"bet": rule.names, "point": point or 0}
    if wish == "new-bet":
        taken = _taken(rules, bet, point, previous, lying)
        return taken, Reason(f"new-bet-{data.accepted.value}", params, data.accepted_cite or cite)
    own = data.raised_cite if wish == "increase" else data.taken_down_cite
    change = {
        "increase": data.raised,
        "reduce": data.lowered or data.taken_down,
        "withdraw": data.taken_down,
    }[wish]
    may = change is Change.ALWAYS or (change is Change.COME_OUT and point is None)
    return may, Reason(f"{wish}-{change.value}", params, own or cite)


def _taken(
    rules: GameRules, bet: CrapsBet, point: int | None, previous: int | None, lying: Iterable[CrapsBet] | None
) -> bool:
    match bet_data(rules, bet.bet).accepted:
        case When.ANY:
            return True
        case When.COME_OUT:
            return point is None
        case When.POINT:
            return point is not None
        case When.WITH_LINE:
            flat_lies = lying is None or bool(flat_stake(bet, lying))
            return flat_lies and (point is not None or bet.bet not in LINE_ODDS)
        case When.AFTER_SEVEN:
            bonus = craps(rules).bonus
            first = previous is None and bonus is not None and bonus.first_throw
            return point is None and (first or previous == SEVEN)
        case When.TRAVELS:
            return False
