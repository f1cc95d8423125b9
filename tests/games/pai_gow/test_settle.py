"""Settling rounds: outcomes, commission, banks whose books balance, the side bet, and the limits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.pai_gow.tables import POKER, TILES, poker_rules
from tests.loops import loop_over
from trainer.games import game
from trainer.games.core import Decision, Outcome, RequestError, Settlement, read_request
from trainer.games.pai_gow.settle import commission
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

EXACT = {"commission-rounding": "none"}
LOW_WIN, LOW_LOSE = ["AH", "QC"], ["7H", "2C"]
HIGH_WIN, HIGH_LOSE = ["AS", "AD", "9H", "5C", "2D"], ["9S", "9D", "8H", "5D", "3D"]
DEALER = {"high": ["KS", "KD", "TH", "8C", "4D"], "low": ["QH", "JC"]}


def settle(rules: GameRules, **coup: Any) -> Settlement:
    ask = game(rules.game).asks["settle"]
    found = ask.answer(rules, read_request(ask, coup, "settle"))
    assert isinstance(found, Settlement)
    return found


def decide(rules: GameRules, **situation: Any) -> dict[str, Any]:
    ask = game(rules.game).asks["decide"]
    found = ask.answer(rules, read_request(ask, situation, "decide"))
    assert isinstance(found, Decision)
    return found.facts


def limit(rules: GameRules, **question: Any) -> dict[str, Any]:
    ask = game(rules.game).asks["limit"]
    found = ask.answer(rules, read_request(ask, question, "limit"))
    assert isinstance(found, Decision)
    return found.facts


def one_bet(high: list[str], low: list[str], stake: int = 100, dealer: Any = DEALER) -> Settlement:
    bet = {"bet": "pai-gow", "stake": stake}
    return settle(POKER, player={"high": high, "low": low}, dealer=dealer, bets=[bet])


COPY_HIGH, COPY_LOW = ["KH", "KC", "TS", "8D", "4H"], ["QS", "JD"]


@pytest.mark.parametrize(
    ("high", "low", "result", "article"),
    [
        (HIGH_WIN, LOW_WIN, "win", "10.11(I)"),
        (HIGH_WIN, LOW_LOSE, "push", "10.11(H)(1)"),
        (HIGH_WIN, COPY_LOW, "push", "10.11(H)(1)"),
        (HIGH_LOSE, LOW_WIN, "push", "10.11(H)(2)"),
        (COPY_HIGH, LOW_WIN, "push", "10.11(H)(2)"),
        (COPY_HIGH, COPY_LOW, "lose", "10.11(G)(2)"),
        (COPY_HIGH, LOW_LOSE, "lose", "10.11(G)(2)"),
        (HIGH_LOSE, COPY_LOW, "lose", "10.11(G)(2)"),
        (HIGH_LOSE, LOW_LOSE, "lose", "10.11(G)(1)"),
    ],
)
def test_10_11_outcome_of_every_comparison(high: list[str], low: list[str], result: str, article: str) -> None:
    bet = one_bet(high, low).bets[0]
    assert bet.result == result
    assert article in [reason.cite.article for reason in bet.reasons if reason.cite]
    assert bet.loses + bet.returned == 100


def test_10_11_g_3_a_low_hand_above_the_high_hand_loses() -> None:
    bet = one_bet(["9S", "9D", "8H", "5D", "3D"], ["AS", "AD"]).bets[0]
    assert (bet.result, bet.facts["foul"]) == (Outcome.LOSE, True)


def test_10_11_g_4_four_and_three_cards_lose() -> None:
    bet = one_bet(["AS", "AD", "AC", "5C"], ["2D", "KC", "KH"]).bets[0]
    assert (bet.result, bet.reasons[0].rule) == (Outcome.LOSE, "wrong-number")


@pytest.mark.parametrize(
    ("won", "exact", "rounded"),
    [(1, "0.05", "0.25"), (5, "0.25", "0.25"), (7, "0.35", "0.50"), (12, "0.60", "0.75"), (15, "0.75", "0.75"),
     (100, "5", "5"), (333, "16.65", "16.75")],
)  # fmt: skip
def test_10_11_j_commission_and_its_rounding(won: int, exact: str, rounded: str) -> None:
    assert commission(POKER, Fraction(won)) == Fraction(rounded)
    assert commission(poker_rules(**EXACT), Fraction(won)) == Fraction(exact)


@pytest.mark.parametrize(
    ("high", "low", "result"),
    [
        (["6-6", "1-5"], ["5-5", "4-6"], "push"),  # a zero never wins, not even against a worse zero
        (["6-6", "1-5"], ["5-5", "5-6"], "win"),
        (["4-6", "3-3"], ["5-5", "4-6"], "lose"),
    ],
)
def test_11_6_h_i_a_low_hand_of_zero_never_wins(high: list[str], low: list[str], result: str) -> None:
    dealer = {"high": ["2-2", "1-2"], "low": ["5-6", "3-6"]}  # seven, and zero with the 5-6
    found = settle(TILES, player={"high": high, "low": low}, dealer=dealer, bets=[{"bet": "pai-gow", "stake": 10}])
    assert found.bets[0].result == result


def test_tiles_laid_the_wrong_way_round_are_no_foul() -> None:
    hands = {"high": ["5-5", "1-4"], "low": ["2-4", "1-2"]}
    dealer = {"high": ["6-6", "6-6"], "low": ["1-6", "3-3"]}
    bet = settle(TILES, player=hands, dealer=dealer, bets=[{"bet": "pai-gow", "stake": 10}]).bets[0]
    assert bet.result == "win"


def test_withdrawing_costs_the_bet_unless_the_house_reads_it_otherwise() -> None:
    bets = [{"bet": "pai-gow", "stake": 40, "seat": 2}]
    assert settle(POKER, bets=bets, withdrawn=[2]).bets[0].loses == 40
    lenient = poker_rules(withdrawal="returns-the-bet")
    assert settle(lenient, bets=bets, withdrawn=[2]).bets[0].returned == 40
    shown = settle(POKER, bets=bets, withdrawn=[2], player_hands_exposed=True, results={"2": "push"})
    assert shown.bets[0].result == "push"


def test_10_13_d_a_voided_hand_gets_its_bet_back() -> None:
    found = settle(POKER, bets=[{"bet": "pai-gow", "stake": 40, "seat": 2}], voided=[2])
    assert (found.bets[0].result, found.bets[0].returned) == (Outcome.VOID, 40)


# ── banks ────────────────────────────────────────────────────────────────────────────────────────────────────────────

ROUNDS = st.lists(st.tuples(st.integers(1, 2000), st.sampled_from(["win", "lose", "push"])), min_size=1, max_size=5)


@given(ROUNDS, st.sampled_from(["", *"win lose push".split()]), st.integers(1, 500), st.booleans(), st.booleans())
def test_the_books_of_every_bank_balance(
    seats: list[tuple[int, str]], house: str, house_stake: int, co_bank: bool, rounded: bool
) -> None:
    """Whatever the round: what comes in goes out, and everybody's change adds up to nothing."""
    rules = POKER if rounded else poker_rules(**EXACT)
    bets: list[dict[str, Any]] = [{"bet": "pai-gow", "stake": s, "seat": i} for i, (s, _) in enumerate(seats, 1)]
    results = {str(i): result for i, (_, result) in enumerate(seats, 1)}
    if house and not co_bank:
        bets.append({"bet": "pai-gow", "stake": house_stake, "seat": "dealer"})
        results["dealer"] = house
    found = settle(rules, bank=6, co_bank=co_bank, bets=bets, results=results)
    facts = found.facts
    from_house = facts.get("from_table_inventory", 0)
    assert facts["centre"] + facts["collected_from_bank"] + from_house == facts["paid"] + facts["surplus"]
    to_bank = facts.get("to_bank", facts.get("to_co_bank"))
    assert facts["surplus"] == facts["bank_commission"] + to_bank + facts.get("to_table_inventory", 0)
    players = sum(bet.pays - bet.loses for bet in found.bets if bet.bet.seat != "dealer")
    players -= sum(facts["player_commission"].values())
    bank = to_bank - facts["collected_from_bank"]
    house_bet = sum(bet.pays - bet.loses for bet in found.bets if bet.bet.seat == "dealer")
    house_gain = house_bet + facts["bank_commission"] + sum(facts["player_commission"].values())
    house_gain += facts.get("to_table_inventory", 0) - from_house
    assert players + bank + house_gain == 0
    assert all(bet.loses + bet.returned == bet.bet.stake for bet in found.bets)


@loop_over(
    ("coup", "field"),
    [
        ({"bank": 9}, "bank"),
        ({"bank": 2, "bets": [{"bet": "pai-gow", "stake": 5, "seat": 2}]}, "bets[0].seat"),
        ({"bank": "co-bank", "bets": [{"bet": "pai-gow", "stake": 5, "seat": "dealer"}]}, "bets[0].seat"),
        ({"bets": [{"bet": "pai-gow", "stake": 0, "seat": 1}]}, "bets[0].stake"),
        ({"bets": [{"bet": "pai-gow", "stake": 5, "seat": 8}]}, "bets[0].seat"),
        ({"bets": [{"bet": "insurance", "stake": 5}]}, "bets[0].bet"),
        ({"bets": [{"bet": "pai-gow", "stake": 5, "seat": 1}]}, "bets[0]"),
        ({"bets": [{"bet": "pai-gow", "stake": 5}], "player": DEALER}, "dealer"),
        ({"player": DEALER, "dealer": DEALER}, "player.high[0]"),
        ({"player": {"high": ["1S"], "low": []}}, "player.high[0]"),
        ({"results": {"7": "win"}}, "results.7"),
        ({"bank": "co-bank"}, "bets"),
        ({"bets": [{"bet": "starting-number", "on": 8, "stake": 5}], "rng": 1}, "bets[0].on"),
        ({"bets": [{"bet": "starting-number", "on": 3, "stake": 5}]}, "rng"),
        ({"bets": [{"bet": "starting-number", "on": 3, "stake": 5}], "rng": 3, "odds": "7 to 1"}, "odds"),
    ],
)
def test_a_round_that_cannot_be_names_its_field(coup: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as caught:
        settle(POKER, **coup)
    assert caught.value.field_path == field


def test_a_bank_is_refused_where_the_house_offers_none() -> None:
    with pytest.raises(RequestError, match="option player-bank is no"):
        settle(poker_rules(**{"player-bank": "no"}), bank=2, losing_bets=10, winning_bets=5)


# ── the side bet ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("odds", "stake", "half", "pays"),
    [("6 to 1", 5, "up", 30), ("5.5 to 1", 2, "up", 11), ("5.5 to 1", 1, "up", 6), ("5.5 to 1", 1, "down", 5)],
)
def test_10_15_b_6_side_bet_is_rounded_to_the_nearest_dollar(odds: str, stake: int, half: str, pays: int) -> None:
    rules = poker_rules(**{"side-bet-half-dollar": half})
    bets = [{"bet": "starting-number", "on": 4, "stake": stake}, {"bet": "starting-number", "on": 5, "stake": stake}]
    won, lost = settle(rules, bets=bets, rng=4, odds=odds).bets
    assert (won.pays, won.returned, lost.loses) == (pays, stake, stake)


@pytest.mark.parametrize(
    ("odds", "half", "most"), [("6 to 1", "up", 83), ("5.5 to 1", "up", 90), ("5.5 to 1", "down", 91)]
)
def test_10_15_b_7_the_most_on_the_side_bet(odds: str, half: str, most: int) -> None:
    rules = poker_rules(**{"side-bet-half-dollar": half})
    assert limit(rules, bet="starting-number", maximum=500, odds=odds)["side_bet_maximum"] == most


def test_10_15_b_1_the_side_bet_needs_a_bet_and_a_generator() -> None:
    side, main = {"bet": "starting-number", "on": 1, "stake": 5, "seat": 2}, {"bet": "pai-gow", "stake": 20, "seat": 2}
    with_dice = poker_rules(**{"start-by": "dice"})
    assert limit(POKER, bets=[main, side])["allowed"]
    assert not limit(POKER, bets=[side])["allowed"]
    assert not limit(with_dice, bets=[main, side])["allowed"]
    results = {"2": "push", "3": "push"}
    for rules, bets in ((with_dice, [side]), (POKER, [{**main, "seat": 3}, side])):
        with pytest.raises(RequestError, match=r"starting-number|side bet"):
            settle(rules, bets=bets, rng=1, results=results)


# ── limits ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rules", "least", "most", "compliant"),
    [(POKER, 100, 2000, True), (POKER, 100, 1999, False), (TILES, 100, 4000, True), (TILES, 100, 3999, False),
     (POKER, 500, 10000, True), (POKER, 500, 10001, False), (POKER, "0.50", 100, False)],
)  # fmt: skip
def test_10_16_and_11_11_spread_of_table_limits(rules: GameRules, least: Any, most: int, compliant: bool) -> None:
    assert limit(rules, minimum=least, maximum=most)["compliant"] is compliant


def test_10_14_two_adjacent_spots_never_for_the_bank() -> None:
    assert limit(POKER, wants_spots=2)["allowed"]
    assert not limit(POKER, wants_spots=2, adjacent=False)["allowed"]
    assert not limit(POKER, wants_spots=3)["allowed"]
    assert not limit(POKER, wants_spots=2, two_spots_offered=False)["allowed"]
    assert not limit(POKER, wants_spots=2, is_bank=True)["allowed"]
    assert limit(POKER, wants_spots=1, is_bank=True)["allowed"]


def test_limits_of_a_bet_at_the_example_table_and_at_one_nobody_described() -> None:
    assert limit(POKER) == {"minimum": 10, "maximum": 500}
    assert limit(POKER, bets=[{"bet": "pai-gow", "stake": 501}])["allowed"]
    assert not limit(POKER, bets=[{"bet": "pai-gow", "stake": 10_001}])["allowed"]


# ── positions ────────────────────────────────────────────────────────────────────────────────────────────────────────

# The first hand by the total of the dice, 3 to 18.
POKER_STARTS = [2, 3, 4, 5, 6, "dealer", 1, 2, 3, 4, 5, 6, "dealer", 1, 2, 3]
TILE_STARTS = [2, 3, 4, 5, 6, "dead-hand", "dealer", 1, 2, 3, 4, 5, 6, "dead-hand", "dealer", 1]


@pytest.mark.parametrize(("rules", "starts"), [(POKER, POKER_STARTS), (TILES, TILE_STARTS)])
def test_10_10_and_11_5_starting_position_of_every_total(rules: GameRules, starts: list[Any]) -> None:
    for total, start in enumerate(starts, start=3):
        dice = next([a, b, c] for a in range(1, 7) for b in range(1, 7) for c in range(1, 7) if a + b + c == total)
        facts = decide(rules, case="start-position", dice=dice)
        assert (facts["total"], facts["start_position"]) == (total, start)
        assert facts["order"][0] == start and len(set(facts["order"])) == len(facts["order"])


def test_10_12_h_3_with_a_bank_the_count_starts_at_the_bank() -> None:
    assert decide(POKER, case="start-position", dice=[6, 4, 1], bank=5)["start_position"] == 1
    assert decide(POKER, case="start-position", rng=2, bank=6)["start_position"] == "dealer"
    by_dealer = poker_rules(**{"generator-count": "dealer"})
    assert decide(by_dealer, case="start-position", rng=2, bank=6)["start_position"] == 1
    assert decide(TILES, case="start-position", dice=[1, 1, 1], bank=5)["start_position"] == 2
    from_bank = load_rules(shipped_library(), "puerto-rico", "pai-gow-tiles", options={"bank-count-from": "bank"})
    assert decide(from_bank, case="start-position", dice=[1, 1, 1], bank=5)["start_position"] == "dead-hand"


def test_dealing_goes_right_to_left_but_from_an_automatic_shoe() -> None:
    dice = [2, 2, 1]  # spot 4
    assert decide(POKER, case="start-position", dice=dice)["order"][:4] == [4, 5, 6, "dealer"]
    automatic = poker_rules(dealing="automatic-shoe")
    assert decide(automatic, case="start-position", dice=dice)["order"][:4] == [4, 3, 2, 1]
    as_others = poker_rules(dealing="automatic-shoe", **{"auto-shoe-direction": "right-to-left"})
    assert decide(as_others, case="start-position", dice=dice)["order"][:4] == [4, 5, 6, "dealer"]


def test_10_12_i_5_the_banks_stack_then_those_to_its_right() -> None:
    assert decide(POKER, case="stacks", groups=7, first_stack=5)["order"] == [5, 6, 7, 1, 2, 3, 4]


def test_10_12_c_the_offer_of_the_bank_goes_round() -> None:
    first = decide(POKER, case="bank-offer", players=[1, 3, 4])
    assert first == {"first_offer": 1, "order": [1, 3, 4]}
    after = decide(POKER, case="bank-offer", players=[1, 3, 4], last_first_offer=1, last_bank=3)
    assert after == {"first_offer": 2, "order": [4, 1]}  # three banked last round
    right = poker_rules(**{"bank-rotation": "after-the-bank"})
    assert decide(right, case="bank-offer", players=[1, 3, 4], last_first_offer=1, last_bank=3)["order"] == [4, 1]
    assert decide(POKER, case="bank-offer", players=[1], first_round=True)["order"] == []


def test_10_12_d_what_a_bank_must_show() -> None:
    def allowed(rules: GameRules = POKER, **changes: Any) -> bool:
        asked = {"bet_against_dealer": True, "chips": 100, "other_bets": 100, **changes}
        return bool(decide(rules, case="bank-conditions", **asked)["allowed"])

    assert allowed()
    assert not allowed(chips=99)
    assert not allowed(bet_against_dealer=False)
    assert not allowed(banked_last_round=True)
    assert not allowed(first_round=True)
    assert not allowed(chips=99, co_bank=True)
    assert allowed(poker_rules(**{"co-bank-cover": "half"}), chips=50, co_bank=True)
    assert not allowed(poker_rules(**{"cover-house-bet": "yes"}), house_bet=10)


@pytest.mark.parametrize(("stakes", "order"), [([25, 100], [4, 3]), ([100, 25], [3, 4]), ([50, 50], [3, 4])])
def test_10_14_b_the_larger_bet_is_set_first(stakes: list[int], order: list[int]) -> None:
    bets = [{"bet": "pai-gow", "stake": stake, "seat": seat} for stake, seat in zip(stakes, [3, 4], strict=True)]
    assert decide(POKER, case="two-spots", bets=bets)["order"] == order


# ── hands judged, irregularities ─────────────────────────────────────────────────────────────────────────────────────


def test_judging_a_setting() -> None:
    seven = {"high": ["8S", "8H", "6S", "4D", "2C"], "low": ["KD", "JC"]}
    assert decide(POKER, case="judge-setting", **seven) == {"allowed": True, "house_setting": True}
    split = {"high": ["KD", "JC", "6S", "4D", "2C"], "low": ["8S", "8H"]}
    assert decide(POKER, case="judge-setting", **split) == {"allowed": False, "fault": "foul"}
    four = {"high": ["8S", "8H", "6S", "4D"], "low": ["2C", "KD", "JC"]}
    assert decide(POKER, case="judge-setting", **four)["fault"] == "wrong-number"
    tiles = decide(TILES, case="judge-setting", high=["6-6", "6-6"], low=["4-4", "1-6"])
    assert tiles == {"allowed": True, "house_setting": False, "lawful": True}


@loop_over(
    ("situation", "key"),
    [
        ({"stub": 5, "cards": {"4": 6}}, "misdealt"),
        ({"stub": 5}, "deck-incomplete"),
        ({"stub": 4}, None),
        ({"face_up_in_shoe": 1}, "one-card-face-up"),
        ({"face_up_in_shoe": 1, "stub": 3}, "one-card-face-up"),  # three and the racked one make four
        ({"face_up_in_shoe": 1, "stub": 4}, "deck-incomplete"),
        ({"stub": 4, "cards": {"2": 6, "3": 8}}, "misdealt"),  # four left, and yet two hands are wrong
        ({"cards": {"3": 7}}, None),
        ({"face_up_in_shoe": 2}, "cards-face-up"),
        ({"cards": {"3": 8}}, "wrong-number-of-cards"),
        ({"event": "card-exposed", "owner": "3"}, "player-card-exposed"),
        ({"event": "card-exposed", "owner": 3}, "player-card-exposed"),
        ({"event": "card-exposed", "owner": "bank"}, "dealer-card-exposed"),
        ({"event": "dice-added-wrongly", "wrong_position": False}, None),
        ({"event": "stacks-not-alternated"}, "stacks-not-alternated"),
    ],
)
def test_10_13_irregularities_are_found(situation: dict[str, Any], key: str | None) -> None:
    facts = decide(POKER, case="irregularity", **situation)
    assert facts.get("irregularity") == key
    if key is None:
        assert facts["all_hands"] == "stand"


def test_a_round_that_goes_on_says_by_which_paragraph() -> None:
    ask = game("pai-gow-poker").asks["decide"]
    for situation in ({"stub": 4}, {"cards": {"3": 7}}, {"event": "dice-added-wrongly", "wrong_position": False}):
        found = ask.answer(POKER, read_request(ask, {"case": "irregularity", **situation}, "decide"))
        assert all(reason.cite for reason in found.reasons)


@pytest.mark.parametrize("owner", ["dealer", "bank", "dead-hand", "unbet-position"])
def test_11_8_e_any_tile_that_is_no_players_ends_the_round(owner: str) -> None:
    facts = decide(TILES, case="irregularity", event="tile-exposed", owner=owner)
    assert (facts["all_hands"], facts["action"]) == ("void", "remix")
    if owner not in ("dealer", "bank"):  # 10.13(E) names no other owners
        with pytest.raises(RequestError, match="owner"):
            decide(POKER, case="irregularity", event="card-exposed", owner=owner)


def test_an_unknown_event_is_refused() -> None:
    with pytest.raises(RequestError, match="it has: misdealt"):
        decide(POKER, case="irregularity", event="earthquake")


def test_every_irregularity_of_the_rulebook_can_be_asked() -> None:
    for rules in (POKER, TILES):
        for event in rules.irregularities:
            assert decide(rules, case="irregularity", event=event)["irregularity"] == event
