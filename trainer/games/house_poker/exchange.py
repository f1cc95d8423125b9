"""Which cards the dealer exchanges at draw poker: the first house rule that fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import msgspec

from trainer.equipment.cards import Card
from trainer.games.core import Reason
from trainer.games.house_poker.figures import ExchangeFigures, house_poker
from trainer.games.house_poker.hands import read_hand
from trainer.games.poker.hands import Category
from trainer.rulebooks.schema import GameRules

_PAT = frozenset(
    {
        Category.STRAIGHT,
        Category.FLUSH,
        Category.FULL_HOUSE,
        Category.FOUR_OF_A_KIND,
        Category.STRAIGHT_FLUSH,
        Category.ROYAL_FLUSH,
    }
)


class Exchange(msgspec.Struct, frozen=True):
    """What the croupier keeps and what he changes, each in the order of the hand, and the rule that says so."""

    keeps: tuple[Card, ...]
    changes: tuple[Card, ...]
    reason: Reason


def exchange_figures(rules: GameRules) -> ExchangeFigures:
    """The figures of the exchange; only asked where there is one."""
    found = house_poker(rules).exchange
    if found is None:
        raise ValueError(f"no card is changed at {rules.game}")
    return found


def dealer_exchange(rules: GameRules, cards: Sequence[Card]) -> Exchange:
    """What the croupier changes of five cards."""
    figures = exchange_figures(rules)
    category = read_hand(rules, cards).category
    count = Counter(card.rank for card in cards)
    if category in _PAT:
        return _exchange(cards, cards, Reason("draw-pat", {}, figures.pat_cite))
    if category is Category.TWO_PAIR:
        kept = [card for card in cards if count[card.rank] == 2]
        return _exchange(cards, kept, Reason("draw-two-pair", {}, figures.two_pair_cite))
    if category is Category.THREE_OF_A_KIND:
        kept = [card for card in cards if count[card.rank] == 3]
        return _exchange(cards, kept, Reason("draw-three-of-a-kind", {}, figures.three_of_a_kind_cite))
    if category is Category.PAIR:
        pair = [card for card in cards if count[card.rank] == 2]
        highest = max((card for card in cards if count[card.rank] == 1), key=lambda card: _height(card, figures))
        return _exchange(cards, [*pair, highest], Reason("draw-pair", {"card": highest}, figures.pair_cite))
    flush = _four_to_a_flush(cards)
    if flush:
        return _exchange(cards, flush, Reason("draw-four-flush", {}, figures.four_cite))
    straight = _four_to_a_straight(cards, figures)
    if straight:
        return _exchange(cards, straight, Reason("draw-four-straight", {}, figures.four_cite))
    three = sorted(cards, key=lambda card: card.order, reverse=True)[:3]
    return _exchange(cards, three, Reason("draw-nothing", {}, figures.nothing_cite))


def _exchange(cards: Sequence[Card], kept: Sequence[Card], reason: Reason) -> Exchange:
    keeps = tuple(card for card in cards if card in kept)
    return Exchange(keeps, tuple(card for card in cards if card not in kept), reason)


def _height(card: Card, figures: ExchangeFigures) -> int:
    return 1 if figures.ace == "low" and card.rank == "A" else card.order


def _four_to_a_flush(cards: Sequence[Card]) -> list[Card]:
    suit, count = Counter(card.suit for card in cards).most_common(1)[0]
    return [card for card in cards if card.suit == suit] if count == 4 else []


def _four_to_a_straight(cards: Sequence[Card], figures: ExchangeFigures) -> list[Card]:
    """Four cards in a row, the ace at either end; inside draws if the house counts them. The highest of several."""
    reach = 3 if figures.four_straight == "consecutive" else 4
    found: list[tuple[bool, int, list[Card]]] = []
    for four in combinations(cards, 4):
        for ace in (14, 1):
            heights = sorted(ace if card.rank == "A" else card.order for card in four)
            span = heights[-1] - heights[0]
            if len(set(heights)) == 4 and span <= reach:
                found.append((span == 3, heights[-1], list(four)))
    return max(found, key=lambda each: each[:2])[2] if found else []
