"""The ranking of poker hands: frequencies by combinatorics, an independent evaluator, and what tables decide."""

from __future__ import annotations

import random
import warnings
from collections import Counter
from itertools import combinations, pairwise
from math import comb
from typing import Any

import pytest

from tests.games.poker.orders import (
    ACE_KING,
    DECK,
    DECK_28,
    FIVE,
    SYNTHETIC,
    THREE,
    WITH_JOKER,
    WITHOUT_ROYAL,
    numbers,
)
from trainer.games.house_poker.figures import ranking
from trainer.games.poker.cards import CARDS, JOKER_NUMBER
from trainer.games.poker.classes import every_hand
from trainer.games.poker.hands import Category, HandOrder, SideCards, Wheel
from trainer.games.poker.ranks import HandRanks
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

RANKS = HandRanks(FIVE)


def eval7_cards() -> tuple[Any, dict[int, Any]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a parser it loads
        import eval7  # noqa: PLC0415

    return eval7, {number: eval7.Card(f"{CARDS[number].rank}{CARDS[number].suit.lower()}") for number in DECK}


def test_all_2598960_hands_of_five_cards_come_as_often_as_combinatorics_says() -> None:
    found: Counter[Category] = Counter()
    ranks = set()
    for hand, weight in every_hand(5):
        rank = RANKS.five(hand)
        ranks.add(rank)
        found[RANKS.category(rank)] += weight
    assert found == {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 4 * 9,
        Category.FOUR_OF_A_KIND: 13 * 48,
        Category.FULL_HOUSE: 13 * comb(4, 3) * 12 * comb(4, 2),
        Category.FLUSH: 4 * (comb(13, 5) - 10),
        Category.STRAIGHT: 10 * (4**5 - 4),
        Category.THREE_OF_A_KIND: 13 * comb(4, 3) * comb(12, 2) * 4**2,
        Category.TWO_PAIR: comb(13, 2) * comb(4, 2) ** 2 * 44,
        Category.PAIR: 13 * comb(4, 2) * comb(12, 3) * 4**3,
        Category.HIGH_CARD: (comb(13, 5) - 10) * (4**5 - 4),
    }
    assert sum(found.values()) == comb(52, 5)
    assert len(ranks) == 7462


def test_all_22100_hands_of_three_cards_come_as_often_as_combinatorics_says() -> None:
    ranks = HandRanks(THREE)
    found = Counter(ranks.category(ranks.three(hand)) for hand in combinations(DECK, 3))
    assert found == {
        Category.MINI_ROYAL: 4,
        Category.STRAIGHT_FLUSH: 4 * 11,
        Category.THREE_OF_A_KIND: 13 * comb(4, 3),
        Category.STRAIGHT: 12 * (4**3 - 4),
        Category.FLUSH: 4 * (comb(13, 3) - 12),
        Category.PAIR: 13 * comb(4, 2) * 48,
        Category.HIGH_CARD: (comb(13, 3) - 12) * (4**3 - 4),
    }


def test_all_98280_hands_of_the_28_card_deck_come_as_often_as_combinatorics_says() -> None:
    ranks = HandRanks(SYNTHETIC)
    found = Counter(ranks.category(ranks.five(hand)) for hand in combinations(DECK_28, 5))
    assert found == {
        Category.ROYAL_FLUSH: 4,
        Category.STRAIGHT_FLUSH: 4 * 3,
        Category.FOUR_OF_A_KIND: 7 * 24,
        Category.FLUSH: 4 * (comb(7, 5) - 4),
        Category.FULL_HOUSE: 7 * comb(4, 3) * 6 * comb(4, 2),
        Category.STRAIGHT: 4 * (4**5 - 4),
        Category.THREE_OF_A_KIND: 7 * comb(4, 3) * comb(6, 2) * 4**2,
        Category.TWO_PAIR: comb(7, 2) * comb(4, 2) ** 2 * 20,
        Category.PAIR: 7 * comb(4, 2) * comb(6, 3) * 4**3,
        Category.HIGH_CARD: (comb(7, 5) - 4) * (4**5 - 4),
    }


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_the_best_of_so_many_cards_orders_hands_as_eval7_does(cards: int) -> None:
    eval7, theirs = eval7_cards()
    rng = random.Random(cards)
    ranked: dict[int, int] = {}
    for _ in range(8_000):
        hand = rng.sample(DECK, cards)
        value, own = eval7.evaluate([theirs[number] for number in hand]), RANKS.best(hand)
        assert ranked.setdefault(value, own) == own
    in_order = [ranked[value] for value in sorted(ranked)]
    assert in_order == sorted(set(in_order))


@pytest.mark.parametrize(
    "order", [FIVE, WITH_JOKER, SYNTHETIC, ACE_KING], ids=["five", "joker", "synthetic", "ace-king"]
)
def test_the_best_of_more_cards_is_the_best_of_its_five_card_hands_and_made_of_them(order: HandOrder) -> None:
    ranks = HandRanks(order)
    deck = {FIVE: DECK, WITH_JOKER: [*DECK, JOKER_NUMBER], SYNTHETIC: DECK_28, ACE_KING: DECK}[order]
    rng = random.Random(3)
    for index in range(400):
        hand = rng.sample(deck, 6 + index % 2)
        if order is WITH_JOKER and index % 3 and JOKER_NUMBER not in hand:
            hand[0] = JOKER_NUMBER
        best = max(ranks.five(five) for five in combinations(hand, 5))
        made_of = ranks.making(hand)
        assert ranks.best(hand) == best == ranks.five(made_of)
        assert set(made_of) <= set(hand)


def test_omaha_takes_exactly_two_own_cards_and_three_of_the_board() -> None:
    own, board = numbers("AS KD 2C 2H"), numbers("QS JS TS 9S 3D")
    assert RANKS.category(RANKS.best([*own, *board])) is Category.FLUSH
    assert RANKS.category(RANKS.best_of_two_and_three(own, board)) is Category.STRAIGHT
    assert RANKS.making_of_two_and_three(own, board) == tuple(numbers("AS KD QS JS TS"))


def category(order: HandOrder, text: str) -> Category:
    ranks = HandRanks(order)
    cards = numbers(text)
    return ranks.category(ranks.three(cards) if order.size == 3 else ranks.five(cards))


def test_a_royal_flush_is_the_highest_straight_flush_where_it_has_no_row_of_its_own() -> None:
    ranks = HandRanks(WITHOUT_ROYAL)
    royal, king = ranks.five(numbers("AS KS QS JS TS")), ranks.five(numbers("KS QS JS TS 9S"))
    assert ranks.category(royal) is ranks.category(king) is Category.STRAIGHT_FLUSH
    assert royal > king


def test_ace_king_is_a_row_between_high_card_and_pair() -> None:
    ranks = HandRanks(ACE_KING)
    assert category(ACE_KING, "AS KD 4C 3H 2D") is Category.ACE_KING
    assert category(ACE_KING, "AS QD JC TH 9D") is Category.HIGH_CARD
    assert category(FIVE, "AS KD 4C 3H 2D") is Category.HIGH_CARD
    lowest = ranks.five(numbers("AS KD 4C 3H 2D"))
    assert ranks.five(numbers("AS QD JC TH 9D")) < ranks.at_least(Category.ACE_KING) <= lowest
    assert ranks.five(numbers("AS KD QC JH 9D")) < ranks.at_least(Category.PAIR)


def test_three_cards_put_the_straight_above_the_flush_and_three_of_a_kind_above_both() -> None:
    ladder = [
        "AS KS QS",
        "KD QD JD",
        "3C 2C AC",
        "2S 2D 2C",
        "AS KD QC",
        "3S 2D AC",
        "AS KS JS",
        "5C 3C 2C",
        "AS AD 2C",
        "2S 2D AC",
        "AS KD JC",
        "QS 3D 2C",
    ]
    ranks = HandRanks(THREE)
    assert all(higher > lower for higher, lower in pairwise(ranks.three(numbers(text)) for text in ladder))


def test_straights_do_not_go_round_the_ace() -> None:
    assert category(FIVE, "QS KD AC 2H 3D") is Category.HIGH_CARD
    assert category(THREE, "KS AD 2C") is Category.HIGH_CARD
    assert category(SYNTHETIC, "QS KD AC 8H 9D") is Category.HIGH_CARD


def test_the_straight_with_a_low_ace_is_last_second_or_none() -> None:
    wheel, six, king, top = (
        numbers(text) for text in ("AS 2D 3C 4H 5S", "6S 5D 4C 3H 2S", "KS QD JC TH 9S", "AS KD QC JH TS")
    )
    rows = FIVE.categories
    lowest, second, none = (
        HandRanks(HandOrder(rows, wheel=wheel)) for wheel in (Wheel.LOWEST, Wheel.SECOND_HIGHEST, Wheel.NONE)
    )
    assert lowest.five(wheel) < lowest.five(six) < lowest.five(top)
    assert second.five(king) < second.five(wheel) < second.five(top)
    assert none.category(none.five(wheel)) is Category.HIGH_CARD


def test_l1383_the_synthetic_deck_runs_from_ace_eight_to_the_ace() -> None:
    ranks = HandRanks(SYNTHETIC)
    low, queen = ranks.five(numbers("AS 8D 9C TH JS")), ranks.five(numbers("8S 9D TC JH QS"))
    assert ranks.category(low) is ranks.category(queen) is Category.STRAIGHT
    assert low < queen < ranks.five(numbers("AS KD QC JH TS"))
    assert ranks.five(numbers("AS QS TS 9S 8S")) > ranks.five(numbers("AS AD AC KD KS"))


def test_side_cards_decide_to_the_last_or_by_the_highest_alone() -> None:
    highest = HandRanks(HandOrder(FIVE.categories, side_cards=SideCards.HIGHEST))
    one, other = numbers("AS AD KC 7H 3S"), numbers("AC AH KD 6H 3C")
    assert RANKS.five(one) > RANKS.five(other)
    assert highest.five(one) == highest.five(other)
    assert highest.five(numbers("AS AD QC 7H 3S")) < highest.five(other)
    flush, lesser = numbers("AS QS 9S 5S 3S"), numbers("AD JD 9D 5D 3D")
    assert RANKS.five(flush) > RANKS.five(lesser)
    assert highest.five(flush) == highest.five(lesser)


def test_an_order_must_have_each_row_of_its_hands_once() -> None:
    rows = FIVE.categories
    for wrong in (rows[1:], (*rows, Category.PAIR), (*rows, Category.MINI_ROYAL), ()):
        with pytest.raises(ValueError, match="not an order"):
            HandRanks(HandOrder(wrong))
    with pytest.raises(ValueError, match="not an order"):
        HandRanks(HandOrder(rows, size=4))


def test_tables_that_rank_hands_alike_share_what_was_worked_out() -> None:
    library = shipped_library()
    books = [book for book in library.rulebooks() if library.has(book, "caribbean-stud")]
    ranks = [ranking(load_rules(library, book, "caribbean-stud")) for book in books]
    assert len(ranks) > 1
    assert len({id(each) for each in ranks}) == len({each.order for each in ranks})
    orders = {each.order for each in ranks}
    assert len(orders) < len(ranks), "no two of these tables rank hands alike"
