"""Answers to `limit` at roulette: limits by kind of bet, mixed chips, and the limits a table may post."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from trainer.equipment.money import Amount
from trainer.games.core import Decision, Reason, RequestError
from trainer.games.limits import (
    Bounds,
    Laid,
    OnSpot,
    bounds,
    check_maximum,
    every_limit,
    may_lie,
    stated_limits,
    table_limits,
)
from trainer.games.posted import posted_facts
from trainer.games.roulette.announced import chips_of, cite_of, is_announced
from trainer.games.roulette.figures import roulette
from trainer.games.roulette.layout import bet_of_spot
from trainer.games.roulette.settle import RouletteBet, components, on_spots
from trainer.rulebooks.schema import GameRules


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
    check_maximum(rules, question.maximum)
    if question.bets:
        stated = stated_limits(question.minimum, question.maximum, roulette(rules).limits)
        facts, reasons = may_lie(_laid(rules, question.bets, stated))
    else:
        names = {kind: rule.names for kind, rule in rules.bets.items()}
        facts, reasons = every_limit(names, {kind: bounds(rules, rule, known) for kind, rule in rules.bets.items()})
    for ruling in (_mixed_chips(rules, question), _quarter_chips(rules, question, known["minimum"])):
        if ruling is not None:
            facts["allowed"] = facts.get("allowed", True) and ruling[0]
            reasons.append(ruling[1])
    facts |= _asked_of_the_table(rules, question, reasons)
    return Decision(facts, tuple(reasons))


def _asked_of_the_table(rules: GameRules, question: LimitQuestion, reasons: list[Reason]) -> dict[str, Any]:
    """What the regulation asks of the limits a table posts; its reasons are added to those given."""
    minimum = question.minimum
    asked, small = roulette(rules).limits, roulette(rules).quarter_chips
    facts: dict[str, Any] = {}
    if asked is not None:
        facts |= posted_facts(asked, minimum, question.maximum)
        if asked.spread is not None:
            reasons.append(Reason("limit-spread", {"spread": asked.spread}, asked.cite))
        if asked.lowest_minimum is not None and asked.highest_maximum is not None:
            facts["allowed_range"] = [asked.lowest_minimum, asked.highest_maximum]
        if asked.even_chance_minimum is not None and minimum is not None:
            facts["even_chance_highest_minimum"] = minimum * asked.even_chance_minimum
            reasons.append(Reason("even-chance-minimum", {"times": asked.even_chance_minimum}, asked.cite))
    if small is not None and minimum is not None:
        facts["quarter_chips_allowed"] = minimum in small.table_minimums
    return facts


def _laid(rules: GameRules, bets: Sequence[RouletteBet], known: dict[str, Amount]) -> list[Laid]:
    """The bets of one question; raises `RequestError` for one that cannot lie on this cloth."""
    parts = [components(rules, bet, f"bets[{index}]") for index, bet in enumerate(bets)]
    found = iter(on_spots(rules, parts, known))
    laid: list[Laid] = []
    for bet, of_bet in zip(bets, parts, strict=True):
        spots = [next(found) for _ in of_bet]
        if is_announced(rules, bet.bet):
            laid.append(_announced(rules, bet, known, spots))
        else:
            rule = rules.bets[bet.bet]
            laid.append(Laid(bet, bounds(rules, rule, known), rule.names, tuple(spots)))
    return laid


def _announced(rules: GameRules, bet: RouletteBet, known: dict[str, Amount], spots: Sequence[OnSpot]) -> Laid:
    """Each chip within the straight-up limits, each component within its own maximum."""
    chips = chips_of(rules, bet.bet, bet.on)
    single = bounds(rules, rules.bets["straight-up"], known)
    count, cite = sum(chips.values()), cite_of(rules, bet.bet)
    of_spots = [(bounds(rules, rules.bets[bet_of_spot(spot)[0]], known).maximum, n) for spot, n in chips.items()]
    maxima = [most / n for most, n in ((single.maximum, 1), *of_spots) if most is not None]
    least, most_per_chip = single.minimum, min(maxima, default=None)
    found = Bounds(
        least * count if least is not None else None, most_per_chip * count if most_per_chip is not None else None, cite
    )
    reason = None
    if least is not None and most_per_chip is not None:
        params = {"chips": count, "minimum": least, "maximum": most_per_chip}
        reason = Reason("limit-of-set", params, cite)
    names = roulette(rules).announced.sets[bet.bet].names if bet.bet in roulette(rules).announced.sets else None
    return Laid(
        bet,
        found,
        names or rules.bets["straight-up"].names,
        # A set reaches its minimum chip by chip; the maximum is that of each spot.
        tuple(msgspec.structs.replace(part, bounds=Bounds(None, part.bounds.maximum, found.cite)) for part in spots),
        refused=bool(bet.stake) and not found.allows(bet.stake),
        reason=reason,
    )


def _mixed_chips(rules: GameRules, question: LimitQuestion) -> tuple[bool, Reason] | None:
    cash = roulette(rules).cash_chips
    if cash is None or len(set(question.chip_values)) < 2:
        return None
    kinds = [part.bet for bet in question.bets for part in components(rules, bet, "bets")]
    if not kinds and cash.mixed_on:
        raise RequestError("bets", "is missing: whether chips may be mixed depends on where they lie")
    allowed = bool(kinds) and all(rules.bets[kind].group in cash.mixed_on for kind in kinds)
    return allowed, Reason("mixed-chips-allowed" if allowed else "mixed-chips-forbidden", {}, cash.cite)


def _quarter_chips(rules: GameRules, question: LimitQuestion, minimum: Amount) -> tuple[bool, Reason] | None:
    small = roulette(rules).quarter_chips
    if small is None or small.value not in question.chip_values:
        return None
    params = {"value": small.value, "minimums": small.table_minimums}
    return minimum in small.table_minimums, Reason("quarter-chips", params, small.cite)
