"""Every worked case of craps, through the same door as ``trainer solve``."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from tests.vectors import cases, missing
from trainer.cli.solve import solve
from trainer.rulebooks import shipped_library

FILES = ["arica--craps", "baleares--craps", "bolivia--craps", "puerto-rico--craps"]
_LIMIT_NAMES = {"table_max": "maximum", "table_min": "minimum", "max_simple": "maximum"}


def request_of(case: dict[str, Any]) -> dict[str, Any]:
    """A worked case as a request."""
    data, kind = case["data"], case["kind"]
    request: dict[str, Any] = {"rulebook": case["rulebook"], "game": case["game"]}
    event = data.get("event")
    if kind == "settle":
        return {**request, "settle": data}
    if kind == "limit":
        asked = {_LIMIT_NAMES.get(key, key): value for key, value in data.items() if key != "bet"}
        if "bet" in data:
            asked["bets"] = [{"bet": data["bet"]}]
        return {**request, "limit": asked}
    if "variant" in data:
        return {**request, "variant": data["variant"], "decide": {"case": "staff"}}
    if "dice_set" in data:
        return {**request, "decide": {"case": "reserve-dice", **data}}
    if data.get("request") == "change-dice":
        asked = {"case": "change-dice", "phase": data["phase"], "die_on_floor": data["die_on_floor"]}
        return {**request, "decide": asked}
    if event == "shooter-without-line-bet":
        return {**request, "decide": {"case": "shooter", "bets": data.get("bets", [])}}
    if event == "seven-out":
        return {**request, "decide": {"case": "dice", "dice": [4, 3], "point": 6}}
    if "dice" in data:
        return {**request, "decide": {"case": "dice", **data}}
    if "bets" in data:
        return {**request, "decide": {"case": "shooter-leaves", **data}}
    (flag,) = (key for key, value in data.items() if value is True)
    return {**request, "decide": {"case": "throw", "event": flag.replace("_", "-")}}


def expectation_of(case: dict[str, Any]) -> dict[str, Any]:
    expected = case["expected"]
    if "right" in expected:
        return {"maximum": {"place": expected["right"], "place-lose": expected["wrong"]}}
    if "max_range" in expected and "bet" in case["data"]:
        return {"bets": [{"bet": case["data"]["bet"], "max_range": expected["max_range"]}]}
    return expected


@pytest.mark.parametrize("case", [case for name in FILES for case in cases(name)], ids=lambda case: case["id"])
def test_worked_case(case: dict[str, Any]) -> None:
    answer = json.loads(msgspec.json.encode(solve(request_of(case), shipped_library())), parse_float=Decimal)
    assert missing(expectation_of(case), answer) == []
