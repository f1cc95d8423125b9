"""Limits of bets, for every game: what may lie, and what becomes of a bet found outside them too late."""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.core import BetResult, Outcome, Reason, RequestError
from trainer.rulebooks.schema import BetRule, Citation, GameRules
from trainer.texts import Names


class Bounds(msgspec.Struct, frozen=True):
    """The least and the most that may lie on one bet at one table; `None` where nothing limits it."""

    minimum: Amount | None
    maximum: Amount | None
    cite: Citation

    def allows(self, stake: Amount) -> bool:
        return (self.minimum is None or stake >= self.minimum) and (self.maximum is None or stake <= self.maximum)


def bounds(rules: GameRules, rule: BetRule, known: dict[str, Amount]) -> Bounds:
    """The limits of a bet, given the table's ``minimum`` and ``maximum`` and any stakes they refer to."""
    return Bounds(
        rule.minimum.amount(known) if rule.minimum else None,
        rule.maximum.amount(known) if rule.maximum else None,
        rule.limit_cite or rule.cite,
    )


def table_limits(rules: GameRules, minimum: Amount | None, maximum: Amount | None) -> dict[str, Amount]:
    """The table's own limits: those given, else the rulebook's example table."""
    for field, given in (("minimum", minimum), ("maximum", maximum)):
        if given is not None and given <= 0:
            raise RequestError(field, "must be above 0")
    limits = {"minimum": minimum or rules.table.minimum, "maximum": maximum or rules.table.maximum}
    if maximum is not None and limits["maximum"] < limits["minimum"]:
        raise RequestError("maximum", "is below the minimum")
    return limits


def limit_reason(names: Names, found: Bounds) -> Reason:
    """Between which limits a bet may lie, as far as it has any."""
    params = {"bet": names, "minimum": found.minimum, "maximum": found.maximum}
    known = {name: value for name, value in params.items() if value is not None}
    if found.minimum is not None and found.maximum is not None:
        return Reason("table.reason.limits", known, found.cite)
    kind = "most" if found.maximum is not None else "least" if found.minimum is not None else "none"
    return Reason(f"table.reason.limit-{kind}", known, found.cite)


class InPlay(msgspec.Struct, frozen=True):
    """The part of a stake that plays and the part that goes back, with the reasons and who has to know."""

    stake: Amount
    returned: Amount = ZERO
    reasons: tuple[Reason, ...] = ()
    facts: dict[str, Any] = {}


def stake_in_play(rules: GameRules, stake: Amount, limit: Bounds) -> InPlay:
    """How much of a stake counts when nobody noticed in time that it was outside the limits.

    Over the maximum somebody is told before the bet is settled; under the minimum he must also agree to it.
    """
    off = rules.off_limits
    if off is None or limit.allows(stake):
        return InPlay(stake)
    told = rules.staff[off.tell].names
    if limit.maximum is not None and stake > limit.maximum:
        params = {"stake": stake, "maximum": limit.maximum, "tell": told}
        plays = {"return-excess": limit.maximum, "pay-as-placed": stake, "void": ZERO}[off.over]
        reason = Reason(f"table.reason.over-maximum-{off.over}", params, off.cite)
        notice = "notify_first"
    else:
        params = {"stake": stake, "minimum": limit.minimum, "tell": told}
        plays = {"pay-as-placed": stake, "void": ZERO}[off.under]
        reason = Reason(f"table.reason.under-minimum-{off.under}", params, off.cite)
        notice = "authorised_by"
    facts = {
        "stake_in_play": plays,
        "excess_returned": stake - plays,
        notice: told.es.lower(),
        "inform_player_of_limits": True,
    }
    return InPlay(plays, stake - plays, (reason,), facts)


def with_excess(result: BetResult, play: InPlay) -> BetResult:
    """The result of the part that played, with what went back because it was outside the limits."""
    if not play.reasons:
        return result
    if not play.stake:
        return BetResult(result.bet, Outcome.VOID, returned=play.returned, reasons=play.reasons, facts=play.facts)
    return msgspec.structs.replace(
        result,
        returned=result.returned + play.returned,
        reasons=(*play.reasons, *result.reasons),
        facts={**result.facts, **play.facts},
    )
