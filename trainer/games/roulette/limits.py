"""What may lie on the cloth: limits by kind of bet, mixed chips, and what a table's own limits must be."""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.core import Decision, Reason, RequestError
from trainer.games.limits import Bounds, bounds, table_limits
from trainer.games.posted import posted_facts
from trainer.games.roulette.announced import chip_value, chips_of, cite_of, is_announced
from trainer.games.roulette.figures import roulette
from trainer.games.roulette.layout import INSIDE, bet_of_spot, covered
from trainer.games.roulette.settle import RouletteBet
from trainer.rulebooks.schema import BetRule, GameRules


class LimitQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May these bets stand, and what is the most? ``minimum`` and ``maximum`` are the table's on a number.

    ``chip_values`` are the values of the cash chips one player uses in this round.
    """

    bets: tuple[RouletteBet, ...] = ()
    minimum: Amount | None = None
    maximum: Amount | None = None
    chip_values: tuple[Amount, ...] = ()


def limit(rules: GameRules, question: LimitQuestion) -> Decision:
    """Each bet's limits and whether it may stand; without bets, the maxima and minima of the table."""
    known = table_limits(rules, question.minimum, question.maximum)
    if question.maximum is not None and not any(_of_the_maximum(rule) for rule in rules.bets.values()):
        raise RequestError("maximum", "must be left out: here the maxima follow from the minimum on a number")
    facts: dict[str, Any] = {}
    reasons: list[Reason] = []
    if not question.bets:
        every = {kind: bounds(rules, rule, known) for kind, rule in rules.bets.items()}
        facts["max"] = {kind: found.maximum for kind, found in every.items()}
        facts["min"] = {kind: found.minimum for kind, found in every.items()}
        reasons += [
            Reason("limit-of-bet", {"bet": rules.bets[kind].names, "minimum": b.minimum, "maximum": b.maximum}, b.cite)
            for kind, b in every.items()
        ]
    answers = [_bet_limit(rules, bet, known, f"bets[{index}]", question) for index, bet in enumerate(question.bets)]
    if answers:
        facts["bets"] = [answer for answer, _ in answers]
        facts["allowed"] = all(answer["allowed"] for answer, _ in answers)
        reasons += [reason for _, found in answers for reason in found]
    for ruling in (_mixed_chips(rules, question), _quarter_chips(rules, question, known["minimum"])):
        if ruling is not None:
            facts["allowed"] = facts.get("allowed", True) and ruling[0]
            reasons.append(ruling[1])
    facts |= _asked_of_the_table(rules, question, known["minimum"], reasons)
    return Decision(facts, tuple(reasons))


def _of_the_maximum(rule: BetRule) -> bool:
    return rule.maximum is not None and rule.maximum.of == "maximum"


def _asked_of_the_table(
    rules: GameRules, question: LimitQuestion, minimum: Amount, reasons: list[Reason]
) -> dict[str, Any]:
    """What the regulation asks of the limits a table posts; its reasons are added to those given."""
    asked, small = roulette(rules).limits, roulette(rules).quarter_chips
    facts: dict[str, Any] = {}
    if asked is not None:
        facts |= posted_facts(asked, minimum, question.maximum)
        if asked.spread is not None:
            reasons.append(Reason("limit-spread", {"spread": asked.spread}, asked.cite))
        if asked.lowest_minimum is not None and asked.highest_maximum is not None:
            facts["allowed_range"] = [asked.lowest_minimum, asked.highest_maximum]
        if asked.even_chance_minimum is not None:
            facts["even_chance_minimum_max"] = minimum * asked.even_chance_minimum
            reasons.append(Reason("even-chance-minimum", {"times": asked.even_chance_minimum}, asked.cite))
    if small is not None:
        facts["quarter_chips_allowed"] = minimum in small.table_minimums
    return facts


def inside_total_applies(rules: GameRules) -> bool:
    """Whether inside bets reach the minimum together rather than one by one."""
    return rules.chosen.get("minimum-applies") == "inside-total"


def _bet_limit(
    rules: GameRules, bet: RouletteBet, known: dict[str, Amount], field: str, question: LimitQuestion
) -> tuple[dict[str, Any], list[Reason]]:
    if bet.stake < 0:
        raise RequestError(f"{field}.stake", "must not be below 0")
    shown: dict[str, Any] = {"bet": bet.bet} if bet.on is None else {"bet": bet.bet, "on": bet.on}
    if is_announced(rules, bet.bet):
        return _announced_limit(rules, bet, known, field, shown)
    covered(rules, bet.bet, bet.on, field)
    found = bounds(rules, rules.bets[bet.bet], known)
    stake = bet.stake
    if inside_total_applies(rules) and bet.bet in INSIDE:
        together = sum((other.stake for other in question.bets if other.bet in INSIDE), ZERO)
        allowed = found.allows(stake) or (together >= (found.minimum or ZERO) and stake <= (found.maximum or stake))
    else:
        allowed = found.allows(stake)
    params = {"bet": rules.bets[bet.bet].names, "minimum": found.minimum, "maximum": found.maximum}
    shown |= {"stake": stake, "allowed": allowed, "minimum": found.minimum, "maximum": found.maximum}
    return shown, [Reason("limit-of-bet", params, found.cite)]


def _announced_limit(
    rules: GameRules, bet: RouletteBet, known: dict[str, Amount], field: str, shown: dict[str, Any]
) -> tuple[dict[str, Any], list[Reason]]:
    """Each chip within the straight-up limits, each component within its own maximum."""
    value = chip_value(rules, bet.bet, bet.on, bet.stake, bet.chip, field)
    chips = chips_of(rules, bet.bet, bet.on, field)
    single = bounds(rules, rules.bets["straight-up"], known)
    most_per_chip = min(
        [_most(single)] + [_most(bounds(rules, rules.bets[bet_of_spot(s)[0]], known)) / n for s, n in chips.items()]
    )
    least, count = single.minimum or ZERO, sum(chips.values())
    allowed = least <= value <= most_per_chip
    cite = cite_of(rules, bet.bet)
    params = {"chips": count, "minimum": least, "maximum": most_per_chip}
    shown |= {"stake": bet.stake, "allowed": allowed, "minimum": least * count, "maximum": most_per_chip * count}
    return shown, [Reason("limit-of-set", params, cite)]


def _most(found: Bounds) -> Amount:
    if found.maximum is None:
        raise ValueError("a roulette bet without a maximum")
    return found.maximum


def _mixed_chips(rules: GameRules, question: LimitQuestion) -> tuple[bool, Reason] | None:
    cash = roulette(rules).cash_chips
    if cash is None or len(set(question.chip_values)) < 2:
        return None
    kinds = {kind for bet in question.bets for kind in _kinds(rules, bet)}
    allowed = all(rules.bets[kind].group in cash.mixed_on for kind in kinds)
    return allowed, Reason("mixed-chips-allowed" if allowed else "mixed-chips-forbidden", {}, cash.cite)


def _kinds(rules: GameRules, bet: RouletteBet) -> set[str]:
    """The bets that lie on the cloth for a bet: its own kind, or those an announced one is placed on."""
    if not is_announced(rules, bet.bet):
        return {bet.bet}
    return {bet_of_spot(spot)[0] for spot in chips_of(rules, bet.bet, bet.on)}


def _quarter_chips(rules: GameRules, question: LimitQuestion, minimum: Amount) -> tuple[bool, Reason] | None:
    small = roulette(rules).quarter_chips
    if small is None or small.value not in question.chip_values:
        return None
    params = {"value": small.value, "minimums": small.table_minimums}
    return minimum in small.table_minimums, Reason("quarter-chips", params, small.cite)
