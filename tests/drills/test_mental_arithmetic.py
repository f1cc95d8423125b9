"""How a payment is worked out in the head."""

from __future__ import annotations

import re

import pytest

from tests.drills.checks import LIBRARY
from trainer.drills import family
from trainer.drills.core import Question
from trainer.drills.mental_arithmetic import in_chips, workings
from trainer.games.rules import load_rules
from trainer.texts import Language


def made(book: str, game: str, drill: str, level: int, seed: int = 3) -> Question:
    return family(game, drill).make(load_rules(LIBRARY, book, game), level, seed)


def test_chips_are_added_up_by_their_odds_and_then_valued() -> None:
    one = made("baleares", "roulette-french", "pay-the-layout", 3)
    assert workings(one, Language.ES) == ["4 × 5 + 4 × 11 + 8 × 17 = 200"]
    in_money = made("baleares", "roulette-french", "pay-the-layout", 5)
    assert workings(in_money, Language.EN) == ["1 × 5 + 4 × 11 + 5 × 17 = 134 chips, × 25 = 3,350"]


def test_each_player_has_a_sum() -> None:
    lines = workings(made("arica", "craps", "pay-the-roll", 5), Language.ES)
    assert lines == ["Jugador 5, 35.500 en total: 27.000 ÷ 6 × 7 + 4.000 × 1 = 35.500"]


def test_a_single_even_payment_needs_no_working_and_chips_are_cut_from_the_highest() -> None:
    even = made("arica", "craps", "pay-the-roll", 1)
    assert workings(even, Language.ES) == []
    assert in_chips(made("baleares", "roulette-french", "pay-the-layout", 4), Language.ES) == (
        "En fichas: 1 de 1.000, 1 de 100, 1 de 5"
    )


@pytest.mark.parametrize("level", range(1, 8))
def test_every_line_adds_up(level: int) -> None:
    for seed in range(20):
        for line in workings(made("baleares", "roulette-french", "pay-the-layout", level, seed), Language.EN):
            terms, total = line.rpartition(": ")[2].replace(",", "").split(" = ")[:2]
            counted = sum(int(one) * int(other) for one, other in re.findall(r"(\d+) × (\d+)", terms))
            assert counted == int(total.split()[0]), line


def test_no_arithmetic_is_shown_with_commission() -> None:
    for seed in range(10):
        assert workings(made("puerto-rico", "pai-gow-poker", "settle-with-commission", 2, seed), Language.EN) == []
