"""What a parser says of a document is said again in the reader's language, with the place."""

from __future__ import annotations

import json

import msgspec
import pytest

from tests.loops import loop_over
from trainer.runs.plan import Plan, PlanError
from trainer.texts import Language, say
from trainer.texts.parse_errors import parser_problem

PLAN = '{"rulebook": "arica", "game": "craps"'


@loop_over(
    ("text", "told"),
    [
        ("", "No es un plan: falta el final."),
        (PLAN, "falta el final"),
        (PLAN + "}}", "falta o sobra algo"),
        ("[]", "debe ser un objeto"),
        ("{}", "falta «rulebook»"),
        (PLAN + ', "length": "ten"}', "length: debe ser un número entero"),
        (PLAN + ', "length": 1e400}', "length: no es lo que debe haber ahí"),
        (PLAN + ', "rungs": [5]}', "rungs[0]: debe ser un texto"),
        (PLAN + ', "verdicts": "perhaps"}', "verdicts: no es ninguno de los valores posibles"),
        (PLAN + ', "length": -1}', "«length» va de 0 a"),
        (PLAN + ', "rungs": ["pay"]}', "«pay» no es un ejercicio con su nivel, como pay-the-layout/3"),
        (PLAN + ', "kind": "challenge", "seconds": 5}', "un reto dura uno de estos números de segundos: 60"),
        (PLAN + ', "seed": 5}', "«seed» es de un plan de la clase «class», y este es «drill»"),
        (PLAN + ', "kind": "own", "name": "' + "x" * 61 + '"}', "un nombre tiene 60 letras como máximo"),
    ],
)
def test_a_damaged_plan_is_told_by_place_in_spanish(text: str, told: str) -> None:
    with pytest.raises(PlanError) as caught:
        Plan.parse(text)
    said = say(caught.value.message, Language.ES)
    assert told in said
    assert not {"Expected", "missing", "malformed", "Object", "got", "Invalid"} & set(said.split())


def test_a_line_that_is_no_json_is_told_by_its_column() -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads('{"a": 1,}')
    assert say(parser_problem(caught.value), Language.ES) == "en la línea 1, columna 9, falta o sobra algo"


def test_what_nobody_foresaw_still_names_the_field() -> None:
    error = msgspec.ValidationError("Expected `str` of length <= 5 - at `$.names[2].es`")
    assert say(parser_problem(error), Language.ES) == "names[2].es: debe ser un texto"
