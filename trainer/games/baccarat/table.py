"""Who acts at a baccarat table: who looks at the player hand, who deals next, in which order boxes are settled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.baccarat.bets import MAIN, check_bets, cloth_of
from trainer.games.baccarat.commission import terms
from trainer.games.baccarat.coup import Result, Winner
from trainer.games.baccarat.drawing import is_natural, total
from trainer.games.baccarat.figures import baccarat
from trainer.games.baccarat.settle import settle_bet
from trainer.games.core import Bet, Decision, Outcome, Reason, RequestError
from trainer.rulebooks.schema import GameRules


def player_cards_to(rules: GameRules, bets: Sequence[Bet], shoe_holder: int | None, seats: int | None) -> Decision:
    """The seat whose player looks at the player hand: the highest bet on it; without one, the croupier.

    Cards that are dealt face up, or by the croupier, are nobody's to look at: they lie before the croupier.
    Of equal bets the first counted from the right of the player who deals has it.
    """
    check_bets(rules, bets)
    turning, deal = rules.procedure.get("turn-player-cards"), baccarat(rules).deal
    cite = turning.cite if turning else deal.cite
    if deal.by == "croupier" or deal.face_up:
        return Decision({"player_cards_to": "croupier"}, (Reason("croupier-turns-cards", {}, cite),))
    staked: dict[int, Amount] = {}
    for index, bet in enumerate(bets):
        if bet.bet == "player":
            if bet.seat is None:
                raise RequestError(f"bets[{index}].seat", "is missing: say who bets on the player hand")
            staked[bet.seat] = staked.get(bet.seat, ZERO) + bet.stake
    if not staked:
        return Decision({"player_cards_to": "croupier"}, (Reason("nobody-on-player", {}, cite),))
    places = cloth_of(baccarat(rules).places, [shoe_holder, *staked], seats)
    start, step = shoe_holder or 0, 1 if rules.first_seat == "right" else -1
    seat = min(staked, key=lambda candidate: (-staked[candidate], (step * (candidate - start) - 1) % places))
    reason = Reason("highest-bet-on-player", {"seat": seat, "stake": staked[seat]}, cite)
    return Decision({"player_cards_to": seat}, (reason,))


def shoe_holder(rules: GameRules, occupied: Sequence[int], after: int | None, refuse: Sequence[int]) -> Decision:
    """The seat that deals next: the first who is willing after ``after``, in the direction in which the shoe travels.

    Seat numbers rise in that direction if it is the side of the croupier on which seat 1 is, else they fall; at the
    start the lowest or the highest seat deals. Where the shoe does not travel the croupier deals.
    """
    for index, seat in enumerate(refuse):
        if seat not in occupied:
            raise RequestError(f"refuse[{index}]", f"nobody sits at seat {seat}; the players are in occupied")
    shoe = baccarat(rules).shoe
    cite = shoe.travel_cite or shoe.cite
    if not shoe.travels:
        return Decision({"shoe_holder": "croupier"}, (Reason("shoe-stays-with-croupier", {}, cite),))
    willing = [seat for seat in occupied if seat not in refuse]
    if not willing:
        raise RequestError("occupied", "nobody is left who would deal")
    last = after if after is not None else 0
    step = 1 if shoe.direction == rules.first_seat else -1
    places = max(*occupied, last) + 1
    seat = min(willing, key=lambda candidate: (step * (candidate - last) - 1) % places)
    return Decision({"shoe_holder": seat}, (Reason("shoe-holder", {"seat": seat}, cite),))


def seats_in_order(rules: GameRules, seats: Sequence[int]) -> list[int]:
    """Seats in the order in which they are served when bets are taken and paid."""
    return sorted(seats, reverse=baccarat(rules).settling.seats == "descending")


def boxes_in_order(
    rules: GameRules, bets: Sequence[Bet], winner: Winner, player: Sequence[Card], banker: Sequence[Card]
) -> Decision:
    """First every losing box, then every winning one, each round in the order of the seats; main bets before others."""
    check_bets(rules, bets)
    result = Result(winner)
    if player and banker:
        two = total(player[:2]), total(banker[:2])
        natural = any(is_natural(baccarat(rules), points) for points in two)
        result = Result.of_totals(total(player), total(banker), len(player), len(banker), natural)
        result.agrees_with(winner)
    commission = terms(rules)
    settled = [settle_bet(rules, bet, result, commission, field=f"bets[{i}]") for i, bet in enumerate(bets)]
    taken = [box.bet for box in settled if box.result is Outcome.LOSE]
    paid = [box.bet for box in settled if box.result is Outcome.WIN]
    facts: dict[str, Any] = {"take": _boxes(rules, taken), "pay": _boxes(rules, paid)}
    facts["untouched"] = _boxes(rules, [box.bet for box in settled if box.result is Outcome.PUSH])
    settling = baccarat(rules).settling
    reasons = (
        Reason("take-then-pay", {}, rules.orders["settle"].cite),
        Reason(f"seats-{settling.seats}", {}, settling.cite),
    )
    return Decision(facts, reasons)


def _boxes(rules: GameRules, bets: Sequence[Bet]) -> list[dict[str, Any]]:
    order = seats_in_order(rules, sorted({bet.seat or 0 for bet in bets}))
    kinds = list(rules.bets)

    def place(bet: Bet) -> tuple[int, int, int]:
        return order.index(bet.seat or 0), int(bet.bet not in MAIN), kinds.index(bet.bet)

    shown = []
    for bet in sorted(bets, key=place):
        box: dict[str, Any] = {"bet": bet.bet}
        if bet.on is not None:
            box["on"] = bet.on
        if bet.seat is not None:
            box["seat"] = bet.seat
        shown.append(box)
    return shown
