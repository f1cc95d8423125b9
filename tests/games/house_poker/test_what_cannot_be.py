"""What a table of house poker refuses, and what it pays to the coin."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.house_poker.tables import pays, settled
from tests.games.worked_cases import answered
from trainer.games.core import RequestError

HIGH, CLOSED = "KH 9H 6H 4H 3H".split(), "KS QH 6S 4S 7S".split()


def bets(**stakes: Any) -> list[dict[str, Any]]:
    return [{"bet": bet.replace("_", "-"), "stake": stake} for bet, stake in stakes.items()]


def refused(rulebook: str, game: str, round_: dict[str, Any], **head: Any) -> str:
    with pytest.raises(RequestError) as error:
        settled(rulebook, game, round_, **head)
    return str(error.value)


@pytest.mark.parametrize("book", ["arica", "puerto-rico", "baleares", "bolivia"])
def test_a_second_bet_lies_only_beside_its_ante(book: str) -> None:
    told = {"player": HIGH, "dealer": CLOSED, "bets": bets(bet=20)}
    assert "only beside ante" in refused(book, "caribbean-stud", told)


def test_l1259_a_card_is_bought_only_with_the_bet() -> None:
    told = {"player": HIGH, "action": "fold", "bets": bets(ante=10, buy_card=10)}
    assert "buy-card is not put down" in refused("arica", "caribbean-stud", told)


def test_l1369_who_bought_a_card_may_still_pass() -> None:
    told = {"player": HIGH, "action": "fold", "bets": bets(ante=10, buy_card=10)}
    answer = settled("baleares", "caribbean-stud", told)
    assert [bet["result"] for bet in answer["bets"]] == ["lose", "lose"]


@pytest.mark.parametrize(("game", "cards"), [("caribbean-stud", "KH KC KD KS 4C"), ("three-card-poker", "4S 4D 4C")])
def test_l646_and_l1929_the_progressive_is_one_dollar_and_its_prizes_do_not_grow_with_it(game: str, cards: str) -> None:
    told = {"player": cards.split(), "meter": 20_000, "bets": bets(progressive=2)}
    assert "must be exactly 1" in refused("puerto-rico", game, told)


def test_l757_three_royal_flushes_share_the_meter_in_whole_cents() -> None:
    hands = [
        {"seat": seat, "cards": [f"{rank}{suit}" for rank in "AKQJT"]} for seat, suit in ((1, "S"), (3, "H"), (5, "D"))
    ]
    laid = [{"bet": "progressive", "stake": 1, "seat": seat} for seat in (1, 3, 5)]
    answer = settled("puerto-rico", "caribbean-stud", {"hands": hands, "meter": 10_000, "bets": laid})
    assert [Fraction(str(bet["pays"])) for bet in answer["bets"]] == [Fraction(333_333, 100)] * 3


def test_what_is_paid_without_a_stake_is_part_of_what_is_paid() -> None:
    told = {"player": ["4S", "5D", "6C"], "dealer": ["QH", "9C", "4D"], "bets": bets(ante=10, play=10)}
    answer = settled("puerto-rico", "three-card-poker", told)
    assert answer["bonus"] == [{"bet": "ante-bonus", "on": "ante", "pays": 10}]
    assert answer["total_payout"] == 30


def test_go_poker_tells_a_pair_as_a_pair() -> None:
    told = {"player": ["AS", "AC", "2D"], "community": ["5H", "7D"], "bets": bets(bet_1=5, bet_2=5, bet_3=5)}
    assert settled("bolivia", "go-poker", told)["hand"] == "pair"


# ── ultimate Texas hold'em ───────────────────────────────────────────────────────────────────────────────────────────

FLUSH = {"player": ["KS", "3S"], "dealer": ["2C", "4H"], "community": ["AS", "QS", "7S", "9C", "9D"]}


@pytest.mark.parametrize("stake", [15, 25, 45])
def test_l2462_between_three_and_four_times_is_no_other_size(stake: int) -> None:
    told = {**FLUSH, "bets": bets(ante=10, blind=10, play=stake)}
    refused("puerto-rico", "ultimate-texas-holdem", told, options={"play-sizes": "between"})


def test_l2462_read_as_between_three_and_four_times() -> None:
    told = {**FLUSH, "bets": bets(ante=10, blind=10, play=35)}
    refused("puerto-rico", "ultimate-texas-holdem", told)
    answer = settled("puerto-rico", "ultimate-texas-holdem", told, options={"play-sizes": "between"})
    assert pays(answer, "play") == 35


# ── triple shot ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("player", "dealer", "problem"),
    [
        ("KS KD 5C 2C", "AC KC", "no card is drawn on 25"),
        ("AS KD 5C", "KC 7C", "no card is drawn on 21"),
        ("KS 9D", "KC 7C 2D", "draws no card from 17 on"),
    ],
)
def test_seccion_14_4_nobody_draws_who_has_ended(player: str, dealer: str, problem: str) -> None:
    told = {"player": player.split(), "dealer": dealer.split(), "bets": bets(blackjack=10)}
    assert problem in refused("puerto-rico", "triple-shot", told)


def test_l1982_half_of_a_cent_is_the_houses() -> None:
    told = {"player_first": "8D", "dealer_first": "8S", "bets": bets(war="2.01")}
    answer = settled("puerto-rico", "triple-shot", told)
    assert [str(answer["bets"][0][part]) for part in ("loses", "returned")] == ["1.01", "1"]


OFFERED = {"triple-shot-insurance": "yes"}


@pytest.mark.parametrize(("dealer", "brings"), [("AH QD", 10), ("AH 9D", 0)])
def test_insurance_where_the_house_offers_it(dealer: str, brings: int) -> None:
    told = {"player": ["2S", "3D", "TC"], "dealer": dealer.split(), "bets": bets(blackjack=10, insurance=5)}
    assert pays(settled("puerto-rico", "triple-shot", told, options=OFFERED), "insurance") == brings
    refused("puerto-rico", "triple-shot", told)
    late = {**told, "dealer": ["KH", "QD"]}
    assert "is no ace" in refused("puerto-rico", "triple-shot", late, options=OFFERED)


def test_two_opened_aces_count_for_the_poker_hand_as_the_house_chooses() -> None:
    told = {
        "player": ["AS", "9D"],
        "split": ["AD", "KC"],
        "cards": ["AS", "9D", "2C", "3C", "4C", "5H"],
        "bets": bets(poker=10, blackjack=10, split=10),
        "dealer": ["KH", "QD"],
    }
    refused("puerto-rico", "triple-shot", told)
    answer = settled("puerto-rico", "triple-shot", told, options={"split-aces-count": "first-hand"})
    assert pays(answer, "poker") == 40


# ── go poker ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_l1366_who_takes_the_first_back_keeps_the_second_unless_the_house_says_otherwise() -> None:
    told = {
        "player": ["AS", "AC", "2D"],
        "community": ["5H", "7D"],
        "withdrawn": ["bet-1"],
        "bets": bets(bet_2=5, bet_3=5),
    }
    assert settled("bolivia", "go-poker", told)["total_payout"] == 10
    refused("bolivia", "go-poker", told, options={"second-after-first": "goes-with-the-first"})


def test_a_card_lies_once_also_before_a_player_without_a_bet() -> None:
    told = {"player": ["2S", "KS", "2H", "4C", "3H", "5D"], "dealer": ["KS", "QD"], "bets": []}
    assert "KS" in refused("puerto-rico", "triple-shot", told)


@pytest.mark.parametrize(("game", "first"), [("caribbean-stud", "ante"), ("let-it-ride", "bet-1")])
def test_l1317_and_l1683_a_maximum_that_follows_from_the_minimum_is_not_told_beside_it(game: str, first: str) -> None:
    """It was overlooked: at a table of 10 to 200 a stake of 160 was called too high."""
    told = {"minimum": 10, "maximum": 200, "bets": bets(**{first.replace("-", "_"): 160})}
    with pytest.raises(RequestError, match="the maxima follow from the minimum"):
        answered({"rulebook": "baleares", "game": game, "limit": told})
    twenty = {"rulebook": "baleares", "game": game, "options": {"max-multiple": "20"}, "limit": {"minimum": 10}}
    assert {bet["bet"]: bet["maximum"] for bet in answered(twenty)["bets"]}[first] == 200
