"""Games without a dealer: sound questions in every game that has them."""

from __future__ import annotations

import pytest

from tests.drills.checks import at_every_level, check_level, check_texts
from trainer.drills import families
from trainer.drills.core import Family
from trainer.rulebooks import GameRules

GAMES = ("gaming-machines", "lottery", "instant-lottery", "lototrot", "promotrot")


@at_every_level(GAMES)
def test_questions_are_sound(rules: GameRules, one: Family, level: int) -> None:
    check_level(rules, one, level)


@pytest.mark.parametrize("one", families("lototrot"), ids=lambda one: one.id)
def test_texts(one: Family) -> None:
    check_texts(one)
