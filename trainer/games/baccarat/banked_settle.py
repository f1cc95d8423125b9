"""Settling a coup against a player's bank: the stakes it covers, the house's deduction, the bank afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Literal

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.baccarat.bank import covered, deducted, deduction_percent, deduction_reason, garage, playable
from trainer.games.baccarat.bank_figures import BankGameFigures, bank_game
from trainer.games.baccarat.calls import winner_call
from trainer.games.baccarat.coup import Result, Winner, deal, follow
from trainer.games.baccarat.drawing import is_natural, player_verdict, points_of, total
from trainer.games.baccarat.figures import Act, Side
from trainer.games.baccarat.punters import Punt, by_priority, check_punts, is_free_banco
from trainer.games.core import BetResult, Outcome, Reason, RequestError, Settlement
from trainer.games.decks import check_decks
from trainer.games.limits import check_limits, check_stakes
from trainer.rulebooks.schema import GameRules


class BankedRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A coup against a player's bank.

    The result is given by cards (``shoe``, or ``player`` and ``banker`` as they ended), by totals or by the winner.
    ``bank`` is what the banker put up; a bank that does not cover all stakes answers for them by the rulebook's
    priority, counted from ``banker_seat`` or else from seat 1. ``minimum`` is the points'; what the bank holds above
    its maximum at that minimum does not play. ``punto_five`` is what the point did where he had
    the choice (on five, or on any total where who makes banco is free); where the banker is free to choose, the
    ``shoe`` holds just the cards that were dealt.
    """

    bets: tuple[Punt, ...]
    bank: Amount | None = None
    minimum: Amount | None = None
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
    _check(rules, given)
    facts, reasons, result = _result(rules, given)
    call = winner_call(rules, result)
    if call is not None:
        facts["call"] = call.es
    percent = deduction_percent(rules, given.commission_percent)
    plays = _in_play(rules, given)
    settled = []
    for index, bet in enumerate(given.bets):
        against = bet.bet == "player"
        settled.append(_point(rules, bet, result, plays[index]) if against else _outside(rules, bet, result, percent))
    in_play = sum(plays.values(), ZERO)
    won = {"banker": in_play, "player": -in_play, "tie": ZERO}[result.winner]
    taken = deducted(rules, won, percent)
    facts["deduction"] = taken
    if given.bank is not None:
        facts |= {"banker_result": won - taken, "bank_after": given.bank + won - taken}
        found = garage(rules, given.minimum, given.bank, in_play, None)
        names = ("compulsory_garage", *((f"{figures.bank.over_maximum}_garage",) if given.minimum is not None else ()))
        facts |= {name: found.facts[name] for name in names if name in found.facts}
    return Settlement(tuple(settled), (*reasons, deduction_reason(rules, won, percent, taken)), facts)


def _check(rules: GameRules, given: BankedRound) -> None:
    """Raise `RequestError` for a coup that cannot be."""
    figures = bank_game(rules)
    check_limits(given.minimum, None)
    check_stakes(given.bets)
    check_punts(rules, given.bets, given.bank, given.banker_seat)
    cards = {name: getattr(given, name) for name in ("shoe", "player", "banker")}
    check_decks(figures.shoe.decks, cards)


def _in_play(rules: GameRules, given: BankedRound) -> dict[int, Amount]:
    """By its place in the request, the part of each stake against the bank that the bank answers for."""
    points = [index for index, bet in enumerate(given.bets) if bet.bet == "player"]
    bank = playable(rules, given.bank, given.minimum)
    order = by_priority(rules, given.bets, points, given.bank, given.banker_seat, given.seats)
    parts = covered(rules, bank, [(given.bets[index].seat, given.bets[index].stake) for index in order])
    return dict(zip(order, parts, strict=True))


def _result(rules: GameRules, given: BankedRound) -> tuple[dict[str, Any], tuple[Reason, ...], Result]:
    figures, five = bank_game(rules), Act(given.punto_five) if given.punto_five else None
    if given.shoe and (given.player or given.banker):
        raise RequestError("shoe", "is not needed beside the hands")
    if given.shoe or given.player:
        if figures.banker.free:
            free = is_free_banco(rules, given.bets, given.bank)
            hands = _as_dealt(figures, given.shoe, five, free) if given.shoe else (given.player, given.banker)
            return _by_totals(
                _as_laid(figures, *hands, free).agrees_with(given.winner, given.player_total, given.banker_total)
            )
        if given.shoe:
            coup = deal(figures, given.shoe, figures.deal.order, five)
        else:
            coup = follow(figures, given.player, given.banker, five=five)
        if coup.waits_for is not None:
            raise RequestError("shoe", f"the {coup.waits_for.value} hand must still draw: give its card")
        return coup.facts(), coup.reasons, coup.result.agrees_with(given.winner, given.player_total, given.banker_total)
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
    figures: BankGameFigures, shoe: Sequence[Card], five: Act | None, free: bool
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Both hands where the banker chose: the point by his table, the banker with the card that is left, if any.

    A point who is ``free`` because he makes banco did what ``five`` says, whatever his total.
    """
    if len(shoe) < len(figures.deal.order):
        raise RequestError("shoe", f"a coup needs at least {len(figures.deal.order)} cards, {len(shoe)} were given")
    first = list(zip(shoe, figures.deal.order, strict=False))
    player = tuple(card for card, side in first if side is Side.PLAYER)
    banker = tuple(card for card, side in first if side is Side.BANKER)
    rest = list(shoe[len(figures.deal.order) :])
    if any(is_natural(figures, total(hand)) for hand in (player, banker)):
        if rest:
            raise RequestError("shoe", "nobody draws after a natural: give only the cards that were dealt")
        return player, banker
    act = Act.OPTIONAL if free else player_verdict(figures, total(player)).act
    if act is Act.OPTIONAL:
        if five is None:
            raise RequestError("punto_five", f"the point may choose on {total(player)}: say what he did")
        act = five
    third: list[Card] = []
    if act is Act.DRAW:
        if not rest:
            raise RequestError("shoe", "the player hand must still draw: give its card")
        third = [rest.pop(0)]
    if len(rest) > 1:
        raise RequestError("shoe", "the banker may choose here: give only the cards that were dealt")
    return (*player, *third), (*banker, *rest)


def _as_laid(figures: BankGameFigures, player: Sequence[Card], banker: Sequence[Card], free: bool) -> Result:
    """Hands of a game in which both sides had a choice are compared as they lie, if they can lie like that."""
    for field, hand in (("player", player), ("banker", banker)):
        if len(hand) not in (2, 3):
            raise RequestError(field, f"a hand has two or three cards, {len(hand)} were given")
    two = {"player": total(player[:2]), "banker": total(banker[:2])}
    natural = any(is_natural(figures, points) for points in two.values())
    for field, hand in (("player", player), ("banker", banker)):
        if natural and len(hand) > 2:
            raise RequestError(field, "nobody draws after a natural: take the third card away")
    if not natural:
        verdict = player_verdict(figures, two["player"])
        bound = verdict.act is not Act.OPTIONAL and not free
        if bound and (verdict.act is Act.DRAW) != (len(player) > 2):
            raise RequestError("player", f"the point {verdict.act}s on {two['player']} ({verdict.cite})")
        if figures.banker.zero_draws and two["banker"] == 0 and len(banker) == 2:
            raise RequestError("banker", f"the banker draws on zero ({figures.banker.cite}): give his third card")
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
    kept = bet.stake - rules.money(bet.stake - bet.stake * percent / 100)  # here the house pays
    params = {"percent": percent, "winnings": bet.stake, "commission": kept}
    reason = Reason("commission-at-once", params, bank_game(rules).bank.deduction_cite)
    facts = {"commission": kept}
    return BetResult(bet, Outcome.WIN, pays=bet.stake - kept, returned=bet.stake, reasons=(reason,), facts=facts)
