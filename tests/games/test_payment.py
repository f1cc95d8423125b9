"""What a winning stake is paid: whole stakes in chips like those that lie there, parts of one as the house rounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.worked_cases import answered

HALF_COINS = {
    "bolivia/roulette-american": {"winning_number": "34", "bets": [{"bet": "high", "stake": "2.50"}]},
    "bolivia/roulette-french": {"winning_number": "3", "bets": [{"bet": "odd", "stake": "2.50"}]},
    "bolivia/craps": {"phase": "come-out", "dice": [4, 3], "bets": [{"bet": "pass-line", "stake": "2.50"}]},
    "puerto-rico/craps": {"phase": "come-out", "dice": [5, 6], "bets": [{"bet": "pass-line", "stake": "2.50"}]},
}


def paid(table: str, round_: dict[str, Any], **options: str) -> list[Fraction]:
    rulebook, game = table.split("/")
    answer = answered({"rulebook": rulebook, "game": game, "options": options, "settle": round_})
    return [Fraction(bet["pays"]) for bet in answer["bets"]]


@pytest.mark.parametrize("table", HALF_COINS)
def test_even_money_on_half_a_coin_loses_nothing_to_the_rounding_of_parts(table: str) -> None:
    assert paid(table, HALF_COINS[table]) == [Fraction("2.50")]


def test_bolivia_l2656_half_of_an_odd_stake_goes_down_to_the_chip_and_a_split_beside_it_does_not() -> None:
    bets = [
        {"bet": "double-dozen", "on": [1, 2], "stake": 7},
        {"bet": "split", "on": ["5", "6"], "stake": "2.50"},
    ]
    assert paid("bolivia/roulette-french", {"winning_number": "5", "bets": bets}) == [3, Fraction("42.50")]


def test_puerto_rico_l253_seven_to_six_goes_down_to_the_dollar_and_even_money_under_six_does_not() -> None:
    bets = [{"bet": "place", "on": 6, "stake": stake, "seat": seat} for seat, stake in ((1, "5.50"), (2, "6.50"))]
    throw = {"phase": "point", "point": 8, "dice": [4, 2], "bets": bets}
    assert paid("puerto-rico/craps", throw) == [Fraction("5.50"), 7]


def test_arica_l674_the_most_insurance_can_be_laid_in_pesos() -> None:
    main = {"bet": "main", "stake": 333}
    asked = {"rulebook": "arica", "game": "blackjack"}
    most = answered({**asked, "limit": {"case": "insurance", "dealer": ["AS"], "bets": [main]}})["maximum"]
    assert most == 166
    bets = [main, {"bet": "insurance", "stake": most}]
    assert paid("arica/blackjack", {"player": ["TH", "6D"], "dealer": ["AS", "KS"], "bets": bets}) == [0, 332]


def test_puerto_rico_l264_the_commission_of_a_lay_is_of_what_is_won_to_the_dollar() -> None:
    """12.50 would be won and 12 is: five in a hundred of it is an amount that coins can make."""
    bets = [{"bet": "lay", "on": 4, "stake": 25}]
    asked = {"rulebook": "puerto-rico", "game": "craps"}
    (lay,) = answered({**asked, "settle": {"phase": "point", "point": 6, "dice": [3, 4], "bets": bets}})["bets"]
    assert (lay["pays"], Fraction(lay["commission"])) == (12, Fraction("0.60"))
