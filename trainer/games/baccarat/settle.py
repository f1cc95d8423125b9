"""Settles a coup: every bet of every box, the commission on the bank, the hands that push, the side bets."""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.baccarat.bets import (
    BONUS,
    MAIN,
    bet_figures,
    bonus_row,
    both_sides_refused,
    check_bets,
    check_mains,
    is_special_hand,
    odds_of,
    rule_of,
    spot_of,
)
from trainer.games.baccarat.calls import winner_call
from trainer.games.baccarat.commission import Terms, Way, terms
from trainer.games.baccarat.coup import Coup, Result, Winner, deal, follow
from trainer.games.baccarat.drawing import points_of
from trainer.games.baccarat.figures import BaccaratFigures, Side, baccarat
from trainer.games.baccarat.limits import by_multiples, capped, main_maximum
from trainer.games.core import Bet, BetResult, Outcome, Reason, RequestError, Settlement
from trainer.games.decks import check_decks
from trainer.games.limits import (
    InPlay,
    OnSpot,
    check_stakes,
    example_limits,
    given_bounds,
    given_limits,
    settled_in_play,
    stakes_in_play,
)
from trainer.games.payment import won
from trainer.rulebooks.schema import GameRules


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A coup to settle.

    The cards are given as they leave the ``shoe``, or as the hands ``player`` and ``banker`` with the ``next_cards``
    or with their third cards; where only money matters, the ``winner`` or the two totals will do.
    ``commission_percent`` and ``commission`` say what differs from the table's own terms; ``minimum`` and ``maximum``
    are the table's, as in `limit`, where a bet was found outside its limits too late.
    """

    bets: tuple[Bet, ...]
    shoe: tuple[Card, ...] = ()
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    next_cards: tuple[Card, ...] = ()
    winner: Winner | None = None
    player_total: int | None = None
    banker_total: int | None = None
    commission: Way | None = None
    commission_percent: Amount | None = None
    after_no_more_bets: bool = False
    minimum: Amount | None = None
    maximum: Amount | None = None


def settle(rules: GameRules, given: Round) -> Settlement:
    """Every bet's result, and the coup itself where its cards are known."""
    check_stakes(given.bets)
    check_bets(rules, given.bets)
    check_mains(rules, given.bets)
    if refused := both_sides_refused(rules, [bet for bet in given.bets if bet.seat is not None]):
        raise RequestError("bets", f"one player bets on one hand only ({refused})")
    cards = {name: getattr(given, name) for name in ("shoe", "player", "banker", "next_cards")}
    check_decks(baccarat(rules).shoe.decks, cards)
    plays = _in_play(rules, given)
    if given.after_no_more_bets:
        return Settlement(tuple(_void(rules, bet) for bet in given.bets))
    facts, reasons, result = _result(baccarat(rules), given)
    call = winner_call(rules, result)
    if call is not None:
        facts["call"] = call.es
    commission = terms(rules, given.commission_percent, given.commission)

    def settled(index: int) -> BetResult:
        bet, field = given.bets[index], f"bets[{index}]"
        return settled_in_play(
            bet, plays[index], lambda stake: settle_bet(rules, bet, result, commission, stake, field)
        )

    return Settlement(tuple(settled(index) for index in range(len(given.bets))), reasons, facts)


def _in_play(rules: GameRules, given: Round) -> tuple[InPlay, ...]:
    """What of each stake counts under the limits the round gives, if any."""
    limits = given_limits(rules, given.minimum, given.maximum)
    if given.maximum is None and given.minimum is not None and by_multiples(rules):
        limits["maximum"] = main_maximum(rules, example_limits(rules, limits))
    known = example_limits(rules, limits)
    found = [OnSpot(spot_of(bet), bet.stake, given_bounds(capped(rules, bet.bet, known), limits)) for bet in given.bets]
    return stakes_in_play(rules, [bet.seat for bet in given.bets], found)


def coup_of(figures: BaccaratFigures, given: Any) -> Coup | None:
    """The coup whose cards a request gives, as far as they go; `None` if it gives none."""
    if given.shoe:
        if given.player or given.banker:
            raise RequestError("shoe", "is not needed beside the hands")
        return deal(figures, given.shoe, figures.deal.order)
    if given.player or given.banker:
        return follow(figures, given.player, given.banker, given.next_cards)
    return None


def settle_bet(
    rules: GameRules, bet: Bet, result: Result, commission: Terms | None, stake: Amount | None = None, field: str = ""
) -> BetResult:
    """One bet on one result; ``stake`` is the part of it that plays, if not the whole."""
    rule_of(rules, bet.bet, f"{field}.bet")
    playing = bet.stake if stake is None else stake
    if bet.bet in MAIN:
        return _main(rules, bet, result, commission, playing, field)
    if bet.bet == BONUS:
        return _bonus(rules, bet, result, playing, field)
    if bet_figures(rules, bet.bet).is_on_a_hand:
        return _on_a_hand(rules, bet, result, playing, field)
    return _tie(rules, bet, result, playing)


def _result(figures: BaccaratFigures, given: Round) -> tuple[dict[str, Any], tuple[Reason, ...], Result]:
    coup = coup_of(figures, given)
    if coup is not None:
        if coup.waits_for is not None:
            field = "shoe" if given.shoe else "next_cards"
            raise RequestError(field, f"the {coup.waits_for.value} hand must still draw: give its card")
        return coup.facts(), coup.reasons, coup.result.agrees_with(given.winner, given.player_total, given.banker_total)
    if given.player_total is not None and given.banker_total is not None:
        player, banker = points_of(given.player_total, "player_total"), points_of(given.banker_total, "banker_total")
        result = Result.of_totals(player, banker).agrees_with(given.winner)
        totals = {"player_total": given.player_total, "banker_total": given.banker_total}
        return {**totals, "winner": result.winner, "margin": result.margin}, (), result
    if given.winner is None:
        raise RequestError("shoe", "give the cards (shoe, or player and banker), the two totals, or the winner")
    return {"winner": given.winner}, (), Result(given.winner)


def _main(rules: GameRules, bet: Bet, result: Result, commission: Terms | None, stake: Amount, field: str) -> BetResult:
    rule, figures = rules.bets[bet.bet], baccarat(rules)
    if result.winner == "tie":
        reason = Reason("tie-returns", {"bet": rule.names}, rules.bets["tie"].cite)
        return BetResult(bet, Outcome.PUSH, returned=stake, reasons=(reason,))
    if result.winner != bet.bet:
        return _lost(rules, bet, stake, result)
    push = figures.banker_push
    if bet.bet == "banker" and push is not None:
        if result.banker_total in (None, push.total):
            _need_hands(bet, result, field)
        if (result.banker_total, result.banker_cards) == (push.total, push.cards):
            params = {"total": push.total, "cards": push.cards}
            reason = Reason("banker-push", params, push.cite)
            return BetResult(bet, Outcome.PUSH, returned=stake, reasons=(reason,))
    odds = odds_of(rules, bet.bet)
    winnings = odds.pays(stake)
    why = Reason(f"{bet.bet}-wins", _totals(result), rule.cite)
    if bet.bet == "banker" and commission is not None:
        kept = commission.of(rules, winnings)
        reasons = (why, commission.reason(winnings, kept))
        if commission.way == "marked":
            facts = {"commission_marked": kept}
            return BetResult(bet, Outcome.WIN, pays=winnings, returned=stake, reasons=reasons, facts=facts)
        pays, facts = winnings - kept, {"commission": kept}
        return BetResult(bet, Outcome.WIN, pays=pays, returned=stake, reasons=reasons, facts=facts)
    return _won(rules, bet, stake, why)


def _tie(rules: GameRules, bet: Bet, result: Result, stake: Amount) -> BetResult:
    if result.winner != "tie":
        return _lost(rules, bet, stake, result)
    return _won(rules, bet, stake, Reason("tie-wins", _totals(result), rules.bets[bet.bet].cite))


def _on_a_hand(rules: GameRules, bet: Bet, result: Result, stake: Amount, field: str) -> BetResult:
    rule, wanted = rules.bets[bet.bet], bet_figures(rules, bet.bet)
    if wanted.hand == result.winner and result.total_of(wanted.hand) in (None, wanted.total):
        _need_hands(bet, result, field)
    params = {"bet": rule.names, "total": wanted.total, "cards": wanted.cards}
    if is_special_hand(result, wanted):
        return _won(rules, bet, stake, Reason(f"special-hand-{wanted.hand}", params, rule.cite))
    reason = Reason(f"no-special-hand-{wanted.hand}", params, rule.cite)
    return BetResult(bet, Outcome.LOSE, loses=stake, reasons=(reason,))


def _bonus(rules: GameRules, bet: Bet, result: Result, stake: Amount, field: str) -> BetResult:
    _need_hands(bet, result, field)
    rule = rules.bets[bet.bet]
    row = bonus_row(rule, result, Side(bet.on))
    params = {"margin": result.margin}
    if row == "natural-tie":
        return BetResult(bet, Outcome.PUSH, returned=stake, reasons=(Reason("bonus-natural-tie", {}, rule.cite),))
    if not row:
        name = "bonus-small-margin" if result.winner == bet.on else "bonus-hand-did-not-win"
        return BetResult(bet, Outcome.LOSE, loses=stake, reasons=(Reason(name, params, rule.cite),))
    name = "bonus-natural" if row == "natural" else "bonus-margin"
    return _won(rules, bet, stake, Reason(name, params, rule.cite), row)


def _need_hands(bet: Bet, result: Result, field: str) -> None:
    """Raise `RequestError` if a bet that depends on the number of cards is to be settled by winner or totals alone."""
    if result.player_cards == 0:
        raise RequestError(field, f"{bet.bet} depends on the number of cards here: give the hands")


def _won(rules: GameRules, bet: Bet, stake: Amount, why: Reason, row: str = "") -> BetResult:
    return won(rules, bet, stake, odds_of(rules, bet.bet, row), rules.bets[bet.bet].cite, why)


def _lost(rules: GameRules, bet: Bet, stake: Amount, result: Result) -> BetResult:
    rule = rules.bets[bet.bet]
    name = {"player": "lost-to-player", "banker": "lost-to-banker", "tie": "lost-to-tie"}[result.winner]
    return BetResult(bet, Outcome.LOSE, loses=stake, reasons=(Reason(name, {"bet": rule.names}, rule.cite),))


def _totals(result: Result) -> dict[str, object]:
    """The totals a reason may speak of; a coup known by its winner alone has none."""
    if result.player_total is None:
        return {}
    return {"player": result.player_total, "banker": result.banker_total}


def _void(rules: GameRules, bet: Bet) -> BetResult:
    late = rules.irregularities["late-bet"]
    return BetResult(bet, Outcome.VOID, returned=bet.stake, reasons=(Reason("late-bet", {}, late.cite),))
