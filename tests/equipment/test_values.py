"""Every value of the equipment prints what it parses, and refuses nonsense with a cure."""

from __future__ import annotations

import random
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.equipment import NotReadableError
from trainer.equipment.cards import DECK, DECK_WITH_JOKER, Card, parse_cards, print_cards
from trainer.equipment.chips import ChipSet, Stack
from trainer.equipment.dice import ALL_ROLLS, Roll
from trainer.equipment.money import LARGEST, Rounding, parse_amount, print_amount
from trainer.equipment.odds import Odds
from trainer.equipment.shoe import Shoe
from trainer.equipment.tiles import TILE_SET, Tile, parse_tiles, print_tiles
from trainer.equipment.wheel import DOUBLE_ZERO, SINGLE_ZERO, WHEELS, Colour, Wheel, colour_of

amounts = st.fractions(min_value=0, max_value=10**9, max_denominator=10**6)
positive = st.integers(1, 10**6).map(Fraction)


@given(st.fractions(-LARGEST, LARGEST, max_denominator=10**6))
def test_amounts_print_what_they_parse(amount: Fraction) -> None:
    assert parse_amount(print_amount(amount)) == amount


@given(st.sampled_from(["down", "up", "nearest"]), positive, st.integers(1, 4), amounts)
def test_rounding_reaches_a_multiple_less_than_one_unit_away(way: str, unit: Fraction, parts: int, amount) -> None:  # type: ignore[no-untyped-def]
    rounding = Rounding.parse(f"{way} to {print_amount(unit / parts)}" if parts in (1, 2, 4) else f"{way} to 1")
    assert Rounding.parse(str(rounding)) == rounding
    rounded = rounding.apply(amount)
    assert (rounded / rounding.unit).denominator == 1
    assert abs(rounded - amount) < rounding.unit
    assert rounding.apply(-amount) == -rounded
    if way == "down":
        assert rounded <= amount
    if way == "up":
        assert rounded >= amount


@given(st.integers(1, 1000), st.integers(1, 100), st.sampled_from(["to", "for"]), amounts)
def test_odds_print_what_they_parse_and_pay_in_proportion(win: int, stake: int, kind: str, amount: Fraction) -> None:
    if kind == "for" and win < stake:
        win, stake = stake, win
    odds = Odds.parse(f"{win} {kind} {stake}")
    assert Odds.parse(str(odds)) == odds
    paid = odds.pays(amount) + (amount if kind == "for" else 0)
    assert paid * stake == amount * win


@pytest.mark.parametrize("text", ["35", "35 to", "to 1", "3 to 0", "1 for 2", "-1 to 1", "1:2"])
def test_odds_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="odds"):
        Odds.parse(text)


@given(st.lists(st.sampled_from(DECK_WITH_JOKER)))
def test_cards_print_what_they_parse(cards: list[Card]) -> None:
    assert parse_cards(print_cards(cards)) == tuple(cards)


def test_a_deck_has_52_different_cards_of_value_340() -> None:
    assert len(set(DECK)) == 52
    assert sum(card.pips for card in DECK) == 4 * (sum(range(1, 11)) + 30)


@given(st.integers(0, 2**32), st.integers(1, 8), st.integers(0, 52))
def test_a_shoe_prints_what_it_parses_and_loses_no_card(seed: int, decks: int, behind: int) -> None:
    shoe = Shoe.shuffled(random.Random(seed), decks, behind)
    assert Shoe.parse(str(shoe)) == shoe
    drawn, rest = shoe.draw_many(len(shoe) - behind)
    assert drawn + rest.cards == shoe.cards
    assert rest.cut_card_is_next == (behind > 0)
    assert sorted(map(str, shoe.cards)) == sorted(map(str, DECK * decks))


@given(st.lists(st.integers(1, 6), min_size=1, max_size=5))
def test_rolls_print_what_they_parse(faces: list[int]) -> None:
    roll = Roll(tuple(faces))
    assert Roll.parse(str(roll)) == roll
    assert roll.total == sum(faces)


def test_two_dice_have_36_rolls_with_the_known_totals() -> None:
    assert [sum(roll.total == total for roll in ALL_ROLLS) for total in range(2, 13)] == [
        1,
        2,
        3,
        4,
        5,
        6,
        5,
        4,
        3,
        2,
        1,
    ]


@given(st.lists(st.sampled_from(TILE_SET)))
def test_tiles_print_what_they_parse(tiles: list[Tile]) -> None:
    assert parse_tiles(print_tiles(tiles)) == tuple(tiles)


def test_the_32_tiles_have_227_pips_and_their_reds() -> None:
    assert len(TILE_SET) == 32
    assert sum(tile.pips for tile in TILE_SET) == 227
    assert Tile.parse("6-6").red_pips(6) == 3
    assert [Tile.parse("1-4").red_pips(end) for end in (1, 4)] == [1, 4]


stacks = st.dictionaries(positive, st.integers(0, 40), max_size=6).map(Stack.of)


@given(stacks, stacks)
def test_stacks_print_what_they_parse_and_add_up(first: Stack, second: Stack) -> None:
    assert Stack.parse(str(first)) == first
    both = first + second
    assert both.value == first.value + second.value
    assert both.chips == first.chips + second.chips


CASH = ChipSet.parse("1000 orange, 500 purple, 100 black, 25 green, 5 red, 1 white")


@given(st.integers(0, 10**6))
def test_an_amount_is_cut_into_the_fewest_chips(amount: int) -> None:
    stack = CASH.cut(Fraction(amount))
    assert stack.value == amount
    assert ChipSet.parse(str(CASH)) == CASH
    for larger, (value, count) in zip(
        (None, *CASH.values), [(v, dict(stack.counts).get(v, 0)) for v in CASH.values], strict=False
    ):
        assert larger is None or value * count < larger


def test_an_amount_no_chips_make_is_refused() -> None:
    with pytest.raises(ValueError, match="smallest is 1"):
        CASH.cut(Fraction(1, 2))


@pytest.mark.parametrize("wheel", WHEELS.values(), ids=str)
def test_wheels(wheel: Wheel) -> None:
    assert Wheel.parse(str(wheel)) == wheel
    numbers = {*map(str, range(1, 37)), *wheel.zeros}
    assert set(wheel.order) == numbers and len(wheel.order) == len(numbers)
    for number in wheel.order:
        assert wheel.step(wheel.step(number, 5), -5) == number
        assert wheel.neighbours(number, 1)[1] == number
        colours = [colour_of(each) for each in wheel.neighbours(number, 1)]
        if Colour.GREEN not in colours:
            assert colours[0] != colours[1] != colours[2], number


def test_neighbours_the_regulation_prints() -> None:
    """Baleares 02.IV L244, L262: 0 with 3, 15, 26, 32; 17 with 2, 6, 25, 34."""
    assert set(SINGLE_ZERO.neighbours("0")) == {"0", "3", "15", "26", "32"}
    assert set(SINGLE_ZERO.neighbours("17")) == {"2", "6", "17", "25", "34"}


def test_no_consecutive_numbers_are_neighbours_on_the_single_zero_wheel() -> None:
    """Baleares 01.II L90."""
    for number in SINGLE_ZERO.order[1:]:
        assert abs(int(SINGLE_ZERO.step(number, 1)) - int(number)) != 1


def test_opposite_numbers_of_the_double_zero_wheel_are_consecutive() -> None:
    for odd in range(1, 36, 2):
        assert DOUBLE_ZERO.step(str(odd), 19) == str(odd + 1)


def test_sectors_run_clockwise() -> None:
    assert SINGLE_ZERO.sector("22", "25")[:4] == ("22", "18", "29", "7")
    assert len(SINGLE_ZERO.sector("22", "25")) == 17
    assert len(SINGLE_ZERO.sector("27", "33")) == 12


def test_a_date_which_toml_has_as_well_is_no_amount() -> None:
    with pytest.raises(NotReadableError):
        parse_amount(date(2026, 1, 1))  # type: ignore[arg-type]
