"""Exact counting of a fresh shoe with the engine's own tables and settlement, against the published figures."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from tests.loops import loop_over
from trainer.games import game
from trainer.games.baccarat.commission import terms
from trainer.games.baccarat.coup import Result
from trainer.games.baccarat.enumerate import edge, results
from trainer.games.baccarat.figures import baccarat
from trainer.games.core import Bet
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library


def load(rulebook: str, game: str) -> GameRules:
    return load_rules(shipped_library(), rulebook, game)


@cache
def chances(decks: int) -> dict[Result, Fraction]:
    """Every rulebook has the same drawing table (see the drawing tests), so one count serves all."""
    return results(baccarat(load("puerto-rico", "baccarat")), decks)


def percent(value: Fraction, digits: int) -> str:
    return f"{float(value * 100):.{digits}f}"


def house_edge(rulebook: str, game: str, bet: str, on: str | None = None, decks: int = 8) -> Fraction:
    rules = load(rulebook, game)
    # A stake no rounding rule touches.
    return edge(rules, Bet(bet=bet, on=on, stake=Fraction(10_000)), chances(decks), terms(rules))


def test_chances_add_up_to_one() -> None:
    assert sum(chances(8).values()) == 1


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [(8, "45.8597", "44.6247", "9.5156"), (6, "45.8653", "44.6279", "9.5069")],
)
def test_published_chances(decks: int, banker: str, player: str, tie: str) -> None:
    found = {"banker": Fraction(0), "player": Fraction(0), "tie": Fraction(0)}
    for result, chance in chances(decks).items():
        found[result.winner] += chance
    assert {name: percent(chance, 4) for name, chance in found.items()} == {
        "banker": banker,
        "player": player,
        "tie": tie,
    }


@loop_over(
    ("rulebook", "game", "bet", "on", "decks", "published"),
    [
        ("puerto-rico", "baccarat", "banker", None, 8, "1.0579"),
        ("puerto-rico", "baccarat", "player", None, 8, "1.2351"),
        ("puerto-rico", "baccarat", "tie", None, 8, "14.3596"),
        ("baleares", "punto-banco", "banker", None, 6, "1.0558"),
        ("baleares", "punto-banco", "player", None, 6, "1.2374"),
        ("baleares", "punto-banco", "tie", None, 6, "14.4382"),
        # Arica's own commission of 10 % more than trebles the edge of the bank.
        ("arica", "punto-banco", "banker", None, 6, "3.3491"),
        ("puerto-rico", "ez-baccarat", "banker", None, 8, "1.0183"),
        ("puerto-rico", "ez-baccarat", "dragon-7", None, 8, "7.6113"),
        ("puerto-rico", "ez-baccarat", "panda-8", None, 8, "10.1876"),
        ("puerto-rico", "commission-free-baccarat", "banker", None, 8, "1.0183"),
        ("puerto-rico", "commission-free-baccarat", "fortune-7", None, 8, "7.6113"),
    ],
)
def test_published_edges(rulebook: str, game: str, bet: str, on: str | None, decks: int, published: str) -> None:
    assert percent(house_edge(rulebook, game, bet, on, decks), 4) == published


def test_ten_percent_commission_costs_five_percent_of_the_banks_wins_more() -> None:
    wins = sum(chance for result, chance in chances(8).items() if result.winner == "banker")
    arica = house_edge("arica", "punto-banco", "banker")
    assert arica - house_edge("puerto-rico", "baccarat", "banker") == wins * Fraction(5, 100)


def _oracle_table(bank: int, third: int | None) -> bool:
    if third is None:
        return bank < 6
    return bank < 3 or (bank == 3 and third != 8) or (bank < 7 and 2 * bank - 6 <= third <= 7 and bank > 3)


def _oracle_bonus(side: int, totals: tuple[int, int], natural: bool) -> Fraction:
    """What a Dragon Bonus of one wins or loses: written from the article's table, not from the engine."""
    margin = totals[side] - totals[1 - side]
    if margin == 0:
        return Fraction(0) if natural else Fraction(-1)
    if margin < 0:
        return Fraction(-1)
    if natural:
        return Fraction(1)
    return Fraction({9: 30, 8: 10, 7: 4, 6: 4, 5: 2, 4: 2}.get(margin, -1))


@cache
def _oracle(decks: int) -> dict[tuple[int, int, bool], Fraction]:
    """Final totals by brute force over six ordered values, as sampling without replacement."""
    full = [16 * decks] + [4 * decks] * 9
    cards = sum(full)
    ways: Counter[tuple[int, int, bool]] = Counter()
    for deal in product(range(10), repeat=4):
        weight, left = 1, full.copy()
        for value in deal:
            weight *= left[value]
            left[value] -= 1
        player, bank = (deal[0] + deal[2]) % 10, (deal[1] + deal[3]) % 10
        if max(player, bank) > 7:
            ways[player, bank, True] += weight * (cards - 4) * (cards - 5)
            continue
        thirds = range(10) if player < 6 else [None]
        for third in thirds:
            if third is None:
                third_ways, after, point = 1, left, player
            else:
                third_ways, after, point = left[third], left.copy(), (player + third) % 10
                after[third] -= 1
            rest = cards - 4 if third is None else cards - 5
            unused = cards - 5 if third is None else 1
            if not _oracle_table(bank, third):
                ways[point, bank, False] += weight * third_ways * rest * unused
                continue
            for card in range(10):
                ways[point, (bank + card) % 10, False] += weight * third_ways * after[card] * unused
    every = sum(ways.values())
    return {key: Fraction(count, every) for key, count in ways.items()}


def test_the_brute_force_oracle_agrees_result_by_result() -> None:
    grouped: Counter[tuple[int, int, bool]] = Counter()
    for result, chance in chances(8).items():
        assert result.player_total is not None and result.banker_total is not None
        grouped[result.player_total, result.banker_total, result.natural] += chance
    assert dict(grouped) == _oracle(8)


@pytest.mark.parametrize(("side", "on"), [(0, "player"), (1, "banker")])
def test_dragon_bonus_edge(side: int, on: str) -> None:
    lost = -sum(
        chance * _oracle_bonus(side, (player, bank), natural) for (player, bank, natural), chance in _oracle(8).items()
    )
    assert house_edge("puerto-rico", "commission-free-baccarat", "dragon-bonus", on) == lost


def test_lessons_print_the_edges_of_the_tables_own_decks() -> None:
    found = {edge.bet: percent(edge.edge, 4) for edge in game("punto-banco").edges(load("arica", "punto-banco"))}
    assert found == {"player": "1.2374", "banker": "3.3491", "tie": "14.4382"}
