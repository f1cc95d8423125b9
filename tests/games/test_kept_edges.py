"""Edges that are kept belong to the rules of today, and are what the engine works out."""

from __future__ import annotations

import pytest

from trainer import catalogue
from trainer.games import game
from trainer.games.kept_edges import COMPUTED, as_edges, kept_for, key_of
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library


def tables() -> list[GameRules]:
    library = shipped_library()
    for name in catalogue.BY_GAME:
        game(name)
    return [
        load_rules(library, book, name, variant)
        for book in library.rulebooks()
        for name in library.games(book)
        if name in COMPUTED
        for variant in load_rules(library, book, name).variants or ("",)
    ]


@pytest.mark.parametrize("rules", tables(), ids=key_of)
def test_the_edges_of_every_table_are_kept(rules: GameRules) -> None:
    found = kept_for(rules)
    assert found is not None, "the rules have changed: python -m benchmarks.edges"
    assert set(found.edges) | {each.bet for each in found.sampled.values()} <= set(rules.bets)
    for option, choices in found.choices.items():
        assert set(choices) == set(rules.options[option].choices)
        assert choices[rules.chosen[option]] == found.edges


@pytest.mark.parametrize("rules", tables(), ids=key_of)
def test_what_is_kept_is_what_the_engine_works_out(rules: GameRules) -> None:
    found = kept_for(rules)
    assert found is not None and as_edges(found.edges) == tuple(COMPUTED[rules.game](rules))
