"""Every worked case of the games in which a player holds the bank, through the same door as ``trainer solve``."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from tests.vectors import cases, missing
from trainer.cli.solve import solve
from trainer.rulebooks import shipped_library

FILES = ["baleares--chemin-de-fer", "bolivia--chemin-de-fer", "baleares--baccarat-two-tables"]
_EVENTS = {
    "croupier-said-carta": "croupier-said-card",
    "stuck-cards": "cards-stuck",
    "card-face-up": "card-face-up",
    "wrong-word": "wrong-word",
    "both-player-cards-exposed": "croupier-exposed-both",
    "seen-third-card-in-basket": "seen-third-card-in-basket",
}
_ANNOUNCED = {"banco con la mesa": "con-la-mesa", "con la mesa y último completo": "ultimo-completo"}
_NAMES = {"point_min": "minimum", "min_bet": "minimum", "table_min": "minimum"}


def request_of(case: dict[str, Any]) -> dict[str, Any]:
    """A worked case as a request."""
    data = {_NAMES.get(key, key): value for key, value in case["data"].items()}
    head: dict[str, Any] = {"rulebook": case["rulebook"], "game": case["game"]}
    if kind := data.pop("bank_type", ""):
        head["variant"] = kind
    if case["kind"] == "settle":
        return {**head, "settle": data}
    if case["kind"] == "limit":
        return {**head, "limit": _limit(data, head)}
    return {**head, "decide": _situation(data, case["game"])}


def _limit(data: dict[str, Any], head: dict[str, Any]) -> dict[str, Any]:
    action = data.pop("action", "")
    if action == "take-bank":
        return {"left_voluntarily_with": data["left_voluntarily_with"], "offer": data["bank"]}
    if action in ("raise-bank", "lower-bank"):
        return {"change": action.removesuffix("-bank")}
    if head.get("variant") == "free":
        return {"free_bank": True}
    return data


def _situation(data: dict[str, Any], game: str) -> dict[str, Any]:
    if event := _EVENTS.get(data.pop("error", "")):
        data.pop("error_by", None)
        return {"case": "irregularity", "event": event, **data}
    if "third_cards" in data:
        return {"case": "irregularity", "event": "player-two-thirds", **data}
    if data.pop("player_forgot_to_show", False):
        return {"case": "irregularity", "event": "forgot-to-show", **data}
    if data.get("event") == "auction-without-bids":
        return {"case": "auction", "minimum": data["minimum"]}
    if "words" in data:
        return {"case": "words", "side": data["first"], "words": data["words"]}
    if "word" in data:
        return {"case": "words", "side": data["side"], "words": [data["word"]]}
    if "deal" in data:
        return {"case": "deal", **data}
    if "side" in data:
        return {"case": "side", **data}
    if "stakes" in data:
        seats = {letter: number for number, letter in enumerate(data["stakes"], 1)}
        bets = [{"bet": "player", "stake": stake, "seat": seats[name]} for name, stake in data["stakes"].items()]
        return {"case": "opponent", "bets": bets}
    if "bets" in data and "line" in data["bets"][0]:
        return {"case": "line", "stake": data["bets"][0]["stake"], "line": "between-tables"}
    if "bets" in data:
        announced = data.pop("announced", {})
        for bet in data["bets"]:
            if words := announced.get(str(bet.get("seat"))):
                bet["announced"] = _ANNOUNCED[words]
        return {"case": "opponent", **data}
    if "winner" in data:
        return {"case": "after-coup", **data}
    if "minimum" in data:
        return {"case": "garage", **data}
    if "banker" in data:
        return {"case": "banker", **data}
    return {"case": "point", **data}


def expectation_of(case: dict[str, Any]) -> dict[str, Any]:
    """What must be answered, in the words of the answer."""
    expected: dict[str, Any] = {}
    for key, value in case["expected"].items():
        if key == "decider":
            expected[key] = list(case["data"]["stakes"]).index(value) + 1
        elif key == "bank_goes_to":
            expected[key] = "right-of-leaving-banker"
        elif value == "recovered by the croupier":
            expected[key] = "recovered-by-croupier"
        else:
            expected[key] = value
    return expected


ALL = [case for name in FILES for case in cases(name)]


@pytest.mark.parametrize("case", ALL, ids=lambda case: case["id"])
def test_worked_case(case: dict[str, Any]) -> None:
    answer = json.loads(msgspec.json.encode(solve(request_of(case), shipped_library())), parse_float=Decimal)
    assert missing(expectation_of(case), answer) == []
