"""Books a verdict: what the house pays, takes and gives back on each bet, rounded as the house rounds."""

from __future__ import annotations

from typing import Any

from trainer.equipment.money import ZERO, Amount
from trainer.equipment.odds import Odds
from trainer.games.blackjack.dealer import DealerHand
from trainer.games.blackjack.figures import blackjack, side_bet
from trainer.games.blackjack.hands import is_ten
from trainer.games.blackjack.side_bets import READERS, Seen, suited_push_22
from trainer.games.blackjack.verdict import Verdict
from trainer.games.core import Bet, BetResult, Outcome, Reason, RequestError
from trainer.games.limits import InPlay, settled_in_play
from trainer.games.meter import Winner, pay_meter
from trainer.rulebooks.schema import BetRule, Citation, GameRules
from trainer.texts import Message, Names

HAND_BETS = ("main", "split", "double", "free-split", "free-double")
FREE_BETS = ("free-split", "free-double")
INSURANCES = ("insurance", "insurance-ten")


class BlackjackBet(Bet, frozen=True):
    """A bet at a blackjack table. ``on`` is the dealer's hand in Challenge 21; ``marker`` what a free bet is worth."""

    marker: Amount | None = None


def paid(rules: GameRules, odds: Odds, stake: Amount, cite: Citation) -> tuple[Amount, tuple[Reason, ...]]:
    """What odds pay on a stake, as the house hands it over, and the reasons: the odds, and the rounding if it bites."""
    exact = odds.pays(stake)
    pays = rules.pays(odds, stake)
    reasons = [Reason("table.reason.pays", {"odds": odds, "stake": stake, "pays": pays}, cite)]
    if pays != exact:
        reasons.append(rounding_reason(rules, exact, pays))
    return pays, tuple(reasons)


def rounding_reason(rules: GameRules, exact: Amount, handed: Amount) -> Reason:
    """Why the house hands over another amount than the exact one."""
    option = rules.options.get("rounding")
    return Reason("rounded", {"exact": exact, "handed": handed}, option.cite if option else None)


def odds_of(rules: GameRules, rule: BetRule, row: str) -> Odds:
    """The odds of a row, or those of the bet itself."""
    odds = rule.pay_table.get(row, rule.pays) if row else rule.pays
    if odds is None:
        raise ValueError(f"{rules.rulebook}/{rules.game}: no odds for row {row!r}")
    return odds


def book_hand_bet(rules: GameRules, bet: BlackjackBet, verdict: Verdict, play: InPlay | None = None) -> BetResult:
    """A stake on a hand, or a marker: a marker is paid if its hand wins, and never costs the player anything."""
    if play is None:
        return _book_hand_bet(rules, bet, verdict, (bet.marker or ZERO) if bet.bet in FREE_BETS else bet.stake)
    return settled_in_play(bet, play, lambda worth: _book_hand_bet(rules, bet, verdict, worth))


def _book_hand_bet(rules: GameRules, bet: BlackjackBet, verdict: Verdict, worth: Amount) -> BetResult:
    free = bet.bet in FREE_BETS
    stake = ZERO if free else worth
    facts: dict[str, Any] = {"at_once": True} if verdict.at_once else {}
    if free and verdict.outcome is not Outcome.STAND:
        facts["marker_collected"] = True
    pays, reasons = _hand_pays(rules, bet, verdict, worth)
    reasons = (*verdict.reasons, *reasons)
    outcome, loses, returned, stays = verdict.outcome, ZERO, ZERO, ZERO
    if verdict.spared and bet.bet != "main" and outcome is Outcome.LOSE:
        outcome = Outcome.PUSH
        reasons = (*reasons, Reason("original-only", {}, blackjack(rules).natural.takes_cite))
    if verdict.halved:
        exact, returned = surrender_return(rules, stake)
        loses = stake - returned
        cite = blackjack(rules).surrender.half_cite
        reasons = (*reasons, Reason("half-back", {"half": returned, "stake": stake}, cite))
        if returned != exact:
            reasons = (*reasons, rounding_reason(rules, exact, returned))
    elif outcome is Outcome.LOSE:
        loses = stake
    elif outcome is Outcome.STAND:
        stays = stake
    else:
        returned = stake
    if free and outcome in (Outcome.LOSE, Outcome.PUSH):
        free_bet = blackjack(rules).free_bet
        reasons = (*reasons, Reason("marker-collected", {}, free_bet.marker_cite if free_bet else None))
    return BetResult(bet, outcome, pays, loses, returned, stays, reasons, facts)


def surrender_return(rules: GameRules, stake: Amount) -> tuple[Amount, Amount]:
    """What a surrender gives back of a stake: exactly, and as the house hands it over."""
    exact = stake * blackjack(rules).surrender.returned_percent / 100
    return exact, rules.money(exact)


def _hand_pays(
    rules: GameRules, bet: BlackjackBet, verdict: Verdict, worth: Amount
) -> tuple[Amount, tuple[Reason, ...]]:
    rule, promotions = rules.bets[bet.bet], blackjack(rules).promotions
    pays = ZERO
    reasons: tuple[Reason, ...] = ()
    if verdict.outcome is Outcome.WIN and (not verdict.prize or verdict.added):
        pays, reasons = paid(rules, odds_of(rules, rule, verdict.row), worth, rule.cite)
    if verdict.prize and promotions:
        prize = promotions.prizes[verdict.prize]
        extra, more = paid(rules, prize.pays, worth, prize.cite)
        pays, reasons = pays + extra, (*reasons, *more)
    return pays, reasons


def row_of(rules: GameRules, bet: str, seen: Seen) -> str | None:
    """The row a side bet wins, "" if it loses, `None` while a card that decides is missing."""
    reader = READERS[bet]
    if bet == "push-22" and "suited-22" in rules.bets[bet].pay_table:
        reader = suited_push_22
    row = reader(seen, side_bet(rules, bet))
    if bet == "pot-of-gold" and row:
        row = min(row, max(rules.bets[bet].pay_table, key=int), key=int)
    return row


def book_side_bet(
    rules: GameRules, bet: BlackjackBet, row: str | None, meter: Amount | None = None, field: str = "meter"
) -> BetResult:
    """A side bet by its row; a share of the progressive meter where the row pays one, with what that leaves."""
    rule, figures = rules.bets[bet.bet], side_bet(rules, bet.bet)
    if row is None:
        reason = Reason("side-bet-waits", {"bet": rule.names}, rule.cite)
        return BetResult(bet, Outcome.STAND, stays=bet.stake, reasons=(reason,))
    if not row:
        reason = Reason("side-bet-loses", {"bet": rule.names}, rule.cite)
        return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,), facts={"row": "none"})
    reason = Reason("side-bet-wins", {"bet": rule.names, "row": row_name(rules, bet.bet, row)}, rule.cite)
    facts: dict[str, Any] = {"row": row}
    money: tuple[Reason, ...]
    if figures.meter and row in figures.meter.prizes:
        share = figures.meter.prizes[row].share or ZERO
        if meter is None:
            raise RequestError(field, f"is missing: {row} pays {share} percent of the progressive meter")
        settled = pay_meter(figures.meter, meter, [Winner(row, bet.stake)], rules.money)
        pays = settled.payments[0].pays
        facts["meter"] = share
        money = (Reason("meter-share", {"share": share, "meter": meter, "pays": pays}, rule.cite),)
        facts["meter_left"] = settled.next
        if settled.won_whole:
            money = (*money, Reason("meter-reset", {"reset": figures.meter.seed}, rule.cite))
    else:
        pays, money = paid(rules, odds_of(rules, rule, row), bet.stake, rule.cite)
    kept = ZERO if figures.stake_returned else bet.stake
    if kept:
        money = (*money, Reason("side-bet-stake-kept", {}, rule.cite))
    return BetResult(bet, Outcome.WIN, pays, kept, bet.stake - kept, ZERO, (reason, *money), facts)


def row_name(rules: GameRules, bet: str, row: str) -> Names | Message:
    """A row of a side bet's table in words; ``none`` is the loss."""
    return rules.bets[bet].outcomes[row] if row in rules.bets[bet].outcomes else Message("blackjack.row.none")


def book_insurance(rules: GameRules, bet: BlackjackBet, dealer: DealerHand, field: str) -> BetResult:
    """An insurance: won if the dealer's first two cards are a blackjack."""
    rule, up = rules.bets[bet.bet], dealer.up
    if up is not None:
        fits = up.rank == "A" if bet.bet == "insurance" else is_ten(up)
        if not fits:
            wanted = "an ace" if bet.bet == "insurance" else "a ten or a figure"
            raise RequestError(field, f"there is no {bet.bet} against {up}: the dealer's first card must be {wanted}")
    cite = blackjack(rules).insurance.settled_cite
    if not dealer.second_known:
        reason = Reason("insurance-waits", {}, cite)
        return BetResult(bet, Outcome.STAND, stays=bet.stake, reasons=(reason,))
    if dealer.is_blackjack:
        pays, reasons = paid(rules, odds_of(rules, rule, ""), bet.stake, rule.cite)
        return BetResult(
            bet, Outcome.WIN, pays, returned=bet.stake, reasons=(Reason("insurance-wins", {}, cite), *reasons)
        )
    return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(Reason("insurance-loses", {}, cite),))
