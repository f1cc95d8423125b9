"""The player-held bank in money: which stakes it covers, what the house deducts, what goes to the garage."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.baccarat.bank_figures import bank_game
from trainer.games.core import Reason, RequestError
from trainer.games.limits import stated_limits
from trainer.games.percent_taken import percent_taken
from trainer.rulebooks.schema import GameRules


def covered(rules: GameRules, bank: Amount | None, stakes: Sequence[tuple[int | None, Amount]]) -> list[Amount]:
    """How much of each stake, given with its seat, the bank answers for, first come first served.

    Without a bank it answers for all of them; where only each player is held to the bank, so are his stakes together.
    """
    if bank is None:
        return [stake for _, stake in stakes]
    each_player = rules.chosen.get("punto-total") == "each-player"
    left: dict[object, Amount] = {}
    parts = []
    for index, (seat, stake) in enumerate(stakes):
        purse: object = (("bet", index) if seat is None else ("seat", seat)) if each_player else "bank"
        part = min(stake, left.get(purse, bank))
        left[purse] = left.get(purse, bank) - part
        parts.append(part)
    return parts


def playable(rules: GameRules, bank: Amount | None, minimum: Amount | None) -> Amount | None:
    """What of a bank may play: up to its maximum, where the points' minimum it is measured by is known."""
    most = bank_game(rules).bank.maximum
    if bank is None or minimum is None or most is None:
        return bank
    return min(bank, most.amount({"minimum": minimum}))


def deduction_percent(rules: GameRules, given: Amount | None = None) -> Fraction:
    """The house's percentage of the banker's winnings: the one given in a request, else the one in force."""
    return percent_taken(rules, "commission", "commission_percent", given, bank_game(rules).bank.deduction)


def deducted(rules: GameRules, winnings: Amount, percent: Fraction) -> Amount:
    """What the house takes of the banker's winnings; the part he keeps is what is rounded, as with any commission."""
    return winnings - rules.money(winnings - winnings * percent / 100) if winnings > 0 else ZERO


def deduction_reason(rules: GameRules, winnings: Amount, percent: Fraction, amount: Amount) -> Reason:
    """Why so much was deducted, or nothing."""
    cite = bank_game(rules).bank.deduction_cite
    if winnings <= 0:
        return Reason("no-deduction", {}, cite)
    return Reason("deduction", {"percent": percent, "winnings": winnings, "deduction": amount}, cite)


class Garage(msgspec.Struct, frozen=True):
    """What is set aside of a bank, by kind, and what stays in play."""

    facts: dict[str, Any]
    reasons: tuple[Reason, ...]


def garage(
    rules: GameRules,
    minimum: Amount | None,
    bank: Amount | None,
    stakes_total: Amount | None,
    winnings: Amount | None,
) -> Garage:
    """Every garage that the given figures allow to compute: over the maximum, uncovered, voluntary.

    What is above the maximum is deducted before the two others are computed. Raises `RequestError` for winnings without
    a minimum where the voluntary garage depends on it.
    """
    figures = bank_game(rules).bank
    known = stated_limits(minimum, None)
    facts: dict[str, Any] = {}
    reasons: list[Reason] = []
    aside = ZERO
    if known and bank is not None and figures.maximum is not None and figures.over_maximum is not None:
        most = figures.maximum.amount(known)
        aside = over = max(ZERO, bank - most)
        facts |= {"bank_maximum": most, f"{figures.over_maximum}_garage": over, "bank_after": bank - over}
        reasons.append(Reason("garage-over-maximum", {"maximum": most, "over": over}, figures.over_maximum_cite))
    if bank is not None and stakes_total is not None and figures.uncovered_excluded:
        over = max(ZERO, bank - aside - stakes_total)
        facts["compulsory_garage"] = over
        params = {"bank": bank - aside, "stakes": stakes_total, "over": over}
        reasons.append(Reason("garage-uncovered", params, figures.uncovered_cite))
    if winnings is not None and figures.voluntary_over is not None:
        if not known:
            raise RequestError("minimum", "is missing: what may be set aside goes by it")
        threshold = figures.voluntary_over.amount(known)
        allowed = winnings > threshold
        most = max(ZERO, (winnings if figures.voluntary_takes == "all-winnings" else winnings - threshold) - aside)
        facts |= {"voluntary_garage_allowed": allowed, "allowed": allowed}
        facts["voluntary_garage"] = most if allowed else ZERO
        name = "garage-voluntary" if allowed else "garage-voluntary-refused"
        params = {"threshold": threshold, "most": facts["voluntary_garage"]}
        reasons.append(Reason(name, params, figures.voluntary_cite))
    return Garage(facts, tuple(reasons))
