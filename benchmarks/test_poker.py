"""How fast poker hands are ranked beside other evaluators, every hand of five and six cards, and a million of seven."""

from __future__ import annotations

import random
import time
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from typing import Any

import pytest

from benchmarks.sizes import IS_SMOKE, sized
from tests.games.poker.orders import DECK, FIVE
from trainer.games.poker.cards import CARDS
from trainer.games.poker.classes import every_hand
from trainer.games.poker.hands import STRAIGHTS, Category
from trainer.games.poker.ranks import HandRanks

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of a parser it loads
    import eval7
from phevaluator import Card as TheirCard
from phevaluator import evaluate_cards
from treys import Card as TreysCard
from treys import Evaluator

RANKS = HandRanks(FIVE)
NAMES = {number: f"{CARDS[number].rank}{CARDS[number].suit.lower()}" for number in DECK}
EVAL7 = {number: eval7.Card(name) for number, name in NAMES.items()}
TREYS = {number: TreysCard.new(name) for number, name in NAMES.items()}
PHEVALUATOR = {number: TheirCard(name).id_ for number, name in NAMES.items()}
LEAST = 300_000  # five-card hands a second

Hands = list[tuple[int, ...]]


def dealt(count: int, size: int) -> Hands:
    rng = random.Random(size)
    return [tuple(rng.sample(DECK, size)) for _ in range(count)]


def best_rate(rank: Callable[[Any], Any], hands: Sequence[Any]) -> float:
    """Hands a second, the best of five goes."""
    seconds = []
    for _ in range(5):
        began = time.perf_counter()
        for hand in hands:
            rank(hand)
        seconds.append(time.perf_counter() - began)
    return len(hands) / min(seconds)


@pytest.mark.parametrize("size", [5, 7])
def test_hands_a_second_beside_other_evaluators(size: int) -> None:
    hands = dealt(sized(50_000, 100), size)
    began = time.perf_counter()
    fresh = HandRanks(FIVE)
    for hand in hands:
        fresh.best(hand)
    first = len(hands) / (time.perf_counter() - began)
    treys = Evaluator()
    rates = {
        "ours": best_rate(RANKS.five if size == 5 else RANKS.best, hands),
        "ours, tables still empty": first,
        "eval7 (in C)": best_rate(eval7.evaluate, [[EVAL7[card] for card in hand] for hand in hands]),
        "treys": best_rate(
            lambda hand: treys.evaluate(hand[0], hand[1]),
            [([TREYS[card] for card in hand[:2]], [TREYS[card] for card in hand[2:]]) for hand in hands],
        ),
        "phevaluator": best_rate(
            lambda hand: evaluate_cards(*hand), [tuple(PHEVALUATOR[card] for card in hand) for hand in hands]
        ),
    }
    print(f"\n{size} cards:")
    for name, rate in rates.items():
        print(f"  {name:26} {rate:>12,.0f} a second")
    assert IS_SMOKE or rates["ours"] >= LEAST


@pytest.mark.exhaustive
def test_every_one_of_2598960_five_card_hands_by_itself() -> None:
    five, category = RANKS.five, RANKS.category
    found = Counter(map(five, combinations(DECK, 5)))
    by_classes: Counter[int] = Counter()
    for hand, weight in every_hand(5):
        by_classes[five(hand)] += weight
    assert found == by_classes
    assert sum(found.values()) == comb(52, 5)
    assert sum(count for rank, count in found.items() if category(rank) is Category.ROYAL_FLUSH) == 4


@pytest.mark.exhaustive
def test_all_20358520_hands_of_six_cards_come_as_often_as_combinatorics_says() -> None:
    found: Counter[Category] = Counter()
    for hand, weight in every_hand(6):
        found[RANKS.category(RANKS.best(hand))] += weight
    no_straight = sum(all(not set(run) <= set(six) for run in STRAIGHTS) for six in combinations(range(2, 15), 6))
    straight_flushes = 4 * 47 + 4 * 9 * 46  # the card above a straight flush would make it a higher one
    expected = {
        Category.ROYAL_FLUSH: 4 * 47,
        Category.STRAIGHT_FLUSH: 4 * 9 * 46,
        Category.FOUR_OF_A_KIND: 13 * comb(48, 2),
        Category.FULL_HOUSE: comb(13, 2) * 4**2 + 13 * 4 * 12 * comb(4, 2) * 44,
        Category.FLUSH: 4 * (comb(13, 6) + comb(13, 5) * 39) - straight_flushes,
        Category.THREE_OF_A_KIND: 13 * 4 * comb(12, 3) * 4**3,
        Category.TWO_PAIR: comb(13, 3) * 6**3 + comb(13, 2) * 6**2 * comb(11, 2) * 4**2,
        Category.PAIR: (comb(13, 5) - 10) * 5 * (6 * 4**4 - 4 * 3),
        Category.HIGH_CARD: no_straight * (4**6 - 4 - 4 * 6 * 3),
    }
    expected[Category.STRAIGHT] = comb(52, 6) - sum(expected.values())
    assert found == expected


def test_a_million_hands_of_seven_cards_rank_as_eval7_ranks_them() -> None:
    """Equal in one ranking is equal in the other, and the order is the same."""
    rng = random.Random(1_000_000)
    ranked: dict[int, int] = {}
    for _ in range(sized(1_000_000, 500)):
        hand = rng.sample(DECK, 7)
        value, own = eval7.evaluate([EVAL7[number] for number in hand]), RANKS.best(hand)
        assert ranked.setdefault(value, own) == own
    in_order = [ranked[value] for value in sorted(ranked)]
    assert in_order == sorted(set(in_order))
    print(f"\n1,000,000 hands of seven cards, {len(ranked):,} different ranks of 4,824")
