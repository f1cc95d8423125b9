"""Craps drills: every family, level and regulation makes sound questions, and slips are called by their names."""

from __future__ import annotations

import pytest

from tests.drills.checks import LIBRARY, check_level, check_texts, levels_of
from trainer.drills import families, family

LEVELS = levels_of(("craps",))


@pytest.mark.parametrize(
    ("rules", "one", "level"), LEVELS, ids=[f"{r.rulebook}-{r.variant}-{f.id}-{n}" for r, f, n in LEVELS]
)
def test_questions_are_sound(rules, one, level) -> None:  # type: ignore[no-untyped-def]
    check_level(rules, one, level, range(20))


@pytest.mark.parametrize("one", families("craps"), ids=lambda one: one.id)
def test_texts(one) -> None:  # type: ignore[no-untyped-def]
    check_texts(one)


@pytest.mark.parametrize(
    ("book", "absent"),
    [
        ("arica", {"commission", "bonus-craps", "odds-maximum", "bet-caps"}),
        ("bolivia", {"commission", "bonus-craps", "odds-maximum", "bet-caps"}),
        ("baleares", {"commission", "bonus-craps"}),
        ("puerto-rico", {"horn"}),
    ],
)
def test_drills_follow_what_the_regulation_offers(book: str, absent: set[str]) -> None:
    rules = LIBRARY.load(book, "craps")
    assert {one.id for one in families("craps") if not one.fits(rules)} == absent


def test_options_bring_their_drills() -> None:
    for option, choice, drill in (("buy-lay", "true-odds-5", "commission"), ("odds-max", "double", "odds-maximum")):
        rules = LIBRARY.load("arica", "craps", options={option: choice})
        one = family("craps", drill)
        assert one.fits(rules)
        for level in range(1, len(one.levels) + 1):
            check_level(rules, one, level, range(10))


def test_four_way_horn_is_drilled_in_quarters() -> None:
    rules = LIBRARY.load("bolivia", "craps", options={"horn": "four-way"})
    horn = family("craps", "horn")
    check_level(rules, horn, 1, range(20))
    question = horn.make(rules, 1, 5)
    flat = dict(question.draft.mistakes).get("flat-horn")
    assert flat is not None and horn.mark(question, flat).mistake == "craps.mistake.flat-horn"


def test_named_mistakes_are_told() -> None:
    """A place bet paid as odds, a new come bet taken on the seven: each is called by its name."""
    rules = LIBRARY.load("baleares", "craps")
    units = family("craps", "bet-units")
    named = {
        units.mark(question, wrong).mistake
        for seed in range(30)
        for question in [units.make(rules, 1, seed)]
        for mistake, wrong in question.draft.mistakes
    }
    assert "craps.mistake.true-odds-on-place" in named
    seven = family("craps", "seven-out")
    told = {mistake for seed in range(60) for mistake, _ in seven.make(rules, 2, seed).draft.mistakes}
    assert {"took-the-new-come", "took-the-donts", "took-the-seven", "left-numbers", "left-line"} <= told


def test_a_hand_gets_time_for_each_throw() -> None:
    rules = LIBRARY.load("arica", "craps")
    hand = family("craps", "whole-hand")
    for seed in range(10):
        question = hand.make(rules, 3, seed)
        assert question.target_seconds == 10.0 * len(question.draft.solution.split())
