"""Names of hands as messages for the trainee."""

from __future__ import annotations

from trainer.games.pai_gow.ranks import PaiGowRanks
from trainer.games.pai_gow.tile_ranks import Kind, TileHand, TileRanks
from trainer.games.poker.hand_names import rank_name, rank_plural, up_to
from trainer.games.poker.hands import Category, Wheel
from trainer.texts import Message


def _topped(rank: int) -> dict[str, Message]:
    """A card as the top of a hand: by itself, and with the article and preposition that Spanish wants of it."""
    return {"rank": rank_name(rank), "to": up_to(rank)}


def five_card_hand(ranks: PaiGowRanks, rank: int) -> Message:
    """A five-card hand by its rank: “two pairs, kings and fives”."""
    category = ranks.category(rank)
    first, second = rank >> 16 & 15, rank >> 12 & 15
    match category:
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            wheel = 14 if ranks.order.wheel is Wheel.SECOND_HIGHEST else 5
            if first == wheel:
                return Message(f"pai-gow.hand.{category}-wheel")
            return Message(f"pai-gow.hand.{category}", _topped(min(first, 14)))
        case Category.ROYAL_FLUSH | Category.FIVE_ACES:
            return Message(f"pai-gow.hand.{category}")
        case Category.FLUSH | Category.HIGH_CARD:
            return Message(f"pai-gow.hand.{category}", _topped(first))
        case Category.TWO_PAIR | Category.FULL_HOUSE:
            return Message(f"pai-gow.hand.{category}", {"rank": rank_plural(first), "other": rank_plural(second)})
        case _:
            return Message(f"pai-gow.hand.{category}", {"rank": rank_plural(first)})


def two_card_hand(ranks: PaiGowRanks, rank: int) -> Message:
    """A two-card hand by its rank: “pair of sevens”, “king and jack”."""
    if ranks.is_pair(rank):
        return Message("pai-gow.hand.pair", {"rank": rank_plural(rank & 15)})
    return Message("pai-gow.hand.two-cards", {"rank": rank_name(rank >> 4), "other": rank_name(rank & 15)})


def tile_hand(ranks: TileRanks, hand: TileHand) -> Message:
    """Two tiles: “Supreme Pair”, “pair of 6-6”, “wong of the 12”, “seven with the 5-5”."""
    best = str(ranks.tiles[hand.tiles[0]])
    match hand.kind:
        case Kind.SUPREME:
            return Message("pai-gow.tiles.supreme")
        case Kind.MATCHED:
            return Message("pai-gow.tiles.matched", {"tile": best})
        case Kind.MIXED:
            return Message("pai-gow.tiles.mixed", {"value": rank_plural(ranks.tiles[hand.tiles[0]].pips)})
        case Kind.WONG | Kind.GONG:
            return Message(f"pai-gow.tiles.{hand.kind}", {"tile": best})
        case _:
            counted = next(tile for tile, place in zip(ranks.tiles, ranks.rank, strict=True) if place == hand.best_tile)
            shown = best if ranks.rank[hand.tiles[0]] == hand.best_tile else str(counted)
            return Message("pai-gow.tiles.value", {"value": hand.value, "tile": shown})
