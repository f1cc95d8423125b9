"""Settles a pai gow round: bets against the dealer or a bank, commission, the side bet, and the bank's balance."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.equipment.odds import Odds
from trainer.games.core import Bet, BetResult, Outcome, Reason, RequestError, Settlement
from trainer.games.limits import (
    OnSpot,
    check_stakes,
    example_limits,
    given_bounds,
    given_limits,
    settle_each,
    stakes_in_play,
)
from trainer.games.pai_gow import positions
from trainer.games.pai_gow.compare import Comparison, Hands, Side, check_dealt, check_hands, compare
from trainer.games.pai_gow.figures import pai_gow
from trainer.games.pai_gow.setting import as_submitted
from trainer.games.pai_gow.starting_number import (
    STARTING_NUMBER,
    bet_bounds,
    side_bet,
    side_bet_offered,
    side_bet_pays,
)
from trainer.rulebooks.schema import GameRules

PAI_GOW, DEALER = "pai-gow", "dealer"


class PaiGowBet(Bet, frozen=True):
    """A bet from a seat; against a player who banks the house itself bets, from the seat ``dealer``."""

    seat: int | str | None = None  # type: ignore[assignment]  # wider than elsewhere on purpose


class PaiGowRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round to settle: the bets, and either the hands or the results that were announced.

    ``player`` is the hands of a bet without a seat, ``seats`` those of each seat. ``bank`` is the dealer, a player (his
    seat, or ``player``), or ``co-bank``; with a bank all bets play against ``bank_hands``, and a bet of the seat
    ``dealer`` is the house's, whose hands are ``dealer``. ``losing_bets`` and ``winning_bets`` are totals where the
    bets are not listed. ``withdrawn`` and ``voided`` are seats that gave up and seats that voided their hand after the
    dealer showed a card of it; who withdraws before ``dealer_has_set`` or once his hands are exposed may be out of
    time. ``rng`` is the number of the generator. ``minimum`` and ``maximum`` are the table's, as in `limit`, where a
    bet was found outside its limits too late.
    """

    bets: tuple[PaiGowBet, ...] = ()
    dealer: Hands | None = None
    player: Hands | None = None
    seats: dict[str, Hands] = {}
    results: dict[str, Literal["win", "lose", "push"]] = {}
    bank: int | str = DEALER
    co_bank: bool = False
    bank_hands: Hands | None = None
    losing_bets: Amount | None = None
    winning_bets: Amount | None = None
    event: Literal["", "player-withdraws"] = ""
    player_hands_exposed: bool = False
    dealer_has_set: bool = True
    withdrawn: tuple[int | str, ...] = ()
    voided: tuple[int | str, ...] = ()
    rng: int | None = None
    odds: Odds | None = None
    minimum: Amount | None = None
    maximum: Amount | None = None


def settle(rules: GameRules, coup: PaiGowRound) -> Settlement:
    """Every bet's result, the commission, and with a bank who pays what from where."""
    _check(rules, coup)
    plays = stakes_in_play(rules, [bet.seat for bet in coup.bets], _on_spots(rules, coup))
    results = settle_each(coup.bets, plays, lambda bet, field: _settle_bet(rules, coup, bet, field))
    facts: dict[str, Any] = {}
    reasons: tuple[Reason, ...] = ()
    main = [result for result in results if result.bet.bet == PAI_GOW]
    if _has_bank(coup):
        facts, reasons = _bank_books(rules, coup, main)
    else:
        facts["commission"] = sum((result.facts.get("commission", ZERO) for result in main), ZERO)
        if len(main) == 1:
            facts |= main[0].facts
    return Settlement(results, reasons, facts)


def _on_spots(rules: GameRules, coup: PaiGowRound) -> list[OnSpot]:
    """The stakes by spot, under the limits that the round gives."""
    given = given_limits(rules, coup.minimum, coup.maximum)
    known, found = example_limits(rules, given), []
    for bet in coup.bets:
        own = given_bounds(bet_bounds(rules, bet.bet, coup.odds, known), given)
        found.append(OnSpot(f"{bet.bet}:{bet.on}", bet.stake, own))
    return found


def _has_bank(coup: PaiGowRound) -> bool:
    return coup.bank != DEALER or coup.co_bank


def _is_co_bank(coup: PaiGowRound) -> bool:
    return coup.co_bank or coup.bank == "co-bank"


def _check(rules: GameRules, coup: PaiGowRound) -> None:
    seats = [position for position in pai_gow(rules).start.positions if position.isdigit()]
    known = [*seats, DEALER]
    if str(coup.bank) not in (*seats, DEALER, "player", "co-bank"):
        raise RequestError("bank", f"{coup.bank!r} is no bank: give a seat, player, co-bank or dealer")
    if _has_bank(coup):
        positions.check_offered(rules, "co-bank" if _is_co_bank(coup) else "player-bank", "bank")
    for field, given in (("results", coup.results), ("seats", coup.seats)):
        for seat in given:
            if seat not in known:
                raise RequestError(f"{field}.{seat}", f"there is no such seat; there are: {', '.join(known)}")
    for field, listed in (("withdrawn", coup.withdrawn), ("voided", coup.voided)):
        positions.read_seats(rules, listed, field)
    check_stakes(coup.bets)
    for field, total in (("losing_bets", coup.losing_bets), ("winning_bets", coup.winning_bets)):
        if total is not None and any(bet.bet == PAI_GOW for bet in coup.bets):
            raise RequestError(field, "is a total where the bets are not listed")
    if coup.player is not None and coup.seats:
        raise RequestError("player", "is one hand: tell those of several seats in seats")
    for index, bet in enumerate(coup.bets):
        if bet.bet not in rules.bets:
            raise RequestError(f"bets[{index}].bet", f"{bet.bet!r} is no bet of {rules.game}")
        if bet.bet == PAI_GOW and bet.on is not None:
            raise RequestError(f"bets[{index}].on", f"{PAI_GOW} is not made on anything; leave it out")
        if bet.seat is not None and str(bet.seat) not in known:
            raise RequestError(f"bets[{index}].seat", f"there is no seat {bet.seat}; there are: {', '.join(known)}")
        if bet.seat == DEALER and (not _has_bank(coup) or _is_co_bank(coup)):
            raise RequestError(f"bets[{index}].seat", "the dealer bets only against a player who banks alone")
        if bet.seat is not None and str(bet.seat) == str(coup.bank) and bet.bet == PAI_GOW:
            raise RequestError(f"bets[{index}].seat", "the bank does not bet against himself")
    given_hands = [("dealer", coup.dealer), ("player", coup.player), ("bank_hands", coup.bank_hands)]
    given_hands += [(f"seats.{seat}", hands) for seat, hands in coup.seats.items()]
    shown = [(field, hands) for field, hands in given_hands if hands is not None]
    check_hands(rules, shown)
    check_dealt(rules, shown)
    _check_side_bets(rules, coup)


def _check_side_bets(rules: GameRules, coup: PaiGowRound) -> None:
    """A bet on the starting number lies beside a bet of its player, where a generator gives the number.

    Side bets are settled before a card is dealt, so a round may list them alone.
    """
    main = {bet.seat for bet in coup.bets if bet.bet == PAI_GOW}
    for index, bet in enumerate(coup.bets):
        if bet.bet != STARTING_NUMBER:
            continue
        figures, _ = side_bet(rules, coup.odds)
        if not side_bet_offered(rules):
            raise RequestError(f"bets[{index}].bet", f"{bet.bet} is not offered at this table ({figures.needs_cite})")
        if main and bet.seat is not None and bet.seat not in main:
            raise RequestError(f"bets[{index}].seat", f"has no bet beside the side bet ({figures.needs_cite})")


# ── one bet ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _settle_bet(rules: GameRules, coup: PaiGowRound, bet: PaiGowBet, field: str) -> BetResult:
    if bet.bet == STARTING_NUMBER:
        return _settle_starting_number(rules, coup, bet, field)
    if _is_among(bet, coup.voided):
        cite = rules.irregularities[_exposed(rules)].cite
        return BetResult(bet, Outcome.VOID, returned=bet.stake, reasons=(Reason("hand-voided", {}, cite),))
    late: tuple[Reason, ...] = ()
    if coup.event == "player-withdraws" or _is_among(bet, coup.withdrawn):
        late = _out_of_time(rules, coup)
        if not late:
            return _withdraw(rules, bet)
        if not _can_be_compared(coup, bet):
            return BetResult(bet, Outcome.STAND, stays=bet.stake, reasons=late)
    comparison = _comparison(rules, coup, bet, field)
    house: tuple[Reason, ...] = ()
    if bet.seat == DEALER:
        house = (Reason(f"house-bet-{comparison.result.value}", {}, pai_gow(rules).bank.house_result_cite),)
    comparison = msgspec.structs.replace(comparison, reasons=(*late, *comparison.reasons, *house))
    facts: dict[str, Any] = {}
    if comparison.high is not None and comparison.low is not None:
        facts = {"high_hand": comparison.high.value, "low_hand": comparison.low.value}
    if comparison.fault:
        facts["foul"] = True
    if comparison.result is Outcome.WIN:
        return _win(rules, coup, bet, comparison, facts)
    if comparison.result is Outcome.PUSH:
        return BetResult(bet, Outcome.PUSH, returned=bet.stake, reasons=comparison.reasons, facts=facts)
    return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=comparison.reasons, facts=facts)


def _is_among(bet: PaiGowBet, seats: tuple[int | str, ...]) -> bool:
    return bet.seat is not None and str(bet.seat) in map(str, seats)


def _out_of_time(rules: GameRules, coup: PaiGowRound) -> tuple[Reason, ...]:
    """Why nobody may withdraw now: his hands have been shown, or the dealer must first have set."""
    withdrawal = pai_gow(rules).withdrawal
    if coup.player_hands_exposed:
        return (Reason("withdraws-too-late", {}, withdrawal.cite),)
    if withdrawal.after_dealer_set and not coup.dealer_has_set:
        return (Reason("withdraws-too-early", {}, withdrawal.cite),)
    return ()


def _exposed(rules: GameRules) -> str:
    return next(key for key in ("player-card-exposed", "player-tile-exposed") if key in rules.irregularities)


def _withdraw(rules: GameRules, bet: PaiGowBet) -> BetResult:
    withdrawal = pai_gow(rules).withdrawal
    facts = {"cards": withdrawal.pieces, "cards_exposed": False}
    reason = Reason("withdraws-loses" if withdrawal.loses else "withdraws-returned", {}, withdrawal.cite)
    if withdrawal.loses:
        return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,), facts=facts)
    return BetResult(bet, Outcome.VOID, returned=bet.stake, reasons=(reason,), facts=facts)


def _comparison(rules: GameRules, coup: PaiGowRound, bet: PaiGowBet, field: str) -> Comparison:
    seat = "" if bet.seat is None else str(bet.seat)
    announced = coup.results.get(seat)
    if announced is not None and _own_hands(coup, bet) is not None and _opposite(coup) is not None:
        found = _compared(rules, coup, bet, field)
        if found.result is not Outcome(announced):
            raise RequestError(f"results.{seat}", f"the hands say {found.result.value}, not {announced}")
        return found
    if announced is not None:
        reason = Reason(f"announced-{announced}", {}, rules.calls["result"].cite)
        return Comparison(Outcome(announced), None, None, (reason,))
    return _compared(rules, coup, bet, field)


def _opposite(coup: PaiGowRound) -> Hands | None:
    """The hands that bets play against, if they are given."""
    return coup.bank_hands if _has_bank(coup) else coup.dealer


def _compared(rules: GameRules, coup: PaiGowRound, bet: PaiGowBet, field: str) -> Comparison:
    """What the hands say of a bet."""
    seat, own = "" if bet.seat is None else str(bet.seat), _own_hands(coup, bet)
    if own is None:
        raise RequestError(field, "neither the hands nor the result of this bet is given")
    figures, bank = pai_gow(rules), _has_bank(coup)
    where, against = "bank_hands" if bank else "dealer", _opposite(coup)
    if against is None:
        raise RequestError(where, "is missing: these hands are compared with")
    reset_cite = figures.house_way.reset_cite
    own_reset: tuple[Reason, ...] = ()
    if seat == DEALER:
        own, own_reset = as_submitted(rules, own, "dealer", reset_cite)
    hands, reset = as_submitted(rules, against, where, figures.bank.reset_cite or reset_cite if bank else reset_cite)
    found = compare(rules, own, hands, Side.BANK if bank else Side.DEALER)
    return msgspec.structs.replace(found, reasons=(*reset, *own_reset, *found.reasons))


def _own_hands(coup: PaiGowRound, bet: PaiGowBet) -> Hands | None:
    if bet.seat == DEALER:
        return coup.dealer
    of_seat = None if bet.seat is None else coup.seats.get(str(bet.seat))
    return of_seat or (coup.player if bet.seat is None or len(coup.bets) == 1 else None)


def _can_be_compared(coup: PaiGowRound, bet: PaiGowBet) -> bool:
    return ("" if bet.seat is None else str(bet.seat)) in coup.results or _own_hands(coup, bet) is not None


def commission(rules: GameRules, won: Amount) -> Amount:
    """What is taken of an amount won, rounded as the house does."""
    figures = pai_gow(rules).commission
    return figures.rounding.apply(won * Fraction(figures.percent, 100))


def _win(
    rules: GameRules, coup: PaiGowRound, bet: PaiGowBet, comparison: Comparison, facts: dict[str, Any]
) -> BetResult:
    rule, figures = rules.bets[PAI_GOW], pai_gow(rules)
    if rule.pays is None:
        raise ValueError(f"{rules.rulebook}/{rules.game}: bet {PAI_GOW} has no odds")
    pays = rule.pays.pays(bet.stake)
    reasons = [
        *comparison.reasons,
        Reason("table.reason.pays", {"odds": rule.pays, "stake": bet.stake, "pays": pays}, rule.cite),
    ]
    if bet.seat == DEALER:
        taken = ZERO
        reasons.append(Reason("house-win-no-commission", {}, figures.bank.house_win_cite))
    else:
        taken = commission(rules, pays)
        cite = figures.bank.commission_cite if _has_bank(coup) else figures.commission.cite
        params = {"percent": figures.commission.percent, "won": pays, "commission": taken}
        reasons.append(Reason("commission", params, cite))
    facts |= {"commission": taken, "net_to_player": pays - taken}
    return BetResult(bet, Outcome.WIN, pays=pays, returned=bet.stake, reasons=tuple(reasons), facts=facts)


# ── the side bet ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _settle_starting_number(rules: GameRules, coup: PaiGowRound, bet: PaiGowBet, field: str) -> BetResult:
    figures, odds = side_bet(rules, coup.odds)
    highest = pai_gow(rules).start.highest_number
    if coup.rng is None or not 1 <= coup.rng <= highest:
        raise RequestError("rng", f"give the number the generator shows, 1 to {highest}")
    chosen = int(bet.on) if isinstance(bet.on, int | str) and str(bet.on).isdigit() else 0
    if not 1 <= chosen <= highest:
        raise RequestError(f"{field}.on", f"must be a number from 1 to {highest}")
    params = {"number": coup.rng, "chosen": chosen}
    if chosen != coup.rng:
        reason = Reason("number-misses", params, rules.bets[STARTING_NUMBER].cite)
        return BetResult(bet, Outcome.LOSE, loses=bet.stake, reasons=(reason,))
    pays = side_bet_pays(rules, figures, odds, bet.stake)
    reasons = (
        Reason("number-hits", params, rules.bets[STARTING_NUMBER].cite),
        Reason("side-bet-pays", {"odds": odds, "stake": bet.stake, "pays": pays}, figures.cite),
    )
    return BetResult(bet, Outcome.WIN, pays=pays, returned=bet.stake, reasons=reasons)


# ── the bank ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _bank_books(
    rules: GameRules, coup: PaiGowRound, results: list[BetResult]
) -> tuple[dict[str, Any], tuple[Reason, ...]]:
    """Losing bets to the centre, winners paid from it, and who makes up a shortage or takes a surplus."""
    centre = sum((result.loses for result in results), ZERO) if results else coup.losing_bets
    paid = sum((result.pays for result in results), ZERO) if results else coup.winning_bets
    if centre is None or paid is None:
        raise RequestError("bets", "give the bets, or losing_bets and winning_bets")
    taken: dict[str, Amount] = {}
    for result in (result for result in results if result.facts.get("commission")):
        seat = str(result.bet.seat)
        taken[seat] = taken.get(seat, ZERO) + result.facts["commission"]
    facts: dict[str, Any] = {"centre": centre, "paid": paid, "player_commission": dict(sorted(taken.items()))}
    shortage, surplus = max(paid - centre, ZERO), max(centre - paid, ZERO)
    facts |= {"shortage": shortage, "surplus": surplus}
    books = _co_bank(rules, shortage, surplus) if _is_co_bank(coup) else _sole_bank(rules, shortage, surplus)
    return facts | books[0], books[1]


def _sole_bank(rules: GameRules, shortage: Amount, surplus: Amount) -> tuple[dict[str, Any], tuple[Reason, ...]]:
    taken, cite = commission(rules, surplus), pai_gow(rules).bank.settle_cite
    facts = {"collected_from_bank": shortage, "bank_commission": taken, "to_bank": surplus - taken}
    if shortage:
        return facts, (Reason("bank-shortage", {"shortage": shortage}, cite),)
    return facts, (Reason("bank-surplus", {"surplus": surplus, "commission": taken, "rest": surplus - taken}, cite),)


def _co_bank(rules: GameRules, shortage: Amount, surplus: Amount) -> tuple[dict[str, Any], tuple[Reason, ...]]:
    figures = pai_gow(rules).bank
    share = Fraction(figures.share, 100)
    house, half = surplus * share, surplus * (1 - share)
    taken = commission(rules, half)
    facts = {
        "collected_from_bank": shortage * (1 - share),
        "from_table_inventory": shortage * share,
        "to_table_inventory": house,
        "bank_commission": taken,
        "to_co_bank": half - taken,
    }
    cite = figures.co_bank_settle_cite
    if shortage:
        return facts, (Reason("co-bank-shortage", {"shortage": shortage, "half": shortage * share}, cite),)
    params = {"surplus": surplus, "half": half, "commission": taken, "rest": half - taken}
    return facts, (Reason("co-bank-surplus", params, cite),)
