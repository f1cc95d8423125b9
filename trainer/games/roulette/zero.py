"""Even chances when zero comes (lost, half lost, or in prison, *prisión*), and those in prison at any number."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from trainer.equipment.money import ZERO, Amount
from trainer.equipment.wheel import ZEROS
from trainer.games.core import Bet, BetResult, Outcome, Reason
from trainer.games.roulette.figures import SecondZero, ZeroRule, roulette
from trainer.rulebooks.schema import HOUSE_STANDARD, Citation, GameRules

ZeroChoice = Literal["withdraw", "prison"]


def settle_even_chance(
    rules: GameRules,
    bet: Bet,
    *,
    number: str,
    wins: bool,
    zeros_met: int,
    choice: ZeroChoice | None,
    last_spin: bool,
    minimum: Amount,
    stake: Amount,
) -> BetResult:
    """An even chance on a zero, or one in prison on any number."""
    zero = roulette(rules).zero
    if number not in ZEROS:
        return _released(rules, bet, stake, zeros_met) if wins else _lost_in_prison(rules, bet, stake, number)
    if zero.even_chances is ZeroRule.LOSE_ALL:
        reason = Reason("zero-takes-all", {"number": number}, zero.cite)
        return BetResult(bet, Outcome.LOSE, loses=stake, reasons=(reason,))
    if zero.even_chances is ZeroRule.LOSE_HALF:
        return _halved(rules, bet, stake, 1, Reason("zero-takes-half", {"number": number}, zero.cite))
    if zeros_met > 1 and zero.second_zero is SecondZero.LOSE_ALL:
        reason = Reason("second-zero-takes-all", {}, zero.second_cite or zero.cite)
        return BetResult(bet, Outcome.LOSE, loses=stake, reasons=(reason,))
    if last_spin and zero.last_spin_cite:
        reason = Reason("last-spin-zero", {"zeros": zeros_met}, zero.last_spin_cite)
        return _halved(rules, bet, stake, zeros_met, reason)
    if locked(rules, stake, zeros_met, minimum):
        return _kept(bet, stake, lock_reason(rules, stake, zeros_met, minimum))
    cite = zero.cite if zeros_met == 1 else zero.second_cite or zero.cite
    if (choice or rules.option("no-choice")) == "withdraw":
        first = zeros_met == 1
        reason = Reason("zero-half-taken", {}, cite) if first else Reason("zero-part-taken", {"zeros": zeros_met}, cite)
        return _halved(rules, bet, stake, zeros_met, reason)
    return _kept(bet, stake, Reason("zero-prison", {}, cite))


def value_left(stake: Amount, zeros_met: int) -> Amount:
    """What a stake is worth after so many zeros: a half, a quarter, an eighth …"""
    return stake * Fraction(1, 2**zeros_met)


def locked(rules: GameRules, stake: Amount, zeros_met: int, minimum: Amount) -> bool:
    """Whether a stake must stay in prison because too little of it is left to be taken out."""
    zero = roulette(rules).zero
    lock = rules.chosen.get("prison-lock")  # a regulation without such a rule has no such option either
    if zero.second_zero is not SecondZero.HALVES_AGAIN or lock is None:
        return False
    first = 1 if lock == "any-zero" else 2
    return zeros_met >= first and value_left(stake, zeros_met) < minimum


def lock_reason(rules: GameRules, stake: Amount, zeros_met: int, minimum: Amount) -> Reason:
    """Why a stake is locked in."""
    zero = roulette(rules).zero
    params = {"left": value_left(stake, zeros_met), "minimum": minimum}
    return Reason("prison-locked", params, zero.second_cite or zero.cite)


def _halved(rules: GameRules, bet: Bet, stake: Amount, zeros: int, reason: Reason) -> BetResult:
    returned = rules.money(value_left(stake, zeros))
    return BetResult(bet, Outcome.LOSE, loses=stake - returned, returned=returned, reasons=(reason,))


def _kept(bet: Bet, stake: Amount, reason: Reason) -> BetResult:
    return BetResult(bet, Outcome.STAND, stays=stake, reasons=(reason,), facts={"in_prison": True})


def _lost_in_prison(rules: GameRules, bet: Bet, stake: Amount, number: str) -> BetResult:
    reason = Reason("prison-lost", {"number": number}, roulette(rules).zero.cite)
    return BetResult(bet, Outcome.LOSE, loses=stake, reasons=(reason,))


def _released(rules: GameRules, bet: Bet, stake: Amount, zeros_met: int) -> BetResult:
    """A win frees an imprisoned stake and pays nothing; after several zeros the house option says how much is freed."""
    zero = roulette(rules).zero
    way = rules.chosen.get("prison-release", "whole-stake")
    if zeros_met > 1 and way == "one-level-back":
        reason = Reason("prison-one-level-back", {"zeros": zeros_met - 1}, Citation(HOUSE_STANDARD))
        return BetResult(bet, Outcome.STAND, stays=stake, reasons=(reason,), facts={"in_prison": True})
    freed = rules.money(value_left(stake, zeros_met - 1)) if way == "reduced-value" else stake
    reason = Reason("prison-released", {"freed": freed}, zero.second_cite or zero.cite if freed != stake else zero.cite)
    lost = stake - freed if freed != stake else ZERO
    return BetResult(bet, Outcome.PUSH, loses=lost, returned=freed, reasons=(reason,))
