"""Every answer rests on its own paragraph, and what a round cannot be is named: comparing, banks, the cut, limits."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.pai_gow.tables import POKER, TILES, poker_rules
from tests.games.pai_gow.test_settle import decide, limit, settle
from trainer.games.core import RequestError
from trainer.rulebooks import GameRules

# ── which paragraph decides a comparison ─────────────────────────────────────────────────────────────────────────────


def cites(rules: GameRules, high: str, low: str, dealer_high: str, dealer_low: str) -> dict[str, str]:
    hands = {"high": high.split(), "low": low.split()}
    dealer = {"high": dealer_high.split(), "low": dealer_low.split()}
    bet = settle(rules, player=hands, dealer=dealer, bets=[{"bet": "pai-gow", "stake": 20}]).bets[0]
    return {reason.rule: reason.cite.article for reason in bet.reasons if reason.cite}


@pytest.mark.parametrize(
    ("high", "dealer_high", "rule", "article"),
    [
        ("KS KD 9H 5C 2D", "QS QD TH 7C 3D", "high-higher", "10.2(B)"),  # kings over queens
        ("KS KD 9H 5C 2D", "KH KC TH 7C 3D", "high-lower", "10.2(E)"),  # kings both: the ten decides
        ("KS KD 9H 5C 2D", "KH KC 9S 5D 2C", "high-copy", "10.2(E)"),
        ("KS JS 9S 5S 2S", "QD TD 8D 7D 3D", "high-higher", "10.2(E)"),  # flushes by 10.2(B)(6)
        ("KS KD 8S 8C 2S", "KH KC 7D 7H AD", "high-higher", "10.2(B)"),  # the second pair is still the hand
        ("KS KD 8S 8C 2S", "KH KC 8D 8H AD", "high-lower", "10.2(E)"),
    ],
)
def test_10_2_e_of_the_same_poker_hand_the_highest_card_decides(
    high: str, dealer_high: str, rule: str, article: str
) -> None:
    assert cites(POKER, high, "4H 3S", dealer_high, "6C 2H")[rule] == article


def test_10_2_low_hands_go_by_pairs_or_by_cards() -> None:
    strong, weak = "AS AD 9S 5C 2S", "AH AC 9D 5D 2D"
    assert cites(POKER, strong, "KH QH", weak, "KC JC")["low-higher"] == "10.2(E)"
    assert cites(POKER, strong, "7H 7D", weak, "KC JC")["low-higher"] == "10.2(B)"


def test_10_2_what_the_joker_stands_for_is_said() -> None:
    aces = ("AS AD AH 7C 2D", "KH 3C")
    assert cites(POKER, "9S 8D JK 6C 5H", "KC 4D", *aces)["joker-completes"] == "10.2(C)"
    assert cites(POKER, "9S 9D JK 6C 5H", "KC 4D", *aces)["joker-is-an-ace"] == "10.2(A)"


@pytest.mark.parametrize(
    ("high", "dealer_high", "rule", "article"),
    [
        ("6-6 6-6", "1-1 1-1", "high-higher", "11.2(A)"),
        ("6-6 3-6", "6-6 4-5", "high-copy", "11.2(B)"),  # wongs of the twelve
        ("5-5 3-6", "5-5 3-5", "high-higher", "11.2(C)"),  # nine over eight
        ("1-1 3-3", "5-6 1-6", "high-higher", "11.2(E)"),  # eight with the 1-1
        ("5-5 2-6", "5-5 3-5", "high-copy", "11.2(G)"),
    ],
)
def test_11_2_paragraph_that_decides(high: str, dealer_high: str, rule: str, article: str) -> None:
    found = cites(TILES, high, "4-6 5-6", dealer_high, "4-6 2-2")
    assert found[rule] == article


def test_11_2_d_supreme_tiles_apart_are_explained() -> None:
    found = cites(TILES, "3-3 2-4", "5-5 5-6", "6-6 3-3", "4-6 5-6")
    assert found["supreme-exchange"] == "11.2(D)"


# ── withdrawing, and hands that are reset ────────────────────────────────────────────────────────────────────────────


def withdrawn(rules: GameRules, **coup: Any) -> tuple[str, list[str]]:
    bet = settle(rules, event="player-withdraws", bets=[{"bet": "pai-gow", "stake": 40}], **coup).bets[0]
    return bet.result.value, [reason.rule for reason in bet.reasons]


def test_10_11_e_withdrawing_ends_when_a_hand_is_exposed() -> None:
    assert withdrawn(POKER) == ("lose", ["withdraws-loses"])
    assert withdrawn(POKER, dealer_has_set=False) == ("lose", ["withdraws-loses"])
    assert withdrawn(POKER, player_hands_exposed=True) == ("stand", ["withdraws-too-late"])


def test_11_6_f_with_tiles_only_after_the_dealer_has_set() -> None:
    assert withdrawn(TILES) == ("lose", ["withdraws-loses"])
    assert withdrawn(TILES, dealer_has_set=False) == ("stand", ["withdraws-too-early"])


def test_seats_may_be_written_as_text() -> None:
    bets = [{"bet": "pai-gow", "stake": 40, "seat": "2"}, {"bet": "pai-gow", "stake": 40, "seat": 3}]
    found = settle(POKER, bets=bets, withdrawn=[2], voided=["3"])
    assert [bet.result.value for bet in found.bets] == ["lose", "void"]
    with pytest.raises(RequestError, match=r"withdrawn\[0\]"):
        settle(POKER, bets=bets, withdrawn=[7])


FOUL = {"high": ["8S", "KD", "6S", "4D", "2C"], "low": ["JC", "JH"]}  # reset: K-8 in front of the jacks
PLAYER = {"high": ["TS", "TD", "AH", "3C", "5D"], "low": ["AS", "3H"]}


def test_10_13_i_the_dealers_foul_is_reset_and_the_round_completed() -> None:
    bet = settle(POKER, player=PLAYER, dealer=FOUL, bets=[{"bet": "pai-gow", "stake": 20}]).bets[0]
    assert (bet.result.value, bet.facts["high_hand"], bet.facts["low_hand"]) == ("push", "dealer", "player")
    assert [str(reason.cite) for reason in bet.reasons if reason.rule == "reset-and-go-on"] == ["10.13(I) L1402"]


def test_10_13_j_a_bank_who_sets_wrongly_does_not_lose_and_neither_does_the_house() -> None:
    bet = settle(POKER, bank=4, bank_hands=FOUL, player=PLAYER, bets=[{"bet": "pai-gow", "stake": 20}]).bets[0]
    assert bet.result.value == "push"
    assert [str(reason.cite) for reason in bet.reasons if reason.rule == "reset-and-go-on"] == ["10.13(J) L1403"]
    house = settle(
        POKER, bank=4, bank_hands=PLAYER, dealer=FOUL, bets=[{"bet": "pai-gow", "stake": 20, "seat": "dealer"}]
    ).bets[0]
    assert house.result.value == "push"


def test_eight_cards_are_nobodys_hand() -> None:
    with pytest.raises(RequestError, match="dealer: holds 8: 7 are dealt"):
        settle(POKER, player=PLAYER, dealer={**FOUL, "low": ["JC", "JH", "9C"]}, bets=[{"bet": "pai-gow", "stake": 5}])


# ── the bank and the house's bet ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("result", "rule"), [("win", "house-bet-win"), ("push", "house-bet-push"), ("lose", "house-bet-lose")]
)
def test_10_12_k_where_the_houses_bet_goes(result: str, rule: str) -> None:
    bets = [{"bet": "pai-gow", "stake": 50, "seat": "dealer"}]
    reasons = settle(POKER, bank=3, bets=bets, results={"dealer": result}).bets[0].reasons
    assert next(str(reason.cite) for reason in reasons if reason.rule == rule) == "10.12(K) L1382"


def test_10_12_g_the_house_bets_what_the_bank_last_bet() -> None:
    assert decide(POKER, case="house-bet", last_bet=75) == {"house_bet": 75}
    assert decide(POKER, case="house-bet", last_bet=75, bank_orders=50) == {"house_bet": 50}
    assert decide(TILES, case="house-bet", last_bet=75, bank_orders=0) == {"house_bet": 0}
    assert decide(POKER, case="house-bet", last_bet=75, co_bank=True) == {"house_bet": 0}
    with pytest.raises(RequestError, match="bank_orders"):
        decide(POKER, case="house-bet", last_bet=75, bank_orders=80)


def test_a_bank_that_is_not_offered_is_not_decided_about() -> None:
    without = poker_rules(**{"player-bank": "no"})
    for situation in ({"case": "bank-offer", "players": [1]}, {"case": "house-bet", "last_bet": 5}):
        with pytest.raises(RequestError, match="option player-bank is no"):
            decide(without, **situation)


def test_10_12_c_seats_that_are_not_there_are_named() -> None:
    with pytest.raises(RequestError, match=r"players\[1\]"):
        decide(POKER, case="bank-offer", players=[1, 9])


# ── the cut and the groups ───────────────────────────────────────────────────────────────────────────────────────────


def test_10_5_d_who_is_offered_the_cut() -> None:
    everybody = {"case": "cut-offer", "players": [1, 2, 4, 6]}
    assert decide(POKER, **everybody, first_to_arrive=4)["order"] == [4]
    assert decide(POKER, **everybody, bank=2)["order"] == [2, 4, 6, 1]
    assert decide(POKER, **everybody)["order"] == [1, 2, 4, 6]
    assert decide(POKER, **everybody, rounds_without_bank=2)["order"] == [2, 4, 6, 1]
    with pytest.raises(RequestError, match="no cut of cards"):
        decide(TILES, **everybody)


@pytest.mark.parametrize(("above", "allowed"), [(9, False), (10, True), (43, True), (44, False)])
def test_10_5_e_at_least_ten_cards_from_either_end(above: int, allowed: bool) -> None:
    assert decide(POKER, case="cut", cards_above=above)["allowed"] is allowed


def test_10_8_f_and_11_5_d_first_group() -> None:
    assert decide(POKER, case="stacks", groups=7)["first_group"] == "far-left"
    assert decide(POKER, case="stacks", groups=7, first_stack=3)["first_group"] == 3
    assert decide(TILES, case="stacks", groups=8)["first_group"] == "far-right"
    with pytest.raises(RequestError, match="first_stack"):
        decide(POKER, case="stacks", groups=7, first_stack=8)


@pytest.mark.parametrize(
    ("seats", "problem"), [([3, 5], "adjacent"), ([3, 3], "adjacent"), ([3, 7], "no seat 7"), ([], "one spot")]
)
def test_10_14_a_spots_that_a_player_cannot_have(seats: list[int], problem: str) -> None:
    with pytest.raises(RequestError, match=problem):
        decide(POKER, case="two-spots", bets=[{"bet": "pai-gow", "stake": 25, "seat": seat} for seat in seats])


@pytest.mark.parametrize("hands", [[], [["KS", "KS"], ["7S", "7D"]], [["KS", "KD", "QC"]]])
def test_hands_that_cannot_be_ranked(hands: list[list[str]]) -> None:
    with pytest.raises(RequestError, match="hands"):
        decide(POKER, case="order", hands=hands)


def test_11_6_h_i_a_zero_that_ranks_higher_is_still_the_dealers_hand() -> None:
    """0 with the 5-5 against 0 with the 5-6: the low hand goes to the dealer all the same."""
    hands = {"high": ["6-6", "1-6"], "low": ["5-5", "4-6"]}
    dealer = {"high": ["1-1", "3-4"], "low": ["5-6", "3-6"]}
    bet = settle(TILES, player=hands, dealer=dealer, bets=[{"bet": "pai-gow", "stake": 20}]).bets[0]
    assert (bet.result.value, bet.facts["high_hand"], bet.facts["low_hand"]) == ("push", "player", "dealer")


# ── limits of a table ────────────────────────────────────────────────────────────────────────────────────────────────


def test_10_16_b_one_limit_alone_tells_what_the_other_may_be() -> None:
    assert limit(POKER, minimum=100)["lowest_allowed_maximum"] == 2000
    assert limit(TILES, minimum=100)["lowest_allowed_maximum"] == 4000
    assert limit(POKER, maximum=2000)["highest_allowed_minimum"] == 100
    assert limit(POKER, minimum=501)["compliant"] is False  # twenty times that is above what is authorised


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({"bet": "starting-number"}, "bet"),
        ({"bets": [{"bet": "pai-gow", "stake": 5}], "minimum": 0}, "minimum"),
        ({"bets": [{"bet": "pai-gow", "stake": 5}], "minimum": 10, "maximum": 5}, "maximum"),
    ],
)
def test_a_limit_at_fault_is_named_by_its_own_field(question: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as caught:
        limit(TILES, **question)
    assert caught.value.field_path == field
