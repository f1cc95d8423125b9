"""Rounds and situations as they may be told: what the regulations make of them, and what is refused by its field."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.loops import loop_over
from trainer.equipment.cards import parse_cards
from trainer.games.blackjack.step_effects import perform, played
from trainer.games.blackjack.steps import next_step
from trainer.games.blackjack.table import Do, PlaceBets, open_table
from trainer.games.core import RequestError
from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()


def ask(rulebook: str, kind: str, body: dict[str, Any], game: str = "blackjack", **options: str) -> dict[str, Any]:
    return solve({"rulebook": rulebook, "game": game, "options": options, kind: body}, LIBRARY)


def bet(name: str, stake: Any, **where: int) -> dict[str, Any]:
    return {"bet": name, "stake": stake, **where}


def rules_of(answer: dict[str, Any]) -> list[str]:
    return [reason["rule"] for reason in answer["reasons"]]


# ── settling ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_puerto_rico_29_7_with_several_players_push_22_of_a_bust_waits_for_the_dealers_hand() -> None:
    hands = [{"seat": 1, "cards": ["TS", "8D", "6C"]}, {"seat": 2, "cards": ["TS", "8C"]}]
    bets = [bet("main", 20, seat=1), bet("push-22", 3, seat=1), bet("main", 10, seat=2)]
    body = {"hands": hands, "dealer": ["TS", "6D", "6C"], "bets": bets}
    busted, push_22, live = ask("puerto-rico", "settle", body, "free-bet-blackjack")["bets"]
    assert (busted["result"], push_22["pays"], live["result"]) == ("lose", 33, "push")
    alone = {"hands": hands[:1], "dealer": ["TS", "6D"], "bets": bets[:2]}
    assert ask("puerto-rico", "settle", alone, "free-bet-blackjack")["bets"][1]["result"] == "lose"


@pytest.mark.parametrize(("rulebook", "up"), [("arica", "KD"), ("baleares", "9D"), ("puerto-rico", "AD")])
def test_even_money_is_refused_where_it_is_not_offered(rulebook: str, up: str) -> None:
    body = {"player": ["AS", "KH"], "dealer": [up], "choice": "even-money", "bets": [bet("main", 30)]}
    with pytest.raises(RequestError, match="even money is not allowed"):
        ask(rulebook, "settle", body)


def test_bolivia_453_a_round_without_bets_is_not_played() -> None:
    body = {
        "player": ["TC", "9D"],
        "base_card": "7S",
        "rounds": [["TH"], ["5D", "9C"]],
        "bets": [bet("main", 100, on=1), bet("main", 100, on=2)],
    }
    answer = ask("bolivia", "settle", body, "challenge-21")
    assert answer["dealer_totals"] == [17, 21]
    assert rules_of(answer) == ["dealer-stands", "dealer-stands"]


def test_bolivia_545_a_bust_loses_every_bet_whatever_the_base_card() -> None:
    body = {"player": ["TC", "9D", "5S"], "bets": [bet("main", 100, on=1), bet("main", 50, on=2)]}
    answer = ask("bolivia", "settle", body, "challenge-21")
    assert [result["loses"] for result in answer["bets"]] == [100, 50]


def test_the_only_place_of_a_round_needs_no_seat() -> None:
    body = {"player": ["TS", "9D"], "dealer": ["TS", "8D"], "bets": [bet("main", 10, seat=4)]}
    assert ask("puerto-rico", "settle", body)["bets"][0]["result"] == "win"
    body = {"hands": [{"seat": 4, "cards": ["TS", "9D"]}], "dealer": ["TS", "8D"], "bets": [bet("main", 10)]}
    assert ask("puerto-rico", "settle", body)["bets"][0]["result"] == "win"


def test_coquimbo_157_a_split_on_one_place_leaves_the_blackjack_of_the_other() -> None:
    hands = [
        {"hand": 1, "cards": ["AS", "KH"]},
        {"hand": 2, "cards": ["TS", "AD"], "from_split": True},
        {"hand": 3, "cards": ["TH", "9D"]},
    ]
    bets = [bet("main", 2000, hand=1), bet("main", 2000, hand=2), bet("split", 2000, hand=3)]
    answer = ask("coquimbo", "settle", {"hands": hands, "dealer": ["TC", "8D"], "bets": bets})
    assert answer["blackjack"] == [True, False, False]
    assert [result["pays"] for result in answer["bets"]] == [3000, 2000, 2000]


# ── limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_bolivia_505_insurance_is_half_of_the_bet_facing_the_insured_hand() -> None:
    bets = [bet("main", 100, on=1), bet("main", 60, on=2)]
    question = {"case": "insurance", "dealer": ["AS"], "bets": [*bets, bet("insurance", 40, on=2)]}
    answer = ask("bolivia", "limit", question, "challenge-21")
    assert (answer["allowed"], answer["maximum"]) == (False, 30)


@pytest.mark.parametrize(
    ("rounds", "allowed"),
    [((1,), False), ((1, 2), True), ((1, 3), False), ((2, 3), False), ((1, 2, 3), True), ((1, 1), False)],
)
def test_bolivia_453_two_bets_are_compulsory_and_the_third_is_the_additional_one(
    rounds: tuple[int, ...], allowed: bool
) -> None:
    question = {"case": "bets", "bets": [bet("main", 100, on=number) for number in rounds]}
    answer = ask("bolivia", "limit", question, "challenge-21")
    assert answer["allowed"] is allowed
    assert rules_of(answer) == ["challenge-bets"]


def test_arica_1_8_5_against_a_ten_the_insurance_is_the_promotional_one() -> None:
    question = {"case": "insurance", "dealer": ["TC"], "minimum": 2000, "bets": [bet("main", 5000)]}
    answer = ask("arica", "limit", question)
    assert (answer["allowed"], answer["minimum"], answer["maximum"]) == (True, 1000, 2500)
    assert ask("coquimbo", "limit", question)["allowed"] is False


def test_baleares_396_the_maximum_is_per_hand() -> None:
    question = {"case": "places", "stakes": [500, 500], "maximum": 500}
    assert ask("baleares", "limit", question)["allowed"] is True
    answer = ask("baleares", "limit", question | {"stakes": [500, 600]})
    assert (answer["allowed"], rules_of(answer)[-1]) == (False, "maximum-each-place")


def test_puerto_rico_20_1_a_player_of_switch_has_four_hands_at_most() -> None:
    answer = ask("puerto-rico", "limit", {"case": "split", "player": ["8S", "8D"]}, "blackjack-switch")
    assert (answer["maximum_hands"], answer["maximum_hands_total"]) == (2, 4)


# ── irregularities ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_arica_829_a_card_drawn_on_soft_17_plays_and_the_bets_are_settled_with_it() -> None:
    event = {"case": "irregularity", "event": "dealer-overdraw", "dealer": ["AS", "6D"], "extra_card": "4C"}
    bets = {"player": ["TS", "9S"], "bets": [bet("main", 2000)]}
    answer = ask("arica", "decide", event | bets)
    assert (answer["extra_card"], answer["dealer_total"], answer["bets"][0]["result"]) == ("plays", 21, "lose")
    kept = ask("coquimbo", "decide", event | bets, **{"canal-21": "kept"})
    assert (kept["extra_card"], kept["dealer_total"], kept["bets"][0]["result"]) == ("plays", 21, "lose")
    burned = ask("coquimbo", "decide", event | bets)
    assert (burned["burned"], burned["dealer_total"], burned["bets"][0]["result"]) == (["4C"], 17, "win")
    undecided = ask("arica", "decide", event | bets | {"extra_card": "9C"})  # hard 16: he draws again
    assert "bets" not in undecided


@pytest.mark.parametrize("rulebook", ["arica", "coquimbo"])
def test_without_a_cut_card_a_hand_told_alone_is_paid_too(rulebook: str) -> None:
    event = {"case": "irregularity", "event": "cut-card-forgotten", "bets": [bet("main", 2000)]}
    assert ask(rulebook, "decide", event | {"player": ["AS", "KD"]})["bets"][0]["pays"] == 3000
    assert ask(rulebook, "decide", event | {"player": ["TS", "KD"]})["bets"][0]["result"] == "void"


def test_without_a_cut_card_each_hand_of_a_seat_is_judged_by_itself() -> None:
    hands = [{"seat": 1, "hand": 1, "cards": ["AS", "KD"]}, {"seat": 1, "hand": 2, "cards": ["TS", "KD"]}]
    bets = [bet("main", 2000, seat=1, hand=1), bet("main", 2000, seat=1, hand=2)]
    event = {"case": "irregularity", "event": "cut-card-forgotten", "hands": hands, "bets": bets}
    assert [result["result"] for result in ask("arica", "decide", event)["bets"]] == ["win", "void"]


def test_arica_815_every_card_too_many_is_burned() -> None:
    event = {"case": "irregularity", "event": "extra-cards", "cards": 2}
    assert ask("arica", "decide", event)["burn"] == 2


# ── what a reason rests on ───────────────────────────────────────────────────────────────────────────────────────────


def test_baleares_348_a_blackjack_waits_for_the_end_even_against_a_seven() -> None:
    answer = ask("baleares", "decide", {"case": "offers", "dealer": ["7D"], "player": ["AS", "KH"]})
    assert (answer["pay_now"], rules_of(answer)[-1]) == (False, "blackjack-waits-for-the-end")


@pytest.mark.parametrize("rulebook", ["arica", "baleares", "bolivia", "coquimbo"])
def test_that_nobody_is_left_rests_on_the_house_and_on_no_article(rulebook: str) -> None:
    answer = ask(rulebook, "decide", {"case": "dealer-draw", "dealer": ["TD"], "hands": 0})
    assert answer["reasons"][0] == {"rule": "nobody-left", "cite": "house standard"}


# ── what each table does ─────────────────────────────────────────────────────────────────────────────────────────────


def steps_of(rulebook: str, game: str = "blackjack", variant: str = "") -> list[str]:
    rules = load_rules(LIBRARY, rulebook, game, variant)
    return [step for group in rules.orders["round"].steps for step in group]


@pytest.mark.parametrize("rulebook", ["arica", "bolivia", "coquimbo"])
def test_perfect_pairs_is_a_step_of_its_own_table_only(rulebook: str) -> None:
    assert "perfect-pairs" not in steps_of(rulebook)
    steps = steps_of(rulebook, variant="perfect-pairs")
    assert steps.index("perfect-pairs") == steps.index("second-cards") + 1


@pytest.mark.parametrize("variant", ["lucky-lucky", "kings-bounty", "royal-match", "bet-the-set"])
def test_puerto_rico_a_continuous_shuffle_leaves_nothing_to_cut(variant: str) -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "blackjack", variant)
    assert rules.orders["round"].steps[0] == ["bets"]
    assert not {"shuffle", "player-cut", "second-joker", "burn", "cut-card"} & set(rules.procedure)
    assert "bonus-bets" not in steps_of("puerto-rico")


def test_puerto_rico_4_9_cards_are_picked_up_as_each_bet_is_settled() -> None:
    body = {
        "case": "next-act",
        "places": [{"seat": 1, "stakes": [10]}, {"seat": 2, "stakes": [10]}],
        "cards": ["TS", "9D", "KH", "8S", "9C", "QD"],
        "answers": ["stand", "stand"],
    }
    answer = ask("puerto-rico", "decide", body)
    assert answer["act"] == "announce"
    rules = load_rules(LIBRARY, "puerto-rico", "blackjack")
    table = open_table(rules, [PlaceBets(1, (Fraction(10),)), PlaceBets(2, (Fraction(10),))])
    table, step = played(rules, table, parse_cards("TS 9D KH 8S 9C QD"), ("stand", "stand"))
    done = []
    while step.do is not Do.NONE:
        done.append((step.do, step.seat))
        table = perform(rules, table, step=step)
        step = next_step(rules, table)
    settled = [(Do.ANNOUNCE, None), (Do.SETTLE_HAND, 2), (Do.SETTLE_HAND, 1), (Do.PICK_UP_OWN, None)]
    assert done == settled


def test_puerto_rico_20_1_switch_is_played_with_six_or_eight_decks_and_pays_naturals_even() -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "blackjack-switch")
    assert set(rules.options["decks"].choices) == {"6", "8"}
    assert "3 a 2" not in rules.procedure["naturals"].does.es


def test_coquimbo_416_a_conflict_is_decided_jointly() -> None:
    event = {"case": "irregularity", "event": "conflict"}
    assert ask("coquimbo", "decide", event)["by"] == ["inspector-municipal", "casino"]
    assert ask("coquimbo", "decide", event | {"event": "disagreement"})["by"] == "jefe-de-mesa"


@pytest.mark.parametrize(("rulebook", "cite"), [("arica", "4.2 L105"), ("bolivia", "1.2.1.1 L289")])
def test_a_stake_outside_the_limits_rests_on_the_general_rules(rulebook: str, cite: str) -> None:
    question = {"case": "bets", "bets": [bet("main", 10)], "minimum": 50, "maximum": 1000}
    answer = ask(rulebook, "limit", question)
    assert (answer["allowed"], answer["reasons"][0]["cite"]) == (False, cite)


# ── requests that cannot be ──────────────────────────────────────────────────────────────────────────────────────────

ROUND = {"player": ["TS", "8D"], "dealer": ["TS", "9H"], "bets": [{"bet": "main", "stake": 5}]}
PLACE = {"case": "next-act", "places": [{"seat": 1, "stakes": [5]}], "cards": ["TS", "9S", "8S"]}


@loop_over(
    ("kind", "body", "field"),
    [
        ("settle", ROUND | {"player": ["JK", "8D"]}, "settle.player[0]"),
        ("settle", ROUND | {"player": ["TS"]}, "settle.player"),
        ("settle", ROUND | {"dealer": ["TS", "JK"]}, "settle.dealer[1]"),
        ("settle", ROUND | {"switched": True}, "settle.player.switched"),
        ("settle", {"player": ["TS", "8D"], "dealer_total": 12, "bets": ROUND["bets"]}, "settle.dealer_total"),
        ("settle", ROUND | {"markers": -1}, "settle.markers"),
        ("settle", ROUND | {"bets": [{"bet": "main", "stake": 5, "on": 2}]}, "settle.bets[0].on"),
        ("decide", {"case": "player-draw", "player": []}, "decide.player"),
        ("decide", PLACE | {"cards": ["JK"]}, "decide.cards[0]"),
        ("decide", PLACE | {"places": [{"seat": 8, "stakes": [5]}]}, "decide.places[0].seat"),
        ("decide", PLACE | {"places": [{"seat": 1, "stakes": [5]}] * 2}, "decide.places[1].seat"),
        ("decide", PLACE | {"places": [{"seat": 1, "stakes": [0]}]}, "decide.places[0].stakes"),
        ("decide", PLACE | {"places": [{"seat": 1, "stakes": [5, 5]}]}, "decide.places[0].stakes"),
        (
            "decide",
            PLACE | {"places": [{"seat": 1, "stakes": [5], "side_bets": {"main": 5}}]},
            "decide.places[0].side_bets",
        ),
        ("limit", {"case": "bets", "bets": []}, "limit.bets"),
        ("limit", {"case": "double"}, "limit.player"),
        ("limit", {"case": "places"}, "limit.wanted"),
    ],
)
def test_what_is_wrong_is_named_by_its_field(kind: str, body: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as error:
        ask("puerto-rico", kind, body)
    assert error.value.field_path == field


@pytest.mark.parametrize("number", [0, 4])
def test_challenge_21_has_three_rounds(number: int) -> None:
    with pytest.raises(RequestError, match="rounds 1 to 3"):
        ask("bolivia", "decide", {"case": "next-round", "dealer": ["7S", "TH"], "round": number}, "challenge-21")


def test_free_bet_order_needs_the_dealers_hand() -> None:
    with pytest.raises(RequestError, match="dealer"):
        ask("puerto-rico", "decide", {"case": "take-and-pay"}, "free-bet-blackjack")


def test_pot_of_gold_can_be_asked_by_its_markers() -> None:
    question = {"case": "side-bet", "bet": "pot-of-gold", "markers": 3, "stake": 2}
    assert ask("puerto-rico", "decide", question, "free-bet-blackjack")["pays"] == 60
