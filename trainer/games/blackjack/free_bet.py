"""Free Bet: which hands get a marker, what is done with Pot of Gold, and the order of taking and paying."""

from __future__ import annotations

from collections.abc import Sequence

from trainer.equipment.cards import Card
from trainer.games.blackjack.figures import FreeBet, blackjack
from trainer.games.blackjack.hands import TWENTY_ONE, Hand, is_pair, is_ten
from trainer.games.blackjack.play import Ruling, Situation, may_split
from trainer.games.core import Reason
from trainer.rulebooks.schema import GameRules


def _figures(rules: GameRules) -> FreeBet:
    found = blackjack(rules).free_bet
    if found is None:
        raise ValueError(f"{rules.rulebook}/{rules.game} has no free bets")
    return found


def may_split_free(rules: GameRules, hand: Hand, now: Situation) -> Ruling:
    """Whether a hand may be split free: any pair that may be split, but ten-values."""
    cite = _figures(rules).split_cite
    if is_pair(hand.cards, "value") and is_ten(hand.cards[0]):
        return Ruling(False, (Reason("no-free-split-of-tens", {}, cite),))
    ruling = may_split(rules, hand, now)
    return Ruling(True, (Reason("free-split", {}, cite),), ruling.facts) if ruling.allowed else ruling


def may_double_free(rules: GameRules, hand: Hand) -> Ruling:
    """Whether a hand may double free: two cards with a hard total that the rulebook allows, never split aces."""
    figures = _figures(rules)
    cite = figures.double_cite
    total, soft = hand.points
    if len(hand.cards) != 2 or hand.double or hand.split_aces:
        return Ruling(False, (Reason("free-double-two-cards", {}, cite),))
    if soft or not figures.double_least <= total <= figures.double_most:
        return Ruling(False, (Reason("no-free-double", {"total": total}, cite),))
    return Ruling(True, (Reason("free-double", {"total": total}, cite),))


def pot_of_gold_lives(rules: GameRules, first_two: Sequence[Card]) -> Ruling:
    """Whether the first two cards can still receive a marker; if not, Pot of Gold is collected at once."""
    hand = Hand(tuple(first_two))
    lives = may_split_free(rules, hand, Situation()).allowed or may_double_free(rules, hand).allowed
    rule = "pot-of-gold-lives" if lives else "pot-of-gold-collected"
    return Ruling(lives, (Reason(rule, {}, rules.procedure["pot-of-gold-collect"].cite),))


def lone_push_22_is_over(rules: GameRules, hands: Sequence[Hand]) -> bool:
    """Whether push-22 is collected without a draw: a lone player whose hands are all bust, paid or given up."""
    free_bet = blackjack(rules).free_bet
    if free_bet is None or free_bet.lone_player == "draw" or not hands or len({hand.seat for hand in hands}) > 1:
        return False
    return all(hand.is_bust or hand.is_blackjack or hand.left for hand in hands)


def lies_under_the_bet(rules: GameRules, hand: Hand, hands: Sequence[Hand]) -> bool:
    """Whether a split hand that busts is not collected yet: its cards wait under the bet for the other hands."""
    if blackjack(rules).free_bet is None or not (hand.from_split and hand.is_bust):
        return False
    return not all(other.is_bust for other in hands if other.origin == hand.origin)


def take_and_pay(rules: GameRules, dealer_total: int) -> tuple[list[list[str]], Reason]:
    """What is done, in order, once the dealer's hand is complete; what stands together is done together."""
    name = "dealer-22" if dealer_total == 22 else "dealer-over" if dealer_total > TWENTY_ONE else "dealer-point"
    order = rules.orders[name]
    return order.steps, Reason(f"take-and-pay-{name}", {}, order.cite)
