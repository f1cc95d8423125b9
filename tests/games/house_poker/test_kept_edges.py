"""Exact figures of house poker from the engine: how often the bank opens, and the edge with the best decisions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from trainer.equipment.cards import parse_cards
from trainer.games.house_poker.edges import known_edges, opening_chance, own_hand_edge, row_counts
from trainer.games.house_poker.figures import opens_from, ranking
from trainer.games.house_poker.kept_edges import kept_edge
from trainer.games.house_poker.opening_edge import going_on
from trainer.games.poker.cards import CARDS, NUMBERS, numbers
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()


@pytest.mark.parametrize("book", ["arica", "puerto-rico", "baleares", "bolivia"])
def test_the_bank_opens_205_times_of_364(book: str) -> None:
    assert opening_chance(load_rules(LIBRARY, book, "caribbean-stud")) == Fraction(205, 364)  # 56.3 %


def test_hands_come_as_often_as_combinatorics_says() -> None:
    counts = row_counts(load_rules(LIBRARY, "bolivia", "caribbean-stud"))
    assert counts == {
        "high-card": 1_302_540,
        "pair": 1_098_240,
        "two-pair": 123_552,
        "three-of-a-kind": 54_912,
        "straight": 10_200,
        "flush": 5_108,
        "full-house": 3_744,
        "four-of-a-kind": 624,
        "straight-flush": 36,
        "royal-flush": 4,
    }


@pytest.mark.parametrize(
    ("cards", "shown"),
    [("AS KD QC 7H 2S", "QD"), ("9S 9D 5C 4H 2C", "9C"), ("AS TS 8S 6S 3S", "AD"), ("QS JD 8C 4H 2S", "2D")],
)
def test_going_on_is_worth_what_all_hands_of_the_bank_say(cards: str, shown: str) -> None:
    rules = load_rules(LIBRARY, "baleares", "caribbean-stud")
    ranks, least, table = ranking(rules), opens_from(rules), rules.bets["bet"].pay_table
    hand, up = numbers(parse_cards(cards)), NUMBERS[parse_cards(shown)[0]]
    own = ranks.five(hand)
    win = 1 + 2 * table[ranks.category(own).value].ratio
    rest = [number for number, card in enumerate(CARDS) if not card.is_joker and number not in (*hand, up)]
    value = Fraction(0)
    for four in combinations(rest, 4):
        dealer = ranks.five((up, *four))
        value += 1 if dealer < least else 0 if dealer == own else win if dealer < own else -3
    assert going_on(rules, hand, up) == value / 163_185


@pytest.mark.parametrize(
    ("book", "percent"),
    [("arica", "5.224"), ("puerto-rico", "5.224"), ("bolivia", "5.224"), ("baleares", "5.264")],
)
def test_caribbean_stud_keeps_its_edge_of_the_ante(book: str, percent: str) -> None:
    edge = kept_edge(load_rules(LIBRARY, book, "caribbean-stud"))
    assert edge is not None and f"{float(edge):.3%}" == f"{percent}%"


@pytest.mark.parametrize(
    ("book", "options", "percent"),
    [
        ("puerto-rico", {}, "3.506"),  # the standard table
        ("puerto-rico", {"pay-table": "blir-10"}, "3.737"),
        ("puerto-rico", {"pay-table": "blir-25"}, "3.285"),
        ("baleares", {}, "15.077"),
    ],
)
def test_let_it_ride_keeps_its_edge(book: str, options: dict[str, str], percent: str) -> None:
    edge = kept_edge(load_rules(LIBRARY, book, "let-it-ride", options=options))
    assert edge is not None and f"{float(edge):.3%}" == f"{percent}%"


def test_bets_on_own_cards_show_what_was_printed_wrong() -> None:
    """The insurance keeps three quarters of what is staked; a bonus read to the letter five times the usual."""
    insurance = own_hand_edge(load_rules(LIBRARY, "baleares", "caribbean-stud"), "insurance")
    assert f"{float(insurance):.2%}" == "76.70%"
    usual = own_hand_edge(load_rules(LIBRARY, "puerto-rico", "let-it-ride"), "three-card-bonus")
    letter = load_rules(LIBRARY, "puerto-rico", "let-it-ride", options={"three-card-ranks": "literal"})
    assert f"{float(usual):.2%}" == "7.28%"
    assert f"{float(own_hand_edge(letter, 'three-card-bonus')):.2%}" == "36.85%"


def test_a_lesson_shows_the_edges_that_are_known() -> None:
    rules = load_rules(LIBRARY, "baleares", "let-it-ride")
    assert [edge.bet for edge in known_edges(rules)] == ["bet-3"]
