"""A bet that wins at odds: what it is paid, rounded as the house rounds, and the reason that says so."""

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
    """A stake paid at odds and handed back; ``why`` it won comes before what it is paid."""
    if odds is None:
        raise ValueError(f"{rules.rulebook}/{rules.game}: bet {bet.bet} has no odds")
    rule = rules.bets.get(bet.bet)  # what was seen too late may be a bet of any game
    cite = (rule.pays_cite if rule else None) or cite
    pays = rules.pays(odds, stake)
    paid = Reason("table.reason.pays", {"odds": odds, "stake": stake, "pays": pays}, cite)
    return BetResult(bet, Outcome.WIN, pays=pays, returned=stake, reasons=(*why, paid), facts=facts or {})
