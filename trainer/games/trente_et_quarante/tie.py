"""The tie at 31: half returned, prison, blocked halves, and the effect of an insurance."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from trainer.equipment.money import Amount, Halvings, parse_amount, print_amount
from trainer.games.core import Bet, BetResult, Outcome, Reason, RequestError
from trainer.games.trente_et_quarante.figures import TrenteFigures, trente
from trainer.rulebooks.schema import HOUSE_STANDARD, Citation, GameRules

TieChoice = Literal["withdraw", "prison", "give-up", "wait"]
# What a player may say to the tie: half back or prison, or, where half is already lost, give the rest up or wait.
_CHOICES: dict[str, tuple[TieChoice, ...]] = {
    "half-or-prison": ("withdraw", "prison"),
    "classic": ("withdraw", "prison"),
    "half-lost": ("give-up", "wait", "prison"),
}


class TrenteBet(Bet, frozen=True):
    """A stake on a chance. ``insured`` against the tie; ``in_prison`` (blocked) from an earlier tie.

    ``ties_met`` counts the ties at the best total this stake has met, the present one included. Where the house takes
    half at once, the stake of a blocked bet is the half that still lies on the cloth.
    """

    insured: bool = False
    in_prison: bool = False
    ties_met: Halvings | None = None
    choice: TieChoice | None = None


def premium(rules: GameRules, stake: Amount, field: str = "stake") -> Amount:
    """What insuring a stake costs; one below the house's threshold cannot be insured."""
    least = insurable_from(rules)
    if stake <= 0:
        raise RequestError(field, "must be above 0")
    if stake < least:
        raise RequestError(field, f"stakes are insured from {print_amount(least)} at this table")
    insurance = trente(rules).insurance
    base = stake if insurance.of == "stake" else _left(rules, trente(rules), stake, 1)
    return insurance.rounding.apply(base * insurance.percent / 100)


def insurable_from(rules: GameRules) -> Amount:
    """The smallest stake that may be insured, where the house has set one."""
    return parse_amount(rules.chosen.get("insurance-threshold", "0"))


def settle_tie(
    rules: GameRules, bet: TrenteBet, stake: Amount, minimum: Amount, last_coup: bool, field: str = ""
) -> BetResult:
    """A bet when both rows have the best total; ``stake`` is the part of it that plays."""
    figures = trente(rules)
    known = _CHOICES[figures.tie.way]
    if bet.choice is not None and bet.choice not in known:
        raise RequestError(f"{field}.choice", f"{bet.choice!r} is no choice here; there are: {', '.join(known)}")
    if figures.tie.way == "half-lost":
        return _half_lost(rules, bet, stake, figures, field)
    if bet.insured and figures.insurance.when == "with-the-bet":
        kept = premium(rules, stake, field)
        reason = Reason("insured-stake-untouched", {"premium": kept}, figures.insurance.cite)
        return BetResult(bet, Outcome.PUSH, returned=stake, reasons=(reason,), facts={"insurance_kept": kept})
    ties = bet.ties_met or (2 if bet.in_prison else 1)
    cite = figures.tie.cite if ties == 1 else figures.tie.again_cite
    halvings = ties if figures.tie.way == "half-or-prison" else 1
    left = _left(rules, figures, stake, halvings)
    if last_coup and figures.tie.last_coup_cite:
        reason = Reason("tie-last-coup", {"ties": ties, "back": left}, figures.tie.last_coup_cite)
        return _taken_out(bet, stake, left, reason)
    if figures.tie.way == "half-or-prison" and _locked(rules, stake, ties, minimum):
        reason = Reason("tie-prison-locked", {"left": left, "minimum": minimum}, figures.tie.again_cite)
        return held(bet, stake, reason)
    choice = bet.choice or rules.chosen.get("no-choice", "prison")
    if choice == "withdraw":
        return _taken_out(bet, stake, left, Reason("tie-half-withdrawn", {"ties": ties, "back": left}, cite))
    return held(bet, stake, Reason("tie-prison", {}, cite))


def settle_prisoner(rules: GameRules, bet: TrenteBet, stake: Amount, wins: bool, row_tie: bool) -> BetResult:
    """A bet in prison or blocked, when the rows did not tie at the best total."""
    tie = trente(rules).tie
    if row_tie:
        return held(bet, stake, Reason("neutral-stays-in-prison", {}, tie.again_cite))
    if not wins:
        reason = Reason("prison-lost", {}, tie.release_cite or tie.cite)
        return BetResult(bet, Outcome.LOSE, loses=stake, reasons=(reason,))
    freed, cite = stake, tie.release_cite or tie.cite
    ties = bet.ties_met or 1
    if tie.way == "half-or-prison" and ties > 1 and rules.chosen.get("prison-release") == "reduced-value":
        freed, cite = _left(rules, trente(rules), stake, ties - 1), tie.again_cite
    elif tie.way == "half-or-prison" and ties > 1 and rules.chosen.get("prison-release") == "one-level-back":
        return held(bet, stake, Reason("prison-one-level-back", {"ties": ties - 1}, Citation(HOUSE_STANDARD)))
    reason = Reason("prison-released", {"freed": freed}, cite)
    return BetResult(bet, Outcome.PUSH, loses=stake - freed, returned=freed, reasons=(reason,))


def _half_lost(rules: GameRules, bet: TrenteBet, stake: Amount, figures: TrenteFigures, field: str) -> BetResult:
    tie = figures.tie
    if bet.in_prison:
        if bet.insured:
            return held(bet, stake, Reason("insured-pledge-stays", {}, figures.insurance.cite))
        if tie.second == "stays":
            return held(bet, stake, Reason("second-tie-keeps-pledge", {}, tie.again_cite))
        reason = Reason("second-tie-loses-pledge", {}, tie.again_cite)
        return BetResult(bet, Outcome.LOSE, loses=stake, reasons=(reason,))
    blocked = _left(rules, figures, stake, 1)
    if bet.choice == "give-up":
        reason = Reason("blocked-half-given-up", {}, tie.again_cite)
        return BetResult(bet, Outcome.LOSE, loses=stake, reasons=(reason,))
    reason = Reason("half-lost-half-blocked", {"blocked": blocked}, tie.cite)
    facts: dict[str, Any] = {"in_prison": True, "blocked": blocked}
    if bet.insured:
        facts["insurance"] = premium(rules, stake, field)
    return BetResult(bet, Outcome.STAND, loses=stake - blocked, stays=blocked, reasons=(reason,), facts=facts)


def _left(rules: GameRules, figures: TrenteFigures, stake: Amount, halvings: int) -> Amount:
    """What a stake is worth after so many halvings, as the player gets it."""
    return figures.tie.rounding.apply(rules.money(stake * Fraction(1, 2**halvings)))


def _locked(rules: GameRules, stake: Amount, ties: int, minimum: Amount) -> bool:
    """Whether too little of a stake is left to be taken out."""
    first = 1 if rules.chosen.get("prison-lock") == "any-zero" else 2
    return ties >= first and stake * Fraction(1, 2**ties) < minimum


def _taken_out(bet: TrenteBet, stake: Amount, back: Amount, reason: Reason) -> BetResult:
    return BetResult(bet, Outcome.LOSE, loses=stake - back, returned=back, reasons=(reason,))


def held(bet: TrenteBet, stays: Amount, reason: Reason) -> BetResult:
    """A stake that stays in prison."""
    return BetResult(bet, Outcome.STAND, stays=stays, reasons=(reason,), facts={"in_prison": True})
