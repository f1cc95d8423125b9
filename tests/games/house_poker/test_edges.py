"""Exact figures: how often hands come, how often the croupier opens, and what the house keeps."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from trainer.games import game
from trainer.games.house_poker.figures import ranking
from trainer.games.house_poker.table_edges import opening_share, row_frequencies, table_edge
from trainer.games.house_poker.three_card_edges import ante_edge, lowest_played, playing_values
from trainer.games.poker.cards import as_cards
from trainer.games.poker.frequencies import hand_frequencies
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

LIBRARY = shipped_library()


def rules_of(book: str, game_id: str, **options: str) -> GameRules:
    return load_rules(LIBRARY, book, game_id, "", {key.replace("_", "-"): value for key, value in options.items()})


PUERTO_RICO, BOLIVIA = rules_of("puerto-rico", "three-card-poker"), rules_of("bolivia", "three-card-poker")


def percent(edge: Fraction) -> float:
    return round(float(edge) * 100, 3)


# ── frequencies ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_three_cards_come_as_often_as_combinatorics_says() -> None:
    assert row_frequencies(PUERTO_RICO, "main", 3) == {
        "straight-flush": 48,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1096,
        "pair": 3744,
        "high-card": 16440,
    }


def test_six_cards_come_as_often_as_combinatorics_says() -> None:
    found = row_frequencies(PUERTO_RICO, "six", 6)
    assert sum(found.values()) == comb(52, 6) == 20_358_520
    assert found["royal-flush"] == 4 * 47  # any sixth card
    assert found["four-of-a-kind"] == 13 * comb(48, 2)
    assert found["high-card"] == 6_612_900


@pytest.mark.parametrize(("cards", "straights"), [(5, 10_200), (7, 6_180_020)])
def test_all_hands_are_counted_once(cards: int, straights: int) -> None:
    ranks = ranking(rules_of("puerto-rico", "ultimate-texas-holdem"))
    found: Counter[str] = Counter()
    for rank, hands in hand_frequencies(ranks, cards).items():
        found[ranks.category(rank).value] += hands
    assert sum(found.values()) == comb(52, cards)
    assert found["straight"] == straights


# ── three card poker ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rules", [PUERTO_RICO, BOLIVIA], ids=lambda rules: rules.rulebook)
def test_the_croupier_opens_in_69_59_percent(rules: GameRules) -> None:
    assert percent(opening_share(rules)) == 69.593
    assert opening_share(rules) == Fraction(15380, 22100)


def test_best_play_goes_on_from_queen_six_four() -> None:
    assert sorted(card.rank for card in as_cards(lowest_played(PUERTO_RICO).cards)) == ["4", "6", "Q"]
    least = lowest_played(PUERTO_RICO).rank
    assert all((each.value >= -1) == (each.rank >= least) for each in playing_values(PUERTO_RICO))


def test_the_published_edges_of_three_card_poker() -> None:
    assert percent(ante_edge(PUERTO_RICO)) == 3.373
    assert percent(table_edge(PUERTO_RICO, "pair-plus", 3)) == 7.276
    assert percent(table_edge(PUERTO_RICO, "six-card-bonus", 6)) == 6.741


@pytest.mark.parametrize(
    ("options", "edge"),
    [
        ({}, -57.36),
        ({"bet_odds": "even-money"}, 3.205),
        ({"bet_size": "equal"}, -21.624),
        ({"bet_odds": "even-money", "bet_size": "equal"}, 8.658),
        ({"high_card_bet": "returned"}, -40.618),
        ({"ante_when_opened": "returned"}, -34.168),
    ],
)
def test_seccion_2_3_7_1_5_as_printed_favours_the_player(options: dict[str, str], edge: float) -> None:
    assert percent(ante_edge(rules_of("bolivia", "three-card-poker", **options))) == edge


# ── the others ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_published_edge_of_trips() -> None:
    rules = rules_of("puerto-rico", "ultimate-texas-holdem")
    assert percent(table_edge(rules, "trips", 7)) == 3.498


@pytest.mark.parametrize(("pair", "edge"), [("queens", 3.197), ("aces", 17.944)])
def test_seccion_14_4_the_lowest_pair_of_triple_shot_decides_its_edge(pair: str, edge: float) -> None:
    rules = rules_of("puerto-rico", "triple-shot", poker_lowest_pair=pair)
    found = {each.bet: each.edge for each in game("triple-shot").edges(rules)}  # type: ignore[misc]
    assert percent(found["poker"]) == edge
    assert found["war"] == Fraction(3, 51) / 2


@pytest.mark.parametrize(("pays", "edge"), [("every-bet", 4.216), ("went-twice", 47.989)])
def test_seccion_2_3_7_1_4_whom_go_poker_pays_decides_its_edge(pays: str, edge: float) -> None:
    rules = rules_of("bolivia", "go-poker", go_poker_pays=pays)
    found = game("go-poker").edges(rules)  # type: ignore[misc]
    assert [(each.bet, percent(each.edge)) for each in found] == [("bet-3", edge)]
