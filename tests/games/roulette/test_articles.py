"""Roulette, article by article: what the sheets imply and no worked case asks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.games.core import RequestError
from trainer.games.roulette.decide import announce_reason
from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()
AMERICAN, FRENCH = "roulette-american", "roulette-french"
TABLES = [
    ("arica", AMERICAN),
    ("puerto-rico", AMERICAN),
    ("baleares", AMERICAN),
    ("baleares", FRENCH),
    ("bolivia", AMERICAN),
    ("bolivia", FRENCH),
]


def ask(rulebook: str, game: str, kind: str, request: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return solve({"rulebook": rulebook, "game": game, **rest, kind: request}, LIBRARY)


# ── the spin ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("rulebook", "game"), [table for table in TABLES if table[0] != "puerto-rico"])
def test_wheel_turns_the_other_way_at_every_spin(rulebook: str, game: str) -> None:
    answer = ask(rulebook, game, "decide", {"case": "spin-direction", "previous_wheel": "counterclockwise"})
    assert (answer["wheel"], answer["ball"]) == ("clockwise", "counterclockwise")


def test_puerto_rico_2_4_only_the_ball_runs_against_the_wheel() -> None:
    """L125 does not make the wheel alternate: the ball follows from how the wheel turns now."""
    answer = ask("puerto-rico", AMERICAN, "decide", {"case": "spin-direction", "wheel": "clockwise"})
    assert answer["ball"] == "counterclockwise"
    assert "wheel" not in answer
    with pytest.raises(RequestError, match="wheel"):
        ask("puerto-rico", AMERICAN, "decide", {"case": "spin-direction", "previous_wheel": "clockwise"})


@pytest.mark.parametrize(("rulebook", "rule"), [("arica", "announce"), ("puerto-rico", "announce-number")])
def test_l125_puerto_rico_calls_the_number_alone_and_arica_l341_with_its_chances(rulebook: str, rule: str) -> None:
    rules = load_rules(LIBRARY, rulebook, AMERICAN)
    assert announce_reason(rules, "17").rule == rule
    assert ("{colour}" in rules.calls["result"].says.en) is (rule == "announce")


@pytest.mark.parametrize(
    ("rulebook", "game", "placed", "turns", "by"),
    [
        ("arica", AMERICAN, "31", 3, "jefe-de-mesa"),
        ("bolivia", FRENCH, "31", 3, "jefe-de-mesa"),
        ("baleares", AMERICAN, "31", None, "jefe-de-mesa"),
        ("puerto-rico", AMERICAN, None, None, "croupier"),
    ],
)
def test_no_spin_drill(rulebook: str, game: str, placed: str | None, turns: int | None, by: str) -> None:
    """Only where the text says so does the ball lie in the previous number, and the wheel turn, before the throw."""
    spin = {"case": "spin", "event": "ball-leaves-wheel", "landed": "8", "previous_number": "31"}
    answer = ask(rulebook, game, "decide", spin)
    assert (answer["valid"], answer["called_by"]) == (False, by)
    assert answer.get("ball_placed_on") == placed
    assert answer.get("wheel_turns_before_rethrow_minimum") == turns


@pytest.mark.parametrize(("rulebook", "game"), TABLES)
def test_a_spin_without_incident_counts_and_says_where_it_is_written(rulebook: str, game: str) -> None:
    answer = ask(rulebook, game, "decide", {"case": "spin", "landed": "8"})
    assert (answer["valid"], answer["winning_number"]) == (True, "8")
    assert answer["reasons"][0]["cite"]


def test_baleares_01_iv_3_a_faulty_throw_voids_the_spin_however_many_turns_it_made() -> None:
    answer = ask("baleares", FRENCH, "decide", {"case": "spin", "event": "faulty-throw", "turns": 9})
    assert answer["valid"] is False


# ── paying ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_baleares_02_iii_players_are_paid_by_their_first_bet_and_each_completely() -> None:
    bets = [
        {"bet": "straight-up", "on": ["17"], "stake": 1, "seat": 1},
        {"bet": "dozen", "on": 2, "stake": 5, "seat": 2},
        {"bet": "column", "on": 2, "stake": 5, "seat": 1},
        {"bet": "red", "stake": 5, "seat": 3},
        {"bet": "black", "stake": 5, "seat": 4},
    ]
    answer = ask("baleares", AMERICAN, "decide", {"case": "pay-order", "winning_number": "17", "bets": bets})
    assert answer["players"] == [1, 4, 2]


def test_arica_ii_1_7_a_house_may_pay_even_chances_and_dozens_together() -> None:
    order = {"case": "pay-order", "winning_bets": ["dozen", "red", "column"]}
    assert ask("arica", AMERICAN, "decide", order)["groups"] == [["column"], ["red"], ["dozen"]]
    together = ask("arica", AMERICAN, "decide", order, options={"pay-order": "together"})
    assert together["groups"] == [["column"], ["red", "dozen"]]


# ── colour chips ─────────────────────────────────────────────────────────────────────────────────────────────────────


@given(chips=st.integers(1, 400), value=st.sampled_from([1, 5, 25, 100]))
def test_bolivia_4_2_5_2_what_is_bought_is_given_back(chips: int, value: int) -> None:
    bought = ask("bolivia", AMERICAN, "decide", {"case": "buy-colour", "amount": chips * value, "chip_value": value})
    assert (bought["colour_chips"], bought["change"]) == (chips, 0)
    cashed = ask("bolivia", AMERICAN, "decide", {"case": "cash-colour", "colour_chips": chips, "chip_value": value})
    assert (cashed["money_chips_value"], cashed["remove_value_marker_from_board"]) == (chips * value, True)


def test_arica_ii_1_5_a_change_of_value_goes_through_cash_chips_and_the_rest_stays_cash() -> None:
    change = {"case": "change-colour", "colour_chips": 7, "chip_value": 500, "new_value": 1000}
    answer = ask("arica", AMERICAN, "decide", change)
    assert (answer["money_chips_value"], answer["colour_chips"], answer["change"]) == (3500, 3, 500)


def test_baleares_02_v_a_colour_without_a_value_is_worth_the_minimum() -> None:
    buy = {"case": "buy-colour", "amount": 100, "minimum": 5}
    assert ask("baleares", AMERICAN, "decide", buy)["colour_chips"] == 20
    with pytest.raises(RequestError, match="from 5 to 50"):
        ask("baleares", AMERICAN, "decide", {**buy, "chip_value": 51})


def test_french_roulette_has_no_colour_chips() -> None:
    with pytest.raises(RequestError, match="colour chips"):
        ask("bolivia", FRENCH, "decide", {"case": "cash-colour", "colour_chips": 5, "chip_value": 5})


# ── limits and the table ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("players", "layouts", "allowed"), [(7, 1, True), (8, 1, False), (14, 2, True), (15, 2, False)]
)
def test_puerto_rico_2_2_players_at_a_table(players: int, layouts: int, allowed: bool) -> None:
    answer = ask("puerto-rico", AMERICAN, "decide", {"case": "table", "players": players, "layouts": layouts})
    assert answer["allowed"] is allowed


@pytest.mark.parametrize(
    ("minimum", "maximum", "compliant"), [(1, 10, True), (25, 249, False), (100, 1000, True), (200, 2000, False)]
)
def test_puerto_rico_2_5_posted_limits(minimum: int, maximum: int, compliant: bool) -> None:
    assert ask("puerto-rico", AMERICAN, "limit", {"minimum": minimum, "maximum": maximum})["compliant"] is compliant


@pytest.mark.parametrize(("minimum", "allowed"), [(1, True), (2, True), (5, False)])
def test_puerto_rico_2_5_quarter_chips(minimum: int, allowed: bool) -> None:
    answer = ask("puerto-rico", AMERICAN, "limit", {"minimum": minimum, "chip_values": ["0.25"]})
    assert (answer["allowed"], answer["quarter_chips_allowed"]) == (allowed, allowed)


@pytest.mark.parametrize("game", [AMERICAN, FRENCH])
def test_baleares_01_iv_2_even_chances_may_ask_five_times_the_minimum(game: str) -> None:
    assert ask("baleares", game, "limit", {"minimum": 2})["even_chance_highest_minimum"] == 10


def test_baleares_01_iv_2_maxima_follow_from_the_minimum_and_none_is_taken_in_silence() -> None:
    with pytest.raises(RequestError, match="maximum"):
        ask("baleares", FRENCH, "limit", {"minimum": 2, "maximum": 60})


def test_baleares_01_iv_1_the_lock_in_prison_is_the_minimum_of_the_even_chance() -> None:
    bet = {"bet": "low", "stake": 8, "in_prison": True, "zeros_met": 2}
    assert ask("baleares", FRENCH, "decide", {"case": "zero", "bet": bet, "minimum": 2})["may_withdraw"] is True
    assert ask("baleares", FRENCH, "decide", {"case": "zero", "bet": bet, "minimum": 3})["may_withdraw"] is False


@pytest.mark.parametrize("rulebook", ["arica", "bolivia"])
def test_conduct_at_the_table(rulebook: str) -> None:
    for rule, allowed in (("bets-on-wheel", False), ("two-tables", True), ("called-bets", True), ("one-colour", False)):
        assert ask(rulebook, AMERICAN, "decide", {"case": "conduct", "rule": rule})["allowed"] is allowed


def test_bolivia_1_2_1_1_a_called_set_over_the_maximum_plays_up_to_it_chip_by_chip() -> None:
    round_ = {"winning_number": "5", "maximum": 10, "bets": [{"bet": "neighbours", "on": "5", "stake": 100}]}
    (bet,) = ask("bolivia", FRENCH, "settle", round_)["bets"]
    assert (bet["pays"], bet["loses"], bet["returned"], bet["excess_returned"]) == (350, 40, 60, 50)
    assert bet["notify_first"] == "jefe-de-sala"


# ── requests that cannot be ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"winning_number": "17", "bets": [{"bet": "horse", "stake": 1}]}, "bets[0].bet"),
        ({"winning_number": "17", "bets": [{"bet": "tercio", "stake": 6}]}, "bets[0].bet"),
        ({"winning_number": "17", "bets": [{"bet": "split", "on": ["14", "18"], "stake": 1}]}, "bets[0].on"),
        ({"winning_number": "17", "bets": [{"bet": "column", "on": 4, "stake": 1}]}, "bets[0].on"),
        ({"winning_number": "17", "bets": [{"bet": "column", "on": True, "stake": 1}]}, "bets[0].on"),
        ({"winning_number": "37", "bets": []}, "winning_number"),
        ({"winning_number": "0", "bets": [{"bet": "red", "stake": 5, "in_prison": True}]}, "bets[0].in_prison"),
        ({"winning_number": "0", "prison": ["red"], "bets": [{"bet": "red", "stake": 5}]}, "bets[0].in_prison"),
        ({"winning_number": "0", "bets": [{"bet": "red", "stake": 5, "zeros_met": 0}]}, "bets[0].zeros_met"),
        ({"winning_number": "0", "bets": [{"bet": "red", "stake": -5}]}, "bets[0].stake"),
    ],
)
def test_bad_bets_name_their_field(request_: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as error:
        ask("arica", AMERICAN, "settle", request_)
    assert error.value.field_path == f"settle.{field}"


@pytest.mark.parametrize("on", [["17"], [17], "17", 17])
def test_a_number_may_be_written_as_text_or_figure(on: Any) -> None:
    round_ = {"winning_number": "17", "bets": [{"bet": "straight-up", "on": on, "stake": "25"}]}
    assert ask("arica", AMERICAN, "settle", round_)["bets"][0]["result"] == "win"


def test_arica_341_number_and_colour_are_called_by_the_article_and_the_chances_by_the_house() -> None:
    reasons = ask("arica", "roulette-american", "decide", {"case": "announce", "number": "17"})["reasons"]
    cites = {reason["rule"]: reason["cite"] for reason in reasons}
    assert cites == {"announce-colour": "II.1.5 L341", "announce": "house standard"}


def test_arica_240_the_article_gives_no_remedy_for_a_faulty_ball_and_the_house_may_void_the_spin() -> None:
    ruling = ask("arica", "roulette-american", "decide", {"case": "irregularity", "event": "faulty-material"})
    assert "result_stands" not in ruling
    asked = {"case": "conduct", "rule": "faulty-ball"}
    found = [
        ask("arica", "roulette-american", "decide", asked, options={"faulty-ball": choice})["result_stands"]
        for choice in ("stands", "void")
    ]
    assert found == [True, False]
