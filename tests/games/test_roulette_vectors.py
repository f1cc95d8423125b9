"""Every worked case of the four regulations, through the same door as ``trainer solve``."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from tests.vectors import cases, missing
from trainer.cli.solve import solve
from trainer.rulebooks import shipped_library

FILES = [
    "arica--roulette-american",
    "baleares--roulette-american",
    "baleares--roulette-french",
    "bolivia--roulette-american",
    "bolivia--roulette-french",
    "puerto-rico--roulette-american",
]
# Keys of the worked cases that carry no information beyond what the request says elsewhere.
_SAID_ELSEWHERE = {"variant", "wheel", "colour", "accepted", "level"}


def request_of(case: dict[str, Any]) -> dict[str, Any]:
    """A worked case as a request."""
    data, kind = case["data"], case["kind"]
    request: dict[str, Any] = {"rulebook": case["rulebook"], "game": case["game"]}
    if variant := data.get("variant") or data.get("wheel"):
        request["variant"] = variant
    rest = {key: value for key, value in data.items() if key not in _SAID_ELSEWHERE}
    if "changes" in data or data.get("event") == "limit-change":
        return {**request, "decide": {"case": "limit-change", "changes": data.get("changes", [])}}
    if "colour_chips" in data:
        return {**request, "decide": {"case": "cash-colour", **rest}}
    if "actions" in data:
        return {**request, "decide": {"case": "procedure", "steps": rest["actions"]}}
    if "winning_number" in data and "bets" in data and data.get("case") is None:
        if kind == "decide":
            bet = rest["bets"][0]
            offer = {"case": "zero", "bet": bet, "minimum": rest["minimum"], "last_spin": rest["last_spin"]}
            return {**request, "decide": offer}
        rest.pop("previous_number", None)  # which bets are in prison is said by ``prison``
        return {**request, "settle": rest}
    if kind == "limit":
        if "level" in data:
            request["options"] = {"limit-level": data["level"]}
        limits = {"table_max": "maximum", "table_min": "minimum"}
        return {**request, "limit": {limits.get(k, k): v for k, v in rest.items() if k != "case"}}
    if kind == "decide":
        return {**request, "decide": {"case": "place-announced", **rest}}
    if kind == "irregularity":
        event = rest.get("event", "ball-turns")
        spin = {"event": event, "turns": rest.get("turns", rest.get("ball_turns"))}
        if rest.get("ball_same_direction"):
            spin["event"] = "ball-same-direction"
        landed = rest.get("landed", rest.get("fell"))
        return {
            **request,
            "decide": {"case": "spin", "landed": landed, **spin, "previous_number": rest.get("previous_number")},
        }
    if "previous_wheel" in data:
        return {**request, "decide": {"case": "spin-direction", "previous_wheel": rest["previous_wheel"]}}
    if "areas" in data:
        return {**request, "decide": {"case": "clear-order", "areas": rest["areas"]}}
    if "winning_bets" in data:
        return {**request, "decide": {"case": "pay-order", "winning_bets": rest["winning_bets"]}}
    if data.get("case") == "pay-order":
        order = {"case": "pay-order", "bets": rest["bets"], "winning_number": rest["winning_number"]}
        return {**request, "decide": order}
    raise AssertionError(f"{case['id']}: no way to ask this")


_RENAMED = {
    "valid_spin": "valid",
    "min_wheel_turns_before_throw": "wheel_turns_before_rethrow_min",
    "payment_order": "order",
    "payment_groups": "groups",
    "clearing_order": "order",
}


def expectation_of(case: dict[str, Any]) -> dict[str, Any]:
    expected: dict[str, Any] = {}
    for key, value in case["expected"].items():
        name = _RENAMED.get(key, key)
        if name == "wheel" or key == "wheel":
            value = value.replace("counter-clockwise", "counterclockwise")  # noqa: PLW2901
        if key == "numbers":
            expected["bets"] = [{**bet, "numbers": sorted(value, key=int)} for bet in case["expected"]["bets"]]
        elif not (key == "bets" and "numbers" in case["expected"]):
            expected[name] = value
    return expected


# Cases that ask the same of several tables: the key of the list, how each is asked, and the fact that answers it.
SERIES: dict[str, tuple[Callable[[Any], dict[str, Any]], str]] = {
    "table_mins": (lambda minimum: {"limit": {"minimum": minimum}}, "quarter_chips_allowed"),
    "written_approval": (lambda given: {"decide": {"case": "table", "written_approval": given}}, "allowed"),
}
ALL = [case for name in FILES for case in cases(name)]
IN_SERIES = [case for case in ALL if SERIES.keys() & case["data"].keys()]
SINGLE = [case for case in ALL if case not in IN_SERIES]


def answered(request: dict[str, Any]) -> Any:
    return json.loads(msgspec.json.encode(solve(request, shipped_library())), parse_float=Decimal)


@pytest.mark.parametrize("case", SINGLE, ids=lambda case: case["id"])
def test_worked_case(case: dict[str, Any]) -> None:
    assert missing(expectation_of(case), answered(request_of(case))) == []


@pytest.mark.parametrize("case", IN_SERIES, ids=lambda case: case["id"])
def test_worked_case_of_several_tables(case: dict[str, Any]) -> None:
    (key,) = SERIES.keys() & case["data"].keys()
    ask, fact = SERIES[key]
    table = {"rulebook": case["rulebook"], "game": case["game"], "variant": case["data"].get("wheel", "")}
    got = [answered({**table, **ask(value)})[fact] for value in case["data"][key]]
    assert got == case["expected"][fact]
