"""``settle`` refuses what ``limit`` and ``decide`` call impossible, and what the regulation's own cards cannot show."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from tests.loops import loop_over
from trainer.games.card_room import game as card_room
from trainer.games.core import RequestError
from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import RulebookError, shipped_library

LIBRARY = shipped_library()
Request = dict[str, Any]


def ask(rulebook: str, game: str, kind: str, request: Request, variant: str = "", **options: str) -> dict[str, Any]:
    asked: Request = {"rulebook": rulebook, "game": game, kind: request, "options": options}
    if variant:
        asked["variant"] = variant
    answer: dict[str, Any] = json.loads(msgspec.json.encode(solve(asked, LIBRARY)), parse_float=Decimal)
    return answer


def refused(rulebook: str, game: str, request: Request, field: str, **options: str) -> None:
    """That ``settle`` refuses a round, and names the field."""
    with pytest.raises(RequestError) as error:
        ask(rulebook, game, "settle", request, **options)
    assert error.value.field_path.startswith(f"settle.{field}"), error.value


def punto(stake: int, seat: int | None = None, **more: Any) -> Request:
    return {"bet": "player", "stake": stake, **({} if seat is None else {"seat": seat}), **more}


# ── roulette ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_arica_late_bets_are_bets_all_the_same() -> None:
    for bet, field in (({"bet": "moon", "stake": 5}, "bets[0].bet"), ({"bet": "red", "stake": -5}, "bets[0].stake")):
        round_ = {"winning_number": "1", "after_no_more_bets": True, "bets": [bet]}
        refused("arica", "roulette-american", round_, field)
    late = {"after_no_more_bets": True, "winner": "player", "bets": [{"bet": "moon", "stake": 5}]}
    refused("arica", "punto-banco", late, "bets[0].bet")


def test_an_even_chance_lies_on_nothing_else() -> None:
    for game, number in (("roulette-american", "7"), ("roulette-french", "7")):
        refused(
            "bolivia", game, {"winning_number": number, "bets": [{"bet": "red", "on": 7, "stake": 5}]}, "bets[0].on"
        )
    with pytest.raises(RequestError, match="turns"):
        ask("puerto-rico", "big-six", "decide", {"case": "spin", "symbol": "five", "turns": -1})


# ── craps ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_odds_lie_only_beside_their_line_and_a_come_bet_only_with_a_point() -> None:
    line, odds = {"bet": "pass-line", "stake": 10, "seat": 1}, {"bet": "pass-odds", "stake": 10, "seat": 1}
    come = {"bet": "come", "stake": 10}
    for rulebook in ("arica", "baleares", "bolivia", "puerto-rico"):
        refused(rulebook, "craps", {"point": 6, "dice": [4, 2], "bets": [odds]}, "bets[0].bet")
        other = {"point": 6, "dice": [4, 2], "bets": [{**line, "seat": 2}, odds]}
        refused(rulebook, "craps", other, "bets[1].bet")
        refused(rulebook, "craps", {"dice": [4, 2], "bets": [come]}, "bets[0].bet")
        paid = ask(rulebook, "craps", "settle", {"point": 6, "dice": [4, 2], "bets": [line, odds]})
        assert paid["total_payout"] == 22
        asked = {"request": "new-bet", "bets": [come]}
        assert ask(rulebook, "craps", "limit", asked)["allowed"] is False


def test_baleares_06_iv_2_l666_no_multiple_bet_wins_more_than_three_times_the_simple_ones() -> None:
    triple = {"multiple-max": "x3"}
    bets = [{"bet": "hardway", "on": 6}, {"bet": "any-craps"}]
    hard, craps = ask("baleares", "craps", "limit", {"minimum": 5, "maximum": 100, "bets": bets}, **triple)["bets"]
    assert (hard["maximum"], craps["maximum"]) == (33, 42)
    once = ask("baleares", "craps", "limit", {"minimum": 5, "maximum": 100, "bets": bets})["bets"]
    assert [bet["maximum"] for bet in once] == [12, 15]  # the win of the simple bets must be reached


def test_puerto_rico_3_6_l254_commission_is_charged_once_where_the_house_says_so() -> None:
    bought = {"point": 8, "rolls": [[3, 1], [2, 2], [6, 5]], "bets": [{"bet": "buy", "on": 4, "stake": 20}]}
    once, again = {"vig-each-decision": "no"}, {"vig-each-decision": "yes"}
    (bet,) = ask("puerto-rico", "craps", "settle", bought, **once)["bets"]
    assert (bet["pays"], bet["commission"]) == (80, 1)
    (bet,) = ask("puerto-rico", "craps", "settle", bought, **again)["bets"]
    assert bet["commission"] == 2


# ── boule, trente et quarante, pai gow, changes ──────────────────────────────────────────────────────────────────────


def test_baleares_04_v_l452_maxima_within_the_range_can_be_stated() -> None:
    bets = [{"bet": "number", "on": 5, "stake": 150}, {"bet": "red", "stake": 700}]
    stated = {"minimum": 2, "maximum": 150, "even_chance_maximum": 699, "bets": bets}
    answer = ask("baleares", "boule", "limit", stated)
    assert ([bet["allowed"] for bet in answer["bets"]], answer["compliant"]) == ([True, False], True)
    assert ask("baleares", "boule", "limit", {"minimum": 2, "maximum": 201})["compliant"] is False
    assert ask("baleares", "boule", "limit", {"minimum": 2, "even_chance_maximum": 399})["compliant"] is False


def test_baleares_l150_l526_the_stop_card_hands_no_prisoner_back() -> None:
    bets = [{"bet": "red", "stake": 40}, {"bet": "black", "stake": 40, "in_prison": True}]
    new, prisoner = ask("baleares", "trente-et-quarante", "settle", {"stop_card": True, "bets": bets})["bets"]
    assert (new["result"], new["returned"]) == ("void", 40)
    assert (prisoner["result"], prisoner["stays"], prisoner["in_prison"]) == ("stand", 40, True)


def test_trente_et_quarante_a_row_does_not_go_past_the_card_that_reached_31() -> None:
    past = ["TS", "TH", "TD", "AC", "5S"]
    with pytest.raises(RequestError, match="31"):
        ask("baleares", "trente-et-quarante", "decide", {"case": "row", "row": past})
    rows = {"black_row": past, "red_row": ["TS", "TH", "TD", "2C"], "bets": []}
    refused("baleares", "trente-et-quarante", rows, "black_row")
    with pytest.raises(RequestError, match="ties_met"):
        bets = [{"bet": "red", "stake": 10, "ties_met": -1}]
        ask("baleares", "trente-et-quarante", "settle", {"black_total": 31, "red_total": 31, "bets": bets})


@pytest.mark.parametrize(("rulebook", "decks"), [("baleares", 6), ("bolivia", 8)])
def test_trente_et_quarante_both_rows_come_from_the_same_decks(rulebook: str, decks: int) -> None:
    tens, aces = ["TS", "TS", "TS"], ["AS"] * (decks + 1)
    rows = {"black_row": [*tens, "AS"], "red_row": [*tens[:2], *aces[:decks], "AH", "2H", "3H"], "bets": []}
    refused(rulebook, "trente-et-quarante", rows, f"red_row[{decks + 1}]")
    with pytest.raises(RequestError, match=f"red_row.{decks + 1}"):
        ask(rulebook, "trente-et-quarante", "decide", {"case": "coup", **rows})
    lawful = {**rows, "red_row": [*tens, "AS"]}
    assert ask(rulebook, "trente-et-quarante", "settle", lawful)["red_total"] == 31


def test_puerto_rico_l1339_l1401_a_wrong_number_is_a_misdeal_and_a_wrong_division_a_loss() -> None:
    dealer = {"high": ["KS", "KH", "QD", "JC", "9S"], "low": ["AS", "TH"]}
    divided = {"high": ["2S", "2H", "3D", "4C"], "low": ["5S", "6H", "8D"]}
    bets = [{"bet": "pai-gow", "stake": 20, "seat": 1}]
    lost = ask("puerto-rico", "pai-gow-poker", "settle", {"dealer": dealer, "seats": {"1": divided}, "bets": bets})
    assert lost["bets"][0]["result"] == "lose"
    six = {"high": ["2S", "2H", "3D", "4C"], "low": ["5S", "6H"]}
    refused("puerto-rico", "pai-gow-poker", {"dealer": dealer, "seats": {"1": six}, "bets": bets}, "seats.1")
    tiles = {"high": ["2-4", "1-2", "6-6"], "low": ["5-6", "4-6"]}
    bank = {"high": ["1-1", "5-5"], "low": ["4-4", "3-3"]}
    refused("puerto-rico", "pai-gow-tiles", {"dealer": bank, "seats": {"1": tiles}, "bets": bets}, "seats.1")


def test_puerto_rico_10_11_an_announced_result_agrees_with_the_hands_shown() -> None:
    dealer = {"high": ["KS", "KH", "QD", "JC", "9S"], "low": ["AS", "TH"]}
    player = {"high": ["2S", "2H", "3D", "4C", "6S"], "low": ["5S", "8D"]}
    round_ = {"dealer": dealer, "seats": {"1": player}, "bets": [{"bet": "pai-gow", "stake": 20, "seat": 1}]}
    refused("puerto-rico", "pai-gow-poker", {**round_, "results": {"1": "win"}}, "results.1")
    assert ask("puerto-rico", "pai-gow-poker", "settle", {**round_, "results": {"1": "lose"}})["total_payout"] == 0


@pytest.mark.parametrize(
    ("game", "lines", "tell"),
    [
        ("craps", "L218", ["public"]),
        ("blackjack", "L393", ["public"]),
        ("big-six", "L1156", ["public"]),
        ("pai-gow-poker", "L1437", ["public"]),
        ("pai-gow-tiles", "L1735", ["inspector", "public"]),
        ("ez-baccarat", "L2272", ["inspector", "public"]),
    ],
)
def test_puerto_rico_each_game_changes_its_limits_by_its_own_article(game: str, lines: str, tell: list[str]) -> None:
    changes = [{"type": "raise", "notice_minutes": 15}, {"type": "raise", "notice_minutes": 14}]
    answer = ask("puerto-rico", game, "decide", {"case": "limit-change", "changes": changes})
    assert (answer["allowed"], answer["tell"]) == ([True, False], tell)
    assert lines in answer["reasons"][0]["cite"]


def test_puerto_rico_12_7_l1809_easy_roll_changes_its_limits_only_as_a_shift_opens() -> None:
    opening = {"type": "raise", "notice_minutes": 15, "at_shift_opening": True}
    asked = {"case": "limit-change", "changes": [opening, {**opening, "at_shift_opening": False}]}
    answer = ask("puerto-rico", "caribbean-easy-roll", "decide", asked)
    assert answer["allowed"] == [True, False]
    assert "L1809" in answer["reasons"][0]["cite"]


# ── baccarat ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rulebook", "game", "places", "allowed"),
    [
        ("puerto-rico", "mini-ez-baccarat", 10, False),  # L2282: six to nine sections
        ("puerto-rico", "mini-ez-baccarat", 6, True),
        ("puerto-rico", "baccarat", 13, True),  # L537: twelve to sixteen
        ("puerto-rico", "baccarat", 17, False),
        ("puerto-rico", "mini-baccarat", 12, False),  # L549, L582
        ("bolivia", "punto-banco", 10, False),  # L748: nine or fourteen
    ],
)
def test_l2282_l537_l549_l748_a_table_has_the_places_its_cloth_has(
    rulebook: str, game: str, places: int, allowed: bool
) -> None:
    answer = ask(rulebook, game, "limit", {"players": min(places, 6), "places": places})
    assert answer["allowed"] is allowed
    seat = {"winner": "player", "bets": [punto(100, 17)]}
    refused(rulebook, game, seat, "bets[0].seat")


def test_puerto_rico_5_6_l498_limits_outside_the_authorised_are_not_allowed() -> None:
    for limits in ({"minimum": 5, "maximum": 400}, {"minimum": 10, "maximum": 30000}, {"minimum": 5}):
        assert ask("puerto-rico", "baccarat", "limit", limits)["allowed"] is False
    assert ask("puerto-rico", "baccarat", "limit", {"minimum": 10, "maximum": 200})["allowed"] is True


def test_arica_l105_baleares_l760_a_tie_below_the_minimum_is_not_allowed() -> None:
    for rulebook, least in (("arica", 1000), ("baleares", 10)):
        bets = [punto(least, 1), {"bet": "tie", "stake": least - 1, "seat": 1}]
        answer = ask(rulebook, "punto-banco", "limit", {"minimum": least, "bets": bets})
        assert [bet["allowed"] for bet in answer["bets"]] == [True, False]


def test_arica_l971_puerto_rico_l2237_a_tie_lies_only_beside_a_main_bet() -> None:
    for rulebook, game in (("arica", "punto-banco"), ("puerto-rico", "ez-baccarat")):
        lone = {"winner": "tie", "bets": [punto(100, 1), {"bet": "tie", "stake": 50, "seat": 2}]}
        refused(rulebook, game, lone, "bets[1].bet")
        assert ask(rulebook, game, "limit", {"bets": lone["bets"]})["allowed"] is False


def test_arica_l971_one_player_does_not_bet_on_both_hands() -> None:
    both = {"winner": "player", "bets": [punto(100, 1), {"bet": "banker", "stake": 100, "seat": 1}]}
    refused("arica", "punto-banco", both, "bets")
    option = {"both-sides": "accepted"}
    assert ask("arica", "punto-banco", "settle", both, **option)["total_payout"] == 100


def test_a_shoe_holds_each_card_as_often_as_it_has_decks() -> None:
    nine = {"shoe": ["2S"] * 6, "bets": [punto(100)]}
    assert ask("arica", "punto-banco", "settle", nine)["total_payout"] == 0
    sevens = {"player": ["AS", "AS"], "banker": ["AS", "AS"], "next_cards": ["AS", "AS", "AS", "AS", "AS"], "bets": []}
    refused("arica", "punto-banco", sevens, "next_cards")


# ── the player's bank ────────────────────────────────────────────────────────────────────────────────────────────────


def test_baleares_09_ii_3_l1045_no_seat_beyond_the_cloth_of_two_tables() -> None:
    for seat in (11, 99):
        bet = {"bet": "player", "on": "first", "stake": 20, "seat": seat}
        totals = {"first": 5, "second": 3, "banker": 4}
        refused("baleares", "baccarat-two-tables", {"totals": totals, "bets": [bet]}, "bets[0].seat")
        with pytest.raises(RequestError, match=r"bets\[0\].seat"):
            ask("baleares", "baccarat-two-tables", "limit", {"bets": [bet]})
        bids = [{"amount": 5000, "seat": seat}, {"amount": 5000, "seat": 2}]
        with pytest.raises(RequestError, match=r"bids\[0\].seat"):
            ask("baleares", "baccarat-two-tables", "decide", {"case": "auction", "bids": bids})


def test_baleares_l1085_what_a_player_has_at_a_table_reaches_its_minimum_together() -> None:
    bet = {"bet": "player", "on": "first", "stake": 5, "seat": 3}
    for beside, allowed in ((bet, True), ({**bet, "on": "second"}, False), ({**bet, "seat": 4}, False)):
        asked = {"minimum": 10, "bets": [bet, beside]}
        assert ask("baleares", "baccarat-two-tables", "limit", asked)["allowed"] is allowed


@pytest.mark.parametrize(
    "whole",
    [
        [{"stake": 800, "seat": 6}],
        [{"stake": 500, "seat": 6}, {"stake": 300, "seat": 6}],
        [{"stake": 800, "seat": 6, "standing": True}],
    ],
)
def test_baleares_l883_l941_who_stakes_the_whole_bank_goes_before_the_banco_with_the_table(
    whole: list[dict[str, Any]],
) -> None:
    """And before several who share it, seated or standing, though he does not say “banco”."""
    for others in ({"stake": 400, "announced": "con-la-mesa"}, {"stake": 800, "announced": "banco-en-asociacion"}):
        bets = [{"bet": "player", **bet} for bet in ({**others, "seat": 4}, *whole)]
        asked = {"case": "opponent", "banker_seat": 2, "bank": 800, "bets": bets}
        assert ask("baleares", "chemin-de-fer", "decide", asked)["cards_to_seat"] == 6


def test_baleares_l883_bolivia_l811_all_a_player_has_makes_banco() -> None:
    for rulebook in ("baleares", "bolivia"):
        answer = ask(rulebook, "chemin-de-fer", "limit", {"bank": 800, "bets": [punto(500, 3), punto(300, 3)]})
        assert (answer["allowed"], answer["hace_banco"]) == (True, True)
        apart = ask(rulebook, "chemin-de-fer", "limit", {"bank": 800, "bets": [punto(500, 3), punto(300, 4)]})
        assert apart["hace_banco"] is False


def test_bolivia_l748_no_more_players_than_places() -> None:
    assert ask("bolivia", "chemin-de-fer", "limit", {"players": 15})["allowed"] is False
    assert ask("bolivia", "chemin-de-fer", "limit", {"players": 14})["allowed"] is True
    assert ask("baleares", "chemin-de-fer", "limit", {"players": 15})["allowed"] is True  # L835: others stand


def test_baleares_l885_bolivia_l829_an_offer_stays_below_a_hundred_minimums() -> None:
    for rulebook in ("baleares", "bolivia"):
        answer = ask(rulebook, "chemin-de-fer", "limit", {"minimum": 10, "offer": 1001})
        assert (answer["allowed"], answer["maximum"]) == (False, 1000)
        assert ask(rulebook, "chemin-de-fer", "limit", {"minimum": 10, "offer": 1000})["allowed"] is True
    free = ask("baleares", "chemin-de-fer", "limit", {"minimum": 10, "offer": 1001}, **{"unlimited-bank": "yes"})
    assert free["allowed"] is True


def test_baleares_l921_the_banker_draws_on_zero() -> None:
    stood = {"player": ["KS", "6H"], "banker": ["KD", "QC"], "bets": [punto(100)]}
    refused("baleares", "chemin-de-fer", stood, "banker")
    two = {"first": ["KS", "6H"], "second": ["KH", "7H"], "banker": ["KD", "QC"], "bets": []}
    refused("baleares", "baccarat-two-tables", two, "banker")


def test_baleares_l915_the_point_draws_to_four_and_stands_on_six() -> None:
    for hand in (["KS", "4H"], ["KS", "6H", "2D"]):
        refused("baleares", "chemin-de-fer", {"player": hand, "banker": ["KD", "5C"], "bets": [punto(100)]}, "player")


def test_baleares_l919_who_makes_banco_is_free_and_keeps_his_result() -> None:
    free, bets = {"free-banco": "yes"}, [punto(300, 4)]
    # He stands on 3; the fifth card is the banker's, who goes from 2 to 9.
    round_ = {"bank": 300, "shoe": ["KS", "2H", "3D", "KC", "7S"], "bets": bets}
    refused("baleares", "chemin-de-fer", round_, "punto_five", **free)
    stood = ask("baleares", "chemin-de-fer", "settle", {**round_, "punto_five": "stand"}, **free)
    assert (stood["player_total"], stood["banker_total"], stood["winner"]) == (3, 9, "banker")
    drew = ask("baleares", "chemin-de-fer", "settle", {**round_, "punto_five": "draw"}, **free)
    assert (drew["player_total"], drew["banker_total"], drew["winner"]) == (0, 2, "banker")


def test_baleares_l897_l901_what_is_over_the_maximum_is_not_uncovered_too() -> None:
    answer = ask("baleares", "chemin-de-fer", "limit", {"minimum": 10, "bank": 1300, "stakes_total": 400})
    assert (answer["improper_garage"], answer["compulsory_garage"]) == (300, 600)
    coup = {"minimum": 10, "bank": 1300, "player_total": 5, "banker_total": 7, "bets": [punto(1200, 1)]}
    settled = ask("baleares", "chemin-de-fer", "settle", coup)
    assert (settled["bets"][0]["uncovered"], settled["improper_garage"], settled["compulsory_garage"]) == (200, 300, 0)


def test_bolivia_l834_l835_what_must_go_is_not_taken_out_again() -> None:
    answer = ask("bolivia", "chemin-de-fer", "decide", {"case": "garage", "minimum": 10, "bank": 1300, "winnings": 700})
    assert (answer["mandatory_garage"], answer["voluntary_garage"]) == (300, 0)
    less = ask("bolivia", "chemin-de-fer", "decide", {"case": "garage", "minimum": 10, "bank": 1100, "winnings": 900})
    assert (less["mandatory_garage"], less["voluntary_garage"]) == (100, 300)


def test_bolivia_l899_of_equal_stakes_the_first_from_the_croupiers_left_decides() -> None:
    rules = load_rules(LIBRARY, "bolivia", "chemin-de-fer")
    assert rules.first_seat == "right"  # so the croupier's left is where the numbers end
    bets = [punto(200, 2), punto(200, 9), punto(100, 14)]
    assert ask("bolivia", "chemin-de-fer", "decide", {"case": "opponent", "bets": bets})["decider"] == 9


def test_baleares_l837_seats_beyond_the_smallest_cloth_are_counted_as_they_are_numbered() -> None:
    bets = [punto(100, 3), punto(100, 12)]
    asked = {"case": "opponent", "bets": bets, "banker_seat": 11}
    assert ask("baleares", "chemin-de-fer", "decide", asked)["cards_to_seat"] == 12
    with pytest.raises(RequestError, match="from 1 to 12"):
        ask("baleares", "chemin-de-fer", "decide", {"case": "opponent", "bets": [punto(100, 13)]})


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_baleares_l837_l1061_a_short_bank_pays_by_seats_however_they_are_listed(order: tuple[int, ...]) -> None:
    chemin = [punto(70, 5), punto(50, 7), punto(60, 3)]
    coup = {"bank": 100, "banker_seat": 4, "player_total": 6, "banker_total": 2, "bets": [chemin[i] for i in order]}
    paid = {bet["seat"]: bet["pays"] for bet in ask("baleares", "chemin-de-fer", "settle", coup)["bets"]}
    assert paid == {5: 70, 7: 30, 3: 0}
    tables = [punto(70, 2, on="first"), punto(50, 1, on="first"), punto(60, 6, on="second")]
    round_ = {"bank": 100, "totals": {"first": 7, "second": 7, "banker": 6}, "bets": [tables[i] for i in order]}
    paid = {bet["seat"]: bet["pays"] for bet in ask("baleares", "baccarat-two-tables", "settle", round_)["bets"]}
    assert paid == {1: 50, 2: 50, 6: 0}


def test_baleares_l1027_a_free_bank_answers_for_all() -> None:
    round_ = {"bank": 100, "totals": {"first": 7, "second": 7, "banker": 6}, "bets": [punto(500, 1, on="first")]}
    assert ask("baleares", "baccarat-two-tables", "settle", round_, variant="free")["total_payout"] == 500
    assert ask("baleares", "baccarat-two-tables", "settle", round_)["total_payout"] == 100


def test_baleares_l1105_totals_that_hang_on_the_number_of_cards_ask_for_the_hands() -> None:
    for first, banker in ((8, 9), (9, 8), (8, 8), (9, 9)):
        totals = {"first": first, "second": 3, "banker": banker}
        refused("baleares", "baccarat-two-tables", {"totals": totals, "bets": [punto(10, on="first")]}, "totals.first")
    hands = {"first": ["KS", "8H"], "second": ["KH", "3H", "JD"], "banker": ["2S", "3D", "4C"], "bets": []}
    assert ask("baleares", "baccarat-two-tables", "settle", hands)["winners"]["first"] == "player"


# ── what nobody does ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rulebook", ["baleares", "bolivia"])
def test_the_banker_does_not_play_against_his_own_bank(rulebook: str) -> None:
    round_ = {"bank": 300, "banker_seat": 3, "winner": "banker", "bets": [punto(200, 3)]}
    refused(rulebook, "chemin-de-fer", round_, "bets[0].seat")
    behind = {**round_, "bets": [punto(200, 3, standing=True)]}
    assert ask(rulebook, "chemin-de-fer", "settle", behind)["bets"][0]["loses"] == 200


def test_a_bet_that_is_made_on_nothing_is_on_nothing() -> None:
    refused("baleares", "chemin-de-fer", {"winner": "player", "bets": [punto(20, 3, on="moon")]}, "bets[0].on")
    called = {"winning_number": "19", "bets": [{"bet": "serie-grande", "stake": 90, "on": 5}]}
    refused("baleares", "roulette-american", called, "bets[0].on")
    bet = {"bet": "pai-gow", "stake": 20, "seat": 1, "on": 4}
    refused("puerto-rico", "pai-gow-poker", {"results": {"1": "win"}, "bets": [bet]}, "bets[0].on")


def test_puerto_rico_triple_shot_has_one_deck_for_both_hands_of_a_seat() -> None:
    bets = [{"bet": "blackjack", "stake": 10}, {"bet": "split", "stake": 10}]
    round_ = {"player": ["AS", "9D"], "split": ["AD", "9D"], "dealer": ["KH", "QD"], "bets": bets}
    refused("puerto-rico", "triple-shot", round_, "player.split")


def test_puerto_rico_blazing_7s_looks_at_two_first_cards_and_a_meter_that_is_not_in_debt() -> None:
    round_ = {"bets": [{"bet": "blazing-7s", "stake": 1}], "first_two": ["7H", "7D"], "drawn": ["7C"], "meter": 4350}
    refused("puerto-rico", "blackjack", {**round_, "first_two": ["7H", "7D", "2C"]}, "first_two")
    refused("puerto-rico", "blackjack", {**round_, "meter": -1}, "meter")
    totals = {"bank": "co-bank", "losing_bets": -5, "winning_bets": 80}
    refused("puerto-rico", "pai-gow-poker", totals, "losing_bets")


# ── told twice ───────────────────────────────────────────────────────────────────────────────────────────────────────

KINGS, QUEEN_HIGH = ["KS", "KD", "2H", "5C", "9D"], ["QS", "JH", "3D", "4C", "8H"]
STUD: Request = {
    "player": KINGS,
    "dealer": QUEEN_HIGH,
    "bets": [{"bet": "ante", "stake": 10}, {"bet": "bet", "stake": 20}],
}
ROWS: Request = {"black_row": ["7H", "KD", "9C", "8S"], "red_row": ["TS", "9D", "8H", "5C"], "bets": []}
SEAT = {"high": ["2-4", "1-2"], "low": ["5-6", "4-6"]}


@loop_over(
    ("rulebook", "game", "round_", "field"),
    [
        ("puerto-rico", "caribbean-stud", {**STUD, "rank": "flush"}, "rank"),
        ("puerto-rico", "caribbean-stud", {**STUD, "dealer_opens": True}, "dealer_opens"),
        ("baleares", "trente-et-quarante", {**ROWS, "black_total": 31}, "black_total"),
        ("baleares", "trente-et-quarante", {**ROWS, "winning_color_chance": "inverse"}, "winning_color_chance"),
        ("baleares", "trente-et-quarante", {**ROWS, "shoe_after_burn": ["QD", "KC"]}, "shoe_after_burn"),
        ("arica", "punto-banco", {"shoe": ["9H", "3D", "KC", "4S"], "player_total": 1, "bets": []}, "player_total"),
        ("arica", "punto-banco", {"shoe": ["9H", "3D", "KC", "4S"], "player": ["2H", "3C"], "bets": []}, "shoe"),
        (
            "baleares",
            "chemin-de-fer",
            {"player": ["9H", "KC"], "banker": ["3D", "4S"], "banker_total": 2, "bets": []},
            "banker_total",
        ),
        (
            "baleares",
            "baccarat-two-tables",
            {
                "first": ["9H", "KC"],
                "second": ["3D", "4S"],
                "banker": ["2H", "2D"],
                "totals": {"first": 1, "second": 7, "banker": 4},
                "bets": [],
            },
            "totals.first",
        ),
        ("puerto-rico", "big-six", {"symbol": "ten", "pointer": "between", "passed": "five", "bets": []}, "symbol"),
        ("puerto-rico", "big-six", {"symbol": "ten", "passed": "five", "bets": []}, "passed"),
        ("puerto-rico", "craps", {"point": 6, "previous_roll": 7, "dice": [3, 4], "bets": []}, "previous_roll"),
        ("puerto-rico", "pai-gow-tiles", {"player": SEAT, "seats": {"1": SEAT}, "bets": []}, "player"),
        (
            "puerto-rico",
            "pai-gow-tiles",
            {"losing_bets": 5, "results": {"1": "lose"}, "bets": [{"bet": "pai-gow", "stake": 5, "seat": 1}]},
            "losing_bets",
        ),
        (
            "puerto-rico",
            "caribbean-easy-roll",
            {"roll": "21", "bets": [], "layout_odds": [{"bet": "er-gold", "odds": "9 to 1"}] * 2},
            "layout_odds[1]",
        ),
    ],
)
def test_what_is_told_twice_is_told_alike(rulebook: str, game: str, round_: Request, field: str) -> None:
    refused(rulebook, game, round_, field)


def test_what_is_told_twice_and_alike_is_taken() -> None:
    alike = {**STUD, "rank": "pair", "dealer_opens": False}
    assert ask("puerto-rico", "caribbean-stud", "settle", alike)["total_payout"] == 10
    totals = {**ROWS, "black_total": 34, "red_total": 32, "winning_color_chance": "color"}
    assert ask("baleares", "trente-et-quarante", "settle", totals)["winning_row"] == "red"


def test_puerto_rico_10_13_two_bets_of_one_seat_pay_both_their_commissions_to_a_bank() -> None:
    bets = [{"bet": "pai-gow", "stake": stake, "seat": 2} for stake in (100, 40)]
    round_ = {"bank": "player", "results": {"2": "win"}, "bets": bets}
    assert ask("puerto-rico", "pai-gow-tiles", "settle", round_)["player_commission"] == {"2": 7}


# ── what the house takes ─────────────────────────────────────────────────────────────────────────────────────────────

CARD_ROOM = [(book, game) for book in LIBRARY.rulebooks() for game in LIBRARY.games(book) if game in card_room.GAMES]


@pytest.mark.parametrize(("rulebook", "game"), CARD_ROOM)
def test_bolivia_l1330_l1575_l1716_the_house_sets_its_commission_but_not_any(rulebook: str, game: str) -> None:
    for percent in (60, 100, -1):
        refused(rulebook, game, {"pots": [400], "winners": [2], "rake_percent": percent}, "rake_percent")
        assert ask(rulebook, game, "limit", {"case": "rake", "percent": percent})["allowed"] is False


@pytest.mark.parametrize(
    ("rulebook", "game", "options"),
    [
        ("bolivia", "texas-holdem", {"rake-percent": "60"}),
        ("bolivia", "texas-holdem", {"rake-threshold": "-1"}),
        ("puerto-rico", "omaha", {"rake-percent": "4"}),
        ("baleares", "synthetic-poker", {"rake-percent": "4"}),
        ("arica", "punto-banco", {"commission": "60"}),
        ("bolivia", "punto-banco", {"commission": "150"}),
        ("bolivia", "chemin-de-fer", {"commission": "-5"}),
    ],
)
def test_an_amount_that_a_house_cannot_choose_is_refused_by_its_option(
    rulebook: str, game: str, options: dict[str, str]
) -> None:
    with pytest.raises(RulebookError) as error:
        load_rules(LIBRARY, rulebook, game, "", options)
    assert [fault.key for fault in error.value.faults] == [f"options.{name}" for name in options]


def test_a_commission_the_regulation_fixes_is_no_other() -> None:
    for rulebook, game in (("puerto-rico", "baccarat"), ("baleares", "punto-banco"), ("baleares", "chemin-de-fer")):
        banker = {"winner": "banker", "bets": [{"bet": "player", "stake": 20}], "commission_percent": 4}
        refused(rulebook, game, banker, "commission_percent")
        ask(rulebook, game, "settle", {**banker, "commission_percent": 5})
