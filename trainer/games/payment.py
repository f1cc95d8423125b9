"""Payment of a winning bet at odds, rounded by the house's rule, with the reason that states it."""

from __future__ import annotations

from typing import Any

from trainer.equipment.money import Amount
from trainer.equipment.odds import Odds
from trainer.games.core import Bet, BetResult, Outcome, Reason
from trainer.rulebooks.schema import Citation, GameRules


def won(
    rules: GameRules,
    bet: Bet,
    stake: Amount,
    odds: Odds | None,
    cite: Citation,
    *why: Reason,
    facts: dict[str, Any] | None = None,
) -> BetResult:
    """Pay a stake at odds and return it; the reasons in ``why`` come first."""
    if odds is None:
        raise ValueError(f"{rules.rulebook}/{rules.game}: bet {bet.bet} has no odds")
    rule = rules.bets.get(bet.bet)  # a bet noticed too late may belong to any game
    cite = (rule.pays_cite if rule else None) or cite
    pays = rules.pays(odds, stake)
    paid = Reason("table.reason.pays", {"odds": odds, "stake": stake, "pays": pays}, cite)
    return BetResult(bet, Outcome.WIN, pays=pays, returned=stake, reasons=(*why, paid), facts=facts or {})
