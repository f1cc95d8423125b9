"""Settling: books that balance, commission and its rounding, pushes of EZ, margins of the bonus, refusals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loops import loop_over
from trainer.equipment.cards import DECK, Card
from trainer.games import game
from trainer.games.core import Bet, Outcome, RequestError, Settlement, read_request
from trainer.games.example_requests import examples_of
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

TABLES = [
    ("arica", "punto-banco", ""),
    ("baleares", "punto-banco", "full-table"),
    ("baleares", "punto-banco", "midi"),
    ("baleares", "punto-banco", "mini"),
    ("bolivia", "punto-banco", "punto-banco"),
    ("bolivia", "punto-banco", "punto-banco-midi"),
    ("bolivia", "punto-banco", "punto-banco-mini"),
    ("puerto-rico", "baccarat", ""),
    ("puerto-rico", "mini-baccarat", ""),
    ("puerto-rico", "ez-baccarat", ""),
    ("puerto-rico", "mini-ez-baccarat", ""),
    ("puerto-rico", "commission-free-baccarat", ""),
]


def load(rulebook: str, game_id: str, variant: str = "", **options: str) -> GameRules:
    return load_rules(shipped_library(), rulebook, game_id, variant, options)


def ask(rules: GameRules, kind: Any, data: dict[str, Any]) -> Any:
    wanted = game(rules.game).asks[kind]
    return wanted.answer(rules, read_request(wanted, data, kind))


def settle(rules: GameRules, **data: Any) -> Settlement:
    answer = ask(rules, "settle", data)
    assert isinstance(answer, Settlement)
    return answer


def kinds_of(rules: GameRules) -> list[tuple[str, str | None]]:
    """Every bet of a table, the bonus on either hand."""
    found: list[tuple[str, str | None]] = []
    for kind in rules.bets:
        found += [(kind, "player"), (kind, "banker")] if kind == "dragon-bonus" else [(kind, None)]
    return found


@given(
    table=st.sampled_from(TABLES),
    shoe=st.permutations(DECK).map(lambda cards: cards[:6]),
    stakes=st.lists(st.integers(1, 400), min_size=6, max_size=6),
)
def test_every_stake_is_accounted_for(table: tuple[str, str, str], shoe: list[Card], stakes: list[int]) -> None:
    rules = load(*table)
    bets = [
        {"bet": kind, "on": on, "stake": stake * 500}
        for (kind, on), stake in zip(kinds_of(rules), stakes, strict=False)
    ]
    settled = settle(rules, shoe=[str(card) for card in shoe], bets=bets)
    for box in settled.bets:
        assert box.loses + box.returned + box.stays == box.bet.stake
        assert box.reasons
        assert (box.pays > 0) == (box.result is Outcome.WIN)
    winner = settled.facts["winner"]
    results = {box.bet.bet: box.result for box in settled.bets if box.bet.bet in ("player", "banker", "tie")}
    if winner == "tie":
        assert results == {"player": Outcome.PUSH, "banker": Outcome.PUSH, "tie": Outcome.WIN}
    else:
        loser = "banker" if winner == "player" else "player"
        assert results[loser] is results["tie"] is Outcome.LOSE
        assert results[winner] in (Outcome.WIN, Outcome.PUSH)


@given(stake=st.integers(1, 10**6), percent=st.integers(0, 10))
def test_commission_and_payment_make_up_even_money(stake: int, percent: int) -> None:
    for rulebook in ("arica", "bolivia"):
        rules = load(rulebook, "punto-banco")
        box = settle(rules, winner="banker", commission_percent=percent, bets=[{"bet": "banker", "stake": stake}]).bets[
            0
        ]
        assert box.pays + box.facts["commission"] == stake
        assert box.facts["commission"] >= Fraction(stake * percent, 100)
        assert box.facts["commission"] - Fraction(stake * percent, 100) < 1


def test_l1124_arica_drops_the_fraction_of_a_peso() -> None:
    box = settle(load("arica", "punto-banco"), winner="banker", bets=[{"bet": "banker", "stake": 1005}]).bets[0]
    assert (box.pays, box.facts["commission"]) == (904, 101)


def test_l494_the_marked_commission_is_paid_even_and_owed() -> None:
    rules = load("puerto-rico", "baccarat", **{"commission-paid": "marked"})
    box = settle(rules, winner="banker", bets=[{"bet": "banker", "stake": 125, "seat": 4}]).bets[0]
    assert (box.pays, box.facts["commission_marked"]) == (125, Fraction(25, 4))


def test_l2244_only_a_winning_three_card_seven_pushes() -> None:
    rules = load("puerto-rico", "ez-baccarat")
    bets = [{"bet": "banker", "stake": 100}, {"bet": "dragon-7", "stake": 5}]
    pushed = settle(rules, player=["KS", "2D", "3H"], banker=["AC", "3S", "3D"], bets=bets)
    assert [box.result for box in pushed.bets] == [Outcome.PUSH, Outcome.WIN]
    two_cards = settle(rules, player=["KS", "6D"], banker=["KC", "7S"], bets=bets)
    assert [box.result for box in two_cards.bets] == [Outcome.WIN, Outcome.LOSE]


@pytest.mark.parametrize(
    ("player", "banker", "pays"),
    [
        ("KS KD 9H", "4S 3D", 0),  # 9 to 7, by two
        ("4S 5D", "KC KH", 1),  # a natural pays its own row, even by nine
        ("KS 7D", "KC 5H 8S", 2),  # 7 to 3, by four
        ("KS 6D", "KC 5H 6S", 2),  # 6 to 1, by five
        ("KS 7D", "KC 5H 6S", 4),  # 7 to 1, by six
        ("KS 7D", "KC 5H 5S", 4),  # 7 to 0, by seven
        ("KS 2D 6H", "KC 3H 7D", 10),  # 8 to 0, by eight
        ("KS 2D 7H", "KC 6H 4D", 30),  # 9 to 0, by nine
    ],
)
def test_l2695_dragon_bonus_by_the_margin(player: str, banker: str, pays: int) -> None:
    rules = load("puerto-rico", "commission-free-baccarat")
    bets = [{"bet": "dragon-bonus", "on": "player", "stake": 1}]
    assert settle(rules, player=player.split(), banker=banker.split(), bets=bets).total_payout == pays


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"bets": [{"bet": "player", "stake": 10}]}, "shoe"),
        ({"winner": "banker", "bets": [{"bet": "panda-8", "stake": 10}]}, "bets[0].bet"),
        ({"winner": "banker", "bets": [{"bet": "player", "stake": 0}]}, "bets[0].stake"),
        ({"player": ["KS", "5D"], "banker": ["KC", "5S"], "bets": []}, "next_cards"),
        ({"player": ["KS"], "banker": ["KC", "5S"], "bets": []}, "player"),
        ({"shoe": ["KS", "5D"], "bets": []}, "shoe"),
    ],
)
def test_bad_rounds_name_the_field(data: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as raised:
        ask(load("arica", "punto-banco"), "settle", data)
    assert raised.value.field_path == field


def test_a_side_bet_needs_the_hands() -> None:
    rules = load("puerto-rico", "ez-baccarat")
    with pytest.raises(RequestError, match="give the hands"):
        settle(rules, winner="banker", bets=[{"bet": "banker", "stake": 10}])
    with pytest.raises(RequestError, match="give the hands"):
        settle(rules, winner="banker", bets=[{"bet": "banker", "stake": 10}, {"bet": "dragon-7", "stake": 10}])


def test_l2237_a_dragon_7_alone_is_refused_with_and_without_a_seat() -> None:
    rules = load("puerto-rico", "ez-baccarat")
    for seat in ({}, {"seat": 3}):
        with pytest.raises(RequestError, match="lies only beside"):
            settle(rules, winner="banker", bets=[{"bet": "dragon-7", "stake": 10, **seat}])


def test_a_bet_over_the_maximum_plays_up_to_it() -> None:
    rules = load("arica", "punto-banco")
    box = settle(rules, winner="player", maximum=1000, bets=[{"bet": "player", "stake": 1500}]).bets[0]
    assert (box.pays, box.returned, box.facts["excess_returned"]) == (1000, 1500, 500)


def test_late_bets_are_void() -> None:
    box = settle(
        load("bolivia", "punto-banco"), winner="player", after_no_more_bets=True, bets=[{"bet": "player", "stake": 5}]
    ).bets[0]
    assert (box.result, box.returned) == (Outcome.VOID, 5)


def test_losers_are_taken_before_winners_are_paid() -> None:
    rules = load("puerto-rico", "baccarat")
    bets = [Bet(bet="player", stake=Fraction(10), seat=2), Bet(bet="banker", stake=Fraction(10), seat=9)]
    bets += [Bet(bet="banker", stake=Fraction(10), seat=3), Bet(bet="tie", stake=Fraction(5), seat=9)]
    plain = [{"bet": bet.bet, "stake": 10, "seat": bet.seat} for bet in bets]
    order = ask(rules, "decide", {"case": "settle-order", "winner": "banker", "bets": plain}).facts
    assert order["take"] == [{"bet": "tie", "seat": 9}, {"bet": "player", "seat": 2}]
    assert order["pay"] == [{"bet": "banker", "seat": 9}, {"bet": "banker", "seat": 3}]


@loop_over("table", TABLES, ids="/".join)
def test_every_example_of_the_schema_is_answered(table: tuple[str, str, str]) -> None:
    rules = load(*table)
    for kind, examples in examples_of(game(rules.game)).items():
        for example in examples:
            assert ask(rules, kind, example).reasons or kind == "settle"


@pytest.mark.parametrize(
    ("occupied", "after", "refuse", "seat"),
    [
        ([2, 4, 7], None, [], 2),
        ([1, 4, 7], None, [1], 4),
        ([2, 4, 7], 4, [], 7),
        ([2, 4, 7], 7, [], 2),
        ([2, 4, 7], 4, [7], 2),
        ([5], 5, [], 5),
    ],
)
def test_l783_the_shoe_goes_to_the_right(occupied: list[int], after: int | None, refuse: list[int], seat: int) -> None:
    asked = {"case": "shoe-holder", "occupied": occupied, "after": after, "refuse": refuse}
    assert ask(load("bolivia", "punto-banco"), "decide", asked).facts["shoe_holder"] == seat
    mini = load("bolivia", "punto-banco", "punto-banco-mini")
    assert ask(mini, "decide", asked).facts["shoe_holder"] == "croupier"


def test_l760_the_tie_follows_the_maximum_that_follows_the_minimum() -> None:
    rules = load("baleares", "punto-banco", **{"max-multiple": "50"})
    most = ask(rules, "limit", {"minimum": 20}).facts["maximum"]
    assert (most["player"], most["tie"]) == (1000, 100)


@pytest.mark.parametrize(
    ("game_id", "maximum", "bank"),
    [
        ("baccarat", 5000, 75000),
        ("ez-baccarat", 1000, 75000),
        ("mini-baccarat", 500, 10000),
        ("mini-baccarat", 501, 15000),
        ("mini-ez-baccarat", 2000, 20000),
        ("mini-ez-baccarat", 3001, 30000),
    ],
)
def test_l505_l568_the_houses_additional_bank(game_id: str, maximum: int, bank: int) -> None:
    assert ask(load("puerto-rico", game_id), "limit", {"maximum": maximum}).facts["additional_bank"] == bank


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"player_total": 12, "banker_total": 3}, "player_total"),
        ({"player_total": 2, "banker_total": 10}, "banker_total"),
        ({"player_total": 2, "banker_total": 1, "winner": "banker"}, "winner"),
        ({"player": ["9S", "KD"], "banker": ["TS", "9D"], "winner": "player"}, "winner"),
        ({"winner": "banker", "commission_percent": -5}, "commission_percent"),
        ({"winner": "banker", "commission_percent": 101}, "commission_percent"),
        ({"winner": "banker", "commission": "marked"}, "commission"),
        ({"player": ["JK", "2S"], "banker": ["TS", "9D"]}, ""),
    ],
)
def test_a_round_that_cannot_be_is_refused_not_settled(data: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as refused:
        settle(load("arica", "punto-banco"), bets=[{"bet": "banker", "stake": 1000}], **data)
    assert refused.value.field_path == field


def test_l2683_no_commission_can_be_asked_where_none_is_taken() -> None:
    rules = load("puerto-rico", "commission-free-baccarat")
    bets = [{"bet": "banker", "stake": 100}]
    assert settle(rules, player_total=4, banker_total=9, bets=bets, commission_percent=0).bets[0].pays == 100
    with pytest.raises(RequestError, match="no commission"):
        settle(rules, player_total=4, banker_total=9, bets=bets, commission_percent=5)


def test_l2244_totals_settle_what_does_not_hang_on_the_number_of_cards() -> None:
    rules = load("puerto-rico", "ez-baccarat")
    bets = [{"bet": kind, "stake": 10} for kind in ("banker", "dragon-7", "panda-8")]
    settled = settle(rules, player_total=5, banker_total=9, bets=bets)
    assert [box.result for box in settled.bets] == [Outcome.WIN, Outcome.LOSE, Outcome.LOSE]
    with pytest.raises(RequestError, match="give the hands"):
        settle(rules, player_total=5, banker_total=7, bets=bets)


def test_l848_cards_dealt_face_up_go_to_the_croupier() -> None:
    bets = [{"bet": "player", "stake": 100, "seat": 4}]
    answered = ask(load("bolivia", "punto-banco"), "decide", {"case": "player-cards-to", "bets": bets})
    assert answered.facts == {"player_cards_to": "croupier"}
    answered = ask(load("baleares", "punto-banco"), "decide", {"case": "player-cards-to", "bets": bets})
    assert answered.facts == {"player_cards_to": 4}


def test_l985_a_natural_of_either_hand_stops_the_draw() -> None:
    rules = load("arica", "punto-banco")
    stopped = {"player_draws": False, "natural": True, "play_over": True}
    asked = {"case": "player-draw", "player_total": 5, "banker_total": 8}
    assert ask(rules, "decide", asked).facts == stopped
    assert ask(rules, "decide", {"case": "banker-draw", "banker_total": 9}).facts["banker_draws"] is False


def test_a_coup_that_still_waits_calls_no_winner() -> None:
    coup = {"case": "coup", "player": ["2S", "3H"], "banker": ["2D", "4C", "KS"]}
    facts = ask(load("arica", "punto-banco"), "decide", coup).facts
    assert (facts["play_over"], facts["call"]) == (False, "Carta para el punto")


@pytest.mark.parametrize(("book", "call"), [("arica", "Baccarat"), ("bolivia", "baccarat"), ("baleares", "0")])
def test_l1009_l866_zero_is_called_in_the_words_of_the_regulation(book: str, call: str) -> None:
    decided = ask(load(book, "punto-banco"), "decide", {"case": "announce", "total": 0})
    assert decided.facts == {"call": call}
    assert all(reason.cite for reason in decided.reasons) and decided.reasons


def test_l760_the_maximum_is_one_of_three_multiples_of_the_minimum() -> None:
    rules = load("baleares", "punto-banco")
    assert ask(rules, "limit", {"minimum": 20}).facts["allowed_maximums"] == [500, 1000, 2000]
    chosen = ask(rules, "limit", {"minimum": 20, "maximum": 1000}).facts
    assert (chosen["allowed"], chosen["maximum"]) == (True, {"player": 1000, "banker": 1000, "tie": 100})
    assert ask(rules, "limit", {"minimum": 20, "maximum": 600}).facts["allowed"] is False


@pytest.mark.parametrize(
    ("book", "question", "field"),
    [
        ("baleares", {"coups_without_bet": 4}, "coups_without_bet"),
        ("arica", {"shoe_holder_bets": ["tie"]}, "shoe_holder_bets"),
    ],
)
def test_what_a_rulebook_does_not_rule_is_said_so(book: str, question: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as refused:
        ask(load(book, "punto-banco"), "limit", question)
    assert refused.value.field_path == field


def test_l1095_l1096_places_are_cited_where_they_stand() -> None:
    rules = load("arica", "punto-banco")
    asked = ({"places_of_one_player": 2}, {"coups_without_bet": 4}, {"players": 7})
    cites = [str(ask(rules, "limit", question).reasons[0].cite) for question in asked]
    assert cites == ["III.2.6 L1095", "III.2.6 L1096", "III.2.4 L931"]


def test_l971_a_tie_bet_beside_punto_may_be_smaller_than_it() -> None:
    bets = [{"bet": "player", "stake": 2000}, {"bet": "tie", "stake": 1000}]
    assert ask(load("arica", "punto-banco"), "limit", {"minimum": 1000, "bets": bets}).facts["allowed"] is True
    assert ask(load("arica", "punto-banco"), "limit", {"minimum": 1500, "bets": bets}).facts["allowed"] is False


@pytest.mark.parametrize("game_id", ["baccarat", "mini-baccarat", "ez-baccarat", "mini-ez-baccarat"])
def test_l500_l563_l2272_l2290_limits_go_up_with_notice_and_down_at_an_empty_table(game_id: str) -> None:
    changes = [
        {"type": "raise", "notice_minutes": 15},
        {"type": "raise", "notice_minutes": 14},
        {"type": "lower", "players_present": True},
        {"type": "lower", "players_present": False},
    ]
    decided = ask(load("puerto-rico", game_id), "limit", {"changes": changes})
    assert decided.facts["allowed"] == [True, False, False, True]
    with pytest.raises(RequestError, match="says nothing"):
        ask(load("arica", "punto-banco"), "limit", {"changes": changes})
