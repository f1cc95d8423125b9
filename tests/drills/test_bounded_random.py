"""The random source of drills: the numbers are Python's, and a hopeless search ends."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from trainer.drills import drill_problem, families
from trainer.drills.bounded_random import MOST_DRAWS, BoundedRandom, DrawLimitError
from trainer.games.rules import load_rules
from trainer.rulebooks import Library
from trainer.rulebooks.library import SHIPPED


@pytest.mark.parametrize("seed", [0, 7, 2**63])
def test_the_numbers_are_those_of_python(seed: int) -> None:
    ours, pythons = BoundedRandom(seed), random.Random(seed)
    for _ in range(50):
        assert ours.random() == pythons.random()
        assert ours.randrange(1000) == pythons.randrange(1000)
        assert ours.choice("abcdef") == pythons.choice("abcdef")
        assert ours.sample(range(52), 7) == pythons.sample(range(52), 7)
        assert ours.choices("abc", (1, 2, 3), k=4) == pythons.choices("abc", (1, 2, 3), k=4)
        assert ours.getrandbits(31) == pythons.getrandbits(31)


def test_too_many_draws_raise_an_error() -> None:
    source = BoundedRandom(1)
    with pytest.raises(DrawLimitError):
        for _ in range(MOST_DRAWS + 1):
            source.randint(1, 6)


def test_a_table_whose_chips_cannot_pay_ends_in_an_error(
    tmp_path: Path, ends: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A minimum of 3 pesos where the smallest chip is 500; fewer draws than usual, so that it ends soon."""
    monkeypatch.setattr(BoundedRandom, "_left", MOST_DRAWS // 20)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "blackjack.toml").write_text('extends = "arica/blackjack"\n[table]\nminimum = 3\n')
    rules = load_rules(Library([SHIPPED, tmp_path]), "own", "blackjack")
    troubles = [trouble for family in families("blackjack") if (trouble := drill_problem(family, rules))]
    assert any("DrawLimitError" in trouble for trouble in troubles)
