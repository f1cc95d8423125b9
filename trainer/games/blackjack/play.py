"""What a player may do with a hand (draw, double, split, surrender, insure), and why."""

from __future__ import annotations

from typing import Any

import msgspec

from trainer.equipment.cards import Card
from trainer.equipment.money import ZERO, Amount
from trainer.games.blackjack.figures import blackjack
from trainer.games.blackjack.hands import PIPS, TWENTY_ONE, Hand, is_blackjack, is_pair, is_ten
from trainer.games.blackjack.verdict import timing_reason, waits
from trainer.games.core import Reason
from trainer.rulebooks.schema import Citation, GameRules


class Situation(msgspec.Struct, frozen=True):
    """What a player's choices depend on besides his hand."""

    up: Card | None = None  # the dealer's first card
    third_card_given: bool = False  # somebody has already received an extra card
    hands_now: int = 1  # hands made so far from this initial hand
    splits_done: int | None = None


class Ruling(msgspec.Struct, frozen=True):
    """Whether something is allowed, and why."""

    allowed: bool
    reasons: tuple[Reason, ...]
    facts: dict[str, Any] = {}


def _yes(rule: str, cite: Citation, **facts: Any) -> Ruling:
    return Ruling(True, (Reason(rule, {}, cite),), facts)


def _no(rule: str, cite: Citation, params: dict[str, Any] | None = None, **facts: Any) -> Ruling:
    return Ruling(False, (Reason(rule, params or {}, cite),), facts)


def may_draw(rules: GameRules, hand: Hand) -> Ruling:
    """Whether the hand may take another card."""
    figures, total = blackjack(rules), hand.points.total
    facts = {"total": total}
    if hand.double:
        return _no("doubled-one-card", figures.double.card_cite, None, **facts)
    if hand.split_aces and len(hand.cards) > 1:
        return _no("split-aces-one-card", figures.split.aces_cite, None, **facts)
    if total < TWENTY_ONE:
        return _yes("may-draw", figures.drawing.cite, **facts)
    if _split_21_may_draw(rules, hand):
        return _yes("split-21-may-draw", figures.drawing.cite, **facts)
    if figures.drawing.on_21 and total == TWENTY_ONE:
        if hand.is_blackjack:
            return _no("no-card-on-blackjack", figures.natural.cite, None, **facts)
        return _yes("may-draw-on-21", figures.drawing.cite, **facts)
    return _no("no-card-on-21", figures.drawing.cite, {"total": total}, **facts)


def _split_21_may_draw(rules: GameRules, hand: Hand) -> bool:
    """Whether the regulation lets a split hand with 21 in two cards count its ace as one."""
    return blackjack(rules).drawing.split_21 and hand.from_split and is_blackjack(hand.cards) and not hand.split_aces


def may_double(rules: GameRules, hand: Hand) -> Ruling:
    """Whether the hand may double; the stake is checked with the limits."""
    double = blackjack(rules).double
    facts = {"cards_to_receive": 1, "card": double.card}
    if len(hand.cards) != 2 or hand.double:
        return _no("double-two-cards-only", double.cite)
    if hand.is_blackjack:
        return _no("no-double-on-blackjack", double.blackjack_cite or double.cite)
    if hand.split_aces and not double.split_aces:
        return _no("no-double-on-split-aces", double.aces_cite)
    if not double.pair_of_aces and all(card.rank == "A" for card in hand.cards):
        return _no("no-double-on-aces", double.aces_cite)
    has_ace = any(card.rank == "A" for card in hand.cards)
    low = sum(PIPS[card.rank] for card in hand.cards)
    total = low if double.soft == "low-count" else hand.points.total
    if double.least is None or double.most is None:
        if hand.points.total >= TWENTY_ONE and not blackjack(rules).drawing.on_21:
            return _no("no-card-on-21", blackjack(rules).drawing.cite, {"total": TWENTY_ONE})
        return _yes("double-any-two", double.cite, **facts)
    if has_ace and double.soft == "never":
        return _no("no-double-with-an-ace", double.cite)
    params = {"total": total, "least": double.least, "most": double.most}
    if not double.least <= total <= double.most:
        return _no("double-total-outside", double.cite, params)
    return Ruling(True, (Reason("double-total-inside", params, double.cite),), facts)


def may_split(rules: GameRules, hand: Hand, now: Situation) -> Ruling:
    """Whether the hand may be split (again)."""
    figures = blackjack(rules)
    split = figures.split
    facts = {"maximum_hands": split.most_hands, "may_draw": not hand.split_aces}
    if figures.switch is not None and split.most_hands is not None:
        facts["maximum_hands_total"] = 2 * split.most_hands  # a player of Switch has two initial hands
    hands_now = now.splits_done + 1 if now.splits_done is not None else now.hands_now
    if not is_pair(hand.cards, split.by) or hand.double:
        return _no(f"no-pair-by-{split.by}", split.cite, None, **facts)
    if hand.split_aces and not split.resplit_aces:
        return _no("no-resplit-of-aces", split.aces_cite, None, **facts)
    if split.most_hands is not None and hands_now >= split.most_hands:
        return _no("most-hands", split.most_cite, {"most": split.most_hands}, **facts)
    return _yes("may-split", split.cite, **facts)


def insurance_against(up: Card) -> str:
    """The name of the insurance against this first card of the dealer: ``insurance-ten`` for a ten-value card."""
    return "insurance-ten" if is_ten(up) else "insurance"


def surrender_problem(rules: GameRules, up: Card | None) -> str:
    """Why surrender is not offered to anybody against the dealer's first card; empty if it is."""
    against, ace = blackjack(rules).surrender.against, up is not None and up.rank == "A"
    if against == "none":
        return "no-surrender"
    if against == "any-but-ace" and ace:
        return "no-surrender-against-ace"
    return "surrender-only-against-ace" if against == "ace-only" and not ace else ""


def may_surrender(rules: GameRules, hand: Hand, now: Situation) -> Ruling:
    """Whether the player may give up this hand and get a part of its stake back."""
    surrender = blackjack(rules).surrender
    if surrender.against == "none":
        return _no("no-surrender", surrender.against_cite)
    if hand.from_split and not surrender.after_split:
        return _no("no-surrender-after-split", surrender.cite)
    if len(hand.cards) > 2 or hand.double:
        return _no("surrender-two-cards-only", surrender.cite)
    if hand.is_blackjack and now.up is not None and not waits(rules, now.up):
        return Ruling(False, (timing_reason(rules, now.up),))  # it is paid and gone before anybody is asked
    if surrender.asked == "before-third-card" and now.third_card_given:
        return _no("surrender-too-late", surrender.cite)
    problem = surrender_problem(rules, now.up)
    return _no(problem, surrender.against_cite) if problem else _yes("may-surrender", surrender.cite)


def may_insure(rules: GameRules, hand: Hand, now: Situation, bet: str = "insurance") -> Ruling:
    """Whether insurance (or the promotional one against a ten) may be taken on this hand."""
    insurance = blackjack(rules).insurance
    if bet not in rules.bets:
        return _no("no-such-insurance", insurance.cite)
    cite = rules.bets[bet].cite
    if now.up is not None and not (now.up.rank == "A" if bet == "insurance" else is_ten(now.up)):
        rule = "insurance-needs-ace" if bet == "insurance" else "insurance-ten-needs-ten"
        if "insurance-ten" in rules.bets and not (now.up.rank == "A" or is_ten(now.up)):
            rule = "insurance-needs-ace-or-ten"
        return _no(rule, insurance.cite if bet == "insurance" else cite, {"card": now.up})
    if hand.from_split:
        return _no("insurance-original-hands", cite)
    if now.third_card_given:
        return _no("insurance-too-late", insurance.cite)
    if hand.left == "even-money" and blackjack(rules).even_money.closes_insurance:
        return _no("even-money-closes-insurance", blackjack(rules).even_money.cite)
    return _yes("may-insure", insurance.cite if bet == "insurance" else cite)


def may_take_even_money(rules: GameRules, hand: Hand, now: Situation) -> Ruling:
    """Whether a blackjack may be paid at par at once."""
    even_money = blackjack(rules).even_money
    if not even_money.offered:
        return _no("no-even-money", even_money.cite)
    if not hand.is_blackjack:
        return _no("even-money-needs-blackjack", even_money.cite)
    if now.up is None or now.up.rank != "A":
        return _no("even-money-needs-ace", even_money.cite)
    return _yes("may-take-even-money", even_money.cite)


def double_stake(rules: GameRules, main: Amount, added: Amount) -> Ruling:
    """Whether the added stake of a double is right: as much again, or (house option) less."""
    double = blackjack(rules).double
    fits = ZERO < added <= main if double.for_less else added == main
    rule, cite = ("double-for-less", double.for_less_cite) if double.for_less else ("double-as-much-again", double.cite)
    return Ruling(fits, (Reason(rule, {"stake": main}, cite),), {"required": main})
