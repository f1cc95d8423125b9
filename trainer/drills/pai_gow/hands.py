"""Random hands of cards or tiles, also of a wanted shape, dealt from one deck or set; and which settings of a hand are
lawful, or in dispute and therefore not asked.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from trainer.equipment.cards import DECK_WITH_JOKER, JOKER, RANKS, Card
from trainer.equipment.tiles import TILE_SET, Tile
from trainer.games.pai_gow.compare import Hands
from trainer.games.pai_gow.deal import GROUPS, Deal, Shape
from trainer.games.pai_gow.figures import hand_ranks, is_tiles, pai_gow, tile_ranks
from trainer.games.pai_gow.setting import every_setting
from trainer.games.pai_gow.tile_deal import TileDeal
from trainer.games.pai_gow.tile_ranks import Kind
from trainer.games.poker import cards
from trainer.games.poker.hands import Category
from trainer.rulebooks import GameRules

Pieces = tuple[str, ...]

_SIZES = {shape: sizes for sizes, shape in GROUPS.items()}
_SUITS = "SHDC"


def hand_of_shape(rng: random.Random, shape: Shape) -> list[Card]:
    """Seven cards of a shape; with a joker as often as in a random hand, and always for five aces."""
    sizes = (*_SIZES[shape], *(1,) * (7 - sum(_SIZES[shape])))
    ranks = rng.sample(RANKS, len(sizes))
    if 5 in sizes and "A" in ranks:
        ranks.remove("A")
        ranks.insert(0, "A")
    elif 5 in sizes:
        ranks[0] = "A"
    hand: list[Card] = []
    for rank, size in zip(ranks, sizes, strict=True):
        with_joker = rank == "A" and (size == 5 or rng.random() < size / 5)
        hand += [JOKER] if with_joker else []
        hand += [Card(rank, suit) for suit in rng.sample(_SUITS, size - with_joker)]
    rng.shuffle(hand)
    return hand


def complete_hand(rng: random.Random) -> list[Card]:
    """Seven cards that contain a straight or a flush."""
    if rng.random() < 0.5:
        suit = rng.choice(_SUITS)
        five = [Card(rank, suit) for rank in rng.sample(RANKS, 5)]
    else:
        lowest = rng.randrange(-1, 9)  # −1: the ace below the two
        five = [Card(RANKS[place], rng.choice(_SUITS)) for place in range(lowest, lowest + 5)]
    if rng.random() < 0.3:
        five[rng.randrange(5)] = JOKER
    rest = rng.sample([card for card in DECK_WITH_JOKER if card not in five], 2)
    hand = five + rest
    rng.shuffle(hand)
    return hand


def random_hand(rng: random.Random) -> list[Card]:
    return rng.sample(DECK_WITH_JOKER, 7)


def is_complete(rules: GameRules, hand: Sequence[Card]) -> bool:
    """Whether seven cards contain a straight or a flush."""
    return Deal(cards.numbers(hand), hand_ranks(rules)).complete


def cards_text(hand: Sequence[Card]) -> Pieces:
    return tuple(str(card) for card in hand)


def random_pieces(rules: GameRules, rng: random.Random) -> Pieces:
    """Seven random cards or four random tiles."""
    pack = TILE_SET if is_tiles(rules) else DECK_WITH_JOKER
    return tuple(str(piece) for piece in rng.sample(pack, pai_gow(rules).setting.pieces))


def random_table(rules: GameRules, rng: random.Random, hands: int) -> list[Pieces]:
    """The pieces of several positions, dealt from one deck or set."""
    size = pai_gow(rules).setting.pieces
    pack = [str(piece) for piece in (TILE_SET if is_tiles(rules) else DECK_WITH_JOKER)]
    rng.shuffle(pack)
    return [tuple(pack[index * size : (index + 1) * size]) for index in range(hands)]


def tiles_for_level(rules: GameRules, rng: random.Random, level: int) -> Pieces:
    """Four tiles of a level's kind: a pair; a 12 or 2 with 7, 8 or 9; neither; from level 4 on any."""
    while True:
        pieces = random_pieces(rules, rng)
        tiles = [Tile.parse(text) for text in pieces]
        ranks = tile_ranks(rules)
        paired = bool(TileDeal(ranks.sorted_numbers(tiles), ranks).pairs)
        big = any(tile.pips in (2, 12) for tile in tiles) and any(tile.pips in (7, 8, 9) for tile in tiles)
        if level > 3 or (paired, big and not paired, not paired and not big)[level - 1]:
            return pieces


def lawful_settings(rules: GameRules, pieces: Pieces) -> list[Hands]:
    """The settings of a hand that are not foul."""
    return [hands for hands in every_setting(rules, pieces) if not fouls(rules, hands)]


def fouls(rules: GameRules, hands: Hands) -> bool:
    """Whether the low hand ranks above the high hand; with tiles they would be swapped."""
    if is_tiles(rules):
        return False
    front, back = (cards.numbers(Card.parse(text) for text in hand) for hand in (hands.low, hands.high))
    return hand_ranks(rules).fouls(front, back)


def is_disputed(rules: GameRules, hands: Sequence[Sequence[str]]) -> bool:
    """Whether comparing these hands depends on an unclear rule, so that it is not asked.

    Tiles: the gong of 6-6 and 4-4, which the printed table labels wrongly, against another gong. Cards: a flush with
    both its ace and the joker, whose rank is not regulated.
    """
    if is_tiles(rules):
        found = [tile_ranks(rules).hand_of([Tile.parse(text) for text in hand]) for hand in hands]
        gongs = [hand for hand in found if hand.kind is Kind.GONG]
        doubtful = [set(hand) == {"6-6", "4-4"} for hand in hands]
        return any(doubtful) and len(gongs) > 1
    return any(_doubtful_flush(rules, hand) for hand in hands if len(hand) == pai_gow(rules).setting.high)


def _doubtful_flush(rules: GameRules, hand: Sequence[str]) -> bool:
    ranks = hand_ranks(rules)
    numbers = cards.numbers(Card.parse(text) for text in hand)
    with_ace_and_joker = "JK" in hand and any(text.startswith("A") for text in hand)
    return with_ace_and_joker and ranks.category(ranks.five(numbers)) is Category.FLUSH
