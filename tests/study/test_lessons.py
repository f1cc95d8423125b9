"""Lessons take their figures from the rulebook in force."""

from __future__ import annotations

from pathlib import Path

import pytest

from trainer import resources
from trainer.catalogue import BY_GAME
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.study.lessons import lesson
from trainer.texts import Language

GAMES = [
    (rulebook, game)
    for rulebook in shipped_library().rulebooks()
    for game in shipped_library().games(rulebook)
    if game in BY_GAME
]


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
@pytest.mark.parametrize("language", Language)
def test_every_game_has_its_lesson(rulebook: str, game: str, language: Language) -> None:
    text = lesson(load_rules(shipped_library(), rulebook, game), language)
    assert text is not None
    assert text.startswith("# ")
    assert "{" not in text


def test_both_languages_have_the_same_lessons_with_the_same_sections() -> None:
    folder = resources.folder("lessons")
    spanish = {path.name: path.read_text().count("\n## ") for path in (folder / "es").glob("*.md")}
    english = {path.name: path.read_text().count("\n## ") for path in (folder / "en").glob("*.md")}
    assert spanish == english


def test_figures_are_the_rulebooks_own(tmp_path: Path) -> None:
    (tmp_path / "es").mkdir()
    (tmp_path / "es" / "roulette.md").write_text("# R\n{{pays split}} y {{pays double-column}}\n\n{{bets}}\n")
    arica = lesson(load_rules(shipped_library(), "arica", "roulette-american"), Language.ES, tmp_path)
    assert arica is not None
    assert "17 a 1 y —" in arica
    assert "*II.1.5 L292, L428*" in arica


def test_a_placeholder_nobody_fills_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "es").mkdir()
    (tmp_path / "es" / "roulette.md").write_text("{{moon}}")
    with pytest.raises(ValueError, match="nothing to fill in for"):
        lesson(load_rules(shipped_library(), "arica", "roulette-american"), Language.ES, tmp_path)
