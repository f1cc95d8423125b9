"""Result of a hand against the dealer's: won, lost, push or still waiting, with reasons."""

from __future__ import annotations

import msgspec

from trainer.equipment.cards import Card
from trainer.games.blackjack.dealer import DealerHand
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import TWENTY_ONE, Hand, is_blackjack, is_ten
from trainer.games.blackjack.promotions import prize_of
from trainer.games.core import Outcome, Reason
from trainer.rulebooks.schema import GameRules

BLACKJACK = "blackjack"
EVEN_MONEY = "even-money"


class Verdict(msgspec.Struct, frozen=True):
    """How a hand ends, by which row of the pay table, and whether that is settled before the dealer draws.

    ``halved`` is a surrender; ``spared`` means that only the original stake loses; ``prize`` is a promotional prize,
    paid in place of ``row`` or (``added``) on top of the hand's own result.
    """

    outcome: Outcome
    reasons: tuple[Reason, ...]
    row: str = ""
    at_once: bool = False
    halved: bool = False
    spared: bool = False
    prize: str = ""
    added: bool = False


def waits(rules: GameRules, up: Card) -> bool:
    """Whether a blackjack waits for the dealer's second card against this first one."""
    way = blackjack(rules).natural.waits_for
    return way == "always" or up.rank == "A" or (way == "ace-and-ten" and is_ten(up))


def timing_reason(rules: GameRules, up: Card | None) -> Reason:
    """Why a blackjack is paid now or waits; ``up`` is `None` while the dealer's first card is not known."""
    natural = blackjack(rules).natural
    params = {"card": up} if up else {}
    if natural.waits_for == "always":
        return Reason("blackjack-waits-for-the-end", params, natural.cite)
    paid_now = up is not None and not waits(rules, up)
    return Reason("blackjack-at-once" if paid_now else "blackjack-waits", params, natural.cite)


def verdict(rules: GameRules, hand: Hand, dealer: DealerHand) -> Verdict:
    """The result of a hand; `Outcome.STAND` if it is not decided before the dealer has played."""
    figures = blackjack(rules)
    total = hand.points.total
    if hand.left == "surrender":
        reason = Reason("surrendered", {}, figures.surrender.half_cite)
        return Verdict(Outcome.LOSE, (reason,), at_once=True, halved=True)
    if hand.is_bust:
        return Verdict(Outcome.LOSE, (Reason("bust", {"total": total}, figures.drawing.bust_cite),), at_once=True)
    prize = prize_of(rules, hand)
    if prize and figures.promotions:
        entry = figures.promotions.prizes[prize]
        reason = Reason("prize", {"prize": entry.names, "odds": entry.pays}, entry.cite)
        if figures.promotions.mode == "replaced":
            return Verdict(Outcome.WIN, (reason,), at_once=True, prize=prize)
        plain = _without_prize(rules, hand, dealer)
        return msgspec.structs.replace(plain, reasons=(reason, *plain.reasons), prize=prize, added=True)
    return _without_prize(rules, hand, dealer)


def _without_prize(rules: GameRules, hand: Hand, dealer: DealerHand) -> Verdict:
    if hand.is_blackjack:
        return _blackjack(rules, hand, dealer)
    before: tuple[Reason, ...] = ()
    if is_blackjack(hand.cards):
        before = (_not_a_blackjack(rules, hand),)
    found = _by_totals(rules, hand, dealer)
    return Verdict(found.outcome, before + found.reasons, spared=found.spared)


def _not_a_blackjack(rules: GameRules, hand: Hand) -> Reason:
    figures = blackjack(rules)
    if hand.switched and figures.switch:
        return Reason("switched-21", {}, figures.switch.natural_cite)
    return Reason("split-21", {}, figures.natural.after_split_cite)


def _blackjack(rules: GameRules, hand: Hand, dealer: DealerHand) -> Verdict:
    figures, natural = blackjack(rules), blackjack(rules).natural
    if hand.left == "even-money":
        return Verdict(Outcome.WIN, (Reason("even-money", {}, figures.even_money.cite),), EVEN_MONEY, at_once=True)
    up = dealer.up
    if up is not None and not waits(rules, up):
        return Verdict(Outcome.WIN, (timing_reason(rules, up),), BLACKJACK, at_once=True)
    known = dealer.done if natural.waits_for == "always" else dealer.second_known
    if not known:
        return Verdict(Outcome.STAND, (timing_reason(rules, up),))
    if dealer.is_blackjack:
        if natural.tie == "paid":
            return Verdict(Outcome.WIN, (Reason("blackjack-tie-paid", {}, natural.tie_cite),), BLACKJACK)
        if natural.tie == "lost":
            return Verdict(Outcome.LOSE, (Reason("blackjack-tie-lost", {}, natural.tie_cite),))
        return Verdict(Outcome.PUSH, (Reason("blackjack-tie", {}, natural.tie_cite),))
    if dealer.total == TWENTY_ONE and natural.against_21 == "push":
        return Verdict(Outcome.PUSH, (Reason("equal", {"total": TWENTY_ONE}, natural.against_21_cite),))
    if dealer.total == 22 and figures.dealer.pushes_22_naturals:
        return Verdict(Outcome.PUSH, (Reason("dealer-22", {}, figures.dealer.pushes_22_cite),))
    rule = "blackjack-beats-21" if dealer.total == TWENTY_ONE else "blackjack-wins"
    cite = natural.against_21_cite if dealer.total == TWENTY_ONE else natural.cite
    return Verdict(Outcome.WIN, (Reason(rule, {}, cite),), BLACKJACK)


def _by_totals(rules: GameRules, hand: Hand, dealer: DealerHand) -> Verdict:
    figures = blackjack(rules)
    if not dealer.done:
        return Verdict(Outcome.STAND, (Reason("dealer-not-done", {}, figures.settling.cite),))
    mine, his = hand.points.total, dealer.total
    totals = {"mine": mine, "his": his}
    if dealer.is_blackjack:
        if mine == TWENTY_ONE and not figures.natural.beats_21:
            return Verdict(Outcome.PUSH, (Reason("equal", {"total": TWENTY_ONE}, figures.natural.beats_21_cite),))
        rule = "dealer-blackjack-beats-21" if mine == TWENTY_ONE else "dealer-blackjack"
        cite = figures.natural.beats_21_cite if mine == TWENTY_ONE else figures.natural.takes_cite
        spared = figures.natural.takes == "original-only"
        return Verdict(Outcome.LOSE, (Reason(rule, {}, cite),), spared=spared)
    if his == 22 and figures.dealer.pushes_22:
        return Verdict(Outcome.PUSH, (Reason("dealer-22", {}, figures.dealer.pushes_22_cite),))
    if his > TWENTY_ONE:
        return Verdict(Outcome.WIN, (Reason("dealer-bust", {"total": his}, figures.settling.bust_cite),))
    if mine > his:
        return Verdict(Outcome.WIN, (Reason("higher", totals, rules.bets["main"].cite),))
    if mine < his:
        return Verdict(Outcome.LOSE, (Reason("lower", totals, rules.bets["main"].cite),))
    return Verdict(Outcome.PUSH, (Reason("equal", {"total": mine}, figures.settling.push_cite),))
