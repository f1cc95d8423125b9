"""Rules of the card room, named after their articles."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from trainer.games.core import RequestError
from trainer.games.solving import solve
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()


def ask(book: str, game: str, kind: str, request: dict[str, Any], variant: str = "", **options: str) -> dict[str, Any]:
    head = {"rulebook": book, "game": game, **({"variant": variant} if variant else {})}
    if options:
        head["options"] = {key.replace("_", "-"): value for key, value in options.items()}  # type: ignore[assignment]
    answer: dict[str, Any] = json.loads(msgspec.json.encode(solve({**head, kind: request}, LIBRARY)))
    return answer


def played(book: str, game: str, acts: list[Any], stacks: dict[str, int] | None = None, **more: Any) -> dict[str, Any]:
    """A hand of four or so players; acts are names, or a name with what it comes to."""
    options = more.pop("options", {})
    variant = more.pop("variant", "")
    told = [{"act": one} if isinstance(one, str) else {"act": one[0], "to": one[1]} for one in acts]
    stacks = stacks or {"1": 1000, "2": 1000, "3": 1000, "4": 1000}
    request = {"case": "play", "stacks": stacks, "acts": told, **more}
    return ask(book, game, "decide", request, variant, **options)


# ── puerto rico ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_puerto_rico_15_2_e_the_player_after_the_big_blind_begins_and_the_blinds_may_raise() -> None:
    hand = played("puerto-rico", "texas-holdem", ["call", "call", "call"], button=4, minimum=10)
    assert (hand["next_to_act"], hand["to_call"], hand["acts"]) == (2, 0, ["fold", "check", "raise"])


def test_puerto_rico_15_2_g_three_raises_a_round_and_then_none() -> None:
    acts = [("raise", 20), ("raise", 30), ("raise", 40)]
    hand = played("puerto-rico", "texas-holdem", acts, button=4, minimum=10)
    assert hand["no_raise"] == "cap" and "raise" not in hand["acts"]
    with pytest.raises(RequestError, match="cap"):
        played("puerto-rico", "texas-holdem", [*acts, ("raise", 50)], button=4, minimum=10)


def test_puerto_rico_15_2_g_an_all_in_of_less_than_the_minimum_above_the_call_reopens_nothing() -> None:
    stacks = {"1": 1000, "2": 1000, "3": 43, "4": 1000}
    acts = [("raise", 40), "call", "fold", ("all-in", None)]  # 43 is no raise over 40
    short = played("puerto-rico", "texas-holdem", acts, stacks, button=1, minimum=5, options={"structure": "no-limit"})
    assert (short["next_to_act"], short["no_raise"]) == (4, "closed")
    asked = {"case": "act", "act": "all-in", "street": "flop", "bet": 40, "minimum": 5}
    enough = ask("puerto-rico", "texas-holdem", "limit", {**asked, "amount": 5}, structure="no-limit")
    less = ask("puerto-rico", "texas-holdem", "limit", {**asked, "amount": 4}, structure="no-limit")
    assert (enough["counts_as_raise"], less["counts_as_raise"]) == (True, False)


def test_puerto_rico_15_3_h_turn_and_river_are_bet_at_the_maximum() -> None:
    acts = ["call", "call", "call", "check", "check", "check", "check", "check", ("bet", 20)]
    hand = played("puerto-rico", "texas-holdem", acts, button=4, minimum=10)
    assert (hand["street"], hand["least"], hand["most"]) == ("turn", 40, 40)


def test_puerto_rico_25_2_pot_limit_counts_the_call_or_not_as_the_house_says() -> None:
    raise_ = {"case": "act", "act": "raise", "pot": 50, "bet": 20}
    counted = ask("puerto-rico", "omaha", "limit", raise_, structure="pot-limit")
    without = ask("puerto-rico", "omaha", "limit", raise_, structure="pot-limit", pot_limit_counts_call="no")
    assert (counted["max_raise_on_top_of_call"], without["max_raise_on_top_of_call"]) == (90, 70)


def test_puerto_rico_16_2_the_lowest_card_brings_it_in_and_the_next_completes() -> None:
    cards = {"1": ["AS", "KS", "9C"], "2": ["AH", "KH", "2D"], "3": ["AD", "KD", "2C"], "4": ["AC", "KC", "JD"]}
    hand = played("puerto-rico", "seven-card-stud", [], cards=cards, minimum=10, maximum=20)
    assert (hand["bets"], hand["next_to_act"], hand["least"]) == ({"3": 3}, 4, 10)


def test_puerto_rico_16_2_a_seat_that_only_called_the_bring_in_may_raise_the_completion() -> None:
    cards = {"1": ["AS", "KS", "9C"], "2": ["AH", "KH", "2D"], "3": ["AD", "KD", "2C"], "4": ["AC", "KC", "JD"]}
    acts = ["call", ("raise", 10), "fold", "fold"]
    hand = played("puerto-rico", "seven-card-stud", acts, cards=cards, minimum=10, maximum=20)
    assert hand["next_to_act"] == 4 and "raise" in hand["acts"]


def test_puerto_rico_15_6_what_the_commission_leaves_is_shared_equally_to_the_cent() -> None:
    """No chip of the table makes 155.80: nobody gets more of it than another."""
    end = {"paid": {"1": 41, "2": 41, "3": 41, "4": 41}, "best_first": [[1, 2]], "button": 4}
    assert ask("puerto-rico", "texas-holdem", "settle", end)["won"] == {"1": 77.90, "2": 77.90}
    end["best_first"] = [[1, 2, 3]]
    assert ask("puerto-rico", "texas-holdem", "settle", end)["won"] == {"1": 51.94, "2": 51.93, "3": 51.93}


@pytest.mark.parametrize(("pot", "rake"), [(90, 9), (100, 10), (250, 10)])
def test_puerto_rico_16_6_the_commission_stops_at_the_table_s_maximum(pot: int, rake: int) -> None:
    asked = {"pots": [pot], "rake_percent": 10, "maximum": 10}
    assert ask("puerto-rico", "seven-card-stud", "settle", asked)["rake"] == rake


# ── bolivia ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_bolivia_l1471_a_bet_a_raise_and_three_reraises() -> None:
    acts = ["call", "call", "call", "check", ("bet", 20), ("raise", 40), ("raise", 60), ("raise", 80), ("raise", 100)]
    hand = played("bolivia", "texas-holdem", acts, button=4, minimum=20)
    assert hand["no_raise"] == "cap" and hand["to_call"] == 60


def test_bolivia_l1467_without_limits_bets_are_multiples_of_the_big_blind() -> None:
    start = ["call", "call", "call", "check"]
    for to, good in ((60, True), (50, False)):
        acts = [*start, ("bet", to)]
        if good:
            assert played("bolivia", "texas-holdem", acts, button=4, minimum=20, variant="sin-limites")["pot"] == 140
        else:
            with pytest.raises(RequestError, match="multiple"):
                played("bolivia", "texas-holdem", acts, button=4, minimum=20, variant="sin-limites")


def test_bolivia_l1579_without_limits_the_commission_leaves_river_bets_alone() -> None:
    end = {"pots": [1400], "before": [1000], "reached": "river", "smallest_chip": 5}
    assert ask("bolivia", "texas-holdem", "settle", end, variant="sin-limites")["rake"] == 50
    assert ask("bolivia", "texas-holdem", "settle", end)["rake"] == 70
    flop = {"pots": [1000], "reached": "flop"}
    assert ask("bolivia", "texas-holdem", "settle", flop, variant="sin-limites")["rake"] == 0
    assert ask("bolivia", "texas-holdem", "settle", flop)["rake"] == 50


def test_bolivia_l1731_omaha_has_one_blind_and_the_next_player_begins() -> None:
    hand = played("bolivia", "omaha", [], button=4, minimum=20)
    assert (hand["bets"], hand["next_to_act"], hand["to_call"]) == ({"1": 20}, 2, 20)


def test_bolivia_l1263_l1640_ties_go_to_the_left_in_stud_and_to_the_right_in_seven_stud() -> None:
    up = {"1": ["KD"], "2": ["9C"], "3": ["KS"], "4": ["9S"]}
    assert ask("bolivia", "five-card-stud", "decide", {"case": "opener", "up": up})["opener"] == 1
    assert ask("bolivia", "seven-card-stud", "decide", {"case": "opener", "up": up})["opener"] == 4


def test_bolivia_l1640_l1679_the_opener_of_seven_stud_bets_first_and_later_does_not_fold() -> None:
    cards = {"1": ["AS", "KS", "9C", "9D"], "2": ["AH", "KH", "2D", "3D"], "3": ["AD", "KD", "7C", "4S"]}
    cards["4"] = ["AC", "KC", "JD", "5S"]
    opening = played("bolivia", "seven-card-stud", [], cards=cards, minimum=10)
    assert (opening["next_to_act"], opening["acts"]) == (2, ["bet"])
    later = played(
        "bolivia", "seven-card-stud", [("bet", 10), "call", "call", "call", "check"], cards=cards, minimum=10
    )
    assert (later["street"], later["next_to_act"]) == ("fourth", 2)
    first = played("bolivia", "seven-card-stud", [("bet", 10), "call", "call"], cards=cards, minimum=10)
    assert first["next_to_act"] == 1


def test_bolivia_l1274_two_players_bet_without_limits() -> None:
    asked = {"case": "act", "act": "bet", "street": "first", "amount": 900, "minimum": 10}
    assert ask("bolivia", "five-card-stud", "limit", {**asked, "players_left": 2})["allowed"] is True
    assert ask("bolivia", "five-card-stud", "limit", {**asked, "players_left": 3})["allowed"] is False


def test_bolivia_l1888_flushes_of_one_top_card_split_where_the_letter_is_taken() -> None:
    hands = {"1": ["AH", "QH"], "2": ["KH", "2H"]}
    board = ["JH", "7H", "5H", "3C", "9D"]
    asked = {
        "case": "showdown",
        "hands": {"1": ["TH", "QH"], "2": ["8H", "4H"]},
        "board": ["AH", *board[1:3], "3C", "9D"],
    }
    assert ask("bolivia", "texas-holdem", "decide", asked)["winners"] == [1]
    assert ask("bolivia", "texas-holdem", "decide", asked, flush_tie="highest-card")["winners"] == [1, 2]
    assert ask("bolivia", "texas-holdem", "decide", {**asked, "hands": hands, "board": board})["winners"] == [1]


def test_bolivia_l1691_seven_players_use_the_cards_set_aside() -> None:
    asked = {"case": "last-card", "active_players": 7, "cards_left": 6}
    answer = ask("bolivia", "seven-card-stud", "decide", asked)
    assert (answer["common_card"], answer["set_aside_used"]) == (False, 1)
    short = {**asked, "cards_left": 2}
    assert ask("bolivia", "seven-card-stud", "decide", short)["common_card"] is True
    five = ask("bolivia", "seven-card-stud", "decide", short, set_aside="five")
    assert (five["common_card"], five["set_aside_used"]) == (False, 5)


# ── baleares ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_baleares_l1447_a_flush_beats_a_full_house() -> None:
    hands = {"1": ["AC", "KC"], "2": ["TS", "TD"]}
    asked = {"case": "showdown", "hands": hands, "board": ["TC", "9C", "8C", "9D", "AH"]}
    answer = ask("baleares", "synthetic-poker", "decide", asked)
    assert (answer["hands"], answer["winners"]) == ({"1": "flush", "2": "full-house"}, [1])


def test_baleares_l1383_the_ace_below_the_eight_makes_the_lowest_straight() -> None:
    hands = {"1": ["AC", "KS"], "2": ["QS", "KD"]}
    asked = {"case": "showdown", "hands": hands, "board": ["8C", "9H", "TD", "JS", "8D"]}
    answer = ask("baleares", "synthetic-poker", "decide", asked)
    assert (answer["hands"], answer["winners"]) == ({"1": "straight", "2": "straight"}, [2])


def test_baleares_l1381_there_is_no_seven_in_the_pack() -> None:
    with pytest.raises(RequestError, match="pack"):
        ask("baleares", "synthetic-poker", "decide", {"case": "best-hand", "cards": ["7S", "8S", "9S", "TS", "JS"]})


def test_baleares_l1519_the_highest_bettor_opens_the_next_round() -> None:
    acts = ["check", ("bet", 10), "call", "call", "call", "check"]
    hand = played("baleares", "synthetic-poker", acts, button=4, minimum=5)
    assert (hand["street"], hand["next_to_act"]) == ("second", 2)
    first = played("baleares", "synthetic-poker", [], button=4, minimum=5)
    passed = played("baleares", "synthetic-poker", ["check"] * 5, button=4, minimum=5)
    assert (first["next_to_act"], passed["street"], passed["next_to_act"]) == (4, "second", 1)


def test_baleares_l1393_each_pot_bears_its_part_of_the_commission_on_the_whole_hand() -> None:
    """Not the largest pot all of it: whoever wins that one alone would give more than the three in a hundred."""
    end = {"paid": {"1": 41, "2": 91, "3": 201, "4": 201}, "best_first": [[1, 2], [3, 4]], "button": 4}
    found = ask("baleares", "synthetic-poker", "settle", end)
    assert found["rakes"] == [4.92, 4.50, 6.60]
    assert found["rake"] == 16.02


def test_baleares_l1393_cents_that_do_not_part_are_borne_by_the_largest_pot() -> None:
    end = {"pots": ["10.10", "50.50"], "winners": [1]}
    found = ask("baleares", "synthetic-poker", "settle", end)
    assert found["rakes"] == [0.30, 1.52]
    assert found["rake"] == 1.82


def test_baleares_l1549_the_odd_cent_goes_to_the_first_winner_from_the_mano() -> None:
    end = {"pots": [100], "winners": [2, 4, 6], "button": 4}
    assert ask("baleares", "synthetic-poker", "settle", end)["pots"][0]["odd_chip_to"] == [4]


def test_baleares_l1393_the_share_is_taken_once_and_rounded_up_to_the_cent() -> None:
    answer = ask("baleares", "synthetic-poker", "settle", {"pots": [41], "winners": [1]})
    assert (answer["rake"], answer["won"]["1"]) == (1.23, 39.77)


# ── what cannot be ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"case": "showdown", "hands": {"1": ["AS", "AS"], "2": ["KD", "KH"]}, "board": ["2S"] * 5}, "hands.1"),
        ({"case": "showdown", "hands": {"1": ["AS"], "2": ["KD", "KH"]}, "board": []}, "board"),
        ({"case": "positions", "seats": [1, 1]}, "seats"),
        ({"case": "play", "stacks": {"1": 100, "2": 100}}, "button"),
        ({"case": "play", "stacks": {"1": 100, "2": 100}, "button": 2, "acts": [{"act": "check"}]}, "acts[0].act"),
        ({"case": "play", "stacks": {"1": 100, "2": 0}, "button": 2}, "stacks.2"),
        ({"case": "irregularity", "event": "moon"}, "event"),
        ({"case": "irregularity", "event": "face-up-cards-in-deck"}, "count"),
        ({"case": "fact", "id": "rules.moon"}, "id"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(request_: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as caught:
        ask("puerto-rico", "texas-holdem", "decide", request_)
    assert caught.value.field_path.startswith(f"decide.{field}")


def test_a_table_nobody_described_refuses_an_amount_only_for_what_holds_at_every_table() -> None:
    bet = {"case": "act", "act": "bet", "street": "flop", "amount": 3}
    assert ask("puerto-rico", "texas-holdem", "limit", bet)["allowed"] is True
    assert ask("puerto-rico", "texas-holdem", "limit", {**bet, "minimum": 4})["allowed"] is False
    assert ask("puerto-rico", "texas-holdem", "limit", {**bet, "amount": 0})["allowed"] is False
    fourth = {"case": "act", "act": "raise", "street": "flop", "amount": 3, "raises_made": 3}
    assert ask("puerto-rico", "texas-holdem", "limit", fourth)["allowed"] is False
    for amount, allowed in ((90, True), (91, False)):
        raise_ = {"case": "act", "act": "raise", "street": "flop", "pot": 50, "bet": 20, "amount": amount}
        assert ask("puerto-rico", "omaha", "limit", raise_, structure="pot-limit")["allowed"] is allowed
    assert ask("puerto-rico", "texas-holdem", "limit", {"case": "buy-in", "amount": 30})["allowed"] is True
