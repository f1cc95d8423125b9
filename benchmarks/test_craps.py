"""How fast a craps layout is settled and the edges of a rulebook are computed; the books of a thousand hands."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from benchmarks.sizes import sized
from tests.games.craps.test_books import BOOKS, check_books
from trainer.equipment.dice import Roll
from trainer.games.craps import edge
from trainer.games.craps.layout import CrapsBet, selections
from trainer.games.craps.table import Table, play
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

RULES = load_rules(shipped_library(), "puerto-rico", "craps")


def full_layout() -> Table:
    """Every bet of the rulebook at once, point 6."""
    bets = (CrapsBet(bet=kind, on=on, stake=Fraction(30)) for kind in RULES.bets for on in selections(RULES, kind))
    return Table(6, tuple(bets))


@pytest.mark.benchmark(group="settle every craps bet at once")
def test_settle_every_bet(benchmark: Any) -> None:
    table = full_layout()
    settlement, _ = benchmark(play, RULES, table, Roll((4, 3)))
    assert len(settlement.bets) == len(table.bets)


@pytest.mark.benchmark(group="house edges of a rulebook")
def test_edges_of_a_rulebook(benchmark: Any) -> None:
    def compute() -> int:
        edge._kept.clear()
        return len(edge.edges(RULES))

    assert benchmark.pedantic(compute, rounds=sized(3, 1)) > 30


@pytest.mark.parametrize("book", BOOKS)
def test_chips_in_are_chips_out_of_a_thousand_hands(book: str) -> None:
    check_books(book, hands=sized(1000 // len(BOOKS), 3))
