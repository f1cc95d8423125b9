"""Every fact of every rulebook can be asked for by its id, and answers with the lines it rests on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.test_every_game import TABLES, Table, at, every_table
from tests.games.worked_cases import answered
from trainer.games.core import RequestError
from trainer.games.facts import SECTIONS, fact_ids
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, shipped_library

LIBRARY = shipped_library()


def fact(table: Table, fact_id: str) -> dict[str, Any]:
    return answered(at(table, "decide", {"case": "fact", "id": fact_id}))


@every_table
def test_every_entry_of_a_rulebook_can_be_asked_for_with_its_citation(table: Table) -> None:
    rules = load_rules(LIBRARY, *table)
    ids = fact_ids(rules)
    assert ids
    for fact_id in ids:
        answer = fact(table, fact_id)
        section, key = fact_id.split(".")
        cite = answer["reasons"][0]["cite"]
        assert str(Citation.parse(cite)) == cite
        if section != "rules":
            assert cite == str(getattr(rules, section)[key].cite), fact_id
            assert answer["value"], fact_id


@every_table
def test_a_section_tells_what_is_in_it_and_every_id_leads_somewhere(table: Table) -> None:
    rules = load_rules(LIBRARY, *table)
    told = [each for section in SECTIONS for each in fact(table, section).get("ids", ())]
    assert set(fact_ids(rules)) <= {*told, *(f"rules.{key}" for key in rules.rules)}


@pytest.mark.parametrize(
    ("table", "fact_id", "value", "cite"),
    [
        (("bolivia", "bingo", ""), "rules.claims.late", "until-other", "6.1.4 L3199"),
        (("baleares", "lototrot", ""), "rules.pool.threshold", 150000, "14.III.9 L1801-1839"),
        (("baleares", "boule", ""), "bets.number.pays", "7 to 1", "04.V.a L446, L464"),
        (("arica", "roulette-american", ""), "bets.split.pays", "17 to 1", "II.1.5 L292, L428"),
    ],
)
def test_a_part_of_an_entry_is_told_alone(table: Table, fact_id: str, value: Any, cite: str) -> None:
    answer = fact(table, fact_id)
    assert (answer["value"], answer["reasons"][0]["cite"]) == (value, cite)


def test_who_does_what_is_told_in_words() -> None:
    answer = fact(("bolivia", "bingo", ""), "staff.locutor")
    assert answer["value"]["duties"]["es"].startswith("Saca las bolas")
    assert answer["reasons"][0]["params"]["says"] == answer["value"]["duties"]


@pytest.mark.parametrize(
    "fact_id", ["", "moon", "staff.moon", "staff.croupier.moon", "staff.croupier.names.es.x", "rules..x"]
)
def test_an_id_that_leads_nowhere_says_what_there_is(fact_id: str) -> None:
    with pytest.raises(RequestError) as error:
        fact(TABLES[0], fact_id)
    assert error.value.field_path == "decide.id" and error.value.problem
