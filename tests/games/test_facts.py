"""Every fact of every rulebook can be asked for by its id, and answers with the lines it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.test_every_game import TABLES, Table, at, every_table
from tests.games.worked_cases import answered
from trainer.games.core import RequestError
from trainer.games.facts import StatedFact, stated
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, GameRules, shipped_library

LIBRARY = shipped_library()
SECTIONS = (
    "equipment",
    "staff",
    "bets",
    "procedure",
    "calls",
    "orders",
    "irregularities",
    "conduct",
    "options",
    "variants",
)


def fact(table: Table, fact_id: str) -> dict[str, Any]:
    return answered(at(table, "decide", {"case": "fact", "id": fact_id}))


def entries(rules: GameRules) -> Iterator[tuple[str, Any]]:
    """Every entry that carries a citation, with its id."""
    for section in SECTIONS:
        for key, entry in getattr(rules, section).items():
            yield f"{section}.{key}", entry


@every_table
def test_every_entry_of_a_rulebook_can_be_asked_for_with_its_citation(table: Table) -> None:
    asked = 0
    for fact_id, entry in entries(load_rules(LIBRARY, *table)):
        answer = fact(table, fact_id)
        assert answer["reasons"][0]["cite"] == str(entry.cite), fact_id
        assert answer["value"], fact_id
        asked += 1
    assert asked


@every_table
def test_a_table_of_figures_cites_its_own_lines(table: Table) -> None:
    for key, figures in load_rules(LIBRARY, *table).rules.items():
        if isinstance(figures, dict) and "cite" in figures and len(figures) > 1:
            answer = fact(table, f"rules.{key}")
            assert answer["reasons"][0]["cite"] == str(Citation.parse(figures["cite"]))


def leaves(part: Any, path: str) -> Iterator[str]:
    """The ids of all figures and words within a part."""
    for key, value in part.items():
        if key == "cite" or key.endswith(("-cite", "-cites")):
            continue
        if isinstance(value, dict) and value and set(value) != {"es", "en"}:
            yield from leaves(value, f"{path}.{key}")
        elif value not in ("", [], {}, None):
            yield f"{path}.{key}"


@every_table
def test_every_figure_of_the_rules_is_stated(table: Table) -> None:
    """Also those that a file writes in its own short form: a row of a drawing table, a limit, a rounding."""
    rules = load_rules(LIBRARY, *table)
    asked = [*leaves(rules.rules, "rules")]
    for entries_of in (rules.irregularities, rules.conduct, rules.equipment):
        for entry in entries_of.values():
            asked += leaves(entry.data, f"{entries_of.key}.{next(k for k, v in entries_of.items() if v is entry)}.data")
    for fact_id in asked:
        assert stated(rules, StatedFact(fact_id)).facts["value"] not in (None, ""), fact_id


@pytest.mark.parametrize(
    ("table", "fact_id", "value", "cite"),
    [
        (("bolivia", "bingo", ""), "rules.claims.late", "until-other", "6.1.4 L3199"),
        (("baleares", "lototrot", ""), "rules.pool.threshold", 150000, "14.III.9 L1801-1839"),
        (("baleares", "boule", ""), "bets.number.pays", {"pays": 7, "to": 1}, "04.V.a L446, L464"),
        (("arica", "roulette-american", ""), "bets.split.pays", {"pays": 17, "to": 1}, "II.1.5, II.1.7 L292, L428"),
        (("arica", "punto-banco", ""), "rules.banker-table.6.stood", ["stand"], "III.2.5 L1034, L1046"),
        (("baleares", "chemin-de-fer", ""), "rules.bank.maximum", {"times": 100, "of": "minimum"}, "08.V L885"),
        (("puerto-rico", "pai-gow-poker", ""), "rules.outcomes.lose-copy", True, "10.11(G)(2) L1336"),
    ],
)
def test_a_part_of_an_entry_is_told_alone(table: Table, fact_id: str, value: Any, cite: str) -> None:
    answer = fact(table, fact_id)
    assert (answer["value"], answer["reasons"][0]["cite"]) == (value, cite)


def test_who_does_what_is_told_in_words() -> None:
    answer = fact(("bolivia", "bingo", ""), "staff.locutor")
    assert answer["value"]["duties"]["es"].startswith("Saca las bolas")


@pytest.mark.parametrize(
    "fact_id", ["", "moon", "staff.moon", "staff.croupier.moon", "staff.croupier.names.es.x", "rules..x"]
)
def test_an_id_that_leads_nowhere_says_what_there_is(fact_id: str) -> None:
    with pytest.raises(RequestError) as error:
        fact(TABLES[0], fact_id)
    assert error.value.field_path == "decide.id" and error.value.problem
