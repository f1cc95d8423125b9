"""Boule, big six and Easy Roll: every family, level and regulation makes sound questions."""

from __future__ import annotations

import pytest

from tests.drills.checks import LIBRARY, at_every_level, check_level, check_texts
from tests.loops import loop_over
from trainer.drills import families, family
from trainer.drills.scene import Chips
from trainer.games.big_six import big_six
from trainer.games.rules import load_rules

GAMES = ("boule", "big-six", "caribbean-easy-roll")


@at_every_level(GAMES)
def test_questions_are_sound(rules, one, level) -> None:  # type: ignore[no-untyped-def]
    check_level(rules, one, level)


@loop_over("one", [one for game in GAMES for one in families(game)], ids=lambda one: one.id)
def test_texts(one) -> None:  # type: ignore[no-untyped-def]
    check_texts(one)


def test_the_five_is_drilled_and_its_slips_are_named() -> None:
    rules = load_rules(LIBRARY, "baleares", "boule")
    pay = family("boule", "boule-pay")
    told = {mistake for seed in range(60) for mistake, _ in pay.make(rules, 3, seed).draft.mistakes}
    assert {"five-is-not-odd", "five-halves-nothing", "paid-eight"} <= told


def test_between_two_pins_is_judged_by_the_table_s_own_rule() -> None:
    spin = family("big-six", "wheel-spin")
    for book, options, right in (
        ("puerto-rico", {}, "passed"),
        ("puerto-rico", {"between-rule": "void"}, "again"),
        ("baleares", {}, "again"),
    ):
        rules = load_rules(LIBRARY, book, "big-six", options=options)
        made = [spin.make(rules, 1, seed).draft for seed in range(20)]
        between = [
            draft.solution == "again" for draft in made if draft.prompt.params["what"].id == "wheels.spin.between"
        ]
        assert between and set(between) == {right == "again"}


def test_easy_roll_asks_about_procedure_only() -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "caribbean-easy-roll")
    for one in families("caribbean-easy-roll"):
        for seed in range(10 if one.fits(rules) else 0):
            assert all(reason.rule != "table.reason.pays" for reason in one.make(rules, 1, seed).draft.reasons)


@pytest.mark.parametrize("book", ["baleares", "puerto-rico"])
def test_the_second_level_of_the_spin_has_more_than_one_answer(book: str) -> None:
    rules, spin = load_rules(LIBRARY, book, "big-six"), family("big-six", "wheel-spin")
    answers = {spin.make(rules, 2, seed).draft.solution for seed in range(40)}
    assert "again" in answers and answers - {"again"} <= set(big_six(rules).wheel.cells) and len(answers) > 3


def test_no_stake_lies_below_the_table_s_minimum() -> None:
    rules, pay = load_rules(LIBRARY, "baleares", "boule"), family("boule", "boule-pay")
    for seed in range(60):
        piles = [piece for piece in pay.make(rules, 3, seed).draft.scene.pieces if isinstance(piece, Chips)]
        assert all(pile.value is not None and pile.value >= rules.table.minimum for pile in piles)


def test_an_equally_right_ruling_is_not_a_wrong_answer() -> None:
    rules, throw = (
        load_rules(LIBRARY, "puerto-rico", "caribbean-easy-roll"),
        family("caribbean-easy-roll", "throw-rules"),
    )
    for index in range(len(rules.irregularities)):
        draft = throw.make(rules, 1, index).draft
        data = [rules.irregularities[choice.id].data for choice in draft.form.choices]  # type: ignore[union-attr]
        assert sum(each == rules.irregularities[draft.solution].data for each in data) == 1
