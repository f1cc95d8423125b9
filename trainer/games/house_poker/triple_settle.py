"""Settles triple shot: the duel of first cards, the blackjack hand, and the poker hand by its pay table."""

from __future__ import annotations

import math
from typing import Any

from trainer.equipment.cards import Card
from trainer.equipment.money import Amount
from trainer.games.blackjack.hands import TWENTY_ONE, is_blackjack, points
from trainer.games.core import Bet, BetResult, Outcome, Reason, Settlement
from trainer.games.house_poker.booking import by_hand
from trainer.games.house_poker.figures import bet_figures, house_poker
from trainer.games.house_poker.hands import read_hand
from trainer.games.house_poker.limits import in_play
from trainer.games.house_poker.triple_described import (
    BLACKJACK,
    POKER,
    SPLIT,
    WAR,
    TriplePlace,
    TripleRound,
    TripleTold,
    read_triple,
)
from trainer.games.house_poker.triple_figures import TwentyOneFigures, WarFigures
from trainer.games.limits import settle_each
from trainer.games.payment import won
from trainer.rulebooks.schema import HOUSE_STANDARD, Citation, GameRules


def war_figures(rules: GameRules) -> WarFigures:
    """The figures of the duel of first cards."""
    found = house_poker(rules).war
    if found is None:
        raise ValueError(f"there is no duel of first cards at {rules.game}")
    return found


def twenty_one_figures(rules: GameRules) -> TwentyOneFigures:
    """The figures of the hand of blackjack."""
    found = house_poker(rules).twenty_one
    if found is None:
        raise ValueError(f"there is no hand of blackjack at {rules.game}")
    return found


def settle(rules: GameRules, told: TripleRound) -> Settlement:
    """Every bet's result in the order given, and what each seat holds."""
    coup = read_triple(rules, told)
    places = {place.seat: place for place in coup.places}
    plays = in_play(rules, told.bets, told.minimum, told.maximum)
    results = settle_each(told.bets, plays, lambda bet, _: _book(rules, coup, places[bet.seat], bet))
    seats = [
        _facts(rules, coup, place) for place in sorted(coup.places, key=lambda place: place.seat or 0, reverse=True)
    ]
    facts: dict[str, Any] = {}
    if len(seats) == 1:
        facts = {name: value for name, value in seats[0].items() if name != "seat"}
    elif seats:
        facts = {"seats": seats, "order": [seat["seat"] for seat in seats if "seat" in seat]}
    if coup.dealer:
        facts["dealer_total"] = points(coup.dealer).total
    return Settlement(results, (), facts)


def _facts(rules: GameRules, coup: TripleTold, place: TriplePlace) -> dict[str, Any]:
    facts: dict[str, Any] = {"seat": place.seat} if place.seat is not None else {}
    if place.player:
        facts["player_total"] = points(place.player).total
    if BLACKJACK in place.bets and _is_charlie(rules, place.player):
        facts["resolved"] = "at-once"
    if place.cards:
        hand = read_hand(rules, place.cards)
        facts |= {"best_hand": hand.row, "category": hand.category.value, "cards": list(hand.cards)}
    return facts


def _book(rules: GameRules, coup: TripleTold, place: TriplePlace, bet: Bet) -> BetResult:
    match bet.bet:
        case "war":
            return _war(rules, coup, place, bet)
        case "poker":
            return _poker(rules, place, bet)
        case "insurance":
            return _insurance(rules, coup, bet)
        case "split":
            return _twenty_one(rules, coup, bet, place.split, from_split=True)
        case _:
            return _twenty_one(rules, coup, bet, place.player, from_split=SPLIT in place.bets)


def _waits(rules: GameRules, bet: Bet) -> BetResult:
    rule = rules.bets[bet.bet]
    reason = Reason("waits-for-cards", {"bet": rule.names}, rule.cite)
    return BetResult(bet, Outcome.STAND, stays=bet.stake, reasons=(reason,))


# ── the duel ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def war_height(figures: WarFigures, card: Card) -> int:
    """How high a card is in the duel."""
    return 1 if figures.ace == "low" and card.rank == "A" else card.order


def _war(rules: GameRules, coup: TripleTold, place: TriplePlace, bet: Bet) -> BetResult:
    figures, rule = war_figures(rules), rules.bets[WAR]
    mine, his = place.first, coup.dealer_first
    if mine is None or his is None:
        return _waits(rules, bet)
    params = {"player": mine, "dealer": his}
    player, dealer = war_height(figures, mine), war_height(figures, his)
    if player > dealer:
        return won(rules, bet, bet.stake, rule.pays, rule.cite, Reason("war-won", params, figures.rank_cite))
    if player < dealer:
        return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(Reason("war-lost", params, figures.rank_cite),))
    coin = Amount(1) if figures.round_up else Amount(1, 10**rules.info.currency.decimals)
    loses = min(bet.stake, math.ceil(bet.stake * figures.tie_loses / coin) * coin)
    reason = Reason("war-tied", {**params, "loses": loses}, figures.cite)
    return BetResult(bet, Outcome.LOSE, loses=loses, returned=bet.stake - loses, reasons=(reason,))


# ── blackjack ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _is_charlie(rules: GameRules, cards: tuple[Card, ...]) -> bool:
    return len(cards) >= twenty_one_figures(rules).charlie and points(cards).total <= TWENTY_ONE


def _twenty_one(rules: GameRules, coup: TripleTold, bet: Bet, cards: tuple[Card, ...], from_split: bool) -> BetResult:
    figures, rule = twenty_one_figures(rules), rules.bets[bet.bet]
    if not cards:
        return _waits(rules, bet)
    total = points(cards).total
    if total > TWENTY_ONE:
        reason = Reason("went-over", {"total": total}, figures.bust_cite)
        return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,))
    if _is_charlie(rules, cards):
        reason = Reason("six-cards-win", {"cards": figures.charlie, "total": total}, figures.charlie_cite)
        return won(rules, bet, bet.stake, figures.charlie_pays, figures.charlie_pays_cite, reason)
    natural = is_blackjack(cards) and not from_split
    if len(coup.dealer) < 2 or (not is_blackjack(coup.dealer) and _still_draws(figures, coup.dealer) and not natural):
        return _waits(rules, bet)
    dealer = points(coup.dealer).total
    his_natural = is_blackjack(coup.dealer)
    params = {"total": total, "dealer": dealer}
    if natural and his_natural:
        reason = Reason("both-naturals", {}, figures.natural_cite)
        return BetResult(bet, Outcome.PUSH, returned=bet.stake, reasons=(reason,))
    if natural:
        return won(
            rules, bet, bet.stake, figures.natural, figures.natural_cite, Reason("natural", {}, figures.natural_cite)
        )
    if his_natural and (total < TWENTY_ONE or figures.natural_beats_21):
        cite = figures.natural_cite if total < TWENTY_ONE else figures.beats_21_cite
        reason = Reason("dealer-natural", {"total": total}, cite)
        return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,))
    if dealer > TWENTY_ONE:
        return won(rules, bet, bet.stake, rule.pays, rule.cite, Reason("dealer-went-over", params, figures.push_cite))
    if total == dealer:
        return BetResult(
            bet, Outcome.PUSH, returned=bet.stake, reasons=(Reason("totals-equal", params, figures.push_cite),)
        )
    if total > dealer:
        return won(rules, bet, bet.stake, rule.pays, rule.cite, Reason("total-higher", params, figures.push_cite))
    return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(Reason("total-lower", params, figures.push_cite),))


def _still_draws(figures: TwentyOneFigures, cards: tuple[Card, ...]) -> bool:
    return points(cards).total < figures.stands_on


def _insurance(rules: GameRules, coup: TripleTold, bet: Bet) -> BetResult:
    """The bet that the croupier's two cards are a natural."""
    rule = rules.bets[bet.bet]
    if len(coup.dealer) < 2:
        return _waits(rules, bet)
    if is_blackjack(coup.dealer):
        reason = Reason("dealer-natural", {"total": TWENTY_ONE}, twenty_one_figures(rules).natural_cite)
        return won(rules, bet, bet.stake, rule.pays, rule.cite, reason)
    return BetResult(
        bet, Outcome.LOSE, loses=bet.stake, reasons=(Reason("no-natural", {"bet": rule.names}, rule.cite),)
    )


# ── poker ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _poker(rules: GameRules, place: TriplePlace, bet: Bet) -> BetResult:
    figures = twenty_one_figures(rules)
    if figures.bust_loses_poker and place.player and points(place.player).total > TWENTY_ONE:
        reason = Reason("went-over", {"total": points(place.player).total}, Citation(HOUSE_STANDARD))
        return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,))
    if not place.cards:
        return _waits(rules, bet)
    result = by_hand(rules, bet, read_hand(rules, place.cards), bet_figures(rules, POKER))
    if result is None:
        raise ValueError("the poker bet of triple shot has a meter")
    return result
