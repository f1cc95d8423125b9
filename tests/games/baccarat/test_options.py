"""Every house option of every baccarat and trente et quarante file can be chosen, and the engine can use the result."""

from __future__ import annotations

import pytest

from tests.loops import loop_over
from trainer.catalogue import BY_GAME
from trainer.games import game
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

LIBRARY = shipped_library()
GAMES = [
    (book, name)
    for book in LIBRARY.rulebooks()
    for name in LIBRARY.games(book)
    if name in BY_GAME and game(name).family == "baccarat"
]


def test_all_thirteen_files_are_here() -> None:
    assert len(GAMES) == 13


@loop_over(("book", "name"), GAMES, ids="/".join)
def test_every_choice(book: str, name: str) -> None:
    for option, entry in load_rules(LIBRARY, book, name).options.items():
        for choice in entry.choices or [entry.default]:
            rules = load_rules(LIBRARY, book, name, "", {option: choice})
            assert list(game(name).check(rules)) == [], (option, choice)
            assert rules.option(option) == choice, option


@loop_over(("book", "name"), GAMES, ids="/".join)
def test_every_default_is_a_choice_of_its_option_with_a_reason(book: str, name: str) -> None:
    for option in load_rules(LIBRARY, book, name).options.values():
        assert option.why.es and option.why.en
        assert not option.choices or option.default in option.choices


def articles(rules: GameRules) -> set[str]:
    """The articles of a regulation that a game's steps, calls, staff, irregularities and conduct are cited to."""
    parts = (rules.procedure, rules.calls, rules.staff, rules.irregularities, rules.conduct)
    return {entry.cite.article.partition(".")[0] for part in parts for entry in part.values() if entry.cite.lines}


@pytest.mark.parametrize(("name", "own"), [("ez-baccarat", {"17"}), ("mini-ez-baccarat", {"17", "18"})])
def test_ez_is_cited_to_its_own_articles_not_to_baccarats(name: str, own: set[str]) -> None:
    general = articles(load_rules(LIBRARY, "puerto-rico", "baccarat")) - {"5"}
    assert articles(load_rules(LIBRARY, "puerto-rico", name)) - general == own
