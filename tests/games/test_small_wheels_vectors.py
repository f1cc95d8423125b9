"""Every worked case of boule, big six and Easy Roll, through the same door as ``trainer solve``."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from tests.vectors import cases, missing
from trainer.cli.solve import solve
from trainer.rulebooks import shipped_library

FILES = [
    "baleares--boule",
    "baleares--big-six",
    "puerto-rico--big-six",
    "puerto-rico--caribbean-easy-roll",
]
_LIMIT_NAMES = {"table_max": "maximum", "table_min": "minimum"}
# The worked case names the steps of a spin in words; the rulebook by id.
_STEPS = {
    "pay winners": "pay",
    "no va más": "close",
    "hagan sus apuestas": "open",
    "collect losers": "clear",
    "spin": "spin",
    "announce winning position": "announce",
}


def request_of(case: dict[str, Any]) -> dict[str, Any]:
    data, kind = case["data"], case["kind"]
    request: dict[str, Any] = {"rulebook": case["rulebook"], "game": case["game"]}
    if kind == "settle" or "pointer" in data:
        return {**request, "settle": data}
    if kind == "limit":
        return {**request, "limit": {_LIMIT_NAMES.get(key, key): value for key, value in data.items()}}
    if "event" in data:
        return {**request, "decide": {"case": "irregularity", "event": data["event"]}}
    if "calls" in data:
        return {**request, "decide": {"case": "calls", **data}}
    if "steps" in data:
        return {**request, "decide": {"case": "procedure", "steps": [_STEPS[step] for step in data["steps"]]}}
    if "shooter_result" in data:
        return {**request, "decide": {"case": "shooter", **data}}
    return {**request, "decide": {"case": "placed-by", **data}}


def expectation_of(case: dict[str, Any]) -> dict[str, Any]:
    expected = dict(case["expected"])
    if "steps" in case["data"]:
        expected["order"] = [_STEPS[step] for step in expected["order"]]
    return expected


@pytest.mark.parametrize("case", [case for name in FILES for case in cases(name)], ids=lambda case: case["id"])
def test_worked_case(case: dict[str, Any]) -> None:
    answer = json.loads(msgspec.json.encode(solve(request_of(case), shipped_library())), parse_float=Decimal)
    assert missing(expectation_of(case), answer) == []
