"""Answers to `decide` at punto banco: draws, burn, order of the deal, shoe, calls, order of payment, irregularities."""

from __future__ import annotations

from typing import Any, Literal

from trainer.equipment.cards import Card
from trainer.games.baccarat.burn import BurnCount, CutCardOut, burned, cut_card_out
from trainer.games.baccarat.calls import draw_call, spoken, winner_call
from trainer.games.baccarat.coup import Coup, Winner, banker_reason, deal
from trainer.games.baccarat.drawing import banker_verdict, is_natural, player_verdict, points_of, value
from trainer.games.baccarat.figures import Act, Side, baccarat
from trainer.games.baccarat.settle import coup_of
from trainer.games.baccarat.table import boxes_in_order, player_cards_to, shoe_holder
from trainer.games.core import Bet, Case, Decision, Reason, RequestError
from trainer.games.procedure import Written, by_the_book
from trainer.games.request_checks import check_listed_once
from trainer.rulebooks.schema import GameRules
from trainer.texts import Names


class CoupSoFar(Case, frozen=True, tag="coup"):
    """State of a coup, from the cards as dealt or the hands: who draws, whether it is over, who wins by how much."""

    deal: tuple[Card, ...] = ()
    shoe: tuple[Card, ...] = ()
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    next_cards: tuple[Card, ...] = ()


class PlayerDraw(Case, frozen=True, tag="player-draw"):
    """Whether the player hand draws on a two-card total. Give the bank's total too if it may be a natural."""

    player_total: int
    banker_total: int | None = None


class BankerDraw(Case, frozen=True, tag="banker-draw"):
    """Whether the bank draws on a two-card total. Give the player hand's third card, its value, or ``player_stood``."""

    banker_total: int
    player_third_value: int | None = None
    player_third_card: Card | None = None
    player_stood: bool = False


class DealOrder(Case, frozen=True, tag="deal-order"):
    """The hands to which the first cards of the shoe go, and where the hands lie."""

    cards: tuple[int, ...] = (1, 2, 3, 4)


class ShoeGoes(Case, frozen=True, tag="shoe"):
    """Whether the shoe passes to the next player after a result, and with which call."""

    winner: Winner
    players: int | None = None


class ShoeHolder(Case, frozen=True, tag="shoe-holder"):
    """The player who deals next. ``after`` had the shoe (nobody at the start); those in ``refuse`` do not want it."""

    occupied: tuple[int, ...]
    after: int | None = None
    refuse: tuple[int, ...] = ()


class CardsTo(Case, frozen=True, tag="player-cards-to"):
    """Who looks at the cards of the player hand."""

    bets: tuple[Bet, ...]
    shoe_holder: int | None = None
    seats: int | None = None


class Announcement(Case, frozen=True, tag="announce"):
    """What is called for a total, or at the end of a coup with two totals."""

    total: int | None = None
    player_total: int | None = None
    banker_total: int | None = None


class BoxOrder(Case, frozen=True, tag="settle-order"):
    """The order in which bets are taken and paid."""

    bets: tuple[Bet, ...]
    winner: Winner
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()


Situation = (
    CoupSoFar
    | PlayerDraw
    | BankerDraw
    | BurnCount
    | DealOrder
    | ShoeGoes
    | ShoeHolder
    | CutCardOut
    | CardsTo
    | Announcement
    | BoxOrder
    | Written
)


def decide(rules: GameRules, situation: Situation) -> Decision:
    """The dealer's act in a situation, with reasons. Calls among its facts are the Spanish ones."""
    match situation:
        case CoupSoFar():
            return _coup(rules, situation)
        case PlayerDraw():
            return _player_draw(rules, situation)
        case BankerDraw():
            return _banker_draw(rules, situation)
        case BurnCount():
            return burned(baccarat(rules).burn, situation)
        case DealOrder():
            return _deal_order(rules, situation)
        case ShoeGoes():
            return shoe_goes(rules, situation)
        case ShoeHolder():
            return shoe_holder(rules, situation.occupied, situation.after, situation.refuse)
        case CutCardOut():
            return cut_card_out(baccarat(rules).cut_card, situation)
        case CardsTo():
            return player_cards_to(rules, situation.bets, situation.shoe_holder, situation.seats)
        case Announcement():
            return _announcement(rules, situation)
        case BoxOrder():
            return boxes_in_order(rules, situation.bets, situation.winner, situation.player, situation.banker)
        case _:
            return by_the_book(rules, situation)


def _coup(rules: GameRules, situation: CoupSoFar) -> Decision:
    figures = baccarat(rules)
    if situation.deal:
        coup: Coup | None = deal(figures, situation.deal, figures.deal.order)
    else:
        coup = coup_of(figures, situation)
    if coup is None:
        raise RequestError("player", "give the cards: deal or shoe, or player and banker")
    facts = coup.facts()
    call = next_call(rules, coup)
    if call is not None:
        facts["call"] = call.es
    facts |= {"player": coup.player, "banker": coup.banker}
    return Decision(facts, coup.reasons)


def next_call(rules: GameRules, coup: Coup) -> Names | None:
    """The call that the cards on the cloth require: what a hand does, or who wins; `None` if the rulebook has none."""
    facts = coup.facts()
    player, banker = facts["player_total"], facts["banker_total"]
    if coup.natural or (coup.is_over and len(coup.banker) == 3):
        return winner_call(rules, coup.result)
    if len(coup.player) == 2:
        return draw_call(rules, Side.PLAYER, bool(coup.player_draws), player, banker)
    return draw_call(rules, Side.BANKER, bool(coup.banker_draws), player, banker)


def _player_draw(rules: GameRules, situation: PlayerDraw) -> Decision:
    figures = baccarat(rules)
    points = points_of(situation.player_total, "player_total")
    hands = [points]
    if situation.banker_total is not None:
        hands.append(points_of(situation.banker_total, "banker_total"))
    natural = next((hand for hand in hands if is_natural(figures, hand)), None)
    if natural is not None:
        reason = Reason("natural-stops", {"total": natural}, figures.natural.cite)
        return Decision({"player_draws": False, "natural": True, "play_over": True}, (reason,))
    verdict = player_verdict(figures, points)
    draws = verdict.act is Act.DRAW
    facts: dict[str, Any] = {"player_draws": draws, "natural": False}
    call = draw_call(rules, Side.PLAYER, draws, points, points)
    if call is not None:
        facts["call"] = call.es
    name = "player-draws" if draws else "player-stands"
    return Decision(facts, (Reason(name, {"total": points}, verdict.cite),))


def _banker_draw(rules: GameRules, situation: BankerDraw) -> Decision:
    figures = baccarat(rules)
    points = points_of(situation.banker_total, "banker_total")
    if is_natural(figures, points):
        reason = Reason("natural-stops", {"total": points}, figures.natural.cite)
        return Decision({"banker_draws": False, "natural": True, "play_over": True}, (reason,))
    third = situation.player_third_value
    if situation.player_third_card is not None:
        shown = value(situation.player_third_card)
        if third not in (None, shown):
            raise RequestError("player_third_value", f"{situation.player_third_card} counts {shown}, not {third}")
        third = shown
    if (third is None) != situation.player_stood:
        raise RequestError("player_third_value", "give the player hand's third card or its value, or player_stood")
    verdict = banker_verdict(figures, points, None if third is None else points_of(third, "player_third_value"))
    draws = verdict.act is Act.DRAW
    facts: dict[str, Any] = {"banker_draws": draws, "natural": False}
    call = draw_call(rules, Side.BANKER, draws, points, points)
    if call is not None:
        facts["call"] = call.es
    return Decision(facts, (banker_reason(verdict, points, third, draws),))


def _deal_order(rules: GameRules, situation: DealOrder) -> Decision:
    order = baccarat(rules).deal
    check_listed_once("cards", situation.cards)
    for index, number in enumerate(situation.cards):
        if not 1 <= number <= len(order.order):
            raise RequestError(f"cards[{index}]", f"only the first {len(order.order)} cards have a fixed place")
    sides = [order.order[number - 1] for number in situation.cards]
    facts = {"sides": sides, "player_cards": order.player_cards, "banker_cards": order.banker_cards}
    return Decision(facts, (Reason("deal-order", {}, order.cite),))


def shoe_goes(rules: GameRules, situation: ShoeGoes) -> Decision:
    """Whether the shoe passes, to which side and with which call."""
    shoe = baccarat(rules).shoe
    cite = shoe.travel_cite or shoe.cite
    if not shoe.travels:
        return Decision({"shoe_passes": False}, (Reason("shoe-stays-with-croupier", {}, cite),))
    if situation.winner not in shoe.passes_after:
        return Decision({"shoe_passes": False}, (Reason("shoe-stays", {}, cite),))
    if situation.players == 1 and shoe.lone_player_keeps:
        return Decision({"shoe_passes": False}, (Reason("shoe-lone-player", {}, cite),))
    facts: dict[str, Any] = {"shoe_passes": True, "direction": shoe.direction}
    calls = [rules.calls[name].says.es for name in ("shoe-passes", "shoe-runs") if name in rules.calls]
    if calls:
        facts["calls"] = calls
    return Decision(facts, (Reason("shoe-passes", {}, cite),))


def _announcement(rules: GameRules, situation: Announcement) -> Decision:
    if situation.total is not None:
        points = points_of(situation.total, "total")
        if points == 0 and "baccarat" in rules.calls:
            call = rules.calls["baccarat"]
            return Decision({"call": call.says.es}, (Reason("call-zero", {}, call.cite),))
        return Decision({"call": str(points)}, (Reason("call-total", {"total": points}, rules.calls["totals"].cite),))
    if situation.player_total is None or situation.banker_total is None:
        raise RequestError("total", "give a total, or player_total and banker_total")
    player = points_of(situation.player_total, "player_total")
    banker = points_of(situation.banker_total, "banker_total")
    name: Literal["tie", "player-wins", "banker-wins"] = "tie"
    if player != banker:
        name = "player-wins" if player > banker else "banker-wins"
    says = spoken(rules, name, player, banker)
    if says is None:
        raise RequestError("player_total", "this rulebook gives no words for the result")
    return Decision({"call": says.es}, (Reason("call-winner", {"call": says}, rules.calls[name].cite),))
