"""Every worked case of trente et quarante, through the same door as ``trainer solve``."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from tests.vectors import cases, missing
from trainer.cli.solve import solve
from trainer.rulebooks import shipped_library

FILES = ["baleares--trente-et-quarante", "bolivia--trente-et-quarante"]
_STEPS = {
    "close the bets": "close-bets",
    "deal the black row": "black-row",
    "deal the red row": "red-row",
    "announce totals and winning chances": "announce",
    "remove losing bets": "take",
    "pay winning bets": "pay",
    "collect the cards": "discard",
}


def request_of(case: dict[str, Any]) -> dict[str, Any]:
    """A worked case as a request."""
    data, kind = dict(case["data"]), case["kind"]
    head: dict[str, Any] = {"rulebook": case["rulebook"], "game": case["game"]}
    if kind == "settle":
        return {**head, "settle": data}
    if kind == "limit":
        return {**head, "limit": {"insure": data["stake"]} if "stake" in data else data}
    return {**head, "decide": _situation(data)}


def _situation(data: dict[str, Any]) -> dict[str, Any]:
    if data.get("event") == "stop-card":
        return {"case": "stop-card", "bets": data["bets"]}
    if "shoe_after_burn" in data:
        return {"case": "coup", **data}
    if "black_row" in data:
        return {"case": "row", "row": data["black_row"]}
    if "total" in data:
        return {"case": "row", "total": data["total"]}
    if "winning" in data:
        return {"case": "pay-order", **data}
    if data.get("burn_missed"):
        return {"case": "irregularity", "event": "burn-missed"}
    if "new_shoe" in data:
        return {"case": "burn"}
    if "stuck_cards" in data:
        return {"case": "stuck-cards", "cards": data["stuck_cards"]}
    if "separator_seen" in data:
        event = "stack-ends" if data["separator_seen"] else "stack-ends-without-separator"
        return {"case": "irregularity", "event": event}
    return {"case": "procedure", "steps": [_STEPS[step] for step in data["steps"]]}


def expectation_of(case: dict[str, Any]) -> dict[str, Any]:
    """What must be answered, in the words of the answer."""
    expected = {{"takes_card": "another_card"}.get(key, key): value for key, value in case["expected"].items()}
    if "steps" in case["data"]:
        expected["order"] = [_STEPS[step] for step in case["expected"]["order"]]
    return expected


ALL = [case for name in FILES for case in cases(name)]


@pytest.mark.parametrize("case", ALL, ids=lambda case: case["id"])
def test_worked_case(case: dict[str, Any]) -> None:
    answer = json.loads(msgspec.json.encode(solve(request_of(case), shipped_library())), parse_float=Decimal)
    assert missing(expectation_of(case), answer) == []
