"""Ranking of hands with the joker: the articles, an independent evaluator, and a second opinion."""

from __future__ import annotations

import random
import warnings
from itertools import pairwise

import pytest

from tests.games.pai_gow import oracle
from tests.games.pai_gow.tables import POKER, numbers, poker_rules
from trainer.games.pai_gow.figures import hand_ranks
from trainer.games.poker import cards
from trainer.games.poker.hands import Category

RANKS = hand_ranks(POKER)


def category(text: str) -> Category:
    return RANKS.category(RANKS.five(numbers(text)))


def test_10_2_b_order_of_hands() -> None:
    ladder = [
        "AS AH AD AC JK",
        "AD KD QD JD TD",
        "AC 2C 3C 4C 5C",  # the highest straight flush after the royal one
        "KS QS JS TS 9S",
        "6C 5C 4C 3C 2C",
        "AS AH AD JK 2C",
        "2S 2H 2D 2C AH",
        "AS AH AD KC KH",
        "2S 2H 2D 3C 3H",
        "AS QS 9S 5S 3S",
        "AS KD QH JC TS",
        "AS 2D 3H 4C 5S",  # the second straight
        "KS QD JH TC 9S",
        "6S 5D 4H 3C 2S",
        "AS AD AH 3C 2S",
        "2S 2D 2H AC KS",
        "AS AD KH KC 2S",
        "3S 3D 2H 2C AS",
        "AS AD KH QC JS",
        "2S 2D 3H 4C 5S",
        "AS KD QH JC 9S",
        "7S 5D 4H 3C 2S",
    ]
    ranks = [RANKS.five(numbers(text)) for text in ladder]
    assert all(higher > lower for higher, lower in pairwise(ranks))


def test_10_2_d_a2345_may_be_ruled_the_lowest_straight() -> None:
    lowest = hand_ranks(poker_rules(a2345="lowest"))
    wheel, six = numbers("AS 2D 3H 4C 5S"), numbers("6S 5D 4H 3C 2S")
    assert RANKS.five(wheel) > RANKS.five(six)
    assert lowest.five(wheel) < lowest.five(six)
    suited, suited_six = numbers("AS 2S 3S 4S 5S"), numbers("6S 5S 4S 3S 2S")
    assert RANKS.five(suited) > RANKS.five(suited_six)
    assert lowest.five(suited) < lowest.five(suited_six)


@pytest.mark.parametrize(
    ("hand", "is_a"),
    [
        ("JK AS KD 9C 5H", Category.PAIR),
        ("JK KS KD 9C 5H", Category.PAIR),  # an ace beside the kings, never a third king
        ("JK KS KD KC 5H", Category.THREE_OF_A_KIND),
        ("JK 9S 8D 6C 5H", Category.STRAIGHT),
        ("JK AS KD QC JH", Category.STRAIGHT),
        ("JK AS KS QS JS", Category.ROYAL_FLUSH),
        ("JK KS QS JS TS", Category.ROYAL_FLUSH),
        ("JK 9S 8S 6S 5S", Category.STRAIGHT_FLUSH),
        ("JK AS 9S 6S 5S", Category.FLUSH),
        ("JK AS AD AC 5H", Category.FOUR_OF_A_KIND),
        ("JK AS AD 5C 5H", Category.FULL_HOUSE),
    ],
)
def test_10_2_c_the_joker_is_an_ace_or_completes(hand: str, is_a: Category) -> None:
    assert category(hand) is is_a


def test_joker_in_a_flush_takes_the_highest_missing_rank_or_is_another_ace() -> None:
    with_ace = numbers("JK AS KS 9S 5S")
    assert RANKS.five(with_ace) == RANKS.five(numbers("AS KS QS 9S 5S"))
    another_ace = hand_ranks(poker_rules(**{"joker-in-flush": "ace"}))
    assert another_ace.five(with_ace) > another_ace.five(numbers("AS KS QS 9S 5S"))


def test_10_11_a_the_high_hand_must_be_equal_or_higher() -> None:
    def fouls(front: str, back: str) -> bool:
        return RANKS.fouls(numbers(front), numbers(back))

    assert not fouls("7H 7C", "7S 7D KH 5C 2D")
    assert fouls("8H 8C", "7S 7D KH 5C 2D")
    assert fouls("2H 2C", "AS KD QH JC 9D")
    assert not fouls("AH AC", "2S 2D 3H 3C 4D")
    assert not fouls("KH QC", "KS QD 7H 5C 2D")  # two equal cards are equal enough
    assert fouls("KH QC", "KS JD 7H 5C 2D")
    assert fouls("JK AC", "KS KD 7H 5C 2D")


def test_five_card_hands_with_the_joker_agree_with_a_second_opinion() -> None:
    rng = random.Random(5)
    ranked: dict[tuple[int, ...], int] = {}
    for index in range(3000):
        hand = rng.sample(range(53), 5)
        if index % 2 and cards.JOKER_NUMBER not in hand:
            hand[0] = cards.JOKER_NUMBER
        shown: oracle.Hand = tuple(None if card.is_joker else (card.order, card.suit) for card in cards.as_cards(hand))
        ranked[oracle.five(shown)] = RANKS.five(hand)
    in_order = [ranked[key] for key in sorted(ranked)]
    assert in_order == sorted(set(in_order))


def test_joker_free_hands_agree_with_eval7() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a parser it loads
        import eval7  # noqa: PLC0415

    theirs = {
        number: eval7.Card(f"{card.rank}{card.suit.lower()}")
        for number, card in enumerate(cards.CARDS)
        if not card.is_joker
    }
    lowest_wheel = hand_ranks(poker_rules(a2345="lowest"))
    rng = random.Random(7)
    ranked: dict[int, int] = {}
    for _ in range(20_000):
        hand = rng.sample(list(theirs), 5)
        value = eval7.evaluate([theirs[number] for number in hand])
        assert ranked.setdefault(value, lowest_wheel.five(hand)) == lowest_wheel.five(hand)
    in_order = [ranked[value] for value in sorted(ranked)]
    assert in_order == sorted(set(in_order))
