"""Hands in words: the name a regulation gives them, with the cards that name them."""

from __future__ import annotations

from trainer.games.poker.cards import ACE
from trainer.games.poker.hands import Category
from trainer.texts import Message, Names

_LETTERS = {14: "A", 13: "K", 12: "Q", 11: "J"}


def rank_name(rank: int) -> Message:
    """A card's rank: ace, king … two."""
    return Message(f"poker.rank.{_LETTERS.get(rank, str(rank))}")


def rank_plural(rank: int) -> Message:
    """Several cards of a rank: aces, kings … twos."""
    return Message(f"poker.ranks.{_LETTERS.get(rank, str(rank))}")


def up_to(rank: int) -> Message:
    """A card as the top of a hand, with the article and preposition that Spanish wants of it."""
    return Message(f"poker.to.{_LETTERS.get(rank, str(rank))}")


def hand_name(names: Names, category: Category, rank: int) -> Names | Message:
    """A hand by its rank: “Full: kings over fours”, “Straight: to the nine”; the name says all of a royal flush."""
    first, second = rank >> 16 & 15, rank >> 12 & 15
    match category:
        case Category.ROYAL_FLUSH | Category.MINI_ROYAL | Category.FIVE_ACES:
            return names
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            return Message("poker.hand.topped", {"name": names, "to": up_to(min(first, ACE))})
        case Category.FLUSH:
            return Message("poker.hand.topped", {"name": names, "to": up_to(first)})
        case Category.HIGH_CARD:
            params = {"name": names, "rank": rank_name(first), "other": rank_name(second)}
            return Message("poker.hand.two-ranks", params)
        case Category.TWO_PAIR | Category.FULL_HOUSE:
            return Message(
                "poker.hand.two-ranks", {"name": names, "rank": rank_plural(first), "other": rank_plural(second)}
            )
        case Category.ACE_KING:
            third = rank >> 8 & 15
            return Message("poker.hand.topped", {"name": names, "to": up_to(third)})
        case _:
            return Message("poker.hand.one-rank", {"name": names, "rank": rank_plural(first)})
