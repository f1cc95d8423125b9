"""Every craps bet on all 36 rolls in every state, against an oracle that knows nothing of the engine.

The oracle is a list of plain sentences about totals, written from the regulations' prose; its odds are typed from the
regulations' pay tables and not read from the rule files.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from trainer.equipment.dice import Roll
from trainer.games.core import Outcome
from trainer.games.craps.layout import CrapsBet, selections
from trainer.games.craps.settle import Round, settle
from trainer.games.craps.throw import Throw, settle_bet
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

BOOKS = ("arica", "puerto-rico", "baleares", "bolivia")
RULES = {book: load_rules(shipped_library(), book, "craps") for book in BOOKS}
POINTS = (4, 5, 6, 8, 9, 10)
STAKE = Fraction(2640)  # every bet is paid without a fraction
TRUE = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5), 8: Fraction(6, 5), 9: Fraction(3, 2), 10: Fraction(2)}
PLACE = {
    4: Fraction(9, 5),
    5: Fraction(7, 5),
    6: Fraction(7, 6),
    8: Fraction(7, 6),
    9: Fraction(7, 5),
    10: Fraction(9, 5),
}
WRONG = {
    4: Fraction(5, 11),
    5: Fraction(5, 8),
    6: Fraction(4, 5),
    8: Fraction(4, 5),
    9: Fraction(5, 8),
    10: Fraction(5, 11),
}
HARD = {book: {4: 7, 6: 9, 8: 9, 10: 7} for book in BOOKS} | {"bolivia": {4: 8, 6: 10, 8: 10, 10: 8}}
SEVEN = dict.fromkeys(BOOKS, 4) | {"bolivia": 5}

# What an oracle says: how the bet ends, what a stake of one is paid, and where it moves.
Verdict = tuple[str, Fraction, int | None]
STAYS: Verdict = ("stand", Fraction(0), None)
LOST: Verdict = ("lose", Fraction(0), None)


def won(odds: Fraction | int) -> Verdict:
    return "win", Fraction(odds), None


def for_number(number: int, total: int, odds: Fraction) -> Verdict:
    return won(odds) if total == number else LOST if total == 7 else STAYS


def against_number(number: int, total: int, odds: Fraction) -> Verdict:
    return won(odds) if total == 7 else LOST if total == number else STAYS


def pass_like(total: int, point: int | None) -> Verdict:
    if point is not None:
        return for_number(point, total, Fraction(1))
    return won(1) if total in (7, 11) else LOST if total in (2, 3, 12) else STAYS


def dont_like(total: int, point: int | None) -> Verdict:
    if point is not None:
        return against_number(point, total, Fraction(1))
    if total == 12:
        return "push", Fraction(0), None
    return won(1) if total in (2, 3) else LOST if total in (7, 11) else STAYS


def moving(verdict: Verdict, total: int) -> Verdict:
    return ("stand", Fraction(0), total) if verdict == STAYS else verdict


def one_roll(total: int, prices: dict[int, int]) -> Verdict:
    return won(prices[total]) if total in prices else LOST


FIELD = {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2}
ONE_ROLL: dict[str, dict[int, int]] = {
    "field": FIELD,
    "any-craps": {2: 7, 3: 7, 12: 7},
    "craps-2": {2: 30},
    "craps-3": {3: 15},
    "craps-12": {12: 30},
    "eleven": {11: 15},
    "craps-eleven": {2: 3, 3: 3, 12: 3, 11: 7},
    "horn": {2: 4, 3: 4, 11: 4, 12: 4},
    "over-7": dict.fromkeys(range(8, 13), 1),
    "under-7": dict.fromkeys(range(2, 7), 1),
}


def oracle(book: str, bet: str, on: Any, a: int, b: int, point: int | None) -> Verdict:
    total = a + b
    if bet in ONE_ROLL:
        return one_roll(total, ONE_ROLL[bet])
    if bet == "any-seven":
        return one_roll(total, {7: SEVEN[book]})
    if bet == "hop":
        return won(30 if a == b else 15) if {a, b} == set(on) and (a == b) == (on[0] == on[1]) else LOST
    if bet == "hardway":
        if book == "arica" and point is None:  # IV.1.5 L1816: they do not play until a point is set
            return STAYS
        if total == on:
            return won(HARD[book][on]) if a == b else LOST
        return LOST if total == 7 else STAYS
    table = {
        "pass-line": lambda: pass_like(total, point),
        "dont-pass": lambda: dont_like(total, point),
        "come": lambda: moving(pass_like(total, None), total),
        "dont-come": lambda: moving(dont_like(total, None), total),
        "come-point": lambda: for_number(on, total, Fraction(1)),
        "dont-come-point": lambda: against_number(on, total, Fraction(1)),
        "pass-odds": lambda: for_number(point or 0, total, TRUE[point or 4]),
        "dont-pass-odds": lambda: against_number(point or 0, total, 1 / TRUE[point or 4]),
        "come-odds": lambda: for_number(on, total, TRUE[on]),
        "dont-come-odds": lambda: against_number(on, total, 1 / TRUE[on]),
        "place": lambda: for_number(on, total, PLACE[on]),
        "place-lose": lambda: against_number(on, total, WRONG[on]),
        "buy": lambda: for_number(on, total, TRUE[on]),
        "lay": lambda: against_number(on, total, 1 / TRUE[on]),
        "big-6": lambda: for_number(6, total, Fraction(1)),
        "big-8": lambda: for_number(8, total, Fraction(1)),
    }
    return table[bet]()


def states(rules: GameRules) -> Iterator[tuple[str, Any, int | None]]:
    for bet in rules.bets:
        if bet in ("all-small", "all-tall", "make-em-all"):
            continue
        for on, point in product(selections(rules, bet), (None, *POINTS)):
            if point is not None or bet not in ("pass-odds", "dont-pass-odds"):
                yield bet, on, point


@pytest.mark.parametrize("book", BOOKS)
def test_every_bet_on_every_roll_in_every_state(book: str) -> None:
    rules = RULES[book]
    seen = 0
    for bet, on, point in states(rules):
        for a, b in product(range(1, 7), repeat=2):
            result = settle_bet(rules, CrapsBet(bet=bet, on=on, stake=STAKE), Throw(Roll((a, b)), point))
            how, odds, moves_to = oracle(book, bet, on, a, b, point)
            where = f"{bet} on {on}, point {point}, {a}-{b}"
            assert (result.result.value, result.pays) == (how, STAKE * odds), where
            assert result.facts.get("moves_to") == moves_to, where
            assert result.loses + result.returned + result.stays == STAKE, where
            assert result.loses == (STAKE if how == "lose" else 0), where
            assert result.reasons and all(reason.cite for reason in result.reasons), where
            seen += 1
    assert seen > 36 * 7 * 20


def test_bonus_bets_on_every_set_of_marks() -> None:
    """3.7 L289-295: complete pays at once, any 7 takes, a repeat changes nothing. All 1024 sets of lammers."""
    rules = RULES["puerto-rico"]
    needs = {"all-small": {2, 3, 4, 5, 6}, "all-tall": {8, 9, 10, 11, 12}}
    needs["make-em-all"] = needs["all-small"] | needs["all-tall"]
    price = {"all-small": 34, "all-tall": 34, "make-em-all": 175}
    numbers = sorted(needs["make-em-all"])
    for bits in range(1024):
        marked = {number for index, number in enumerate(numbers) if bits >> index & 1}
        for bet, need in needs.items():
            for total in range(2, 13):
                roll = Roll((max(1, total - 6), min(6, total - 1)))
                if need <= marked:
                    continue  # such a bet was paid and taken down before
                result = settle_bet(rules, CrapsBet(bet=bet, stake=Fraction(1)), Throw(roll, None, frozenset(marked)))
                if total == 7:
                    assert result.result is Outcome.LOSE and result.loses == 1
                elif need <= marked | {total}:
                    assert result.result is Outcome.WIN and result.pays == price[bet] and result.returned == 1
                else:
                    assert result.result is Outcome.STAND and result.stays == 1


def test_seccion_3_8_operator_may_bar_the_aces_instead() -> None:
    rules = load_rules(shipped_library(), "puerto-rico", "craps", options={"barred": "1-1"})
    for roll, how in ((Roll((1, 1)), "push"), (Roll((6, 6)), "win"), (Roll((1, 2)), "win")):
        assert settle_bet(rules, CrapsBet(bet="dont-pass", stake=Fraction(5)), Throw(roll)).result.value == how
        assert settle_bet(rules, CrapsBet(bet="dont-come", stake=Fraction(5)), Throw(roll, 6)).result.value == how


@pytest.mark.parametrize(("stake", "pays"), [(1, 1), (5, 5), (6, 7), (7, 8), (11, 12), (12, 14), (30, 35)])
def test_seccion_3_6_place_six_pays_even_below_six_dollars(stake: int, pays: int) -> None:
    """3.6 L253: even money below $6; above it, down to the dollar, every full $6 at 7 to 6 and the rest even."""
    for number in (6, 8):
        result = settle_bet(
            RULES["puerto-rico"],
            CrapsBet(bet="place", on=number, stake=Fraction(stake)),
            Throw(Roll((number - 3, 3)), 5),
        )
        assert result.pays == pays


@pytest.mark.parametrize("book", BOOKS)
def test_an_exact_unit_is_paid_without_rounding(book: str) -> None:
    """On stakes of 5, 5, 6 and 11, 8, 5 the place bets pay whole; one more chip is rounded down and says so."""
    rules = RULES[book]
    for number, unit in {4: 5, 5: 5, 6: 6, 8: 6, 9: 5, 10: 5}.items():
        roll = Roll((number // 2, number - number // 2))
        exact = settle_bet(
            rules, CrapsBet(bet="place", on=number, stake=Fraction(unit)), Throw(roll, 4 if number > 4 else 5)
        )
        assert exact.pays == PLACE[number] * unit
        assert "rounded" not in [reason.rule for reason in exact.reasons]
        more = settle_bet(rules, CrapsBet(bet="place", on=number, stake=Fraction(unit + 1)), Throw(roll, 4))
        assert more.pays <= PLACE[number] * (unit + 1)
        cut = more.pays != PLACE[number] * (unit + 1)
        assert ("rounded" in [reason.rule for reason in more.reasons]) == cut


def test_four_way_horn_is_four_quarters() -> None:
    rules = load_rules(shipped_library(), "baleares", "craps", options={"horn": "four-way"})
    horn = CrapsBet(bet="horn", stake=Fraction(8))
    for faces, pays in (((1, 1), 60), ((6, 6), 60), ((1, 2), 30), ((5, 6), 30)):
        result = settle_bet(rules, horn, Throw(Roll(faces)))
        assert result.pays == pays and result.loses == 6 and result.returned == 2
    assert settle_bet(rules, horn, Throw(Roll((3, 4)))).loses == 8


def test_come_odds_that_are_off_go_back_on_a_come_out_seven() -> None:
    rules = load_rules(shipped_library(), "baleares", "craps", options={"off-on-come-out": "yes"})
    bets = (
        CrapsBet(bet="come-point", on=5, stake=Fraction(10)),
        CrapsBet(bet="come-odds", on=5, stake=Fraction(10)),
        CrapsBet(bet="place", on=6, stake=Fraction(12)),
        CrapsBet(bet="hardway", on=8, stake=Fraction(2)),
    )
    results = settle(rules, Round(bets=bets, dice=(3, 4))).bets
    assert [result.result.value for result in results] == ["lose", "push", "stand", "stand"]
    assert results[1].returned == 10


def test_a_hand_of_several_throws_pays_each_time_and_ends_with_the_seven() -> None:
    """A place 6 that stays up is paid twice before the seven takes it."""
    asked = Round(
        bets=(CrapsBet(bet="place", on=6, stake=Fraction(12)), CrapsBet(bet="pass-line", stake=Fraction(10))),
        rolls=((5, 3), (4, 2), (3, 3), (2, 2), (6, 1)),
    )
    place, line = settle(RULES["bolivia"], asked).bets
    assert place.result is Outcome.LOSE and place.pays == 28 and place.loses == 12
    assert line.result is Outcome.LOSE and line.pays == 0 and line.loses == 10
