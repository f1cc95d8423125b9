"""Proof that a house way sets every hand: one deciding rule, a setting made of the dealt pieces, and no foul.

Hands are also counted without the house way, by their shape and by their best five cards, so that the counts can be
compared with combinatorics and with `PUBLISHED`, a published table of seven-card hands with a joker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from trainer.equipment.tiles import TILE_SET
from trainer.games.pai_gow.deal import Shape, rank_view
from trainer.games.pai_gow.house_way import Decider
from trainer.games.pai_gow.poker_way import PokerSetting, PokerWay
from trainer.games.pai_gow.tile_ranks import TileRanks
from trainer.games.pai_gow.tile_way import TileSetting, TileWay
from trainer.games.poker.cards import ACE, CODE, RANK_FIELDS, SUITS, as_cards, flush_in
from trainer.games.poker.hands import Category

TILE_DEALS = 35_960

# Brian Alspach, “7-Card Poker Hands with Joker” (2003): hands by the best five cards they contain; his straight flushes
# include the royal ones.
PUBLISHED: dict[tuple[Category, ...], int] = {
    (Category.FIVE_ACES,): 1_128,
    (Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH): 210_964,
    (Category.FOUR_OF_A_KIND,): 307_472,
    (Category.FULL_HOUSE,): 4_188_528,
    (Category.FLUSH,): 6_172_088,
    (Category.STRAIGHT,): 11_236_028,
    (Category.THREE_OF_A_KIND,): 7_470_676,
    (Category.TWO_PAIR,): 35_553_816,
    (Category.PAIR,): 64_221_960,
    (Category.HIGH_CARD,): 24_780_420,
}


@dataclass
class Tally:
    """What was counted so far; a hand counts for all the hands of its kind."""

    kinds: int = 0
    hands: int = 0
    rules: Counter[str] = field(default_factory=Counter)  # by rule id
    cases: Counter[str] = field(default_factory=Counter)  # by the key of the case in its file
    shapes: Counter[str] = field(default_factory=Counter)
    categories: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)  # undecided, unclear, pieces, foul
    examples: dict[str, str] = field(default_factory=dict)  # one hand for each kind of fault

    def decided(self, decider: Decider, hands: int) -> None:
        self.rules[decider.rule.id] += hands
        self.cases[decider.key] += hands

    def fault(self, kind: str, hands: int, example: str) -> None:
        self.faults[kind] += hands
        self.examples.setdefault(kind, example)


# ── cards ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def prove_hands(way: PokerWay, hands: Iterable[tuple[tuple[int, ...], int]]) -> Tally:
    """Hands (sorted card numbers, with their weight) set and looked at."""
    tally = Tally()
    shapes, categories = tally.shapes, tally.categories
    for cards, weight in hands:
        tally.kinds += 1
        tally.hands += weight
        shape, category = best_of_seven(cards)
        shapes[shape] += weight
        categories[category] += weight
        setting = way.setting(cards)
        if setting is None:
            tally.fault("undecided", weight, _text(cards))
            continue
        tally.decided(setting.decider, weight)
        problem = setting_fault(way, cards, setting)
        if problem:
            tally.fault(problem, weight, f'{_text(cards)} (id = "{setting.decider.rule.id}")')
    return tally


def setting_fault(way: PokerWay, cards: tuple[int, ...], setting: PokerSetting) -> str:
    """What is wrong with a setting by the rules of the game alone: pieces that were not dealt, or a foul."""
    if len(setting.front) != 2 or tuple(sorted(setting.front + setting.back)) != cards:
        return "pieces"
    return "foul" if way.hand_ranks.fouls(setting.front, setting.back) else ""


def best_of_seven(cards: tuple[int, ...]) -> tuple[Shape, Category]:
    """The shape of seven cards and the best hand that five of them make."""
    a, b, c, d, e, f, g = cards
    code = CODE[a] + CODE[b] + CODE[c] + CODE[d] + CODE[e] + CODE[f] + CODE[g]
    view = rank_view(code & RANK_FIELDS)
    shape, straights, flush = view.shape, view.straights, flush_in(code)
    category = _BY_SHAPE[shape]
    if category is Category.FIVE_ACES or not (flush or straights):
        return shape, category
    if flush and straights:
        suited = _best_suited_straight(cards)
        if suited:
            return shape, Category.ROYAL_FLUSH if suited == ACE else Category.STRAIGHT_FLUSH
    if category in _ABOVE_FLUSH:
        return shape, category
    return shape, Category.FLUSH if flush else Category.STRAIGHT


def _best_suited_straight(cards: tuple[int, ...]) -> int:
    """The top card of the highest straight within one suit, A-2-3-4-5 as 5; 0 if there is none."""
    tops = [
        top
        for suit in (1, 2, 4, 8)
        for same in [[card for card in cards if SUITS[card] & suit]]
        for top in rank_view(sum(CODE[card] for card in same) & RANK_FIELDS).straights
    ]
    return max(tops, default=0)


_ABOVE_FLUSH = frozenset({Category.FIVE_ACES, Category.FOUR_OF_A_KIND, Category.FULL_HOUSE})
_BY_SHAPE = {
    Shape.FIVE_AND_PAIR: Category.FIVE_ACES,
    Shape.FIVE: Category.FIVE_ACES,
    Shape.FOUR_AND_THREE: Category.FOUR_OF_A_KIND,
    Shape.FOUR_AND_PAIR: Category.FOUR_OF_A_KIND,
    Shape.FOUR: Category.FOUR_OF_A_KIND,
    Shape.TWO_THREES: Category.FULL_HOUSE,
    Shape.THREE_AND_TWO_PAIRS: Category.FULL_HOUSE,
    Shape.THREE_AND_PAIR: Category.FULL_HOUSE,
    Shape.THREE: Category.THREE_OF_A_KIND,
    Shape.THREE_PAIRS: Category.TWO_PAIR,
    Shape.TWO_PAIRS: Category.TWO_PAIR,
    Shape.PAIR: Category.PAIR,
    Shape.NOTHING: Category.HIGH_CARD,
}


def _text(cards: Iterable[int]) -> str:
    return " ".join(str(card) for card in as_cards(cards))


# ── tiles ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def prove_tiles(way: TileWay) -> Tally:
    """All deals of four tiles set and looked at."""
    tally = Tally()
    for tiles, weight in tile_deals(way.ranks).items():
        tally.kinds += 1
        tally.hands += weight
        setting = way.setting(tiles)
        shown = " ".join(str(tile) for tile in way.ranks.as_tiles(tiles))
        if setting is None:
            tally.fault("undecided", weight, shown)
            continue
        tally.decided(setting.decider, weight)
        problem = tile_setting_fault(tiles, setting)
        if problem:
            tally.fault(problem, weight, f'{shown} (id = "{setting.decider.rule.id}")')
    return tally


def tile_deals(ranks: TileRanks) -> Counter[tuple[int, ...]]:
    """Every deal of four of the 32 tiles, as numbers in tile order, with how often it comes: twin tiles look alike."""
    return Counter(combinations(sorted(ranks.number[tile] for tile in TILE_SET), 4))


def tile_setting_fault(tiles: tuple[int, ...], setting: TileSetting) -> str:
    """What is wrong with a setting: an open choice, pieces that were not dealt, or the lower hand as the high one."""
    printed = setting.printed
    if not setting.is_clear:
        return "unclear"
    if tuple(sorted(printed.low.tiles + printed.high.tiles)) != tiles:
        return "pieces"
    return "foul" if printed.low.strength > printed.high.strength else ""
