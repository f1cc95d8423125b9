"""Every bet on every number in every regulation, against a small oracle that knows nothing of the engine.

The oracle reasons from the cloth as a picture: a bet's chip lies at a point, and the numbers it touches are the boxes
round that point. Odds come from the old formula 36/n − 1 (and the five-number line's 6), not from the rule files.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.drills.checks import rules_of
from trainer.games.core import Outcome
from trainer.games.roulette.figures import wheel
from trainer.games.roulette.layout import bet_of_spot, spots
from trainer.games.roulette.settle import RouletteBet, Spin, settle
from trainer.rulebooks import GameRules

RULES = rules_of(("roulette-french", "roulette-american"))
IDS = [f"{rules.rulebook}-{rules.game}-{rules.variant}" for rules in RULES]
REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
HALF_ON_ZERO = {("baleares", "roulette-american"), ("bolivia", "roulette-american")}
PRISON = {("baleares", "roulette-french"), ("bolivia", "roulette-french")}


def touched_boxes() -> dict[frozenset[str], str]:
    """Inside bets of 1–36 from geometry: boxes are unit squares, a chip touches the boxes whose closure it lies in."""
    found: dict[frozenset[str], str] = {}
    kinds = {1: "straight-up", 2: "split", 4: "corner"}
    for x, y in product([c / 2 for c in range(1, 6)], [r / 2 for r in range(1, 24)]):
        boxes = frozenset(
            str(3 * row + column + 1)
            for row in range(12)
            for column in range(3)
            if column <= x <= column + 1 and row <= y <= row + 1
        )
        found[boxes] = kinds[len(boxes)]
    for row in range(12):
        found[frozenset(str(3 * row + c) for c in (1, 2, 3))] = "street"
        if row < 11:
            found[frozenset(str(3 * row + c) for c in range(1, 7))] = "six-line"
    return found


def zero_boxes(double: bool) -> dict[frozenset[str], str]:
    """Inside bets with zeros: 0 above 1–3; with a double zero, 0 above 1 and half of 2, 00 above 3 and half of 2."""
    one = [("0",)] + [("0", n) for n in "123"] + [("0", "1", "2"), ("0", "2", "3"), ("0", "1", "2", "3")]
    two = [("0",), ("00",), ("0", "00"), ("0", "1"), ("0", "2"), ("00", "2"), ("00", "3")]
    two += [("0", "1", "2"), ("0", "00", "2"), ("00", "2", "3"), ("0", "00", "1", "2", "3")]
    kinds = {1: "straight-up", 2: "split", 3: "street", 4: "corner", 5: "five-number"}
    return {frozenset(numbers): kinds[len(numbers)] for numbers in (two if double else one)}


def oracle_numbers(name: str) -> set[str]:
    """What an outside bet covers, said in arithmetic."""
    bet, on = bet_of_spot(name)
    parts = on if isinstance(on, list) else [on]
    tests = {
        "red": lambda n: n in REDS,
        "black": lambda n: n not in REDS,
        "even": lambda n: n % 2 == 0,
        "odd": lambda n: n % 2 == 1,
        "low": lambda n: n <= 18,
        "high": lambda n: n >= 19,
        "column": lambda n: (n % 3 or 3) in parts,
        "double-column": lambda n: (n % 3 or 3) in parts,
        "dozen": lambda n: -(-n // 12) in parts,
        "double-dozen": lambda n: -(-n // 12) in parts,
    }
    return {str(n) for n in range(1, 37) if tests[bet](n)}


@pytest.mark.parametrize("rules", RULES, ids=IDS)
def test_the_cloth_has_exactly_the_bets_that_geometry_gives(rules: GameRules) -> None:
    double = "00" in wheel(rules)
    expected = {**touched_boxes(), **zero_boxes(double)}
    inside = [name for name in spots(rules) if ":" in name or name == "five-number"]
    inside = [name for name in inside if bet_of_spot(name)[0] in set(expected.values())]
    got = {
        frozenset(
            ("0", "00", "1", "2", "3") if name == "five-number" else name.partition(":")[2].split("-")
        ): name.partition(":")[0]
        for name in inside
    }
    assert got == expected


@pytest.mark.parametrize("rules", RULES, ids=IDS)
def test_every_bet_on_every_number(rules: GameRules) -> None:
    stake = Fraction(20)
    key = (rules.rulebook, rules.game)
    for name in spots(rules):
        bet, on = bet_of_spot(name)
        if name == "five-number":
            numbers = {"0", "00", "1", "2", "3"}
        elif isinstance(on, list) and isinstance(on[0], str):
            numbers = set(on)
        else:
            numbers = oracle_numbers(name)
        odds = Fraction(6) if name == "five-number" else Fraction(36, len(numbers)) - 1
        for number in wheel(rules).order:
            spin = Spin(winning_number=number, bets=(RouletteBet(bet=bet, on=on, stake=stake, choice=_choice(rules)),))
            result = settle(rules, spin).bets[0]
            where = f"{name} on {number}"
            assert result.loses + result.returned + result.stays == stake, where
            assert result.reasons and all(reason.cite for reason in result.reasons), where
            if number in numbers:
                assert (result.result, result.pays) == (Outcome.WIN, stake * odds), where
            elif number in ("0", "00") and len(numbers) == 18 and key in HALF_ON_ZERO | PRISON:
                assert (result.result, result.pays, result.loses) == (Outcome.LOSE, 0, stake / 2), where
            else:
                assert (result.result, result.pays, result.loses) == (Outcome.LOSE, 0, stake), where


def _choice(rules: GameRules) -> str | None:
    return "withdraw" if (rules.rulebook, rules.game) in PRISON else None


@pytest.mark.parametrize("rules", RULES, ids=IDS)
def test_expected_return_is_theory(rules: GameRules) -> None:
    """−1/37 and −2/38 on every bet, −3/38 on the five numbers, half of it where zero takes half."""
    pockets = len(wheel(rules).order)
    zeros = pockets - 36
    for name in spots(rules):
        bet, on = bet_of_spot(name)
        total = Fraction(0)
        for number in wheel(rules).order:
            placed = RouletteBet(bet=bet, on=on, stake=Fraction(20), choice=_choice(rules))
            result = settle(rules, Spin(winning_number=number, bets=(placed,))).bets[0]
            total += result.pays - result.loses
        edge = total / 20 / pockets
        even_with_half = bet in ("red", "black", "even", "odd", "low", "high") and (
            (rules.rulebook, rules.game) in HALF_ON_ZERO | PRISON
        )
        if name == "five-number":
            assert edge == Fraction(-3, 38)
        elif even_with_half:
            assert edge == Fraction(-zeros, 2 * pockets)
        else:
            assert edge == Fraction(-zeros, pockets), name


def test_prison_value_is_a_fair_game_until_it_ends() -> None:
    """In prison at a single zero: bolivia loses a second zero whole, so its edge is above the half rule's 1/74."""
    rules = next(r for r in RULES if (r.rulebook, r.game) == ("bolivia", "roulette-french"))
    freed = lost = 0
    for number in wheel(rules).order:
        bet = RouletteBet(bet="red", stake=Fraction(20), in_prison=True)
        result = settle(rules, Spin(winning_number=number, bets=(bet,))).bets[0]
        freed += result.result is Outcome.PUSH
        lost += result.result is Outcome.LOSE
        assert result.pays == 0
    assert (freed, lost) == (18, 19)


def test_prison_of_baleares_halves_at_every_zero() -> None:
    """01.IV.1 L152-154: ½, ¼, ⅛ … of the stake at the first, second, third zero of the last spin."""
    rules = next(r for r in RULES if (r.rulebook, r.game) == ("baleares", "roulette-french"))
    for zeros in range(1, 6):
        bet = RouletteBet(bet="low", stake=Fraction(64), in_prison=zeros > 1, zeros_met=zeros)
        result = settle(rules, Spin(winning_number="0", bets=(bet,), last_spin=True)).bets[0]
        assert result.returned == Fraction(64, 2**zeros)
