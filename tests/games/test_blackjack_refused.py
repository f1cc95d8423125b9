"""What cannot have been at a blackjack table is refused, and what an article orders comes in that order."""

from __future__ import annotations

import random
from typing import Any

import pytest

from trainer.equipment.cards import DECK, Card
from trainer.games.core import RequestError
from trainer.games.solving import solve
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()
FREE_BET = "free-bet-blackjack"
Body = dict[str, Any]


def ask(rulebook: str, kind: str, body: Body, game: str = "blackjack", variant: str = "", **options: str) -> Body:
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    request: Body = {"rulebook": rulebook, "game": game, "options": chosen, kind: body}
    return solve(request | ({"variant": variant} if variant else {}), LIBRARY)


def settled(rulebook: str, body: Body, game: str = "blackjack", **options: str) -> list[tuple[str, str, Any]]:
    """Bet, result and payment of each bet."""
    bets = ask(rulebook, "settle", body, game, **options)["bets"]
    return [(bet["bet"], bet["result"], bet["pays"]) for bet in bets]


def refused(rulebook: str, body: Body, game: str = "blackjack", **options: str) -> str:
    """Where and why a round is refused."""
    with pytest.raises(RequestError) as error:
        ask(rulebook, "settle", body, game, **options)
    return str(error.value)


def main(stake: int, **where: int) -> Body:
    return {"bet": "main", "stake": stake, **where}


def split_eights(count: int, stake: int = 4000) -> Body:
    hands = [{"cards": [f"8{'SHDC'[n % 4]}", "TD"], "hand": n, "from_split": True} for n in range(1, count + 1)]
    bets = [main(stake, hand=1), *({"bet": "split", "stake": stake, "hand": n} for n in range(2, count + 1))]
    return {"hands": hands, "dealer": ["TS", "KH"], "bets": bets}


# ── insurance and even money ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rulebook", ["arica", "coquimbo", "baleares", "puerto-rico", "bolivia"])
def test_an_insurance_is_at_most_half_the_stake(rulebook: str) -> None:
    body = {"player": ["TH", "9D"], "dealer": ["AS", "KH"], "bets": [main(4000), {"bet": "insurance", "stake": 2001}]}
    assert "bets[1].stake" in refused(rulebook, body)
    body["bets"][1]["stake"] = 2000
    assert settled(rulebook, body) == [("main", "lose", 0), ("insurance", "win", 4000)]


def test_arica_l634_even_money_closes_the_insurance_of_the_hand() -> None:
    body = {
        "player": ["AH", "KD"],
        "dealer": ["AS", "KH"],
        "choice": "even-money",
        "bets": [main(4000), {"bet": "insurance", "stake": 1000}],
    }
    assert "bets[1].bet" in refused("arica", body)


def test_coquimbo_may_leave_the_insurance_open_beside_even_money() -> None:
    body = {
        "player": ["AH", "KD"],
        "dealer": ["AS", "KH"],
        "choice": "even-money",
        "bets": [main(4000), {"bet": "insurance", "stake": 1000}],
    }
    assert "bets[1].bet" in refused("coquimbo", body)
    assert settled("coquimbo", body, even_money_closes="no") == [("main", "win", 4000), ("insurance", "win", 2000)]


def test_bolivia_challenge_21_insures_only_a_round_with_a_bet() -> None:
    body = {
        "player": ["TD", "TC"],
        "base_card": "AD",
        "rounds": [["6H"], ["5C", "5H"]],
        "bets": [main(80, on=1), main(80, on=2), {"bet": "insurance", "on": 3, "stake": 40}],
    }
    assert "bets[2].on" in refused("bolivia", body, "challenge-21")


@pytest.mark.parametrize("rounds", [(1,), (2,), (3,), (1, 3), (2, 3)])
def test_bolivia_l453_two_bets_are_compulsory_and_the_third_is_the_additional_one(rounds: tuple[int, ...]) -> None:
    bets = [main(50, on=number) for number in rounds]
    body = {"player": ["TD", "TC"], "base_card": "9D", "rounds": [["9H"], ["KC"], ["QC"]], "bets": bets}
    assert "compulsory" in refused("bolivia", body, "challenge-21")
    assert ask("bolivia", "limit", {"case": "bets", "bets": bets}, "challenge-21")["allowed"] is False


# ── doubles and splits ───────────────────────────────────────────────────────────────────────────────────────────────


def test_bolivia_l519_a_total_outside_the_list_is_not_doubled() -> None:
    body = {"player": ["TH", "9D", "2C"], "dealer": ["TS", "KH"], "bets": [main(40), {"bet": "double", "stake": 40}]}
    assert "double is not allowed on TH 9D" in refused("bolivia", body)
    body["player"] = ["6H", "5D", "2C"]
    assert settled("bolivia", body) == [("main", "lose", 0), ("double", "lose", 0)]


def test_a_double_is_as_much_again_and_takes_one_card() -> None:
    body = {"player": ["6H", "5D", "2C"], "dealer": ["TS", "KH"], "bets": [main(40), {"bet": "double", "stake": 50}]}
    assert "does not fit" in refused("bolivia", body)
    body |= {"player": ["6H", "5D", "2C", "3C"], "bets": [main(40), {"bet": "double", "stake": 40}]}
    assert "three cards" in refused("bolivia", body)


def test_arica_l682_four_hands_of_one_pair_and_no_fifth() -> None:
    assert len(settled("arica", split_eights(4))) == 4
    assert "split is not allowed" in refused("arica", split_eights(5))


def test_puerto_rico_l366_four_splits_make_five_hands_or_four() -> None:
    assert len(settled("puerto-rico", split_eights(5))) == 5
    assert "split is not allowed" in refused("puerto-rico", split_eights(6))
    assert "split is not allowed" in refused("puerto-rico", split_eights(5), max_splits="3")


def test_arica_l690_a_split_ace_takes_one_card() -> None:
    hands = [
        {"cards": ["AH", "5D", "5C"], "hand": 1, "from_split": True},
        {"cards": ["AD", "9D"], "hand": 2, "from_split": True},
    ]
    bets = [main(4000, hand=1), {"bet": "split", "stake": 4000, "hand": 2}]
    assert "hands[0].cards" in refused("arica", {"hands": hands, "dealer": ["TS", "KH"], "bets": bets})


def test_hands_that_are_no_pair_cannot_come_from_a_split() -> None:
    hands = [{"cards": ["9H", "5D"], "hand": 1}, {"cards": ["8D", "9D"], "hand": 2}]
    bets = [main(4000, hand=1), {"bet": "split", "stake": 4000, "hand": 2}]
    assert "split is not allowed on 9H 8D" in refused("arica", {"hands": hands, "dealer": ["TS", "KH"], "bets": bets})


def test_a_card_on_21_cannot_have_been_drawn() -> None:
    body = {"player": ["AH", "KD", "5C"], "dealer": ["TS", "KH"], "bets": [main(4000)]}
    assert "no card on AH KD" in refused("arica", body)


def test_seccion_29_2_l2957_only_a_hard_9_10_or_11_doubles_free() -> None:
    bets = [main(20), {"bet": "free-double", "stake": 0, "marker": 20}]
    body = {"player": ["7H", "5D", "2C"], "dealer_total": 18, "bets": bets}
    assert "free-double is not allowed on 7H 5D" in refused("puerto-rico", body, FREE_BET)


def test_seccion_29_2_l2958_tens_do_not_split_free_but_with_own_money() -> None:
    hands = [{"cards": ["TH", "5D", "3C"], "hand": 1}, {"cards": ["TD", "9C"], "hand": 2}]
    free = {"bet": "free-split", "stake": 0, "marker": 20, "hand": 2}
    body = {"hands": hands, "dealer": ["9S", "8C"], "bets": [main(20, hand=1), free]}
    assert "free-split is not allowed on TH TD" in refused("puerto-rico", body, FREE_BET)
    body["bets"] = [main(20, hand=1), {"bet": "split", "stake": 20, "hand": 2}]
    assert settled("puerto-rico", body, FREE_BET) == [("main", "win", 20), ("split", "win", 20)]


def test_a_marker_is_worth_the_original_bet() -> None:
    bets = [main(20), {"bet": "free-double", "stake": 0, "marker": 50}]
    body = {"player": ["6S", "4D", "TH"], "dealer_total": 18, "bets": bets}
    assert "worth the original bet" in refused("puerto-rico", body, FREE_BET)


def test_blackjack_switch_stakes_the_same_on_both_hands() -> None:
    body = {"hands": [["TH", "9D"], ["8D", "9C"]], "dealer": ["9S", "8C"], "bets": [main(20, hand=1), main(30, hand=2)]}
    assert "stakes the same" in refused("puerto-rico", body, "blackjack-switch")


@pytest.mark.parametrize("rulebook", ["arica", "coquimbo", "baleares", "puerto-rico", "bolivia"])
def test_what_limit_calls_forbidden_settle_refuses(rulebook: str) -> None:
    rng = random.Random(rulebook)
    for _ in range(150):
        one, two, three, up = rng.sample(DECK, 4)
        shown = [str(one), str(two)]
        dealer = [str(up)]
        bets = [main(400), {"bet": "double", "stake": 400}]
        double = {"player": [*shown, str(three)], "dealer": dealer, "bets": bets}
        agree(rulebook, {"case": "double", "player": shown}, double)
        hands = [{"cards": [card, "9C"], "hand": n, "from_split": True} for n, card in enumerate(shown, 1)]
        bets = [main(400, hand=1), {"bet": "split", "stake": 400, "hand": 2}]
        agree(rulebook, {"case": "split", "player": shown}, {"hands": hands, "dealer": dealer, "bets": bets})
        gives_up = {"player": shown, "dealer": dealer, "choice": "surrender", "bets": [main(400)]}
        if not natural(one, two):
            agree(rulebook, {"case": "surrender", "player": shown, "dealer": dealer}, gives_up)


def natural(one: Card, two: Card) -> bool:
    return {one.rank, two.rank} & {"A"} != set() and {one.rank, two.rank} & set("TJQK") != set()


def agree(rulebook: str, question: Body, round_: Body) -> None:
    """A round that does what is asked about is settled if it is allowed, and refused if not."""
    allowed = ask(rulebook, "limit", question)["allowed"]
    try:
        ask(rulebook, "settle", round_)
    except RequestError as error:
        assert not allowed, (question, round_, str(error))
    else:
        assert allowed, (question, round_)


# ── cards and totals ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_six_decks_have_six_eights_of_spades() -> None:
    hands = [{"cards": ["8S", "8S"], "seat": seat} for seat in (1, 2, 3)]
    body = {"hands": hands, "dealer": ["TC", "9C"], "bets": [main(4000, seat=1)]}
    assert settled("arica", body)
    assert "8S has come 7 times" in refused("arica", body | {"dealer": ["8S", "9C"]})


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"hands": [{"cards": ["8S", "8D"], "total": 20}], "dealer": ["8C", "TC"]}, "hands[0].total"),
        ({"hands": [{"cards": ["8S", "8D"], "bust": True}], "dealer": ["8C", "TC"]}, "hands[0].bust"),
        ({"hands": [{"total": 20, "bust": True}], "dealer": ["8C", "TC"]}, "hands[0].bust"),
        ({"player": ["8S", "TD"], "dealer": ["8C", "TC"], "dealer_total": 20}, "dealer_total"),
        ({"player": ["8S", "TD"], "dealer_total": 16}, "dealer_total"),
        ({"player": ["8S", "TD"], "dealer_total": 40}, "dealer_total"),
        ({"player": ["8S", "TD"], "dealer": ["9C"], "dealer_natural": True}, "dealer_natural"),
        ({"player": ["8S", "TD"], "dealer": ["AC", "KC"], "dealer_natural": False}, "dealer_natural"),
        ({"player": ["8S", "TD"], "dealer": ["AC", "6C"], "dealer_natural": True}, "dealer_natural"),
        ({"player": ["8S", "TD"], "dealer_up": "9C", "dealer": ["AC", "6C"]}, "dealer_up"),
        ({"player": ["8S", "TD"], "dealer": ["TC", "7C", "2C"]}, "dealer[2]"),
    ],
)
def test_what_is_told_twice_agrees(body: Body, field: str) -> None:
    assert f"settle.{field}:" in refused("arica", body | {"bets": [main(4000)]})


# ── limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_seccion_19_1_l2320_the_best_row_of_lucky_lucky_pays_at_most_three_maxima() -> None:
    question = {"case": "side-bet", "bet": "lucky-lucky", "maximum": 500}
    assert ask("puerto-rico", "limit", question, variant="lucky-lucky")["maximum"] == 7
    bets = [main(100), {"bet": "lucky-lucky", "stake": 20}]
    assert ask("puerto-rico", "limit", {"case": "bets", "bets": bets}, variant="lucky-lucky")["allowed"]
    capped = {"case": "bets", "bets": bets, "maximum": 500}
    assert not ask("puerto-rico", "limit", capped, variant="lucky-lucky")["allowed"]


def test_two_perfect_pairs_of_one_place_are_limited_together() -> None:
    question = {"case": "side-bet", "bet": "perfect-pairs", "minimum": 1000, "maximum": 50000}
    most = ask("arica", "limit", question, variant="perfect-pairs")["maximum"]
    bets = [main(20000), *[{"bet": "perfect-pairs", "stake": most * 3 // 4}] * 2]
    limits = {"case": "bets", "minimum": 1000, "maximum": 50000}
    assert ask("arica", "limit", limits | {"bets": bets[:2]}, variant="perfect-pairs")["allowed"]
    assert not ask("arica", "limit", limits | {"bets": bets}, variant="perfect-pairs")["allowed"]


def test_arica_l105_two_stakes_of_a_player_on_one_hand_have_one_maximum() -> None:
    body = {"player": ["TH", "QD"], "dealer": ["TS", "7D"], "bets": [main(60000), main(60000)], "maximum": 100000}
    first, second = ask("arica", "settle", body)["bets"]
    assert (first["pays"], second["pays"], second["returned"]) == (60000, 40000, 60000)


# ── the order of a round ─────────────────────────────────────────────────────────────────────────────────────────────


def test_seccion_4_6_l344_a_natural_is_paid_before_the_first_player_is_asked() -> None:
    places = [{"seat": 1, "stakes": [20]}, {"seat": 3, "stakes": [10]}]
    body = {"case": "next-act", "places": places, "cards": ["TS", "AH", "6D", "5C", "KD"]}
    answer = ask("puerto-rico", "decide", body)
    assert (answer["act"], answer["seat"]) == ("pay-blackjack", 3)
    assert ask("arica", "decide", body)["act"] == "ask"


def act(rules_game: str, places: list[Body], cards: str, *answers: str) -> Body:
    body = {"case": "next-act", "places": places, "cards": cards.split(), "answers": list(answers)}
    return ask("puerto-rico", "decide", body, rules_game)


def test_seccion_29_3_l2984_a_lost_split_hand_lies_under_its_bet_until_the_other_is_decided() -> None:
    places = [{"seat": 1, "stakes": [20]}]
    # 8-8 against a six, split free: the first hand busts with 8-5-T and is not collected; the second is dealt to.
    after_bust = act(FREE_BET, places, "8S 6D 8H TC 5D TD", "free-split", "draw")
    assert (after_bust["act"], after_bust["hand"], after_bust["settled"]) == ("deal", 2, [])
    both_bust = act(FREE_BET, places, "8S 6D 8H TC 5D TD 6C TS", "free-split", "draw", "draw")
    assert (both_bust["act"], both_bust["hand"]) == ("collect-bust", 1)


def test_seccion_29_7_l3054_a_lone_push_22_is_collected_when_the_hole_card_is_open() -> None:
    places = [{"seat": 1, "stakes": [20], "side_bets": {"push-22": 5}}]
    assert act(FREE_BET, places, "TS 9D 6H 8C TD", "draw")["act"] == "collect-bust"
    body = {"player": ["TD", "6C", "TS"], "dealer": ["9S"], "bets": [main(20), {"bet": "push-22", "stake": 5}]}
    assert settled("puerto-rico", body, FREE_BET) == [("main", "lose", 0), ("push-22", "stand", 0)]
    body["dealer"] = ["9S", "8D"]
    assert settled("puerto-rico", body, FREE_BET) == [("main", "lose", 0), ("push-22", "lose", 0)]


def test_seccion_29_7_l3058_with_a_lone_natural_push_22_waits_for_the_hole_card() -> None:
    body = {"player": ["AD", "KC"], "dealer": ["9S"], "bets": [main(20), {"bet": "push-22", "stake": 5}]}
    assert settled("puerto-rico", body, FREE_BET) == [("main", "win", 30), ("push-22", "stand", 0)]
    body["dealer"] = ["9S", "8D"]
    assert settled("puerto-rico", body, FREE_BET) == [("main", "win", 30), ("push-22", "lose", 0)]


def test_seccion_29_7_l3041_ten_and_six_take_no_marker_so_pot_of_gold_goes_at_once() -> None:
    body = {
        "player": ["TD", "6C"],
        "dealer": ["9S"],
        "moment": "before-first-players-third-card",
        "bets": [main(20), {"bet": "pot-of-gold", "stake": 5}],
    }
    assert settled("puerto-rico", body, FREE_BET) == [("main", "stand", 0), ("pot-of-gold", "lose", 0)]
    assert settled("puerto-rico", body | {"player": ["5D", "6C"]}, FREE_BET)[1] == ("pot-of-gold", "stand", 0)


def test_seccion_4_15_l444_each_share_is_of_the_meter_as_it_then_stands() -> None:
    hands = [{"cards": ["7H", "7D", "7H"], "seat": seat, "hand": 1} for seat in (1, 2)]
    bets = [main(20, seat=1), main(20, seat=2), *({"bet": "blazing-7s", "stake": 1, "seat": seat} for seat in (1, 2))]
    body = {"hands": hands, "dealer": ["TS", "8C"], "bets": bets, "meter": 4000}
    answer = ask("puerto-rico", "settle", body, variant="blazing-7s")
    assert [bet["pays"] for bet in answer["bets"][2:]] == [360, 400]  # seat 2 is nearer the dealer's right


@pytest.mark.parametrize(("variant", "cite"), [("classic", "house standard"), ("blazing-7s", "4.15 L440")])
def test_l440_only_blazing_7s_says_from_which_side_bets_are_settled(variant: str, cite: str) -> None:
    reasons = ask("puerto-rico", "decide", {"case": "order", "seats": [1, 2]}, variant=variant)["reasons"]
    assert [each["cite"] for each in reasons if each["rule"] == "settle-from-the-right"] == [cite]


def test_seccion_4_2_l327_the_second_joker_goes_anywhere_and_its_depth_is_the_houses() -> None:
    asked = {"case": "cut-card", "cards_behind": 52}
    assert ask("puerto-rico", "limit", asked)["reasons"][0]["cite"] == "house standard"
    assert ask("puerto-rico", "limit", asked, variant="lucky-lucky")["reasons"][0]["cite"] == "19.1 L2318"


def test_seccion_19_1_l2318_a_machine_that_shuffles_all_the_time_has_no_cut_card_and_burns_nothing() -> None:
    shoe = ask("puerto-rico", "decide", {"case": "shoe"}, variant="lucky-lucky")
    assert shoe["burn"] == 0 and "behind_cut_card_minimum" not in shoe
    limits = ask("puerto-rico", "limit", {"case": "cut-card", "cards_behind": 52}, variant="lucky-lucky")
    assert not limits["allowed"] and "minimum" not in limits
    assert ask("puerto-rico", "decide", {"case": "shoe"})["burn"] == 1


# ── whatever is told ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rulebook", "game"),
    [
        ("arica", "blackjack"),
        ("puerto-rico", "blackjack"),
        ("puerto-rico", "blackjack-switch"),
        ("puerto-rico", FREE_BET),
        ("bolivia", "challenge-21"),
    ],
)
def test_whatever_is_told_is_settled_with_every_chip_accounted_for_or_refused(rulebook: str, game: str) -> None:
    rng = random.Random(game)
    answered = 0
    for _ in range(400):
        body = told_at_random(rng, game)
        try:
            answer = ask(rulebook, "settle", body, game)
        except RequestError:
            continue
        answered += 1
        for bet in answer["bets"]:
            assert bet["loses"] + bet["returned"] + bet.get("stays", 0) == bet["stake"]
    assert answered > 20


def told_at_random(rng: random.Random, game: str) -> Body:
    """Anything somebody might tell, most of it possible."""

    def cards(least: int, most: int) -> list[str]:
        return [str(card) for card in rng.sample(DECK, rng.randint(least, most))]

    hands: list[Body] = []
    bets: list[Body] = []
    for seat in range(1, rng.choice((2, 2, 3))):
        for hand in range(1, rng.choice((2, 2, 3, 4))):
            told: Body = {"cards": cards(2, 3)} if rng.random() < 0.8 else {"total": rng.randint(4, 26)}
            hands.append({**told, "seat": seat, "hand": hand})
            on: Body = {"on": rng.randint(1, 3)} if game == "challenge-21" else {}
            kinds = ["main"] if hand == 1 else ["main", "split"]
            bets.append({"bet": rng.choice(kinds), "stake": 20, "seat": seat, "hand": hand, **on})
            if on:
                bets += [{**bets[-1], "on": other} for other in (1, 2) if other != on["on"]]
            for extra, chance in (("double", 0.15), ("insurance", 0.15), ("free-double", 0.05)):
                if rng.random() < chance:
                    stake = 0 if extra.startswith("free") else rng.choice((10, 20))
                    marker = {"marker": 20} if extra.startswith("free") else {}
                    bets.append({"bet": extra, "stake": stake, "seat": seat, "hand": hand, **on, **marker})
    body: Body = {"hands": hands, "bets": bets}
    if game == "challenge-21":
        return body | {"base_card": cards(1, 1)[0], "rounds": [cards(1, 2) for _ in range(rng.randint(0, 3))]}
    if rng.random() < 0.2:
        return body | {"dealer_total": rng.randint(15, 27)}
    return body | {"dealer": cards(1, 3), "next_cards": cards(0, 5)}


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (1, 0, 2, 3), (3, 2, 1, 0)])
def test_4_10_what_one_player_has_on_one_hand_is_one_stake_in_whatever_order_it_is_told(order: tuple[int, ...]) -> None:
    hands = [
        {"seat": 2, "hand": 1, "cards": ["8S", "TD"], "from_split": True},
        {"seat": 2, "hand": 2, "cards": ["8H", "3C", "TC"], "from_split": True},
    ]
    bets = [main(20, seat=2), main(25, seat=2, hand=1), {"bet": "split", "stake": 25, "seat": 2, "hand": 2}]
    bets.append({"bet": "double", "stake": 25, "seat": 2, "hand": 2})
    told = {"dealer": ["KS", "7D"], "hands": hands, "bets": [bets[place] for place in order]}
    assert "does not fit a stake of 45" in refused("puerto-rico", told)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_20_1_a_hand_without_a_number_has_the_one_that_is_left(order: tuple[int, ...]) -> None:
    hands = [{"hand": 1, "total": 12}, {"total": 20}]
    told = {"dealer": ["TS", "9H"], "hands": [hands[place] for place in order]}
    bets = [main(25, hand=1), main(25, hand=2)]
    found = settled("puerto-rico", {**told, "bets": bets}, "blackjack-switch")
    assert found == [("main", "lose", 0), ("main", "win", 25)]


@pytest.mark.parametrize("told", [{"dealer": ["2S", "3S"]}, {"dealer_up": "2S"}, {"next_cards": ["2S"]}])
def test_2_1_5_3_the_cards_of_three_rounds_are_told_in_one_way(told: Body) -> None:
    body = {"player": ["TH", "9C"], "base_card": "TS", "rounds": [["7D"], ["6D", "5C"]], **told}
    bets = [main(10, on=1), main(10, on=2)]
    assert "beside 'base_card'" in refused("bolivia", {**body, "bets": bets}, "challenge-21")


@pytest.mark.parametrize("book", ["coquimbo", "bolivia"])
def test_l217_and_l473_a_blackjack_that_is_paid_at_once_is_not_given_up(book: str) -> None:
    told = {"player": ["AH", "KC"], "dealer": ["5S"], "choice": "surrender", "bets": [main(20)]}
    assert "surrender is not allowed here" in refused(book, told)
