"""Drills of boule, big six and Easy Roll: every family, level and regulation makes sound questions."""

from __future__ import annotations

import pytest

from tests.drills.checks import LIBRARY, check_level, check_texts, levels_of
from trainer.drills import families, family

GAMES = ("boule", "big-six", "caribbean-easy-roll")
LEVELS = levels_of(GAMES)


@pytest.mark.parametrize(
    ("rules", "one", "level"), LEVELS, ids=[f"{r.rulebook}-{r.game}-{f.id}-{n}" for r, f, n in LEVELS]
)
def test_questions_are_sound(rules, one, level) -> None:  # type: ignore[no-untyped-def]
    check_level(rules, one, level, range(40))


@pytest.mark.parametrize("one", [one for game in GAMES for one in families(game)], ids=lambda one: one.id)
def test_texts(one) -> None:  # type: ignore[no-untyped-def]
    check_texts(one)


def test_the_five_is_drilled_and_its_slips_are_named() -> None:
    rules = LIBRARY.load("baleares", "boule")
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
        rules = LIBRARY.load(book, "big-six", options=options)
        assert {spin.make(rules, 1, seed).draft.solution for seed in range(20)} == {right}


def test_easy_roll_asks_about_procedure_only() -> None:
    rules = LIBRARY.load("puerto-rico", "caribbean-easy-roll")
    for one in families("caribbean-easy-roll"):
        for seed in range(10):
            assert all(reason.rule != "table.reason.pays" for reason in one.make(rules, 1, seed).draft.reasons)
