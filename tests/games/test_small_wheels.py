"""Boule, big six and Easy Roll: every bet on every outcome against oracles typed from the regulations."""

from __future__ import annotations

from fractions import Fraction

import pytest

from trainer.games import big_six as wheel
from trainer.games import boule, game
from trainer.games import easy_roll as easy
from trainer.games.core import Bet, Outcome, RequestError, read_request
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()
BOULE = load_rules(LIBRARY, "baleares", "boule")
EASY = load_rules(LIBRARY, "puerto-rico", "caribbean-easy-roll")
FORTUNE = {book: load_rules(LIBRARY, book, "big-six") for book in ("baleares", "puerto-rico")}


@pytest.mark.parametrize("number", range(1, 10))
def test_04_v_a_every_boule_bet_on_every_number(number: int) -> None:
    """A number pays 7 to 1; the even chances split 1-4 and 6-9, and none of them knows the 5."""
    oracle = {
        "red": number in (2, 4, 7, 9),
        "black": number in (1, 3, 6, 8),
        "even": number % 2 == 0,
        "odd": number % 2 == 1 and number != 5,
        "low": number < 5,
        "high": number > 5,
    }
    for bet, wins in oracle.items():
        result = boule.settle(BOULE, boule.Throw(winning_number=number, bets=(Bet(bet=bet, stake=Fraction(10)),))).bets[
            0
        ]
        assert (result.result, result.pays) == ((Outcome.WIN, 10) if wins else (Outcome.LOSE, 0)), bet
        assert result.loses + result.returned == 10
    for on in range(1, 10):
        result = boule.settle(
            BOULE, boule.Throw(winning_number=number, bets=(Bet(bet="number", on=on, stake=Fraction(3)),))
        ).bets[0]
        assert (result.result, result.pays) == ((Outcome.WIN, 21) if on == number else (Outcome.LOSE, 0))


def test_04_v_a_every_boule_bet_keeps_a_ninth() -> None:
    assert {edge.edge for edge in boule.edges(BOULE)} == {Fraction(1, 9)}


def test_the_five_announces_no_chance() -> None:
    decision = boule.decide(BOULE, boule.Announcement(number=5))
    assert decision.facts == {"number": 5, "colour": "neither", "even_chances": []}
    assert boule.decide(BOULE, boule.Announcement(number=7)).facts["even_chances"] == ["red", "odd", "high"]


@pytest.mark.parametrize(
    ("book", "cells", "percent"),
    [
        (
            "baleares",
            {"24": 24, "15": 15, "7": 7, "4": 4, "2": 2, "joker-red": 1, "joker-black": 1},
            {"24": "11.11", "15": "16.67", "7": "22.22", "4": "18.52", "2": "22.22", "joker-red": "14.81"},
        ),
        (
            "puerto-rico",
            {"one": 23, "two": 15, "five": 8, "ten": 4, "twenty": 2, "joker": 1, "logo": 1},
            {"one": "14.81", "two": "16.67", "five": "11.11", "ten": "18.52", "twenty": "22.22", "logo": "14.81"},
        ),
    ],
)
def test_big_six_wheel_and_edges(book: str, cells: dict[str, int], percent: dict[str, str]) -> None:
    rules = FORTUNE[book]
    order = wheel.wheel_order(rules)
    assert len(order) == 54
    assert {symbol: order.count(symbol) for symbol in cells} == cells
    first, second = (order.index(symbol) for symbol in list(cells)[-2:])
    assert abs(first - second) == 27  # the single symbols stand opposite each other
    found = {symbol: edge.edge for edge in wheel.edges(rules) for symbol in edge.on}
    for symbol, published in percent.items():
        assert f"{float(found[symbol]) * 100:.2f}" == published


def test_big_six_neighbours_differ() -> None:
    """Evenly spread: only the commonest symbol may stand beside itself, and nothing three times in a row."""
    for rules in FORTUNE.values():
        order = wheel.wheel_order(rules)
        for here, after in zip(order, order[1:] + order[:1], strict=True):
            assert here != after or rules.rules["wheel"]["cells"][here] >= 15
        assert not any(order[i] == order[i - 1] == order[i - 2] for i in range(54))


@pytest.mark.parametrize("book", ["baleares", "puerto-rico"])
def test_every_symbol_on_every_cell(book: str) -> None:
    odds = {"24": 1, "15": 2, "7": 5, "4": 10, "2": 20, "one": 1, "two": 2, "five": 5, "ten": 10, "twenty": 20}
    rules = FORTUNE[book]
    symbols = list(rules.bets["symbol"].pay_table)
    for came in symbols:
        bets = tuple(Bet(bet="symbol", on=symbol, stake=Fraction(2)) for symbol in symbols)
        for result in wheel.settle(rules, wheel.Spin(symbol=came, bets=bets)).bets:
            pays = 2 * odds.get(came, 45) if result.bet.on == came else 0
            assert (result.pays, result.loses) == (pays, 0 if pays else 2)


def test_9_2_pointer_between_two_sections() -> None:
    """L1144-1147: the section that passed, or a void spin, as the sign says; L1143: three turns at least."""
    spin = {"bets": (Bet(bet="symbol", on="two", stake=Fraction(5)),), "pointer": "between", "passed": "two"}
    rules = FORTUNE["puerto-rico"]
    assert wheel.settle(rules, wheel.Spin(**spin)).bets[0].pays == 10
    void = load_rules(LIBRARY, "puerto-rico", "big-six", options={"between-rule": "void"})
    assert wheel.settle(void, wheel.Spin(**spin)).bets[0].result is Outcome.STAND
    for turns, valid in ((2, False), (3, True)):
        asked = wheel.SpinCounts(symbol="ten", turns=turns)
        assert wheel.decide(rules, asked).facts["valid"] is valid


def test_9_3_maximum_payout_system() -> None:
    """L1158: $450 allows $10 at 45 to 1 and $450 at even money; uneven stakes go down to the dollar."""
    rules = FORTUNE["puerto-rico"]
    known = {"minimum": Fraction(1), "maximum": Fraction(500)}
    most = {s: wheel.symbol_bounds(rules, s, known, Fraction(450)).maximum for s in ("one", "two", "twenty", "logo")}
    assert most == {"one": 450, "two": 225, "twenty": 22, "logo": 10}
    with pytest.raises(RequestError, match="must not be above 500"):
        wheel.symbol_bounds(rules, "one", known, Fraction(501))
    with pytest.raises(RequestError, match="no maximum payout"):
        wheel.symbol_bounds(FORTUNE["baleares"], "24", known, Fraction(50))


def test_12_5_lines_push_on_21_and_its_box_wins() -> None:
    bets = (Bet(bet="line-a", stake=Fraction(10)), Bet(bet="combination", on="21", stake=Fraction(5)))
    odds = (easy.LayoutOdds(bet="combination", on="21", odds=easy.Odds.parse("16 to 1")),)
    line, box = easy.settle(EASY, easy.Throw(roll="21", bets=bets, layout_odds=odds)).bets
    assert (line.result, line.returned) == (Outcome.PUSH, 10)
    assert (box.result, box.pays) == (Outcome.WIN, 80)


def test_easy_roll_makes_no_odds_up() -> None:
    box = (Bet(bet="combination", on="66", stake=Fraction(5)),)
    with pytest.raises(RequestError, match="prices nothing"):
        easy.settle(EASY, easy.Throw(roll="66", bets=box))
    with pytest.raises(RequestError, match="does not say what line-b wins on"):
        easy.settle(EASY, easy.Throw(roll="66", bets=(Bet(bet="line-b", stake=Fraction(5)),)))
    assert game("caribbean-easy-roll").edges is None
    assert all(rule.pays is None and not rule.pay_table for rule in EASY.bets.values())


@pytest.mark.parametrize(("results", "keeps"), [(["win"], True), (["push"], True), (["lose"], False), ([], False)])
def test_12_5_who_keeps_the_dice(results: list[str], keeps: bool) -> None:
    assert easy.keeps_dice(EASY, results).facts["shooter_keeps_dice"] is keeps


def test_easy_roll_shooter_with_several_bets_is_an_option() -> None:
    assert easy.keeps_dice(EASY, ["lose", "win"]).facts["shooter_keeps_dice"]
    strict = load_rules(LIBRARY, "puerto-rico", "caribbean-easy-roll", options={"shooter-with-several-bets": "all"})
    assert not easy.keeps_dice(strict, ["lose", "win"]).facts["shooter_keeps_dice"]


@pytest.mark.parametrize("game_id", ["craps", "boule", "big-six", "caribbean-easy-roll"])
def test_rule_files_satisfy_their_engines(game_id: str) -> None:
    """Every choice of every option leaves a file the engine can use."""
    for book in LIBRARY.rulebooks():
        if game_id in LIBRARY.games(book):
            rules = load_rules(LIBRARY, book, game_id)
            assert list(game(game_id).check(rules)) == []
            for option, entry in rules.options.items():
                for choice in entry.choices:
                    changed = load_rules(LIBRARY, book, game_id, options={option: choice})
                    assert list(game(game_id).check(changed)) == [], (book, option, choice)


def limits_of(**question: object) -> dict[str, object]:
    ask = game("boule").asks["limit"]
    return dict(ask.answer(BOULE, read_request(ask, question, "limit")).facts)  # type: ignore[union-attr]


def test_04_v_b_the_maximum_holds_for_each_player_at_the_table() -> None:
    """L454: one player's chips on both layouts count together; different players' never do."""
    number = {"bet": "number", "on": 5, "stake": 50}
    assert limits_of(minimum=2, bets=[{**number, "seat": 1}, {**number, "seat": 2}])["allowed"]
    assert not limits_of(minimum=2, bets=[{**number, "seat": 1}, {**number, "on": "5", "seat": 1}])["allowed"]
    assert limits_of(minimum=2, bets=[{**number, "seat": 1}, {**number, "on": 6, "seat": 1}])["allowed"]


@pytest.mark.parametrize(
    ("minima", "allowed"), [([2, 4], True), ([2], True), ([4, 4], False), ([2, 6], False), ([4], False)]
)
def test_04_v_b_one_layout_always_keeps_the_minimum(minima: list[int], allowed: bool) -> None:
    assert limits_of(minimum=2, layout_minimums=minima)["layouts_allowed"] is allowed


@pytest.mark.parametrize("minimum", [0, -1])
def test_a_minimum_must_be_an_amount(minimum: int) -> None:
    with pytest.raises(RequestError, match="minimum: must be above 0"):
        limits_of(minimum=minimum)


def test_boxes_named_by_numbers_may_be_written_either_way() -> None:
    number = (Bet(bet="number", on="5", stake=Fraction(2)),)
    assert boule.settle(BOULE, boule.Throw(winning_number=5, bets=number)).bets[0].pays == 14
    fortune = wheel.Spin(winning_symbol=24, bets=(Bet(bet="symbol", on=24, stake=Fraction(2)),))
    assert wheel.settle(FORTUNE["baleares"], fortune).bets[0].pays == 2
    odds = (easy.LayoutOdds(bet="combination", on="21", odds=easy.Odds.parse("16 to 1")),)
    box = (Bet(bet="combination", on=21, stake=Fraction(5)),)
    assert easy.settle(EASY, easy.Throw(roll=21, bets=box, layout_odds=odds)).bets[0].pays == 80


def test_a_symbol_at_fault_is_named_by_its_own_field() -> None:
    rules, bets = FORTUNE["puerto-rico"], ()
    for spin, field in (
        (wheel.Spin(bets=bets, winning_symbol="queen"), "winning_symbol"),
        (wheel.Spin(bets=bets, pointer="between", passed="two", next="queen"), "next"),
        (wheel.Spin(bets=bets, symbol="two", winning_symbol="ten"), "winning_symbol"),
    ):
        with pytest.raises(RequestError, match=f"^{field}"):
            wheel.settle(rules, spin)


def test_9_2_the_sign_at_the_table_is_given_as_a_reason_of_the_bet() -> None:
    bets = (Bet(bet="symbol", on="two", stake=Fraction(5)),)
    spin = wheel.Spin(bets=bets, pointer="between", passed="two", next="ten")
    reasons = wheel.settle(FORTUNE["puerto-rico"], spin).bets[0].reasons
    assert [reason.rule for reason in reasons][:2] == ["between-previous", "symbol-came"]


@pytest.mark.parametrize(
    ("bet", "on", "roll", "result"),
    [
        ("double-er", None, "double-er", "win"),
        ("double-er", None, "er-gold", "lose"),
        ("er-gold", None, "er-gold", "win"),
        ("er-silver", None, "er-gold", "lose"),
        ("er-number", 7, "er-7", "win"),
        ("er-number", 7, "er-8", "lose"),
    ],
)
def test_12_2_what_the_easy_roll_boxes_win_on(bet: str, on: int | None, roll: str, result: str) -> None:
    odds = (easy.LayoutOdds(bet=bet, on=on, odds=easy.Odds.parse("16 to 1")),)
    bets = (Bet(bet=bet, on=on, stake=Fraction(5)),)
    assert easy.settle(EASY, easy.Throw(roll=roll, bets=bets, layout_odds=odds)).bets[0].result == result


def test_12_2_a_colour_on_a_double_easy_roll_is_not_said() -> None:
    with pytest.raises(RequestError, match="whether er-gold wins on double-er"):
        easy.settle(EASY, easy.Throw(roll="double-er", bets=(Bet(bet="er-gold", stake=Fraction(5)),)))


@pytest.mark.parametrize(("cap", "allowed"), [(50, True), (49, False), (500, True), (501, False)])
def test_12_7_long_odds_may_be_capped_down_to_a_tenth(cap: int, allowed: bool) -> None:
    question = easy.LimitQuestion(maximum=Fraction(500), long_odds_cap=Fraction(cap))
    facts = easy.limit(EASY, question).facts
    assert (facts["lowest_long_odds_cap"], facts["cap_allowed"]) == (50, allowed)
