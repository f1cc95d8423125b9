"""Limits in every game: they belong to a player and a spot, they have one name, and one change of them one answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, get_args

import msgspec
import pytest

from tests.games.worked_cases import answered
from tests.loops import loop_over
from trainer.catalogue import BY_GAME
from trainer.games import game as engine_of
from trainer.games.core import RequestError
from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()


def ask(rulebook: str, game: str, kind: str, request: dict[str, Any], **options: str) -> dict[str, Any]:
    asked = {"rulebook": rulebook, "game": game, kind: request, "options": options}
    answer: dict[str, Any] = json.loads(msgspec.json.encode(solve(asked, LIBRARY)), parse_float=Decimal)
    return answer


def red(seat: int | None, stake: int) -> dict[str, Any]:
    return {"bet": "red", "stake": stake} | ({} if seat is None else {"seat": seat})


# ── a table nobody described ─────────────────────────────────────────────────────────────────────────────────────────

POKER_BETS = ({"bet": "ante", "stake": 5}, {"bet": "bet", "stake": 10})
INSURED = ({"bet": "main", "stake": 200}, {"bet": "insurance-ten", "stake": 50})
UNSTATED: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("arica", "caribbean-stud", {"bets": POKER_BETS}),
    ("arica", "roulette-american", {"bets": [{"bet": "red", "stake": 5}]}),
    ("arica", "craps", {"bets": [{"bet": "pass-line", "stake": 5}]}),
    ("arica", "punto-banco", {"bets": [{"bet": "player", "stake": 5}]}),
    ("baleares", "boule", {"bets": [{"bet": "red", "stake": 100_000}]}),
    ("baleares", "trente-et-quarante", {"bets": [{"bet": "red", "stake": 100_000}]}),
    ("baleares", "big-six", {"bets": [{"bet": "symbol", "on": "24", "stake": 100_000}]}),
    ("baleares", "baccarat-two-tables", {"bets": [{"bet": "player", "on": "first", "stake": 1}]}),
    ("baleares", "chemin-de-fer", {"bank": 5000, "bets": [{"bet": "player", "stake": 1}]}),
    ("bolivia", "draw-poker", {"bets": POKER_BETS}),
    ("bolivia", "chemin-de-fer", {"left_voluntarily_with": 5000, "offer": 5000}),
    ("bolivia", "roulette-french", {"bets": [{"bet": "neighbours", "on": "0", "stake": 10_000, "chip": 2000}]}),
    ("arica", "blackjack", {"case": "places", "stakes": [200, 600, 1400, 5000]}),
    ("arica", "blackjack", {"case": "insurance", "dealer": ["TS"], "bets": INSURED}),
    ("puerto-rico", "craps", {"bets": [{"bet": "pass-line", "stake": 2}, {"bet": "field", "stake": 10_000}]}),
    ("puerto-rico", "baccarat", {"bets": [{"bet": "player", "stake": 10}]}),
    ("puerto-rico", "three-card-poker", {"bets": [{"bet": "ante", "stake": 2}, {"bet": "play", "stake": 2}]}),
    ("puerto-rico", "pai-gow-poker", {"bets": [{"bet": "pai-gow", "stake": 10_000}]}),
    ("puerto-rico", "caribbean-easy-roll", {"bets": [{"bet": "line-a", "stake": 1000}]}),
)


@loop_over(("rulebook", "game", "question"), UNSTATED)
def test_a_table_nobody_described_refuses_no_lawful_stake(rulebook: str, game: str, question: dict[str, Any]) -> None:
    """What the rulebook's example table would not take, another table of the same regulation takes."""
    assert ask(rulebook, game, "limit", question)["allowed"] is True


def test_a_side_bet_is_measured_by_a_table_that_is_known() -> None:
    bets = {"bets": [{"bet": "main", "stake": 200}, {"bet": "perfect-pairs", "stake": 20}]}
    for named, allowed in (({}, True), ({"minimum": 200}, True), ({"minimum": 2000}, False)):
        asked = {"rulebook": "arica", "game": "blackjack", "variant": "perfect-pairs"}
        assert answered({**asked, "limit": {"case": "bets", **named, **bets}})["allowed"] is allowed
        alone = {"case": "side-bet", "bet": "perfect-pairs", "stakes": [20], **named}
        assert answered({**asked, "limit": alone})["allowed"] is allowed


def test_arica_l847_the_least_insurance_against_a_ten_goes_by_the_minimum_a_round_gives() -> None:
    round_ = {"player": ["TH", "6D"], "dealer": ["TS", "AS"], "bets": INSURED}
    assert ask("arica", "blackjack", "settle", round_)["bets"][1]["pays"] == 250
    with pytest.raises(RequestError, match="between 100 and 100"):
        ask("arica", "blackjack", "settle", {**round_, "minimum": 200})


def test_half_of_an_odd_bet_is_insured_to_the_peso_where_just_half_must_be() -> None:
    bets = [{"bet": "main", "stake": 333}, {"bet": "insurance-ten", "stake": 166}]
    question = {"case": "insurance", "dealer": ["TS"], "bets": bets}
    asked = {"rulebook": "arica", "game": "blackjack", "options": {"insurance-ten-stake": "half-bet"}}
    assert answered({**asked, "limit": question})["allowed"] is True


def test_bolivia_l829_who_takes_a_bank_is_asked_for_the_points_minimum_and_offers_something() -> None:
    with pytest.raises(RequestError, match="minimum: is missing"):
        ask("bolivia", "chemin-de-fer", "limit", {"offer": 500})
    assert ask("bolivia", "chemin-de-fer", "limit", {"offer": 0, "minimum": 10})["allowed"] is False
    with pytest.raises(RequestError, match="minimum: is missing"):
        ask("bolivia", "chemin-de-fer", "decide", {"case": "garage", "bank": 1250})


def test_a_bid_is_below_no_minimum_that_nobody_named() -> None:
    bids = {"case": "auction", "bids": [{"seat": 3, "amount": 5}, {"seat": 4, "amount": 4}]}
    for minimum, taken in (({}, (3, 5)), ({"minimum": 5}, (3, 5)), ({"minimum": 6}, ("right-of-leaving-banker", 6))):
        found = ask("baleares", "chemin-de-fer", "decide", {**bids, **minimum})
        assert (found["bank_goes_to"], found["amount"]) == taken


def test_nothing_against_a_bank_is_never_allowed() -> None:
    for stake in ({}, {"stake": 0}):
        punt = {"bet": "player", **stake}
        assert ask("bolivia", "chemin-de-fer", "limit", {"bank": 800, "bets": [punt]})["allowed"] is False
        two_tables = ask("baleares", "baccarat-two-tables", "limit", {"bets": [{**punt, "on": "first"}]})
        assert "allowed" not in two_tables


@pytest.mark.parametrize(("rulebook", "rule"), [("bolivia", "limit-none"), ("baleares", "most-by-flat-bet")])
def test_odds_say_what_pays_them_without_a_fraction_at_a_table_nobody_described(rulebook: str, rule: str) -> None:
    """And no limit that they do not have: nobody said that they begin at nothing."""
    answer = ask(rulebook, "craps", "limit", {"point": 6, "bets": [{"bet": "pass-odds"}]})
    assert answer["bets"][0]["unit"] == 5
    assert answer["reasons"][0]["rule"].endswith(rule)


@pytest.mark.parametrize(
    ("game", "bet", "least", "most"),
    [
        ("craps", "pass-line", 2, 10_000),
        ("baccarat", "player", 10, 25_000),
        ("caribbean-stud", "ante", 1, 2500),
        ("roulette-american", "straight-up", 1, 1000),
        ("blackjack", "main", 2, 10_000),
    ],
)
def test_puerto_rico_the_ends_of_the_regulation_hold_at_every_table(game: str, bet: str, least: int, most: int) -> None:
    spot = {"on": ["17"]} if bet == "straight-up" else {}
    case = {"case": "bets"} if game == "blackjack" else {}
    for stake in (Decimal(least) / 2, least, most, most + 1):
        answer = ask("puerto-rico", game, "limit", {**case, "bets": [{"bet": bet, "stake": str(stake), **spot}]})
        assert answer["allowed"] is (least <= stake <= most), stake


def test_one_limit_that_is_given_leaves_the_other_open() -> None:
    """A maximum below the minimum of the rulebook's example is a small table, not an error."""
    question = {"maximum": 300, "bets": [{"bet": "straight-up", "on": ["17"], "stake": 200}]}
    assert ask("arica", "roulette-american", "limit", question)["allowed"] is True
    question = {"minimum": 1_000_000, "bets": [{"bet": "pass-line", "stake": 2_000_000}]}
    assert ask("arica", "craps", "limit", question)["allowed"] is True


def test_baleares_l152_a_minimum_that_is_known_locks_a_prisoner_in() -> None:
    """3 that met two zeros is worth 0.75: below the minimum of every table that one may name, but none is named."""
    prisoner = {"bet": "red", "stake": 3, "in_prison": True, "zeros_met": 2, "choice": "withdraw"}
    spin = {"winning_number": "0", "bets": [prisoner]}
    (free,) = ask("baleares", "roulette-french", "settle", spin)["bets"]
    assert (free["result"], free["returned"]) == ("lose", Decimal("0.75"))
    (locked,) = ask("baleares", "roulette-french", "settle", {**spin, "minimum": 1})["bets"]
    assert (locked["result"], locked["stays"]) == ("stand", 3)


def test_baleares_l272_a_colour_is_worth_what_its_player_says_unless_the_limits_of_a_number_are_known() -> None:
    bought = {"case": "buy-colour", "amount": 500, "chip_value": 50}
    assert ask("baleares", "roulette-american", "decide", bought)["colour_chips"] == 10
    with pytest.raises(RequestError, match="from 2 to 20"):
        ask("baleares", "roulette-american", "decide", {**bought, "minimum": 2})


def test_puerto_rico_15_6_a_commission_is_capped_by_a_maximum_that_is_known() -> None:
    end: dict[str, Any] = {"pots": [1000], "winners": [1]}
    assert ask("puerto-rico", "texas-holdem", "settle", end)["rake"] == 50
    assert ask("puerto-rico", "texas-holdem", "settle", {**end, "maximum": 20})["rake"] == 20


def test_baleares_l901_what_a_bank_may_hold_asks_for_the_points_minimum() -> None:
    with pytest.raises(RequestError, match="minimum"):
        ask("baleares", "chemin-de-fer", "limit", {"bank": 5000})
    uncovered = ask("baleares", "chemin-de-fer", "limit", {"bank": 5000, "stakes_total": 3000})
    assert (uncovered["compulsory_garage"], uncovered.get("improper_garage")) == (2000, None)


# ── a player and a spot ──────────────────────────────────────────────────────────────────────────────────────────────


def test_arica_4_2_l105_two_bets_of_one_player_on_one_spot_share_its_maximum() -> None:
    one = {"winning_number": "1", "maximum": 2000, "bets": [red(3, 30000), red(3, 30000)]}
    answer = ask("arica", "roulette-american", "settle", one)
    assert answer["total_payout"] == 36000
    assert [bet["pays"] for bet in answer["bets"]] == [30000, 6000]
    assert answer["bets"][1]["excess_returned"] == 24000
    others = {"winning_number": "1", "maximum": 2000, "bets": [red(3, 30000), red(4, 30000)]}
    assert ask("arica", "roulette-american", "settle", others)["total_payout"] == 60000


def test_arica_4_2_l105_general_rules_add_up_what_a_player_has_on_a_spot() -> None:
    seen = {"maximum": 50000, "outcome": "win", "odds": "1 to 1", "bets": [red(3, 30000), red(3, 30000)]}
    answer = ask("arica", "general-rules", "settle", seen)
    assert (answer["total_payout"], answer["stake_in_play"], answer["excess_returned"]) == (50000, 50000, 10000)


@pytest.mark.parametrize(
    ("rulebook", "game", "request_", "bet"),
    [
        ("arica", "roulette-american", {"maximum": 25000}, {"bet": "red"}),
        ("arica", "roulette-american", {"maximum": 25000}, {"bet": "split", "on": ["1", "2"]}),
        ("puerto-rico", "craps", {"maximum": 500}, {"bet": "field"}),
        ("puerto-rico", "craps", {"maximum": 500}, {"bet": "place", "on": 5}),
        ("baleares", "boule", {"minimum": 2}, {"bet": "number", "on": 5}),
        ("puerto-rico", "big-six", {"maximum": 500}, {"bet": "symbol", "on": "five"}),
        ("puerto-rico", "caribbean-easy-roll", {"maximum": 500}, {"bet": "line-a"}),
        ("arica", "punto-banco", {"maximum": 50000}, {"bet": "player"}),
        ("baleares", "trente-et-quarante", {"minimum": 5}, {"bet": "red"}),
        ("puerto-rico", "pai-gow-poker", {}, {"bet": "pai-gow"}),
    ],
)
def test_a_limit_holds_for_all_a_player_has_on_a_spot(
    rulebook: str, game: str, request_: dict[str, Any], bet: dict[str, Any]
) -> None:
    (entry,) = ask(rulebook, game, "limit", {**request_, "bets": [bet]})["bets"]
    most = entry["maximum"]
    whole = {**bet, "stake": most, "seat": 2}
    parts = [{**bet, "stake": most - 1, "seat": 2}, {**bet, "stake": 2, "seat": 2}]
    other_player = [parts[0], {**bet, "stake": most, "seat": 3}]
    assert ask(rulebook, game, "limit", {**request_, "bets": [whole]})["allowed"] is True
    assert ask(rulebook, game, "limit", {**request_, "bets": parts})["allowed"] is False
    assert ask(rulebook, game, "limit", {**request_, "bets": other_player})["allowed"] is True
    nobodys = [{**bet, "stake": most}, {**bet, "stake": most}]
    assert ask(rulebook, game, "limit", {**request_, "bets": nobodys})["allowed"] is True


def test_bolivia_2_2_an_announced_bet_and_a_chip_beside_it_share_the_spot() -> None:
    limits = {"minimum": 5, "maximum": 200}
    called = {"bet": "neighbours", "on": "17", "stake": 200 * 5, "seat": 1}
    chip = {"bet": "straight-up", "on": ["17"], "stake": 5, "seat": 1}
    assert ask("bolivia", "roulette-french", "limit", {**limits, "bets": [called]})["allowed"] is True
    assert ask("bolivia", "roulette-french", "limit", {**limits, "bets": [called, chip]})["allowed"] is False


def test_puerto_rico_2_5_l129_inside_bets_reach_the_minimum_by_player() -> None:
    one, other = ({"bet": "straight-up", "on": [n], "stake": 3, "seat": s} for n, s in (("1", 1), ("2", 2)))
    same = {**other, "seat": 1}
    option = {"minimum-applies": "inside-total"}
    together = {"minimum": 5, "maximum": 100, "bets": [one, same]}
    apart = {"minimum": 5, "maximum": 100, "bets": [one, other]}
    assert ask("puerto-rico", "roulette-american", "limit", together, **option)["allowed"] is True
    assert ask("puerto-rico", "roulette-american", "limit", apart, **option)["allowed"] is False
    nobodys = [{name: part for name, part in bet.items() if name != "seat"} for bet in (one, same)]
    assert ask("puerto-rico", "roulette-american", "limit", {**together, "bets": nobodys}, **option)["allowed"] is False
    settled = ask("puerto-rico", "roulette-american", "settle", {**together, "winning_number": "1"}, **option)
    assert "authorised_by" not in settled["bets"][0]
    alone = {**together, "winning_number": "1", "bets": nobodys}
    assert "authorised_by" in ask("puerto-rico", "roulette-american", "settle", alone, **option)["bets"][0]


@pytest.mark.parametrize(("seat", "allowed"), [({"seat": 1}, True), ({}, False)])
def test_what_lies_beside_bets_that_name_no_seat_is_measured_by_the_largest(
    seat: dict[str, int], allowed: bool
) -> None:
    line = {"bet": "pass-line", "stake": 5, **seat}
    odds = {"bet": "pass-odds", "stake": 30, **seat}
    taken = ask("puerto-rico", "craps", "limit", {"point": 6, "bets": [line, line, odds]})
    assert taken["bets"][2]["allowed"] is allowed
    hand, tie = {"bet": "player", "stake": 5, **seat}, {"bet": "tie", "stake": 5, **seat}
    beside = ask("puerto-rico", "baccarat", "limit", {"minimum": 10, "bets": [hand, hand, tie]})
    assert beside["bets"][2]["allowed"] is allowed


def test_arica_l971_bets_on_both_hands_that_name_no_seat_are_two_players() -> None:
    hands = [{"bet": bet, "stake": 5000} for bet in ("player", "banker")]
    assert ask("arica", "punto-banco", "settle", {"winner": "player", "bets": hands})["total_payout"] == 5000
    assert ask("arica", "punto-banco", "limit", {"bets": hands})["allowed"] is True


def test_bolivia_4_2_6_3_l2856_two_denominations_are_not_mixed_wherever_they_lie() -> None:
    assert ask("bolivia", "roulette-american", "limit", {"chip_values": [5, 25]})["allowed"] is False
    with pytest.raises(RequestError, match="where they lie"):  # Arica allows it outside, so it hangs on the bets
        ask("arica", "roulette-american", "limit", {"chip_values": [1000, 5000]})


def test_bolivia_l2856_two_chip_values_with_an_announced_bet_are_judged() -> None:
    called = {"bet": "neighbours", "on": "17", "stake": 50}
    assert ask("bolivia", "roulette-american", "limit", {"chip_values": [5, 25], "bets": [called]})["allowed"] is False


# ── changes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["roulette-american", "baccarat", "mini-ez-baccarat"])
def test_puerto_rico_l148_l500_the_same_change_has_one_answer(game: str) -> None:
    changes = [{"type": "raise", "notice_minutes": 14}, {"type": "lower", "players_present": True}]
    assert ask("puerto-rico", game, "decide", {"case": "limit-change", "changes": changes})["allowed"] == [False, False]
    with pytest.raises(RequestError, match="players_present"):
        ask("puerto-rico", game, "decide", {"case": "limit-change", "changes": [{"type": "lower"}]})


def test_baccarat_answers_changes_as_every_game_does() -> None:
    changes = [{"type": "raise", "notice_minutes": 15}, {"type": "lower", "players_present": False}]
    asked = ask("puerto-rico", "baccarat", "limit", {"changes": changes})
    assert asked == ask("puerto-rico", "baccarat", "decide", {"case": "limit-change", "changes": changes})


# ── limits that cannot be ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("game", "round_"),
    [
        ("roulette-american", {"winning_number": "1", "bets": [red(1, 100)]}),
        ("punto-banco", {"winner": "player", "bets": [{"bet": "player", "stake": 100}]}),
        ("general-rules", {"outcome": "win", "odds": "1 to 1", "bets": [red(1, 100)]}),
    ],
)
def test_a_round_is_not_settled_under_limits_no_table_has(game: str, round_: dict[str, Any]) -> None:
    for limits in ({"maximum": -100}, {"minimum": 0}, {"minimum": 50, "maximum": 25}):
        with pytest.raises(RequestError, match=r"minimum|maximum"):
            ask("arica", game, "settle", {**round_, **limits})


def test_puerto_rico_off_limit_bet_void_says_void() -> None:
    void = {"off-limit-bet": "void"}
    for bet in (red(1, 9600), {"bet": "straight-up", "on": ["1"], "stake": 600}):
        round_ = {"winning_number": "1", "maximum": 500, "bets": [bet]}
        (settled,) = ask("puerto-rico", "roulette-american", "settle", round_, **void)["bets"]
        assert (settled["result"], settled["pays"], settled["returned"]) == ("void", 0, bet["stake"])


SPOTS: list[dict[str, Any]] = [{"bet": "red"}, {"bet": "dozen", "on": 1}, {"bet": "split", "on": ["1", "2"]}]
SAME_MAXIMUM = [
    (book, game, bet, {"winning_number": "1"})
    for book, game in (
        ("arica", "roulette-american"),
        ("puerto-rico", "roulette-american"),
        ("bolivia", "roulette-french"),
    )
    for bet in SPOTS
] + [("bolivia", "punto-banco", {"bet": bet}, {"winner": bet}) for bet in ("player",)]


@pytest.mark.parametrize(("rulebook", "game", "bet", "ended"), SAME_MAXIMUM)
def test_limit_and_settle_mean_the_same_maximum(
    rulebook: str, game: str, bet: dict[str, Any], ended: dict[str, Any]
) -> None:
    """What `limit` allows, `settle` plays whole; what it does not, is cut at the maximum that `limit` gives."""
    off = load_rules(LIBRARY, rulebook, game).off_limits
    assert off is not None
    limits = {"minimum": 10, "maximum": 600}
    maximum = ask(rulebook, game, "limit", {**limits, "bets": [bet]})["bets"][0]["maximum"]
    for stake in (maximum, maximum + 100):
        over = stake - maximum
        request = {**limits, "bets": [{**bet, "stake": stake}]}
        answer = ask(rulebook, game, "settle", {**ended, **request})["bets"][0]
        assert ("excess_returned" in answer) is bool(over)
        assert answer.get("excess_returned", 0) == (over if off.over == "return-excess" else 0)


def test_a_stake_of_nothing_is_never_allowed() -> None:
    for rulebook, game, bet in (("arica", "roulette-american", "red"), ("puerto-rico", "baccarat", "player")):
        answer = ask(rulebook, game, "limit", {"minimum": 500, "maximum": 10000, "bets": [{"bet": bet, "stake": 0}]})
        assert "allowed" not in answer and "allowed" not in answer["bets"][0]
        assert answer["bets"][0]["maximum"] > 0
    for stake in ({"stake": 0}, {}):
        with pytest.raises(RequestError, match="stake"):
            ask("arica", "blackjack", "limit", {"case": "bets", "bets": [{"bet": "main", **stake}]})
    side = {"case": "side-bet", "bet": "perfect-pairs", "stakes": [0, 5000]}
    assert ask("arica", "blackjack", "limit", side)["allowed"][0] is False


@pytest.mark.parametrize(
    ("table", "bets", "allowed"),
    [
        ({}, [{"bet": "come", "stake": 10}], [False]),
        ({"point": 6}, [{"bet": "come", "stake": 10}], [True]),
        ({"point": 6}, [{"bet": "pass-odds", "stake": 10}], [False]),
        ({"point": 6}, [{"bet": "pass-line", "stake": 10}, {"bet": "pass-odds", "stake": 10}], [True, True]),
        (
            {"point": 6},
            [{"bet": "pass-line", "stake": 10, "seat": 2}, {"bet": "pass-odds", "stake": 10}],
            [True, False],
        ),
        ({"point": 6, "lying": [{"bet": "pass-line", "stake": 10}]}, [{"bet": "pass-odds", "stake": 10}], [True]),
        ({"point": 6}, [{"bet": "come-odds", "on": 5, "stake": 10}], [False]),
    ],
)
def test_craps_limit_allows_only_what_settle_takes(
    table: dict[str, Any], bets: list[dict[str, Any]], allowed: list[bool]
) -> None:
    limits = {"minimum": 5, "maximum": 500}
    answer = ask("puerto-rico", "craps", "limit", {**table, **limits, "bets": bets})
    assert [bet["allowed"] for bet in answer["bets"]] == allowed
    laid = [*table.pop("lying", []), *bets]
    if all(allowed):
        ask("puerto-rico", "craps", "settle", {**table, "dice": [1, 2], "bets": laid})
    else:
        with pytest.raises(RequestError):
            ask("puerto-rico", "craps", "settle", {**table, "dice": [1, 2], "bets": laid})


def test_baleares_maxima_follow_from_the_minimum_in_settle_too() -> None:
    with pytest.raises(RequestError, match="maximum"):
        ask("baleares", "roulette-french", "settle", {"winning_number": "1", "maximum": 60, "bets": [red(1, 20)]})


# ── found too late, in every game ────────────────────────────────────────────────────────────────────────────────────

VOID = {"off-limit-bet": "void"}
KINGS = ["KS", "KD", "2H", "5C", "9D"]
STUD = {"dealer": ["AS", "KH", "3D", "4C", "8H"], "hands": [{"seat": 1, "cards": KINGS}]}
ANTE_AND_BET = [{"bet": "ante", "stake": 100, "seat": 1}, {"bet": "bet", "stake": 200, "seat": 1}]


def parts(answer: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    return [(bet["result"], bet["pays"], bet["returned"]) for bet in answer["bets"]]


def test_puerto_rico_7_a_second_bet_is_measured_by_what_plays_of_its_ante() -> None:
    round_ = {**STUD, "bets": ANTE_AND_BET, "maximum": 60}
    assert parts(ask("puerto-rico", "caribbean-stud", "settle", round_)) == [("win", 60, 100), ("win", 120, 200)]
    placed = ask("puerto-rico", "caribbean-stud", "settle", round_, **{"off-limit-bet": "pay-as-placed"})
    assert parts(placed) == [("win", 100, 100), ("win", 200, 200)]
    assert "stake_in_play" not in placed["bets"][1]
    for limits in ({"maximum": 60}, {"minimum": 160}):
        void = ask("puerto-rico", "caribbean-stud", "settle", {**round_, "maximum": None, **limits}, **VOID)
        assert parts(void) == [("void", 0, 100), ("void", 0, 200)]


@pytest.mark.parametrize(
    ("game", "round_", "paid"),
    [
        ("big-six", {"symbol": "ten", "bets": [{"bet": "symbol", "on": "ten", "stake": 90}]}, 600),
        ("craps", {"dice": [5, 2], "bets": [{"bet": "pass-line", "stake": 90}]}, 60),
        ("let-it-ride", {"player": KINGS[:3], "community": KINGS[3:], "bets": [{"bet": "bet-3", "stake": 90}]}, 60),
        ("triple-shot", {"player_first": "KS", "dealer_first": "9D", "bets": [{"bet": "war", "stake": 90}]}, 60),
        ("pai-gow-tiles", {"results": {"1": "win"}, "bets": [{"bet": "pai-gow", "stake": 90, "seat": 1}]}, 60),
        (
            "caribbean-easy-roll",
            {
                "roll": "21",
                "bets": [{"bet": "combination", "on": "21", "stake": 90}],
                "layout_odds": [{"bet": "combination", "on": "21", "odds": "16 to 1"}],
            },
            960,
        ),
    ],
)
def test_puerto_rico_a_bet_over_the_maximum_is_found_late_in_every_game(
    game: str, round_: dict[str, Any], paid: int
) -> None:
    late = ask("puerto-rico", game, "settle", {**round_, "maximum": 60})
    assert (late["bets"][0]["stake_in_play"], late["total_payout"]) == (60, paid)
    assert parts(ask("puerto-rico", game, "settle", {**round_, "maximum": 60}, **VOID)) == [("void", 0, 90)]
    assert "stake_in_play" not in ask("puerto-rico", game, "settle", round_)["bets"][0]


def test_baleares_l666_odds_are_measured_by_what_plays_of_their_line() -> None:
    bets = [{"bet": "pass-line", "stake": 100, "seat": 1}, {"bet": "pass-odds", "stake": 100, "seat": 1}]
    paid = ask("baleares", "craps", "settle", {"point": 6, "dice": [4, 2], "maximum": 60, "bets": bets})
    assert parts(paid) == [("win", 60, 100), ("win", 72, 100)]
    void = ask("puerto-rico", "craps", "settle", {"point": 6, "dice": [4, 2], "maximum": 60, "bets": bets}, **VOID)
    assert parts(void) == [("void", 0, 100), ("void", 0, 100)]


def test_baleares_l452_the_maxima_of_boule_follow_from_its_minimum() -> None:
    bets = [{"bet": "number", "on": 1, "stake": 60, "seat": 1}] * 2 + [{"bet": "black", "stake": 500}]
    paid = ask("baleares", "boule", "settle", {"winning_number": 1, "minimum": 2, "bets": bets})
    assert [bet.get("stake_in_play", bet["stake"]) for bet in paid["bets"]] == [60, 20, 400]
    stated = {"winning_number": 1, "maximum": 100, "even_chance_maximum": 450, "bets": bets}
    assert [bet.get("stake_in_play") for bet in ask("baleares", "boule", "settle", stated)["bets"]] == [None, 40, 450]


def test_baleares_where_maxima_follow_from_the_minimum_settle_knows_them_too() -> None:
    round_ = {"winner": "player", "minimum": 10, "bets": [{"bet": "player", "stake": 300}]}
    assert ask("baleares", "punto-banco", "settle", round_)["bets"][0]["stake_in_play"] == 250
    for game, ended in (("trente-et-quarante", {"black_total": 32, "red_total": 35}), ("caribbean-stud", STUD)):
        bets = ANTE_AND_BET if ended is STUD else [{"bet": "black", "stake": 80}]
        with pytest.raises(RequestError, match="must be left out"):
            ask("baleares", game, "settle", {**ended, "maximum": 100, "bets": bets})


def test_each_hand_of_a_player_has_its_own_box() -> None:
    bets = [{"bet": "ante", "stake": 50, "seat": 1, "hand": hand} for hand in (1, 2)]
    assert ask("puerto-rico", "caribbean-stud", "limit", {"maximum": 60, "bets": bets})["allowed"] is True


@pytest.mark.parametrize(
    ("rulebook", "game", "places", "allowed"),
    [("arica", "punto-banco", 20, False), ("arica", "punto-banco", 6, True), ("bolivia", "punto-banco", 10, False)],
)
def test_a_cloth_has_as_many_places_as_its_article_prints(rulebook: str, game: str, places: int, allowed: bool) -> None:
    assert ask(rulebook, game, "limit", {"places": places})["allowed"] is allowed


def test_arica_4_2_l105_what_lies_beside_a_main_stake_is_cut_with_it() -> None:
    bets = [{"bet": bet, "stake": 2000, "seat": 1} for bet in ("main", "double")]
    hands = [{"seat": 1, "cards": ["5S", "6D", "KC"]}]
    round_ = {"dealer": ["9S", "8D"], "hands": hands, "maximum": 1500, "bets": bets}
    assert parts(ask("arica", "blackjack", "settle", round_)) == [("win", 1500, 2000), ("win", 1500, 2000)]


def test_arica_l105_two_perfect_pairs_of_one_place_are_one_stake() -> None:
    pairs = {"bet": "perfect-pairs", "stake": 1000, "seat": 1}
    hands = [{"seat": 1, "cards": ["KS", "KS"]}]
    bets = [{"bet": "main", "stake": 1000, "seat": 1}, pairs, pairs]
    side = {"case": "side-bet", "bet": "perfect-pairs"}
    most = ask("arica", "blackjack", "limit", {**side, "minimum": 1000, "maximum": 1500})["maximum"]
    round_ = {"dealer": ["9S", "8D"], "hands": hands, "minimum": 1000, "maximum": 1500, "bets": bets}
    _, one, other = ask("arica", "blackjack", "settle", round_)["bets"]
    assert one.get("stake_in_play", 1000) + other["stake_in_play"] == most


def test_coquimbo_says_nothing_of_a_stake_outside_the_limits() -> None:
    round_ = {"dealer": ["9S", "8D"], "player": ["KS", "QD"], "bets": [{"bet": "main", "stake": 2000}]}
    assert ask("coquimbo", "blackjack", "settle", {**round_, "maximum": 5000})["total_payout"] == 2000
    with pytest.raises(RequestError, match="does not say"):
        ask("coquimbo", "blackjack", "settle", {**round_, "maximum": 1000})


@pytest.mark.parametrize("rulebook", ["arica", "baleares", "bolivia", "coquimbo", "puerto-rico"])
def test_blackjack_has_no_more_places_than_its_cloth(rulebook: str) -> None:
    round_ = {"dealer": ["9S", "8D"], "player": ["KS", "QD"], "bets": [{"bet": "main", "stake": 2000, "seat": 20}]}
    with pytest.raises(RequestError, match="places of the table"):
        ask(rulebook, "blackjack", "settle", round_)


def fields_of(request: Any) -> Iterator[str]:
    """Every field of a question, of the structs in it too."""
    waiting, seen = [request], set[Any]()
    while waiting:
        form = waiting.pop()
        if isinstance(form, type) and issubclass(form, msgspec.Struct) and form not in seen:
            seen.add(form)
            yield from (field.encode_name for field in msgspec.structs.fields(form))
            waiting += [field.type for field in msgspec.structs.fields(form)]
        waiting += get_args(form)


@loop_over("name", BY_GAME)
def test_a_limit_is_a_minimum_or_a_maximum_in_every_question(name: str) -> None:
    for ask_ in engine_of(name).asks.values():
        assert [field for field in fields_of(ask_.request) if {"min", "max"} & set(field.split("_"))] == []
