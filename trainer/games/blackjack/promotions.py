"""Promotional prizes: which one a player's hand wins, and whether it is paid as soon as the hand is complete."""

from __future__ import annotations

from trainer.games.blackjack.figures import Promotions, blackjack
from trainer.games.blackjack.hands import TWENTY_ONE, Hand
from trainer.rulebooks.schema import GameRules


def prize_of(rules: GameRules, hand: Hand) -> str:
    """The id of the prize a hand wins, the best one first; "" if none or if there are no prizes here."""
    promotions = blackjack(rules).promotions
    if promotions is None or promotions.mode == "off" or not hand.cards or hand.points.total > TWENTY_ONE:
        return ""
    won = [prize for prize in _prizes(hand, promotions) if prize in promotions.prizes]
    return max(won, key=lambda prize: promotions.prizes[prize].pays.ratio, default="")


def wins_prize_at_once(rules: GameRules, hand: Hand) -> bool:
    """Whether a prize is paid in place of the normal payment as soon as the hand is complete."""
    promotions = blackjack(rules).promotions
    return promotions is not None and promotions.mode == "replaced" and bool(prize_of(rules, hand))


def _prizes(hand: Hand, promotions: Promotions) -> list[str]:
    cards = hand.cards
    if len(cards) == 7:
        return ["seven-cards"]
    if len(cards) > 3:
        return []
    ranks, suits = sorted(card.rank for card in cards), {card.suit for card in cards}
    found: list[str] = []
    if hand.is_blackjack and ranks == ["A", "J"]:
        jack = next(card for card in cards if card.rank == "J")
        if jack.suit == "S" and (promotions.ace_jack == "jack-of-spades" or suits == {"S"}):
            found.append("ace-jack-spades")
    if len(suits) == 1 and ranks == ["7", "7", "7"]:
        found.append("three-sevens-suited")
    if len(suits) == 1 and ranks == ["6", "7", "8"]:
        found.append("six-seven-eight-suited")
    return found
