"""Figures as people type them, by language."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.loops import loop_over
from trainer.drills.forms import AmountForm, AnswerError, ChipsForm, SpotsForm
from trainer.equipment import NotReadableError
from trainer.texts import Language
from trainer.texts.messages import number
from trainer.texts.numbers import read_figure

ES, EN = Language.ES, Language.EN


@loop_over(
    ("text", "spanish", "english"),
    [
        # one sign before three digits can be read in two ways: the language decides
        ("4.000", 4000, 4),
        ("4,000", 4, 4000),
        ("1.500", 1500, Fraction(3, 2)),
        ("12,345", Fraction(12345, 1000), 12345),
        # everything else can be read in one way only
        ("12,50", Fraction(25, 2), Fraction(25, 2)),
        ("12.50", Fraction(25, 2), Fraction(25, 2)),
        ("12.5", Fraction(25, 2), Fraction(25, 2)),
        ("0.125", Fraction(1, 8), Fraction(1, 8)),
        ("0,125", Fraction(1, 8), Fraction(1, 8)),
        ("1234.567", Fraction(1234567, 1000), Fraction(1234567, 1000)),
        ("1.234.567", 1234567, 1234567),
        ("1,234,567", 1234567, 1234567),
        ("1.234,56", Fraction(123456, 100), Fraction(123456, 100)),
        ("1,234.56", Fraction(123456, 100), Fraction(123456, 100)),
        ("12.", 12, 12),
        (",5", Fraction(1, 2), Fraction(1, 2)),
        ("-2.500", -2500, Fraction(-5, 2)),
        ("−35", -35, -35),
        ("1/3", Fraction(1, 3), Fraction(1, 3)),
        ("175", 175, 175),
        # thousands that stand apart
        ("1 000", 1000, 1000),
        ("-1\u202f234\u202f567", -1234567, -1234567),
        ("12\u00a0000,5", Fraction(24001, 2), Fraction(24001, 2)),
        ("4\u2009000.5", Fraction(8001, 2), Fraction(8001, 2)),
    ],
)
def test_a_figure_is_read_in_the_one_way_it_can_be_or_as_the_language_says(
    text: str, spanish: int | Fraction, english: int | Fraction
) -> None:
    assert (read_figure(text, ES), read_figure(text, EN)) == (spanish, english)


def test_thousands_with_a_digit_too_many_are_no_figure_rather_than_a_small_one() -> None:
    for text, language in (("4.0000", ES), ("4,0000", EN), ("12.34567", ES)):
        with pytest.raises(NotReadableError):
            read_figure(text, language)
    assert read_figure("4,0000", ES) == read_figure("4.0000", EN) == 4


@loop_over("language", Language)
@loop_over(
    "text",
    [
        *("", "-", ".", "1.23.456", "1..5", "1,2.3,4", "1.23,456.7", "1/0", "1,5/2", "1e5", "ocho", "12 50"),
        *("0.123.456", "1 00", "1  000", "0 125", "1 000\u2009000"),
    ],
)
def test_what_can_be_read_in_no_way_is_no_figure(text: str, language: Language) -> None:
    with pytest.raises(NotReadableError):
        read_figure(text, language)


@given(st.fractions(min_value=-(10**9), max_value=10**9), st.sampled_from(Language))
def test_what_the_program_prints_it_reads_back(value: Fraction, language: Language) -> None:
    for printed in (value, Fraction(round(value * 100), 100), Fraction(round(value))):
        assert read_figure(number(printed, language), language) == printed


def test_only_figures_are_read_by_language() -> None:
    assert AmountForm(labels=("a", "b")).parse_typed(" 4.000; 12,50\n", ES) == "4000 12.50"
    assert AmountForm().parse_typed("1 000,5", ES) == "1000.50"
    assert AmountForm(labels=("a", "b")).parse_typed("1 000", ES) == "1 0", "a usual space parts two figures"
    assert AmountForm(labels=("a", "b")).parse_typed("1 000; 5", ES) == "1000 5"
    assert AmountForm(labels=("a", "b")).parse_typed("1\u202f000 5", ES) == "1000 5"
    assert ChipsForm(rack=()).parse_typed("2x1.000", ES) == "2x1000"
    assert SpotsForm(spots=()).parse_typed("split:14-17 red\n", ES) == "split:14-17 red"
    with pytest.raises(AnswerError):
        AmountForm().parse_typed("4.00.0", ES)
