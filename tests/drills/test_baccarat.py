"""Baccarat and trente et quarante drills: every family, level and regulation makes sound questions."""

from __future__ import annotations

import pytest

from tests.drills.checks import check_level, check_texts, levels_of
from trainer.drills import families

GAMES = (
    "punto-banco",
    "baccarat",
    "mini-baccarat",
    "ez-baccarat",
    "mini-ez-baccarat",
    "commission-free-baccarat",
    "chemin-de-fer",
    "baccarat-two-tables",
    "trente-et-quarante",
)
LEVELS = levels_of(GAMES)


@pytest.mark.parametrize(
    ("rules", "family", "level"), LEVELS, ids=[f"{r.rulebook}-{r.game}-{r.variant}-{f.id}-{n}" for r, f, n in LEVELS]
)
def test_questions_are_sound(rules, family, level) -> None:  # type: ignore[no-untyped-def]
    check_level(rules, family, level, range(12))


@pytest.mark.parametrize(
    "one", {f.area + f.id: f for game in GAMES for f in families(game)}.values(), ids=lambda f: f.id
)
def test_texts(one) -> None:  # type: ignore[no-untyped-def]
    check_texts(one)
