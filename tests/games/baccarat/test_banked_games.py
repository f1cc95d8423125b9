"""Chemin de fer and baccara on two tables: tables cell by cell, money that balances, bank, garage and priorities."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from trainer.equipment.cards import Card
from trainer.games import game
from trainer.games.baccarat.bank_figures import bank_game
from trainer.games.baccarat.drawing import banker_verdict, player_verdict
from trainer.games.baccarat.figures import Act
from trainer.games.baccarat.two_tables_settle import compare
from trainer.games.core import Outcome, RequestError, read_request
from trainer.games.example_requests import examples_of
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

CARDS = {value: f"{rank}S" for value, rank in enumerate("KA23456789")}


def load(rulebook: str, game_id: str, variant: str = "", **options: str) -> GameRules:
    return load_rules(
        shipped_library(), rulebook, game_id, variant, {k.replace("_", "-"): v for k, v in options.items()}
    )


def ask(rules: GameRules, kind: Any, **data: Any) -> Any:
    wanted = game(rules.game).asks[kind]
    return wanted.answer(rules, read_request(wanted, data, kind))


CHEMIN = [("baleares", "chemin-de-fer"), ("bolivia", "chemin-de-fer")]


@pytest.mark.parametrize("table", [*CHEMIN, ("baleares", "baccarat-two-tables")], ids="/".join)
def test_every_cell_of_the_bankers_table(table: tuple[str, str]) -> None:
    """The punto banco table, but for the two cells a Spanish banker may choose in: 3 against 9 and 5 against 4."""
    rules = load(*table)
    figures = bank_game(rules)
    optional = {(3, 9), (5, 4)} if table[0] == "baleares" else set()
    for bank, third in product(range(8), [*range(10), None]):
        act = banker_verdict(figures, bank, third).act
        if (bank, third) in optional:
            assert act is Act.OPTIONAL
        elif third is None:
            assert act is (Act.DRAW if bank <= 5 else Act.STAND)
        else:
            draws = bank < 3 or (bank == 3 and third != 8) or (bank in (4, 5, 6) and 2 * bank - 6 <= third <= 7)
            assert act is (Act.DRAW if draws else Act.STAND)


@pytest.mark.parametrize("table", CHEMIN, ids="/".join)
def test_l916_l882_only_five_is_optional_for_the_point(table: tuple[str, str]) -> None:
    figures = bank_game(load(*table))
    acts = [player_verdict(figures, points).act for points in range(8)]
    assert acts == [Act.DRAW] * 5 + [Act.OPTIONAL] + [Act.STAND] * 2


def test_l921_the_banker_is_free_but_zero_draws() -> None:
    rules = load("baleares", "chemin-de-fer")
    for value in range(1, 8):
        hand = ["KS", CARDS[value]]
        assert ask(rules, "decide", case="banker", banker=hand, player_third="9D").facts["banker_action"] == "free"
    zero = ask(rules, "decide", case="banker", banker=["KS", "QH"], player_third="9D")
    assert zero.facts["banker_action"] == "draw"


def test_l673_in_bolivia_the_house_draws_for_the_banker() -> None:
    rules = load("bolivia", "chemin-de-fer")
    hand = ask(rules, "decide", case="banker", banker=["KS", "6H"], player_third="6D")
    assert hand.facts["banker_action"] == Act.DRAW


def test_l923_advice_on_five_is_to_stand() -> None:
    rules = load("baleares", "chemin-de-fer")
    assert ask(rules, "decide", case="point", player=["2S", "3H"], asks_advice=True).facts["action"] == "stand"


@given(
    table=st.sampled_from(CHEMIN),
    bank=st.integers(10, 2000),
    stakes=st.lists(st.integers(1, 600), min_size=1, max_size=6),
    totals=st.tuples(st.integers(0, 9), st.integers(0, 9)),
)
def test_the_bank_pays_what_it_covers_and_no_more(
    table: tuple[str, str], bank: int, stakes: list[int], totals: tuple[int, int]
) -> None:
    rules = load(*table)
    bets = [{"bet": "player", "stake": stake, "seat": seat} for seat, stake in enumerate(stakes, 1)]
    settled = ask(rules, "settle", bank=bank, bets=bets, player_total=totals[0], banker_total=totals[1])
    for box in settled.bets:
        assert box.loses + box.returned + box.stays == box.bet.stake
    lost = sum(box.loses for box in settled.bets)
    in_play = min(bank, sum(stakes))
    won = {True: -settled.total_payout, False: lost}[totals[0] > totals[1]]
    assert settled.total_payout + lost == (0 if totals[0] == totals[1] else in_play)
    assert settled.facts["bank_after"] == bank + won - settled.facts["deduction"]
    assert settled.facts["deduction"] >= 0
    if lost:
        exact = Fraction(lost * 5, 100)
        assert 0 <= settled.facts["deduction"] - exact < 1


def test_l811_a_stake_above_the_bank_goes_back() -> None:
    settled = ask(
        load("baleares", "chemin-de-fer"), "settle", bank=100, player_total=6, banker_total=2,
        bets=[{"bet": "player", "stake": 70, "seat": 1}, {"bet": "player", "stake": 50, "seat": 2}],
    )  # fmt: skip
    assert [(box.pays, box.returned) for box in settled.bets] == [(70, 70), (30, 50)]
    assert settled.bets[1].facts == {"uncovered": 20}


def test_outside_bets_on_the_bank_only_where_the_house_takes_them() -> None:
    bets = [{"bet": "banker", "stake": 100}]
    settled = ask(load("bolivia", "chemin-de-fer"), "settle", winner="banker", bets=bets)
    assert settled.bets[0].pays == 95
    with pytest.raises(RequestError, match="against the bank"):
        ask(load("bolivia", "chemin-de-fer", outside_banca_bets="none"), "settle", winner="banker", bets=bets)
    with pytest.raises(RequestError, match="against the bank"):
        ask(load("baleares", "chemin-de-fer"), "settle", winner="banker", bets=bets)


@pytest.mark.parametrize(
    ("announced", "seat"),
    [
        ({2: "con-la-mesa", 7: "ultimo-completo"}, 7),
        ({2: "con-la-mesa"}, 2),
        ({}, 8),
    ],
)
def test_l937_who_plays_against_the_bank(announced: dict[int, str], seat: int) -> None:
    bets = [
        {"bet": "player", "stake": stake, "seat": n, **({"announced": announced[n]} if n in announced else {})}
        for n, stake in ((2, 200), (7, 200), (8, 201))
    ]
    assert ask(load("baleares", "chemin-de-fer"), "decide", case="opponent", bets=bets, bank=400).facts == {
        "cards_to_seat": seat
    }


def test_l941_banco_con_la_mesa_is_exactly_half() -> None:
    with pytest.raises(RequestError, match="half the bank"):
        ask(
            load("baleares", "chemin-de-fer"), "decide", case="opponent", bank=400,
            bets=[{"bet": "player", "stake": 150, "seat": 2, "announced": "con-la-mesa"}],
        )  # fmt: skip


def test_l867_the_bank_goes_to_the_highest_bid_and_to_the_seated_of_equal_ones() -> None:
    rules = load("baleares", "chemin-de-fer")
    bids = [{"amount": 90, "seat": 2, "standing": True}, {"amount": 90, "seat": 7}, {"amount": 120, "seat": 4}]
    assert ask(rules, "decide", case="auction", bids=bids).facts == {"bank_goes_to": 4, "amount": 120}
    assert ask(rules, "decide", case="auction", bids=bids, excluded=[4]).facts == {"bank_goes_to": 7, "amount": 90}
    equal = [{"amount": 70, "seat": 3}, {"amount": 70, "seat": 9}, {"amount": 80, "seat": 6}]
    assert ask(rules, "decide", case="auction", bids=equal, banker_seat=6).facts["bank_goes_to"] == 9
    nobody = ask(rules, "decide", case="auction", bids=bids, excluded=[2, 4, 7], minimum=20).facts
    assert nobody == {"bank_goes_to": "right-of-leaving-banker", "amount": 20}


@pytest.mark.parametrize(
    ("asked", "allowed"),
    [
        ({"lost_banco": True}, True),
        ({"lone_bettor": True}, True),
        ({}, False),
        ({"lost_banco": True, "other_saw_cards": True}, False),
    ],
)
def test_l947_banco_suivi(asked: dict[str, bool], allowed: bool) -> None:
    decided = ask(load("baleares", "chemin-de-fer"), "decide", case="banco-seguido", **asked)
    assert decided.facts == {"allowed": allowed}


@given(minimum=st.integers(1, 50), winnings=st.integers(0, 10_000))
def test_voluntary_garage_starts_above_fifty_minimums(minimum: int, winnings: int) -> None:
    spanish = ask(load("baleares", "chemin-de-fer"), "limit", minimum=minimum, winnings=winnings).facts
    bolivian = ask(load("bolivia", "chemin-de-fer"), "limit", minimum=minimum, winnings=winnings).facts
    allowed = winnings > 50 * minimum
    assert spanish["allowed"] is bolivian["allowed"] is allowed
    assert spanish["voluntary_garage"] == (winnings if allowed else 0)
    assert bolivian["voluntary_garage"] == (winnings - 50 * minimum if allowed else 0)


def test_l991_two_third_cards_favour_the_point_and_hurt_the_banker() -> None:
    rules = load("baleares", "chemin-de-fer")
    for one, two in product(range(10), repeat=2):
        thirds = [CARDS[one], CARDS[two]]
        point = ask(
            rules, "decide", case="irregularity", event="player-two-thirds", player=["KS", "4H"], third_cards=thirds
        )
        bank = ask(
            rules, "decide", case="irregularity", event="banker-two-thirds", banker=["KS", "4H"], third_cards=thirds
        )
        assert point.facts["player_total"] == max((4 + one) % 10, (4 + two) % 10)
        assert bank.facts["banker_total"] == min((4 + one) % 10, (4 + two) % 10)


# ── two tables ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_l1105_a_two_card_eight_beats_eight_or_nine_of_three() -> None:
    rules = load("baleares", "baccarat-two-tables")
    for one, two in product(range(10), repeat=2):
        for cards in product((2, 3), repeat=2):
            winner = compare(rules, (one, cards[0]), (two, cards[1]))
            swapped = compare(rules, (two, cards[1]), (one, cards[0]))
            assert {"player": "banker", "banker": "player", "tie": "tie"}[winner] == swapped
            if (cards == (2, 3) and one == 8 and two in (8, 9)) or (cards == (2, 3) and one == two == 9):
                assert winner == "player"
            elif cards[0] == cards[1]:
                assert winner == ("tie" if one == two else "player" if one > two else "banker")


@given(
    variant=st.sampled_from(["limited", "free"]),
    totals=st.tuples(*[st.integers(0, 9)] * 3),
    stakes=st.lists(st.tuples(st.sampled_from(["first", "second"]), st.integers(1, 400)), min_size=1, max_size=8),
)
def test_deduction_is_taken_of_the_net_gain_only(
    variant: str, totals: tuple[int, int, int], stakes: list[tuple[str, int]]
) -> None:
    rules = load("baleares", "baccarat-two-tables", variant)
    assume(not any(points in (8, 9) for points in totals))  # there the number of cards decides
    bets = [{"bet": "player", "on": table, "stake": stake} for table, stake in stakes]
    settled = ask(rules, "settle", bets=bets, totals={"first": totals[0], "second": totals[1], "banker": totals[2]})
    net = sum(box.loses - box.pays for box in settled.bets)
    rate = Fraction(2, 100) if variant == "limited" else Fraction(125, 10_000)
    expected = max(Fraction(0), net * rate)
    assert 0 <= settled.facts["deduction"] - expected < Fraction(1, 100)  # what the banker keeps is rounded down
    assert settled.facts["banker_net"] == net - settled.facts["deduction"]
    for box in settled.bets:
        assert box.loses + box.returned + box.stays == box.bet.stake


def test_l1027_a_limited_bank_answers_for_the_first_table_first() -> None:
    bets = [
        {"bet": "player", "on": "second", "stake": 60},
        {"bet": "player", "on": "first", "stake": 80},
        {"bet": "player", "on": "first", "stake": 40},
    ]
    totals = {"first": 9, "second": 9, "banker": 1}
    settled = ask(load("baleares", "baccarat-two-tables"), "settle", bank=100, bets=bets, totals=totals)
    assert [(box.result, box.pays) for box in settled.bets] == [
        (Outcome.VOID, 0),
        (Outcome.WIN, 80),
        (Outcome.WIN, 20),
    ]


@pytest.mark.parametrize(("stake", "first", "second"), [(8, 4, 4), (5, 3, 2), (1, 1, 0)])
def test_l1121_the_larger_part_plays_on_the_first_table(stake: int, first: int, second: int) -> None:
    line = ask(load("baleares", "baccarat-two-tables"), "decide", case="line", stake=stake, line="between-tables")
    assert line.facts == {"first": first, "second": second}


def test_l1103_a_table_of_one_mind_binds_and_a_divided_one_frees() -> None:
    rules = load("baleares", "baccarat-two-tables")
    same = ask(rules, "decide", case="banker", banker=["KS", "6H"], asked_tableau=True, first_third="6D",
               second_third="7D")  # fmt: skip
    assert same.facts["banker_action"] == Act.DRAW
    differs = ask(rules, "decide", case="banker", banker=["KS", "6H"], asked_tableau=True, first_third="6D",
                  second_third="2D")  # fmt: skip
    assert differs.facts["banker_action"] == "free"


def test_l1149_a_natural_binds_the_banker_and_optional_cells_are_drawn() -> None:
    hand = ask(load("baleares", "baccarat-two-tables"), "decide", case="banker", banker=["KS", "5H"], shows="first",
               second_third="4D")  # fmt: skip
    assert hand.facts["banker_action"] == Act.DRAW


def test_every_example_of_the_schemas_is_answered() -> None:
    for table in [*CHEMIN, ("baleares", "baccarat-two-tables")]:
        rules = load(*table)
        for kind, wanted in game(rules.game).asks.items():
            for example in examples_of(game(rules.game))[kind]:
                assert wanted.answer(rules, read_request(wanted, example, kind)).reasons


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"player_total": 10, "banker_total": 3}, "player_total"),
        ({"player_total": 5, "banker_total": 3, "winner": "banker"}, "winner"),
        ({"winner": "banker", "commission_percent": 200}, "commission_percent"),
        ({"shoe": ["2H", "KD", "3C", "3S"]}, "punto_five"),
        ({"shoe": ["2H", "KD", "KC", "3S"]}, "shoe"),
        ({"shoe": ["2H", "KD", "KC", "3S", "9C", "4D", "5D"]}, "shoe"),
    ],
)
def test_a_round_that_cannot_be_is_refused_not_settled(data: dict[str, Any], field: str) -> None:
    with pytest.raises(RequestError) as refused:
        ask(load("baleares", "chemin-de-fer"), "settle", bets=[{"bet": "player", "stake": 100}], **data)
    assert refused.value.field_path == field


def test_l921_the_cards_that_were_dealt_show_what_a_free_banker_did() -> None:
    rules, bets = load("baleares", "chemin-de-fer"), [{"bet": "player", "stake": 100}]
    stood = ask(rules, "settle", shoe=["2H", "KD", "KC", "3S", "9C"], bets=bets).facts
    drew = ask(rules, "settle", shoe=["2H", "KD", "KC", "3S", "9C", "4D"], bets=bets).facts
    assert (stood["player_total"], stood["banker_total"], drew["banker_total"]) == (1, 3, 7)


def test_l883_l837_the_bank_answers_by_priority_from_the_bankers_right() -> None:
    rules = load("baleares", "chemin-de-fer")
    stakes = [{"bet": "player", "stake": 200, "seat": seat} for seat in (2, 6)]
    standing = {"bet": "player", "stake": 200, "standing": True}
    settled = ask(rules, "settle", winner="player", bank=300, banker_seat=4, seats=9, bets=[standing, *stakes])
    assert [box.pays for box in settled.bets] == [0, 100, 200]
    assert [str(box.result) for box in settled.bets] == ["void", "win", "win"]
    assert str(settled.bets[0].reasons[0].cite) == "08.V L881-883"


def test_l939_one_player_even_standing_goes_before_an_association() -> None:
    shared = {"bet": "player", "stake": 400, "seat": 3, "announced": "banco-en-asociacion"}
    alone = {"bet": "player", "stake": 400, "standing": True, "announced": "banco"}
    rules = load("baleares", "chemin-de-fer")
    assert ask(rules, "decide", case="opponent", bank=400, bets=[shared, alone]).facts == {"cards_to_seat": "standing"}
    assert ask(rules, "decide", case="opponent", bank=400, bets=[shared]).facts == {"cards_to_seat": 3}


def test_l937_who_stakes_the_whole_bank_makes_banco_also_without_a_word() -> None:
    rules = load("baleares", "chemin-de-fer")
    bets = [{"bet": "player", "stake": 50, "seat": 1}, {"bet": "player", "stake": 100, "seat": 5}]
    asked = {"bank": 100, "bets": bets, "banker_seat": 9, "seats": 9}
    assert ask(rules, "decide", case="opponent", **asked).facts == {"cards_to_seat": 5}
    assert [box.pays for box in ask(rules, "settle", winner="player", **asked).bets] == [0, 100]


def test_l885_l830_a_bank_starts_at_the_points_minimum() -> None:
    for book in ("baleares", "bolivia"):
        rules = load(book, "chemin-de-fer")
        assert ask(rules, "limit", minimum=10, bank=5).facts["allowed"] is False
        assert ask(rules, "limit", minimum=10, bank=10).facts["allowed"] is True


def test_l881_only_stakes_that_are_taken_can_stand() -> None:
    rules = load("baleares", "chemin-de-fer")
    assert ask(rules, "limit", minimum=10, bets=[{"bet": "player", "stake": 9}]).facts == {
        "allowed": False,
        "minimum": 10,
    }
    for kind in ("tie", "banker"):
        with pytest.raises(RequestError, match="is not taken here"):
            ask(rules, "limit", bank=100, bets=[{"bet": kind, "stake": 50}])


@pytest.mark.parametrize(
    ("event", "cards", "expected"),
    [
        ("third-card-in-basket", {"banker": ["KS", "7H"]}, {"player_total": 9, "banker_may_draw": False}),
        ("third-card-in-basket", {"banker": ["KS", "6H"]}, {"player_total": 9, "banker_may_draw": True}),
        ("wrong-word", {"player": ["KS", "QH"]}, {"banker_may_refuse_card": False}),
        ("fifth-card", {"banker": ["KS", "2H"], "drawn": ["3D"]}, {"card_kept": Card.parse("3D"), "banker_total": 5}),
        ("croupier-said-card", {"banker": ["KS", "6H"], "drawn": ["3D"]}, {"card_kept": None, "banker_total": 6}),
    ],
)
def test_l983_l1009_rulings_that_hang_on_the_cards(
    event: str, cards: dict[str, list[str]], expected: dict[str, Any]
) -> None:
    facts = ask(load("baleares", "chemin-de-fer"), "decide", case="irregularity", event=event, **cards).facts
    assert {key: facts[key] for key in expected} == expected


def test_l1071_l1083_on_two_tables_equal_bids_go_by_lot_and_no_bid_ends_the_game() -> None:
    rules = load("baleares", "baccarat-two-tables")
    bids = [{"amount": 5000, "seat": 3}, {"amount": 5000, "seat": 8}, {"amount": 4000, "seat": 1}]
    assert ask(rules, "decide", case="auction", bids=bids).facts == {"by_lot": [3, 8], "amount": 5000}
    assert ask(rules, "decide", case="auction", bids=bids[2:]).facts == {"bank_goes_to": 1, "amount": 4000}
    assert ask(rules, "decide", case="auction").facts == {"game_over": True}


@pytest.mark.parametrize(
    ("side", "words", "expected"),
    [
        ("KS 4H", ["no", "carta"], {"valid_word": "carta", "restored": True}),
        ("KS 4H", ["carta"], {"valid_word": "carta", "restored": False}),
        ("KS 7H", ["carta", "no"], {"valid_word": "no", "restored": True}),
        ("KS 9H", ["carta"], {"restored": True}),
        ("KS 9H", ["no"], {"may_show": False}),
        ("2S 3H", ["no", "carta"], {"valid_word": "no"}),
    ],
)
def test_l1163_l1165_two_words(side: str, words: list[str], expected: dict[str, Any]) -> None:
    decided = ask(load("baleares", "baccarat-two-tables"), "decide", case="words", side=side.split(), words=words)
    assert decided.facts == expected


def test_l1119_on_the_players_line_half_plays() -> None:
    rules = load("baleares", "baccarat-two-tables")
    assert ask(rules, "decide", case="line", stake=5, line="player-zone").facts == {"plays": Fraction(5, 2)}
    with pytest.raises(RequestError):
        ask(rules, "decide", case="line", stake=0, line="between-tables")


def test_l811_l834_in_bolivia_the_bank_is_announced_before_bets_and_grows_before_the_cards_go() -> None:
    rules = load("bolivia", "chemin-de-fer")
    wanted = ["garage", "open-bets", "discard", "bank", "deduct", "pay"]
    order = ask(rules, "decide", case="procedure", steps=wanted).facts["order"]
    assert order == ["bank", "open-bets", "pay", "deduct", "garage", "discard"]
    assert "empate" not in rules.procedure["open-bets"].does.es.replace("no hay empate", "")
    assert rules.bets["player"].maximum is None  # the bank is the maximum
