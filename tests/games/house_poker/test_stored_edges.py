"""Exact figures of house poker from the engine: how often the bank opens, and the edge with the best decisions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from trainer.equipment.cards import parse_cards
from trainer.games.edges import Edge
from trainer.games.house_poker.figures import opens_from, ranking
from trainer.games.house_poker.opening_edge import going_on
from trainer.games.house_poker.pull_back_edges import pull_back_edge
from trainer.games.house_poker.table_edges import opening_share, row_frequencies, table_edge
from trainer.games.poker.cards import CARDS, NUMBERS, numbers
from trainer.games.rules import load_rules
from trainer.games.stored_edges import StoredEdges, as_edges, stored_for
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()


def stored_or_computed(book: str, game: str) -> StoredEdges:
    found = stored_for(load_rules(LIBRARY, book, game))
    assert found is not None
    return found


def percent(written: dict[str, str], bet: str) -> str:
    edge: Edge = next(each for each in as_edges(written) if each.bet == bet)
    return f"{float(edge.edge) * 100:.3f}"


@pytest.mark.parametrize("book", ["arica", "puerto-rico", "baleares", "bolivia"])
def test_the_bank_opens_205_times_of_364(book: str) -> None:
    assert opening_share(load_rules(LIBRARY, book, "caribbean-stud")) == Fraction(205, 364)  # 56.3 %


def test_hands_come_as_often_as_combinatorics_says() -> None:
    assert row_frequencies(load_rules(LIBRARY, "bolivia", "caribbean-stud"), "main", 5) == {
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
    ("book", "edge"),
    [("arica", "5.224"), ("puerto-rico", "5.224"), ("bolivia", "5.224"), ("baleares", "5.264")],
)
def test_caribbean_stud_keeps_its_edge_of_the_ante(book: str, edge: str) -> None:
    assert percent(stored_or_computed(book, "caribbean-stud").edges, "ante") == edge


@pytest.mark.parametrize(
    ("pay_table", "edge"), [("standard", "3.506"), ("blir-08", "3.506"), ("blir-10", "3.737"), ("blir-25", "3.285")]
)
def test_seccion_8_10_every_table_of_let_it_ride_has_its_edge(pay_table: str, edge: str) -> None:
    found = stored_or_computed("puerto-rico", "let-it-ride")
    assert percent(found.choices["pay-table"][pay_table], "bet-3") == edge


def test_trijoker_asks_for_jacks_and_keeps_four_times_as_much() -> None:
    assert percent(stored_or_computed("baleares", "let-it-ride").edges, "bet-3") == "15.077"


@pytest.mark.parametrize(
    ("option", "choice", "edge"),
    [
        ("dealer-higher-not-qualified", "standard", "2.185"),
        ("dealer-higher-not-qualified", "literal", "0.942"),
        ("blind-below-straight", "lost", "39.718"),
        ("tie-not-qualified", "lost", "2.768"),
    ],
)
def test_seccion_24_7_every_reading_of_ultimate_texas_holdem_has_its_edge(option: str, choice: str, edge: str) -> None:
    assert percent(stored_or_computed("puerto-rico", "ultimate-texas-holdem").choices[option][choice], "ante") == edge


def test_seccion_7_10_the_cap_on_the_bet_is_felt_from_an_ante_of_25_on() -> None:
    capped = stored_or_computed("puerto-rico", "caribbean-stud").capped
    usual, higher = capped["bet-payout-limit=5000"], capped["bet-payout-limit=10000"]
    assert percent(usual["25"], "ante") == "5.224"
    for found in (usual, higher):
        edges = [float(percent(edge, "ante")) for edge in found.values()]
        assert edges == sorted(edges) and edges[-1] > edges[0]
    assert percent(higher["100"], "ante") < percent(usual["100"], "ante")


def test_seccion_8_10_the_cap_on_a_hand_is_felt_in_the_edge_of_let_it_ride() -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "let-it-ride")
    capped = stored_or_computed("puerto-rico", "let-it-ride").capped["payout-limit-per-hand=50000"]
    assert as_edges(capped["100"])[0].edge == pull_back_edge(rules, Fraction(100)) > Fraction(37963, 1082900)


def test_the_blackjack_of_triple_shot_is_worth_most_to_the_house_where_its_natural_beats_every_21() -> None:
    found = stored_or_computed("puerto-rico", "triple-shot")
    assert percent(found.edges, "blackjack") == "0.155"
    assert percent(found.choices["dealer-natural-beats-21"]["no"], "blackjack") == "-0.223"
    assert percent(found.choices["six-card-price"]["three-to-two"], "blackjack") == "0.061"


def test_l2526_trips_costs_more_where_a_fold_loses_it() -> None:
    found = stored_or_computed("puerto-rico", "ultimate-texas-holdem")
    by_choice = {choice: percent(edges, "trips") for choice, edges in found.choices["trips-after-fold"].items()}
    assert by_choice == {"lost": "5.250", "live": "3.498"}
    assert percent(found.edges, "trips") == "5.250"


def test_draw_poker_was_played_to_a_small_error() -> None:
    edge = next(each for each in as_edges(stored_or_computed("bolivia", "draw-poker").edges) if each.bet == "ante")
    assert 0 < edge.error < Fraction(1, 2_000)
    assert Fraction(2, 100) < edge.edge < Fraction(4, 100)


def test_bets_on_own_cards_show_what_was_printed_wrong() -> None:
    """The insurance keeps three quarters of what is staked; a bonus read to the letter five times the usual."""
    assert percent(stored_or_computed("baleares", "caribbean-stud").edges, "insurance") == "76.698"
    found = stored_or_computed("puerto-rico", "let-it-ride").choices["three-card-ranks"]
    assert percent(found["usual"], "three-card-bonus") == "7.276"
    assert percent(found["literal"], "three-card-bonus") == "36.851"
    usual = load_rules(LIBRARY, "puerto-rico", "let-it-ride")
    assert f"{float(table_edge(usual, 'three-card-bonus', 3)):.5f}" == "0.07276"
