"""Families of series: the seeds of a series are consecutive and share one random source."""

from __future__ import annotations

import random

import pytest

from tests.drills.checks import LIBRARY
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import AmountForm
from trainer.drills.scene import Scene
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules
from trainer.texts import Message


def _build(rules: GameRules, level: int, rng: random.Random, place: int) -> Draft:
    """The series draws its number first, so that every question of it shows the same one beside its own place."""
    shared = rng.randrange(1000)
    form = AmountForm(("a", "b"))
    return Draft(Message("drill.right", {"answer": ""}), Scene(felt=""), form, f"{shared} {place}", ())


SERIES = Family(id="series", area="drill", levels=(Level(1),), series=5, build_series=_build)


def test_a_series_shares_its_random_source_and_ends() -> None:
    rules = load_rules(LIBRARY, "arica", "punto-banco")
    answers = [SERIES.make(rules, 1, seed).draft.solution.split() for seed in range(10)]
    assert [place for _, place in answers] == list("0123401234")
    assert len({shared for shared, _ in answers[:5]}) == 1
    assert answers[0][0] != answers[5][0]
    assert [SERIES.following(seed) for seed in (0, 3, 4, 5)] == [1, 4, None, 6]
    assert [SERIES.first_of_series(seed) for seed in (0, 4, 7)] == [0, 0, 5]


def test_a_family_builds_one_way_only() -> None:
    with pytest.raises(ValueError, match="in series"):
        Family(id="none", area="drill", levels=(Level(1),))
    with pytest.raises(ValueError, match="more than one question"):
        Family(id="short", area="drill", levels=(Level(1),), build_series=_build)
