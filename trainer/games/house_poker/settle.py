"""Settles a round: every bet of every seat, jackpot prizes, and caps on payments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.core import Bet, BetResult, Outcome, Reason, RequestError, Settlement
from trainer.games.house_poker.bonuses import bonus_reasons, bonuses
from trainer.games.house_poker.booking import (
    approved,
    book,
    dealer_opens,
    duel,
    keep_stake,
    opening_reasons,
)
from trainer.games.house_poker.described_round import HouseRound, Key, Place, Told, read_round, shown_hand
from trainer.games.house_poker.figures import CapFigures, bet_figures, house_poker
from trainer.games.house_poker.hands import called, hand_cite, paid_row
from trainer.games.house_poker.limits import in_play
from trainer.games.limits import InPlay, bounds, settle_each
from trainer.games.meter import MeterFigures, MeterPayment, Winner, grown, pay_meter
from trainer.rulebooks.schema import GameRules

Spot = tuple[Key, str]


def settle(rules: GameRules, told: HouseRound) -> Settlement:
    """Every bet's result in the order given, and the facts of the round."""
    coup = read_decided(rules, told)
    plays = in_play(rules, told.bets, told.minimum, told.maximum)
    coup = msgspec.structs.replace(coup, places=tuple(_playing(place, told.bets, plays) for place in coup.places))
    results, besides = book_round(rules, coup)
    facts = {**_facts(rules, coup), **besides}
    bets = settle_each(told.bets, plays, lambda bet, _: results[(bet.seat, bet.hand), bet.bet])
    reasons = tuple(opening_reasons(rules, coup)) if dealer_opens(rules, coup) is not None else ()
    bonus = sum((each["pays"] for each in facts.get("bonus", ())), ZERO)
    return Settlement(bets, (*reasons, *bonus_reasons(rules, facts)), facts, bonus)


def read_decided(rules: GameRules, told: HouseRound) -> Told:
    """The round as `read_round` reads it, in which everybody who still plays has put down his second bet."""
    coup = read_round(rules, told)
    _check_decided(rules, coup)
    return coup


def book_round(rules: GameRules, coup: Told) -> tuple[dict[Spot, BetResult], dict[str, Any]]:
    """The result of every bet by its place, and what the meter and the bonuses do."""
    results: dict[Spot, BetResult] = {}
    prizes: list[Spot] = []
    for place in coup.places:
        for name, bet in place.bets.items():
            result = book(rules, coup, place, bet)
            if result is None:
                prizes.append((place.key, name))
            else:
                results[place.key, name] = result
    facts = _fed(rules, coup)
    if prizes:
        facts |= _pay_prizes(rules, coup, prizes, results)
    elif coup.meter is not None:
        facts["meter_left"] = coup.meter
    for cap in house_poker(rules).caps:
        _cap(rules, cap, settling_order(rules, coup.places), results)
    return results, facts | bonuses(rules, coup, results)


def _playing(place: Place, bets: Sequence[Bet], plays: Sequence[InPlay]) -> Place:
    """A place with what plays of its stakes; a bet that is void is no longer there."""
    stakes = {(bet.seat, bet.hand, bet.bet): play.stake for bet, play in zip(bets, plays, strict=True)}
    kept = {name: msgspec.structs.replace(bet, stake=stakes[*place.key, name]) for name, bet in place.bets.items()}
    return msgspec.structs.replace(place, bets={name: bet for name, bet in kept.items() if bet.stake})


def settling_order(rules: GameRules, places: tuple[Place, ...]) -> list[Place]:
    """The places in the order in which the croupier settles them; seats are numbered from ``first_seat``."""
    backwards = house_poker(rules).settling.first != (rules.first_seat or "left")
    return sorted(places, key=lambda place: place.key[0] or place.key[1] or 0, reverse=backwards)


def _check_decided(rules: GameRules, coup: Told) -> None:
    """Raise `RequestError` if a player in the round has no second bet although the croupier's hand is known."""
    second = [bet for bet in rules.bets if bet_figures(rules, bet).kind == "duel" and _at_decision(rules, bet)]
    if not second or (coup.dealer is None and coup.dealer_opens is None):
        return
    for place in coup.places:
        duels = [bet for bet in place.bets if bet_figures(rules, bet).kind == "duel"]
        if duels and not place.folded and not set(second) & place.bets.keys():
            field = f"{place.field}.action" if place.field else "action"
            raise RequestError(field, f"is missing: say that the player folds, or give his {second[0]}")


def _at_decision(rules: GameRules, bet: str) -> bool:
    return bet_figures(rules, bet).at == "decision"


# ── facts ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _facts(rules: GameRules, coup: Told) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    does = dealer_opens(rules, coup)
    if does is not None:
        facts |= {"dealer_qualifies": does, "dealer_opens": does}
    if coup.dealer is not None:
        facts["dealer_hand"] = coup.dealer.told
    seats = [_facts_of_place(rules, coup, place) for place in settling_order(rules, coup.places)]
    if len(seats) == 1:
        facts |= {name: value for name, value in seats[0].items() if name not in ("seat", "hand_number")}
    elif seats:
        facts["seats"] = seats
        facts["order"] = [seat["seat"] for seat in seats if "seat" in seat]
    required = _second_bets(rules, coup)
    if required:
        facts["second_bet_required"] = required
    return facts


def _facts_of_place(rules: GameRules, coup: Told, place: Place) -> dict[str, Any]:
    facts: dict[str, Any] = {"seat": place.key[0]} if place.key[0] is not None else {}
    if place.key[1] is not None:
        facts["hand_number"] = place.key[1]
    hand = shown_hand(place)
    if hand is not None:
        facts |= {"player_hand": hand.told, "hand": hand.told, "cards": list(hand.cards)}
    if any(bet_figures(rules, bet).kind == "duel" for bet in place.bets):
        facts["outcome"] = duel(rules, coup, place).value
    fold = house_poker(rules).fold
    if place.folded and fold is not None:
        facts["cards_go_to"] = fold.cards
    return facts


def _second_bets(rules: GameRules, coup: Told) -> dict[str, Amount]:
    """By seat: what a player who stays in still has to put down."""
    found: dict[str, Amount] = {}
    for place in coup.places:
        for bet, rule in rules.bets.items():
            figures = bet_figures(rules, bet)
            wanted = figures.kind == "duel" and figures.at == "decision" and bet not in place.bets
            if place.goes and wanted and rule.minimum and rule.minimum.of in place.bets:
                known = {name: laid.stake for name, laid in place.bets.items()}
                found[str(place.key[0] or place.key[1] or 1)] = bounds(rules, rule, known).minimum or ZERO
    return found


def _fed(rules: GameRules, coup: Told) -> dict[str, Any]:
    """The contribution of this round's stakes to the meter, if the meter is given and the house option says how
    much."""
    if coup.meter is None:
        return {}
    laid = [(bet_figures(rules, name).meter, bet) for place in coup.places for name, bet in place.bets.items()]
    fed = [
        bet.stake * meter.increment / 100 for meter, bet in laid if meter is not None and meter.increment is not None
    ]
    return {"fed_to_meter": sum(fed, ZERO)} if fed else {}


# ── the meter ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _pay_prizes(rules: GameRules, coup: Told, prizes: list[Spot], results: dict[Spot, BetResult]) -> dict[str, Any]:
    """Prizes of all seats out of one meter, in the order in which the croupier serves them."""
    order = [place.key for place in settling_order(rules, coup.places)]
    places = {place.key: place for place in coup.places}
    facts: dict[str, Any] = {}
    for name in dict.fromkeys(bet for _, bet in prizes):
        served = sorted((key for key, bet in prizes if bet == name), key=order.index)
        meter = bet_figures(rules, name).meter
        if meter is None:
            raise ValueError(f"bet {name} has no meter")
        rows = [_row(rules, places[key], name, meter) for key in served]
        if coup.meter is None and any(meter.prizes[row].share is not None for row in rows):
            raise RequestError("meter", "is missing: a share of it is won")
        winners = [Winner(row, places[key].bets[name].stake) for key, row in zip(served, rows, strict=True)]
        stands = coup.meter or ZERO
        if meter.own_bets:
            stands = grown(meter, stands, [place.bets[name].stake for place in coup.places if name in place.bets])
        settled = pay_meter(meter, stands, winners, lambda amount: rules.whole_coins(rules.money(amount)))
        for key, row, payment in zip(served, rows, settled.payments, strict=True):
            results[key, name] = _prize(rules, places[key], name, row, payment)
        if coup.meter is not None:
            facts |= {"meter_left": settled.left, "meter_next": settled.next, "meter_resets": settled.won_whole}
        ranks = list(meter.prizes)
        paid = sorted(served, key=lambda key: ranks.index(rows[served.index(key)]))
        shown = paid if meter.order == "smallest-first" else served
        facts["prizes"] = [
            {**({"seat": key[0]} if key[0] is not None else {}), "row": rows[served.index(key)]} for key in shown
        ]
    return facts


def _row(rules: GameRules, place: Place, name: str, meter: MeterFigures) -> str:
    figures = bet_figures(rules, name)
    return paid_row(place.hands[f"{figures.ranking}:{figures.cards}"], meter.prizes)


def _prize(rules: GameRules, place: Place, name: str, row: str, payment: MeterPayment) -> BetResult:
    figures, bet = bet_figures(rules, name), place.bets[name]
    hand = place.hands[f"{figures.ranking}:{figures.cards}"]
    prize = figures.meter.prizes[row] if figures.meter else None
    cite = (prize.cite if prize else None) or figures.row_cites.get(row, rules.bets[name].cite)
    reasons = [Reason("player-has", {"hand": called(rules, hand)}, hand_cite(rules, hand))]
    if prize is not None and prize.share is not None:
        params: dict[str, Any] = {"share": prize.share, "meter": payment.meter, "pays": payment.pays}
        reasons.append(Reason("meter-share", params, cite))
        divided = (figures.meter.divided_cite if figures.meter else None) or cite
        if payment.shared_by > 1:
            reasons.append(Reason("meter-divided", {"winners": payment.shared_by}, divided))
        if payment.odd:
            each = figures.meter is not None and figures.meter.odd == "one-each"
            reasons.append(Reason("meter-odd-each" if each else "meter-odd", {"odd": payment.odd}, divided))
        if payment.capped:
            reasons.append(Reason("meter-capped", {"most": payment.pays}, cite))
    else:
        reasons.append(Reason("meter-fixed", {"stake": bet.stake, "pays": payment.pays}, cite))
    facts: dict[str, Any] = {"row": row}
    if payment.shared_by > 1:
        facts["shared_by"] = payment.shared_by
    result = BetResult(bet, Outcome.WIN, pays=payment.pays, returned=bet.stake, reasons=tuple(reasons), facts=facts)
    return approved(keep_stake(result, rules, figures), figures, row)


# ── the most that is paid ────────────────────────────────────────────────────────────────────────────────────────────


def _cap(rules: GameRules, cap: CapFigures, order: list[Place], results: dict[Spot, BetResult]) -> None:
    """Hold payments to the most, in the order in which they are made."""
    left = cap.most
    for place in order:
        if cap.per == "hand":
            left = cap.most
        for name in cap.bets:
            spot = (place.key, name)
            if spot not in results or not results[spot].pays:
                continue
            if cap.per == "bet":
                left = cap.most
            result = results[spot]
            pays = min(result.pays, left)
            left -= pays
            if pays < result.pays:
                reason = Reason(f"capped-{cap.per}", {"most": cap.most, "pays": pays}, cap.cite)
                results[spot] = msgspec.structs.replace(result, pays=pays, reasons=(*result.reasons, reason))
