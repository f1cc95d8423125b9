"""Every fact of every rulebook can be asked for by its id, and answers with the lines it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.test_every_game import TABLES, Table, at, every_table
from tests.games.worked_cases import answered
from trainer.games.core import RequestError
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
    """Figures written as free text (a row of a drawing table) say nothing by themselves, and the answer says so."""
    for key, figures in load_rules(LIBRARY, *table).rules.items():
        if isinstance(figures, dict) and "cite" in figures and len(figures) > 1:
            try:
                answer = fact(table, f"rules.{key}")
            except RequestError as error:
                assert "is not stated here" in error.problem
            else:
                assert answer["reasons"][0]["cite"] == str(Citation.parse(figures["cite"]))


@pytest.mark.parametrize(
    ("table", "fact_id", "value", "cite"),
    [
        (("bolivia", "bingo", ""), "rules.claims.late", "until-other", "6.1.4 L3199"),
        (("baleares", "lototrot", ""), "rules.pool.threshold", 150000, "14.III.9 L1801-1839"),
        (("baleares", "boule", ""), "bets.number.pays", {"pays": 7, "to": 1}, "04.V.a L446, L464"),
        (("arica", "roulette-american", ""), "bets.split.pays", {"pays": 17, "to": 1}, "II.1.5 L292, L428"),
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
