"""Every worked case of punto banco, baccarat and their relatives, through the same door as ``trainer solve``."""

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
    "arica--punto-banco",
    "baleares--punto-banco",
    "bolivia--punto-banco",
    "puerto-rico--baccarat",
    "puerto-rico--mini-baccarat",
    "puerto-rico--ez-baccarat",
    "puerto-rico--mini-ez-baccarat",
    "puerto-rico--commission-free-baccarat",
]
_EVENTS = {
    "face-up-card": "card-face-up",
    "card-face-up-from-shoe": "card-face-up",
    "first-card-of-next-round-exposed": "next-round-card-exposed",
    "surplus-cards-after-round": "surplus-cards",
    "cards-stuck-together": "cards-stuck",
    "card-in-discard-slot": "card-in-discard-slot",
}
_REQUESTS = {
    "standing-bettor": {"standing": True},
    "second-section": {"places_of_one_player": 2},
    "thirteenth-player-of-twelve": {"players": 13, "places": 12},
}
_LIMITS = {"table_min": "minimum", "table_max": "maximum", "cards_behind_joker": "cards_behind"}


def requests_of(case: dict[str, Any]) -> list[dict[str, Any]]:
    """A worked case as requests, one for each of its questions; none if it asks for words that drills teach."""
    data, kind = dict(case["data"]), case["kind"]
    head: dict[str, Any] = {"rulebook": case["rulebook"], "game": case["game"]}
    if variant := data.pop("variant", ""):
        head["variant"] = variant
    if options := data.pop("options", None):
        head["options"] = {key.replace("_", "-"): value for key, value in options.items()}
    data.pop("inscriptions", None)  # both say the same payment
    if kind == "settle":
        return [{**head, "settle": data}]
    if "requests" in data:
        return [{**head, "limit": _REQUESTS[name]} for name in data["requests"]]
    if "cards_behind" in data:
        return [{**head, "limit": {"cards_behind": count}} for count in data["cards_behind"]]
    if kind == "limit":
        return [{**head, "limit": part} for part in _limit_questions(data)]
    return [{**head, "decide": part} for part in _situations(data)]


def _limit_questions(data: dict[str, Any]) -> list[dict[str, Any]]:
    data.pop("case", None)
    data.pop("action", None)
    for name in ("table_mins", "decks", "cards_behind"):
        if isinstance(data.get(name), list):
            key = {"table_mins": "minimum"}.get(name, name)
            return [{key: value} for value in data[name]]
    return [{_LIMITS.get(key, key): value for key, value in data.items()}]


def _situations(data: dict[str, Any]) -> list[dict[str, Any]]:
    if data.get("event") in _EVENTS:
        return [{"case": "irregularity", "event": _EVENTS[data["event"]]}]
    if data.get("event") in ("stop-card", "cut-card", "second-cut-card-out"):
        return [{"case": "cut-card", "in_coup": data.get("round_in_progress", True)}]
    if "case" in data:
        return [{{"card": "first_card"}.get(key, key): value for key, value in data.items()}]
    if "banker_first_two" in data:
        return [
            {
                "case": "banker-draw",
                "banker_total": data["banker_first_two"],
                "player_third_value": data["player_third_value"],
            }
        ]
    if "banker_total" in data:
        return [{"case": "banker-draw", **data}]
    if "first_card" in data or "first_cards" in data:
        return [{"case": "burn", **data}]
    if "deal" in data or "player" in data:
        return [{"case": "coup", **data}]
    if "bets" in data:
        return [{"case": "player-cards-to", "bets": data["bets"]}]
    if "winner" in data:
        return [{"case": "shoe", **data}]
    if "results" in data:
        return [{"case": "shoe", "winner": winner} for winner in data["results"]]
    if "calls" in data:
        return [{"case": "calls", "calls": data["calls"]}]
    if data.get("event") == "end-of-round":
        return [{"case": "procedure", "steps": ["pay", "take", "discard", "announce"]}]
    if data.get("check") == "card-places":
        return [{"case": "deal-order"}]
    if "cards" in data:
        return [{"case": "deal-order", "cards": data["cards"]}]
    if "total" in data:
        return [{"case": "announce", "total": data["total"]}]
    return []


_RENAMED = {
    "burn_count": "burn",
    "further_plays": "further_coups",
    "hands_after_this": "further_coups",
    "extra_hands": "further_coups",
    "cards_below_stop_card": "cards_behind",
    "shoe_moves": "shoe_passes",
}


def expectations_of(case: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """What each request must answer, in the words of the answer."""
    expected: dict[str, Any] = {}
    for key, value in case["expected"].items():
        if key == "maximum" and isinstance(value, list):
            expected["maximum"] = {entry["bet"]: entry["maximum"] for entry in value}
            if least := {entry["bet"]: entry["minimum"] for entry in value if "minimum" in entry}:
                expected["minimum"] = least
        elif key == "tie_max":
            expected["maximum"] = {"tie": value}
        elif key == "minimum" and case["data"].get("bets"):
            expected["bets"] = [{}, {"minimum": value}]
        elif key == "shoe":
            expected |= {"shoe_passes": True, "direction": "right"}
        elif key == "steps":
            expected["order"] = ["announce", "take", "pay", "discard"]
        elif key in ("player_cards", "banker_cards") and isinstance(value, str):
            expected[key] = value.removeprefix("croupier's ")
        elif key == "addressed_to":
            assert shipped_library().load(case["rulebook"], case["game"]).calls["cards"].when.en
        elif key == "action":
            expected["action"] = "reorder"
        else:
            expected[_RENAMED.get(key, key)] = value
    if count == 1:
        return [expected]
    return [{key: value[index] for key, value in expected.items()} for index in range(count)]


ALL = [case for name in FILES for case in cases(name)]
ANSWERED = [case for case in ALL if requests_of(case)]


@pytest.mark.parametrize("case", ANSWERED, ids=lambda case: case["id"])
def test_worked_case(case: dict[str, Any]) -> None:
    requests = requests_of(case)
    expected = expectations_of(case, len(requests))
    for request, wanted in zip(requests, expected, strict=True):
        answer = json.loads(msgspec.json.encode(solve(request, shipped_library())), parse_float=Decimal)
        assert missing(wanted, answer) == []


def test_all_worked_cases_are_answered() -> None:
    assert len(ANSWERED) == len(ALL)
