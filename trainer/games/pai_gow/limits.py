"""Answers to `limit` at pai gow: limits of the table, bets, the side bet, and spots per player."""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.equipment.money import Amount
from trainer.equipment.odds import Odds
from trainer.games.core import Decision, Reason, RequestError
from trainer.games.limits import Laid, bounds, limit_reason, may_lie, stated_limits, table_limits
from trainer.games.pai_gow.figures import pai_gow
from trainer.games.pai_gow.settle import PAI_GOW, PaiGowBet
from trainer.games.pai_gow.starting_number import (
    STARTING_NUMBER,
    bet_bounds,
    most_side_bet,
    side_bet,
    side_bet_offered,
    side_bet_pays,
)
from trainer.rulebooks.schema import GameRules


class LimitQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Are these table limits lawful, may these bets stand, how much may lie on the side bet, how many spots?

    ``minimum`` and ``maximum`` are the table's.
    ``bet`` asks for the most that may lie on a bet. ``wants_spots`` asks whether a player may have so many spots.
    """

    minimum: Amount | None = None
    maximum: Amount | None = None
    bets: tuple[PaiGowBet, ...] = ()
    bet: str = ""
    odds: Odds | None = None
    wants_spots: int = 0
    adjacent: bool = True
    is_bank: bool = False
    two_spots_offered: bool | None = None


def limit(rules: GameRules, question: LimitQuestion) -> Decision:
    """What is allowed, what is the most, and why."""
    facts: dict[str, Any] = {}
    reasons: list[Reason] = []
    if question.wants_spots:
        _spots(rules, question, facts, reasons)
    if question.bet and question.bet not in rules.bets:
        raise RequestError("bet", f"{question.bet!r} is no bet of {rules.game}; there are: {', '.join(rules.bets)}")
    if question.bet == STARTING_NUMBER:
        _side_bet(rules, question, facts, reasons)
    if question.bets:
        _bets(rules, question, facts, reasons)
    asks_about_bets = bool(question.bet or question.bets or question.wants_spots)
    if not asks_about_bets and (question.minimum is not None or question.maximum is not None):
        _table(rules, question.minimum, question.maximum, facts, reasons)
    if not reasons:
        found = bounds(rules, rules.bets[PAI_GOW], table_limits(rules, question.minimum, question.maximum))
        facts |= {"minimum": found.minimum, "maximum": found.maximum}
        reasons.append(limit_reason(rules.bets[PAI_GOW].names, found))
    return Decision(facts, tuple(reasons))


def _table(
    rules: GameRules, least: Amount | None, most: Amount | None, facts: dict[str, Any], reasons: list[Reason]
) -> None:
    """Whether a table may open with these limits; of one that is not given, what it may be."""
    law = pai_gow(rules).limits
    facts |= {"lowest_allowed_minimum": law.lowest_minimum, "highest_allowed_maximum": law.highest_maximum}
    reasons.append(
        Reason("limit-range", {"lowest": law.lowest_minimum, "highest": law.highest_maximum}, law.range_cite)
    )
    in_range = (least is None or least >= law.lowest_minimum) and (most is None or most <= law.highest_maximum)
    if least is not None:
        facts["lowest_allowed_maximum"] = least * law.spread
        params = {"spread": law.spread, "minimum": least, "needed": least * law.spread}
        reasons.append(Reason("limit-spread", params, law.cite))
    if most is not None:
        facts["highest_allowed_minimum"] = most / law.spread
    spread = least is None or least * law.spread <= (law.highest_maximum if most is None else most)
    facts["compliant"] = in_range and spread


def _spots(rules: GameRules, question: LimitQuestion, facts: dict[str, Any], reasons: list[Reason]) -> None:
    figures = pai_gow(rules)
    offered = rules.option("two-spots") == "yes" if question.two_spots_offered is None else question.two_spots_offered
    if question.is_bank and question.wants_spots > 1:
        facts["allowed"] = False
        reasons.append(Reason("bank-has-one-spot", {}, figures.bank.one_spot_cite))
        return
    most = figures.spots.most if offered else 1
    facts["allowed"] = question.wants_spots == 1 or (question.wants_spots <= most and question.adjacent)
    rule = "two-spots" if offered else "one-spot"
    reasons.append(Reason(rule, {"most": most}, figures.spots.cite))


def _side_bet(rules: GameRules, question: LimitQuestion, facts: dict[str, Any], reasons: list[Reason]) -> None:
    figures, odds = side_bet(rules, question.odds)
    maximum = table_limits(rules, question.minimum, question.maximum)["maximum"]
    most = most_side_bet(rules, odds, maximum)
    facts |= {"side_bet_maximum": most, "side_bet_minimum": bounds(rules, rules.bets[STARTING_NUMBER], {}).minimum}
    params = {"most": most, "odds": odds, "maximum": maximum, "pays": side_bet_pays(rules, figures, odds, most)}
    reasons.append(Reason("side-bet-limit", params, figures.limit_cite))


def _bets(rules: GameRules, question: LimitQuestion, facts: dict[str, Any], reasons: list[Reason]) -> None:
    known = stated_limits(question.minimum, question.maximum, pai_gow(rules).limits)
    main = {bet.seat for bet in question.bets if bet.bet == PAI_GOW and bet.stake}
    laid: list[Laid] = []
    for index, bet in enumerate(question.bets):
        if bet.bet not in rules.bets:
            raise RequestError(f"bets[{index}].bet", f"{bet.bet!r} is no bet of {rules.game}")
        if bet.bet == PAI_GOW and bet.on is not None:
            raise RequestError(f"bets[{index}].on", f"{PAI_GOW} is not made on anything; leave it out")
        found, names = bet_bounds(rules, bet.bet, question.odds, known), rules.bets[bet.bet].names
        if bet.bet != STARTING_NUMBER:
            laid.append(Laid.on(bet, bet.bet, found, names))
            continue
        figures, _ = side_bet(rules, question.odds)
        refusal = ""
        if bet.seat not in main:
            refusal = "side-bet-needs-bet"
        elif not side_bet_offered(rules):
            refusal = "side-bet-not-offered"
        why = (Reason(refusal, {}, figures.needs_cite),) if refusal else ()
        laid.append(Laid.on(bet, f"{bet.bet}:{bet.on}", found, names, refused=bool(refusal), reasons=why))
    found_facts, found_reasons = may_lie(laid)
    facts |= found_facts
    reasons += found_reasons
