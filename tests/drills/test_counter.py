"""Games without a dealer: sound questions in every game that has them."""

from __future__ import annotations

import pytest

from tests.drills.checks import LIBRARY, at_every_level, check_level, check_texts
from tests.drills.question_cache import made
from trainer.drills import families, family
from trainer.drills.core import Family
from trainer.games.counter.figures import counter
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules

GAMES = ("gaming-machines", "lottery", "instant-lottery", "lototrot", "promotrot")


@at_every_level(GAMES)
def test_questions_are_sound(rules: GameRules, one: Family, level: int) -> None:
    check_level(rules, one, level)


@pytest.mark.parametrize("one", families("lototrot"), ids=lambda one: one.id)
def test_texts(one: Family) -> None:
    check_texts(one)


@pytest.mark.parametrize("game", ["lototrot", "promotrot"])
def test_no_prize_is_asked_that_two_brackets_hold(game: str) -> None:
    """Baleares L1847-1851: prizes of exactly 120 and 300 stand in two brackets."""
    rules, where = load_rules(LIBRARY, "baleares", game), family(game, "where-paid")
    brackets = counter(rules).payment
    assert brackets is not None
    prizes = {made(rules, where, 1, seed).draft.prompt.params["prize"] for seed in range(80)}
    assert not prizes & {brackets.shop, brackets.office}
    assert {brackets.shop - 1, brackets.shop + 1, brackets.office - 1, brackets.office + 1} <= prizes
