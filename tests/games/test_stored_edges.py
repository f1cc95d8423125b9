"""Stored house edges belong to the rules of today and are what the engine computes."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from tests.loops import loop_over
from trainer import catalogue
from trainer.equipment.odds import Odds
from trainer.games import game
from trainer.games.edges import Edge
from trainer.games.rules import load_rules
from trainer.games.stored_edges import COMPUTED, as_edges, as_written, key_of, stored_file, stored_for
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


@loop_over("rules", tables(), ids=key_of)
def test_the_edges_of_every_table_are_stored(rules: GameRules) -> None:
    found = stored_for(rules)
    assert found is not None, "the rules have changed: python -m benchmarks.edges"
    assert set(found.edges) <= set(rules.bets)
    for option, choices in found.choices.items():
        assert set(choices) == set(rules.options[option].choices)
        assert choices[rules.chosen[option]] == found.edges


@pytest.mark.parametrize("rules", tables(), ids=key_of)
def test_stored_edges_are_what_the_engine_computes(rules: GameRules) -> None:
    found, computed = stored_for(rules), COMPUTED[rules.game]
    long = stored_file().long[computed.long_key(rules)] if computed.long_key else {}
    assert found is not None
    assert found.edges == {**long, **as_written(computed.quick(rules))}


def test_an_edge_found_by_playing_is_written_with_its_error() -> None:
    played = Edge("ante", (), Fraction(321, 10_000), Fraction(2, 10_000))
    assert as_written([played]) == {"ante": "0.032100 ± 0.000200"}
    assert as_edges(as_written([played])) == (played,)


def test_a_houses_own_rules_have_the_edges_that_are_known_of_their_figures() -> None:
    """Another name costs no new work; another pay table has no stored edge."""
    rules = load_rules(shipped_library(), "puerto-rico", "caribbean-stud")
    edges = game("caribbean-stud").edges
    assert edges is not None
    own = msgspec.structs.replace(rules, digest="of-a-house")
    assert [(each.bet, each.edge) for each in edges(own)] == [(each.bet, each.edge) for each in edges(rules)]
    table = {**rules.bets["bet"].pay_table, "flush": Odds.parse("6 to 1")}
    bets = {**rules.bets, "bet": msgspec.structs.replace(rules.bets["bet"], pay_table=table)}
    assert not edges(msgspec.structs.replace(own, bets=bets))
