"""Ten thousand random tables of every game of house poker, and as many damaged requests, beside an oracle."""

from __future__ import annotations

import json
import random

import msgspec
import pytest

from benchmarks.sizes import sized
from tests.games.house_poker.test_oracle import (
    FIXED,
    RIDES,
    TABLES,
    check_caribbean_stud,
    check_let_it_ride,
    check_progressive_jackpots,
)
from tests.games.house_poker.test_random_tables import GAMES, Table, check_tables
from tests.laboratory.requests import damaged, examples
from trainer.games.solving import answer_line
from trainer.rulebooks import shipped_library

TIMES = sized(10_000, 10)


@pytest.mark.parametrize("book", list(TABLES))
def test_tables_of_caribbean_stud(book: str) -> None:
    check_caribbean_stud(book, TIMES)


@pytest.mark.parametrize("book", list(RIDES))
def test_tables_of_let_it_ride(book: str) -> None:
    check_let_it_ride(book, TIMES)


@pytest.mark.parametrize("book", list(FIXED))
def test_tables_of_progressive_jackpots(book: str) -> None:
    check_progressive_jackpots(book, TIMES)


@pytest.mark.parametrize(("book", "game", "table"), GAMES, ids=[f"{book}-{game}" for book, game, _ in GAMES])
def test_tables_of_the_other_games(book: str, game: str, table: Table) -> None:
    check_tables(book, game, table, TIMES)


HOUSE_POKER = (
    "caribbean-stud",
    "draw-poker",
    "go-poker",
    "let-it-ride",
    "progressive-jackpot",
    "three-card-poker",
    "triple-shot",
    "ultimate-texas-holdem",
)


@pytest.mark.parametrize("game", HOUSE_POKER)
def test_damaged_requests_are_answered_or_refused(game: str) -> None:
    """What is answered keeps the books and pays whole coins."""
    library, rng = shipped_library(), random.Random(game)
    known = [each for each in examples() if each["game"] == game]
    answered = 0
    for number in range(TIMES):
        line = json.dumps(damaged(rng.choice(known), rng)).encode()
        answer = msgspec.json.decode(msgspec.json.encode(answer_line(line, number, library)))
        answered += "error" not in answer
        for bet in answer.get("bets", ()) if "total_payout" in answer else ():
            sums = [bet["pays"], bet["loses"], bet["returned"], bet.get("stays", 0)]
            assert all(isinstance(each, int | float) and each >= 0 for each in sums), line
            assert abs(sum(sums[1:]) - bet["stake"]) < 1e-6, line
    print(f"\n{game}: {answered:,} of {TIMES:,} answered")
