"""Result of one bet with reasons: lost with the hand, decided against the dealer, or by the hand itself."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from trainer.equipment.money import ZERO
from trainer.games.core import Bet, BetResult, Outcome, Reason, RequestError
from trainer.games.house_poker.described_round import Place, Told
from trainer.games.house_poker.figures import BetFigures, bet_figures, house_poker
from trainer.games.house_poker.hands import Hand, called, hand_cite, named_alike, opens, order_of, paid_row
from trainer.games.payment import won
from trainer.rulebooks.schema import Citation, GameRules


class Duel(StrEnum):
    """How a hand stands against the croupier's."""

    PLAYER = "player"
    DEALER = "dealer"
    TIE = "tie"
    CLOSED = "not-qualified"
    FOLD = "fold"
    WAITS = "waits"


def duel(rules: GameRules, told: Told, place: Place) -> Duel:
    """The result of a place against the croupier; raises `RequestError` if a hand that decides is not given."""
    if place.folded:
        return Duel.FOLD
    if dealer_opens(rules, told) is False:
        return Duel.CLOSED
    return compared(rules, told, place)


def compared(rules: GameRules, told: Told, place: Place) -> Duel:
    """Whose hand is higher, whether the croupier opens or not."""
    if told.dealer is None:
        return Duel.WAITS
    hand = _hand(place, "main:all")
    player, dealer = order_of(rules, hand), order_of(rules, told.dealer)
    if player == dealer:
        return Duel.TIE
    return Duel.PLAYER if player > dealer else Duel.DEALER


def dealer_opens(rules: GameRules, told: Told) -> bool | None:
    """Whether the croupier opens; `None` while his hand is not known, or where he need not."""
    if house_poker(rules).opening is None:
        return None
    return told.dealer_opens if told.dealer is None else opens(rules, told.dealer)


def _hand(place: Place, key: str) -> Hand:
    if key not in place.hands:
        field = f"{place.field}.cards" if place.field else "player"
        raise RequestError(field, "is missing: say which cards the player holds, or give the hand as rank")
    return place.hands[key]


def book(rules: GameRules, told: Told, place: Place, bet: Bet) -> BetResult | None:
    """A bet's result; `None` for a prize out of the meter, which is reckoned for all seats together."""
    figures, rule = bet_figures(rules, bet.bet), rules.bets[bet.bet]
    if bet.bet in place.withdrawn:
        return BetResult(bet, Outcome.VOID, returned=bet.stake, reasons=(_reason("withdrawn", rules, bet, rule.cite),))
    if figures.light and not place.light_on:
        if figures.unlit == "lost":
            return _lost(bet, _reason("light-off-lost", rules, bet, figures.light_cite or rule.cite))
        reason = _reason("light-off", rules, bet, figures.light_cite or rule.cite)
        return BetResult(bet, Outcome.VOID, returned=bet.stake, reasons=(reason,))
    if figures.kind == "price":
        return _lost(bet, _reason("price-kept", rules, bet, rule.cite))
    if place.folded and figures.after_fold == "lost":
        return _lost(bet, *_folded(rules, bet, figures), facts={"collect_now": True})
    if place.bought and figures.after_buy == "lost":
        return _lost(bet, _reason("lost-by-exchange", rules, bet, figures.buy_cite or rule.cite))
    if figures.needs_open and dealer_opens(rules, told) is False:
        return _lost(bet, *opening_reasons(rules, told), _reason("needs-open", rules, bet, rule.cite))
    if figures.kind == "duel":
        return _book_duel(rules, told, place, bet, figures)
    equal = house_poker(rules).equal
    together = equal.bets if equal is not None and equal.only_together and bet.bet in equal.bets else ()
    if equal is not None and any(each not in place.bets or each in place.withdrawn for each in together):
        return _lost(bet, _reason("not-both-times", rules, bet, equal.cite))
    hand = place.hands.get(f"{figures.ranking}:{figures.cards}")
    if hand is None and figures.cards in ("all", "own-and-dealer") and place.hands:
        reason = _reason("waits-for-cards", rules, bet, rule.cite)
        return BetResult(bet, Outcome.STAND, stays=bet.stake, reasons=(reason,))
    return by_hand(rules, bet, hand or _hand(place, f"{figures.ranking}:{figures.cards}"), figures)


def by_hand(rules: GameRules, bet: Bet, hand: Hand, figures: BetFigures) -> BetResult | None:
    """A bet that only the player's own hand decides; `None` for a prize out of the meter, as in `book`."""
    rule = rules.bets[bet.bet]
    rows = figures.meter.prizes if figures.meter else rule.pay_table
    row = paid_row(hand, rows)
    if not row:
        reason = Reason("no-row", {"bet": rule.names, "hand": called(rules, hand)}, rule.cite)
        return _lost(bet, _has(rules, hand), reason, facts={"row": "none"})
    if figures.meter:
        return None
    cite = figures.row_cites.get(row, rule.cite)
    result = won(rules, bet, bet.stake, rule.pay_table[row], cite, _has(rules, hand), facts={"row": row})
    return approved(keep_stake(result, rules, figures), figures, row)


def keep_stake(result: BetResult, rules: GameRules, figures: BetFigures) -> BetResult:
    """A prize without the stake, where the house keeps it."""
    if figures.stake_back:
        return result
    rule = rules.bets[result.bet.bet]
    reason = _reason("stake-kept", rules, result.bet, figures.stake_cite or rule.cite)
    return msgspec.structs.replace(result, loses=result.bet.stake, returned=ZERO, reasons=(*result.reasons, reason))


def approved(result: BetResult, figures: BetFigures, row: str) -> BetResult:
    """A prize that somebody must see before it is paid."""
    if not figures.approval or (figures.approval_rows and row not in figures.approval_rows):
        return result
    reason = Reason("needs-approval", {}, figures.approval_cite)
    facts = {**result.facts, "approved_by": figures.approval}
    return msgspec.structs.replace(result, reasons=(*result.reasons, reason), facts=facts)


def _book_duel(rules: GameRules, told: Told, place: Place, bet: Bet, figures: BetFigures) -> BetResult:
    rule, settling = rules.bets[bet.bet], house_poker(rules).settling
    verdict = duel(rules, told, place)
    closed = verdict is Duel.CLOSED
    if closed and figures.closed in ("duel", "no-win", "no-loss"):
        verdict = compared(rules, told, place)
        if (figures.closed, verdict) in (("no-win", Duel.PLAYER), ("no-loss", Duel.DEALER)):
            verdict = Duel.CLOSED
    why = list(_compared_reasons(rules, told, place, verdict))
    match verdict:
        case Duel.WAITS:
            reason = _reason("waits-for-dealer", rules, bet, rule.cite)
            return BetResult(bet, Outcome.STAND, stays=bet.stake, reasons=(reason,))
        case Duel.CLOSED if figures.closed == "win":
            return won(rules, bet, bet.stake, rule.pays, figures.closed_cite or rule.cite, *why)
        case Duel.CLOSED if figures.closed == "lose":
            return _lost(bet, *why)
        case Duel.CLOSED:
            reason = _reason("closed-push", rules, bet, figures.closed_cite or rule.cite)
            return BetResult(bet, Outcome.PUSH, returned=bet.stake, reasons=(*why, reason))
        case Duel.TIE if closed and figures.closed_tie == "lose":
            return _lost(bet, *why)
        case Duel.TIE if figures.tie == "stand":
            reason = _reason("tie-stands", rules, bet, settling.tie_cite or settling.cite)
            return BetResult(bet, Outcome.STAND, stays=bet.stake, reasons=(*why, reason))
        case Duel.TIE:
            reason = _reason("tie-push", rules, bet, settling.tie_cite or settling.cite)
            return BetResult(bet, Outcome.PUSH, returned=bet.stake, reasons=(*why, reason))
        case Duel.DEALER:
            return _lost(bet, *why)
        case _ if figures.opened == "returned" and not closed:
            reason = _reason("won-returned", rules, bet, figures.opened_cite or rule.cite)
            return BetResult(bet, Outcome.PUSH, returned=bet.stake, reasons=(*why, reason))
        case _:
            return _won_duel(rules, place, bet, figures, why)


def _won_duel(rules: GameRules, place: Place, bet: Bet, figures: BetFigures, why: list[Reason]) -> BetResult:
    rule = rules.bets[bet.bet]
    if not rule.pay_table:
        return won(rules, bet, bet.stake, rule.pays, rule.cite, *why)
    row = paid_row(_hand(place, "main:all"), rule.pay_table)
    if not row and figures.below == "lose":
        reason = Reason("no-row", {"bet": rule.names, "hand": called(rules, _hand(place, "main:all"))}, rule.cite)
        return _lost(bet, *why, reason, facts={"row": "none"})
    if not row:
        reason = _reason("below-table", rules, bet, rule.cite)
        return BetResult(bet, Outcome.PUSH, returned=bet.stake, reasons=(*why, reason), facts={"row": "none"})
    cite = figures.row_cites.get(row, rule.cite)
    result = won(rules, bet, bet.stake, rule.pay_table[row], cite, *why, facts={"row": row})
    return approved(result, figures, row)


def _compared_reasons(rules: GameRules, told: Told, place: Place, verdict: Duel) -> list[Reason]:
    """Why a hand stands against the croupier's as it does."""
    figures, dealer = house_poker(rules), told.dealer
    if verdict is Duel.WAITS:
        return []
    reasons: list[Reason] = []
    if figures.opening is not None:
        reasons += opening_reasons(rules, told)
    if verdict is Duel.CLOSED or dealer is None:
        return reasons
    hand, settling = _hand(place, "main:all"), figures.settling
    params = {"player": called(rules, hand), "dealer": called(rules, dealer)}
    cites = {Duel.PLAYER: settling.win_cite, Duel.DEALER: settling.lose_cite, Duel.TIE: settling.tie_cite}
    rule = {Duel.PLAYER: "player-higher", Duel.DEALER: "dealer-higher", Duel.TIE: "hands-equal"}[verdict]
    reasons.append(Reason(rule, params, cites[verdict] or settling.cite))
    if verdict is not Duel.TIE and hand.cards and dealer.cards and named_alike(hand, dealer):
        reasons.append(Reason("side-cards-decide", {}, figures.hands[hand.ranking].tie_cite))
    return reasons


def opening_reasons(rules: GameRules, told: Told) -> list[Reason]:
    """Whether the croupier opens, and with what."""
    opening = house_poker(rules).opening
    if opening is None:
        return []
    does = dealer_opens(rules, told)
    if told.dealer is None:
        return [Reason("told-open" if does else "told-closed", {}, opening.cite if does else opening.closed_cite)]
    params = {"hand": called(rules, told.dealer)}
    return [Reason("opens", params, opening.cite) if does else Reason("does-not-open", params, opening.closed_cite)]


def _folded(rules: GameRules, bet: Bet, figures: BetFigures) -> tuple[Reason, ...]:
    fold = house_poker(rules).fold
    cite = figures.fold_cite or (fold.cite if fold else rules.bets[bet.bet].cite)
    return (_reason("folded", rules, bet, cite),)


def _has(rules: GameRules, hand: Hand) -> Reason:
    return Reason("player-has", {"hand": called(rules, hand)}, hand_cite(rules, hand))


def _reason(rule: str, rules: GameRules, bet: Bet, cite: Citation) -> Reason:
    return Reason(rule, {"bet": rules.bets[bet.bet].names}, cite)


def _lost(bet: Bet, *why: Reason, facts: dict[str, Any] | None = None) -> BetResult:
    return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=why, facts=facts or {})
