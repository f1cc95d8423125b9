"""Limits where a player holds the bank: stakes, the bank, its garages, changing it, taking it over, players."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from trainer.equipment.money import ZERO, Amount
from trainer.games.baccarat.bank import garage
from trainer.games.baccarat.bank_figures import bank_game
from trainer.games.baccarat.punters import Punt, check_punts, makes_banco, stakes_by_player
from trainer.games.core import Decision, Reason, RequestError
from trainer.games.limits import check_limits
from trainer.rulebooks.schema import GameRules


class BankLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May this stand? Stakes against a ``bank``, the bank itself, its garages, taking it over or changing it, players.

    Only one of them is answered: ``change``, else ``players``, else ``offer``, else ``bets``, else the bank.

    ``role`` says whose bets these are. ``left_voluntarily_with`` is what a bank held when it was given up; ``offer``
    what the next banker wants to take it with.
    """

    bets: tuple[Punt, ...] = ()
    role: Literal["point", "banker"] = "point"
    bank: Amount | None = None
    minimum: Amount | None = None
    stakes_total: Amount | None = None
    winnings: Amount | None = None
    left_voluntarily_with: Amount | None = None
    offer: Amount | None = None
    change: Literal["raise", "lower"] | None = None
    players: int | None = None


def limit(rules: GameRules, question: BankLimits) -> Decision:
    """Whether what is asked may stand, and the figures that say so."""
    figures = bank_game(rules)
    bank = figures.bank
    check_limits(question.minimum, None)
    if question.change is not None:
        reason = Reason("bank-may-be-raised-only", {}, bank.raise_cite)
        return Decision({"allowed": question.change == "raise"}, (reason,))
    if question.players is not None:
        least, places = figures.players.least, figures.places
        reasons = [Reason("players-least", {"least": least}, figures.players.cite)]
        facts: dict[str, Any] = {"allowed": question.players >= least, "minimum": least}
        if not places.standing:
            most = max(places.seats)
            facts |= {"allowed": least <= question.players <= most, "maximum": most}
            reasons.append(Reason("places", {"most": most}, places.seats_cite or places.cite))
        return Decision(facts, tuple(reasons))
    if question.offer is not None:
        return _offer(rules, question)
    if question.bets:
        return _stakes(rules, question)
    found = garage(rules, question.minimum, question.bank, question.stakes_total, question.winnings)
    facts = {"bank_minimum": bank.minimum.amount(_known(rules, question))}
    if not found.facts:
        if question.bank is not None and question.minimum is None:
            raise RequestError("minimum", "is missing: what a bank may hold goes by it")
        if bank.maximum is not None:
            facts["bank_maximum"] = bank.maximum.amount(_known(rules, question))
        return Decision(facts, (Reason("bank-limits", facts, bank.cite),))
    if question.bank is None or question.minimum is None:
        return Decision(found.facts, found.reasons)
    from_minimum = Reason("bank-from-its-minimum", {"least": facts["bank_minimum"]}, bank.cite)
    facts |= {**found.facts, "allowed": found.facts.get("allowed", True) and question.bank >= facts["bank_minimum"]}
    return Decision(facts, (from_minimum, *found.reasons))


def _known(rules: GameRules, question: BankLimits) -> dict[str, Amount]:
    return {"minimum": question.minimum if question.minimum is not None else rules.table.minimum}


def _offer(rules: GameRules, question: BankLimits) -> Decision:
    """A bank left voluntarily is taken with at least as much; after a loss the minimum will do."""
    bank = bank_game(rules).bank
    left, offer = question.left_voluntarily_with, question.offer or ZERO
    if left is None and question.minimum is None:
        raise RequestError("minimum", "is missing: what a bank is taken with goes by it")
    least = left if left is not None else bank.minimum.amount(_known(rules, question))
    name = "bank-taken-over" if left is not None else "bank-from-minimum"
    facts: dict[str, Any] = {"allowed": offer >= least, "minimum": least}
    reasons = [Reason(name, {"least": least}, bank.taking_cite)]
    if bank.maximum is not None and question.minimum is not None:
        most = bank.maximum.amount(_known(rules, question))
        facts |= {"allowed": least <= offer <= most, "maximum": most}
        reasons.append(Reason("bank-up-to-maximum", {"most": most}, bank.cite))
    return Decision(facts, tuple(reasons))


def _stakes(rules: GameRules, question: BankLimits) -> Decision:
    figures = bank_game(rules)
    if question.role == "banker":
        allowed = all(bet.bet == "banker" for bet in question.bets)
        cite = figures.bank.cite
        return Decision({"allowed": allowed, "must_bet": "banker"}, (Reason("banker-bets-on-bank", {}, cite),))
    check_punts(rules, question.bets, question.bank)
    least = question.minimum or ZERO
    points = stakes_by_player(question.bets)
    outside = [bet.stake for bet in question.bets if bet.bet != "player"]
    cite = rules.bets["player"].limit_cite or rules.bets["player"].cite
    facts: dict[str, Any] = {"allowed": all(stake and stake >= least for stake in (*points, *outside))}
    reasons: list[Reason] = []
    if question.minimum is not None:
        facts["minimum"] = least
        reasons.append(Reason("stake-from-points-minimum", {"least": least}, cite))
    if question.bank is not None:
        together = rules.chosen.get("punto-total", "total") == "total"
        asked = sum(points, ZERO) if together else max(points, default=ZERO)
        facts |= {"allowed": facts["allowed"] and asked <= question.bank, "maximum": question.bank}
        facts["hace_banco"] = makes_banco(question.bets, question.bank)
        reasons.append(Reason("stake-up-to-bank", {"bank": question.bank}, cite))
    return Decision(facts, tuple(reasons))
