"""Settling a coup against a player's bank: the stakes it covers, the house's deduction, the bank afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.baccarat.bank import covered, deducted, deduction_percent, deduction_reason
from trainer.games.baccarat.bank_figures import BankGameFigures, bank_game
from trainer.games.baccarat.calls import winner_call
from trainer.games.baccarat.coup import Result, Winner, deal, follow
from trainer.games.baccarat.drawing import is_natural, points_of, total
from trainer.games.baccarat.figures import Act
from trainer.games.baccarat.punters import Punt, by_priority
from trainer.games.core import BetResult, Outcome, Reason, RequestError, Settlement
from trainer.rulebooks.schema import GameRules


class BankedRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A coup against a player's bank.

    The result is given by cards (``shoe``, or ``player`` and ``banker`` as they ended), by totals or by the winner.
    ``bank`` is what the banker put up; stakes are covered by the rulebook's priority, for which ``banker_seat`` is
    needed, else in the order given. ``punto_five`` is what the point did where the table left him the choice; where
    the banker is free to choose, the ``shoe`` holds just the cards that were dealt.
    """

    bets: tuple[Punt, ...]
    bank: Amount | None = None
    banker_seat: int | None = None
    seats: int | None = None
    shoe: tuple[Card, ...] = ()
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    punto_five: Literal["draw", "stand"] | None = None
    winner: Winner | None = None
    player_total: int | None = None
    banker_total: int | None = None
    commission_percent: Amount | None = None


def settle(rules: GameRules, given: BankedRound) -> Settlement:
    """The points' stakes against the bank, the deduction, and the bank afterwards."""
    figures = bank_game(rules)
    facts, reasons, result = _result(figures, given)
    call = winner_call(rules, result)
    if call is not None:
        facts["call"] = call.es
    percent = given.commission_percent if given.commission_percent is not None else deduction_percent(rules)
    if not 0 <= percent <= 100:
        raise RequestError("commission_percent", "goes from 0 to 100")
    if given.bank is not None and given.bank < 0:
        raise RequestError("bank", "must not be below 0")
    for index, bet in enumerate(given.bets):
        if bet.stake <= 0:
            raise RequestError(f"bets[{index}].stake", "must be above 0")
    plays = _in_play(rules, given)
    settled = []
    for index, bet in enumerate(given.bets):
        if bet.bet == "player":
            settled.append(_point(rules, bet, result, plays[index]))
        elif bet.bet == "banker" and figures.bank.outside_bank_bets:
            settled.append(_outside(rules, bet, result, percent))
        else:
            problem = "only bets against the bank are taken here; what the banker puts up is 'bank'"
            raise RequestError(f"bets[{index}].bet", problem)
    in_play = sum(plays.values(), ZERO)
    won = {"banker": in_play, "player": -in_play, "tie": ZERO}[result.winner]
    taken = deducted(rules, won, percent)
    facts["deduction"] = taken
    if given.bank is not None:
        facts |= {"banker_result": won - taken, "bank_after": given.bank + won - taken}
        if figures.bank.uncovered_excluded:
            facts["compulsory_garage"] = given.bank - in_play
    return Settlement(tuple(settled), (*reasons, deduction_reason(rules, won, percent, taken)), facts)


def _in_play(rules: GameRules, given: BankedRound) -> dict[int, Amount]:
    """By its place in the request, the part of each stake against the bank that the bank answers for."""
    points = [index for index, bet in enumerate(given.bets) if bet.bet == "player"]
    order = by_priority(rules, given.bets, points, given.banker_seat, given.seats)
    parts = covered(rules, given.bank, [given.bets[index].stake for index in order])
    return dict(zip(order, parts, strict=True))


def _result(figures: BankGameFigures, given: BankedRound) -> tuple[dict[str, Any], tuple[Reason, ...], Result]:
    five = Act(given.punto_five) if given.punto_five else None
    if given.shoe or given.player:
        if figures.banker.free:
            hands = _as_dealt(figures, given.shoe, five) if given.shoe else (given.player, given.banker)
            return _by_totals(_as_laid(figures, *hands).agrees_with(given.winner))
        if given.shoe:
            coup = deal(figures, given.shoe, figures.deal.order, five)
        else:
            coup = follow(figures, given.player, given.banker, five=five)
        if coup.waits_for is not None:
            raise RequestError("shoe", f"the {coup.waits_for.value} hand must still draw: give its card")
        return coup.facts(), coup.reasons, coup.result.agrees_with(given.winner)
    if given.player_total is not None and given.banker_total is not None:
        player, banker = points_of(given.player_total, "player_total"), points_of(given.banker_total, "banker_total")
        return _by_totals(Result.of_totals(player, banker).agrees_with(given.winner))
    if given.winner is None:
        raise RequestError("shoe", "give the cards, the two totals, or the winner")
    return {"winner": given.winner}, (), Result(given.winner)


def _by_totals(result: Result) -> tuple[dict[str, Any], tuple[Reason, ...], Result]:
    facts = {"player_total": result.player_total, "banker_total": result.banker_total}
    return {**facts, "winner": result.winner, "margin": result.margin}, (), result


def _as_dealt(
    figures: BankGameFigures, shoe: Sequence[Card], five: Act | None
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Both hands where the banker chose: the point by his table, the banker with the card that is left, if any."""
    coup = deal(figures, shoe[: len(figures.deal.order)], figures.deal.order, five)
    rest = list(shoe[len(figures.deal.order) :])
    if coup.natural:
        return coup.player, coup.banker
    third: list[Card] = []
    if coup.player_draws:
        if not rest:
            raise RequestError("shoe", "the player hand must still draw: give its card")
        third = [rest.pop(0)]
    if len(rest) > 1:
        raise RequestError("shoe", "the banker may choose here: give only the cards that were dealt")
    return (*coup.player, *third), (*coup.banker[:2], *rest)


def _as_laid(figures: BankGameFigures, player: Sequence[Card], banker: Sequence[Card]) -> Result:
    """Hands of a game in which both sides had a choice are compared as they lie."""
    for field, hand in (("player", player), ("banker", banker)):
        if len(hand) not in (2, 3):
            raise RequestError(field, f"a hand has two or three cards, {len(hand)} were given")
    natural = any(is_natural(figures, total(hand[:2])) for hand in (player, banker))
    return Result.of_totals(total(player), total(banker), len(player), len(banker), natural)


def _point(rules: GameRules, bet: Punt, result: Result, stake: Amount) -> BetResult:
    rule = rules.bets["player"]
    back = bet.stake - stake
    uncovered = (Reason("stake-not-covered", {"back": back}, rule.limit_cite or rule.cite),) if back else ()
    facts = {"uncovered": back} if back else {}
    if stake == 0:
        return BetResult(bet, Outcome.VOID, returned=bet.stake, reasons=uncovered, facts=facts)
    if result.winner == "tie":
        reasons = (*uncovered, Reason("equal-is-void", {}, rule.cite))
        return BetResult(bet, Outcome.PUSH, returned=bet.stake, reasons=reasons, facts=facts)
    if result.winner == "banker":
        reason = Reason("lost-to-banker", {"bet": rule.names}, rule.cite)
        return BetResult(bet, Outcome.LOSE, loses=stake, returned=back, reasons=(*uncovered, reason), facts=facts)
    reason = Reason("paid-from-bank", {"pays": stake}, rule.cite)
    return BetResult(bet, Outcome.WIN, pays=stake, returned=bet.stake, reasons=(*uncovered, reason), facts=facts)


def _outside(rules: GameRules, bet: Punt, result: Result, percent: Fraction) -> BetResult:
    """A bet on the bank by somebody who does not hold it, where the house takes it."""
    rule = rules.bets["banker"]
    if result.winner == "tie":
        return BetResult(bet, Outcome.PUSH, returned=bet.stake, reasons=(Reason("equal-is-void", {}, rule.cite),))
    if result.winner == "player":
        reason = Reason("lost-to-player", {"bet": rule.names}, rule.cite)
        return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,))
    kept = deducted(rules, bet.stake, percent)
    params = {"percent": percent, "winnings": bet.stake, "commission": kept}
    reason = Reason("commission-at-once", params, bank_game(rules).bank.deduction_cite)
    facts = {"commission": kept}
    return BetResult(bet, Outcome.WIN, pays=bet.stake - kept, returned=bet.stake, reasons=(reason,), facts=facts)
