"""Answers to `limit` at trente et quarante: stakes, insurance, decks, cards out of play, idle seats."""

from __future__ import annotations

import msgspec

from trainer.equipment.money import Amount
from trainer.games.core import Decision, Reason, RequestError
from trainer.games.limits import Laid, bounds, check_maximum, every_limit, may_lie, stated_limits, table_limits
from trainer.games.trente_et_quarante.figures import CHANCES, trente
from trainer.games.trente_et_quarante.settle import check_bets
from trainer.games.trente_et_quarante.tie import TrenteBet, insurable_from, premium
from trainer.rulebooks.schema import GameRules

CARDS_IN_A_DECK = 52


class LimitQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """May this stand? Bets, decks, ``cards_out`` of play behind the separator, coups without a bet.

    ``insure`` is a stake a player wants to insure.
    """

    bets: tuple[TrenteBet, ...] = ()
    minimum: Amount | None = None
    maximum: Amount | None = None
    insure: Amount | None = None
    decks: int | None = None
    cards_out: int | None = None
    coups_without_bet: int | None = None


def limit(rules: GameRules, question: LimitQuestion) -> Decision:
    """Whether what is asked may stand, and the figures that say so."""
    figures = trente(rules)
    if question.insure is not None:
        least = insurable_from(rules)
        if 0 < question.insure < least:
            reason = Reason("insurance-threshold", {"least": least}, rules.options["insurance-threshold"].cite)
            return Decision({"allowed": False, "minimum": least}, (reason,))
        cost = premium(rules, question.insure, "insure")
        params = {"percent": figures.insurance.percent, "premium": cost}
        price = Reason("insurance-price", params, figures.insurance.cite)
        return Decision({"allowed": True, "deposit": cost}, (price,))
    if question.cards_out is not None:
        return _cards_out(rules, question)
    if question.decks is not None:
        allowed = question.decks in figures.stack.decks_allowed
        reason = Reason("decks-allowed", {"decks": figures.stack.decks_allowed}, figures.stack.cite)
        return Decision({"allowed": allowed}, (reason,))
    if question.coups_without_bet is not None:
        if figures.seat is None or figures.seat.idle_coups is None:
            raise RequestError("coups_without_bet", "this rulebook sets no limit to sitting out")
        keeps = question.coups_without_bet <= figures.seat.idle_coups
        reason = Reason("idle-seat", {"coups": figures.seat.idle_coups}, figures.seat.cite)
        return Decision({"keeps_seat": keeps}, (reason,))
    return _bets(rules, question)


def _cards_out(rules: GameRules, question: LimitQuestion) -> Decision:
    """How many cards may lie behind the separator: from the least to a share of the stack."""
    figures = trente(rules)
    cut = figures.cut_card
    most = cut.behind_least
    if cut.behind_most_share is not None:
        decks = question.decks or figures.stack.decks
        most = int(decks * CARDS_IN_A_DECK * cut.behind_most_share)
    allowed = cut.behind_least <= (question.cards_out or 0) <= most
    reason = Reason("cards-out-of-play", {"least": cut.behind_least, "most": most}, cut.cite)
    return Decision({"allowed": allowed, "allowed_range": [cut.behind_least, most]}, (reason,))


def _bets(rules: GameRules, question: LimitQuestion) -> Decision:
    known = table_limits(rules, question.minimum, question.maximum)
    check_maximum(rules, question.maximum)
    check_bets(question.bets)
    every = {kind: bounds(rules, rules.bets[kind], known) for kind in CHANCES}
    facts, reasons = every_limit({kind: rules.bets[kind].names for kind in CHANCES}, every)
    if question.bets:
        stated = stated_limits(question.minimum, question.maximum)
        asked = [(bet, rules.bets[bet.bet]) for bet in question.bets]
        laid = [Laid.on(bet, bet.bet, bounds(rules, rule, stated), rule.names) for bet, rule in asked]
        found, reasons = may_lie(laid)
        facts = {**found, **facts}
    return Decision(facts, tuple(reasons))
