"""Every worked case of pai gow through the same door as ``trainer solve``."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from tests.vectors import cases, missing
from trainer.cli.solve import solve
from trainer.games import game
from trainer.rulebooks import shipped_library
from trainer.texts.catalogue import messages

ROUNDS = cases("puerto-rico--pai-gow-poker") + cases("puerto-rico--pai-gow-tiles")
SETTINGS = cases("house-way--pai-gow-poker") + cases("house-way--pai-gow-tiles")

# What the worked cases call the house options and a few fields.
_ROUNDING = {"none": "none", "exact": "none"}
_FIELDS = {"first_card_to_wrong_position": "wrong_position", "groups_to_wrong_positions": "wrong_position"}


def request_of(case: dict[str, Any]) -> dict[str, Any]:
    """A worked case as a request."""
    data = {_FIELDS.get(key, key): value for key, value in case["data"].items() if key != "rules"}
    options = {key.replace("_", "-"): value for key, value in case["data"].get("rules", {}).items()}
    if "commission-rounding" in options:
        options["commission-rounding"] = _ROUNDING.get(str(options["commission-rounding"]), "quarter")
    request: dict[str, Any] = {"rulebook": case["rulebook"], "game": case["game"], "options": options}
    match case["kind"]:
        case "settle" | "limit":
            words = {"table_min": "minimum", "table_max": "maximum"}
            return {**request, case["kind"]: {words.get(key, key): value for key, value in data.items()}}
        case "irregularity":
            return {**request, "decide": {"case": "irregularity", **data}}
    if "dice" in data or "rng" in data:
        return {**request, "decide": {"case": "start-position", **data}}
    if "dealer_tiles" in data:
        way = data.get("house_way", "")
        return {**request, "decide": {"case": "set", "tiles": data["dealer_tiles"], "house_way": way}}
    if "hands" in data or "tiles" in data:
        return {**request, "decide": {"case": "order", **data}}
    if "groups" in data:
        return {**request, "decide": {"case": "stacks", **data}}
    return {**request, "decide": {"case": "two-spots", **data}}


def answer(request: dict[str, Any]) -> Any:
    return json.loads(msgspec.json.encode(solve(request, shipped_library())), parse_float=Decimal)


@pytest.mark.parametrize("case", ROUNDS, ids=lambda case: case["id"])
def test_worked_case(case: dict[str, Any]) -> None:
    given = answer(request_of(case))
    expected = dict(case["expected"])
    if "rule" in expected:  # the worked cases name rules of 11.6(D) by their article
        given["rule"] = given["article"]
    if "cards" in expected:  # of the bet, not of the round
        assert missing({key: expected.pop(key) for key in ("cards", "cards_exposed")}, given["bets"][0]) == []
    if "lawful" in expected:
        expected["lawful"] = _sorted_settings(expected["lawful"])
        given["lawful"] = _sorted_settings(given["lawful"])
    assert missing(expected, given) == []


@pytest.mark.parametrize("case", SETTINGS, ids=lambda case: case["id"])
def test_setting_by_house_way(case: dict[str, Any]) -> None:
    hands = ("front", "back") if "cards" in case else ("low", "high")
    pieces = {"cards": case["cards"]} if "cards" in case else {"tiles": case["tiles"]}
    situation = {"case": "set", "house_way": case["house_way"], **pieces}
    given = answer({"rulebook": "puerto-rico", "game": case["game"], "decide": situation})
    assert given["rule"] == str(case["rule"])
    for hand in hands:
        assert sorted(given[hand]) == sorted(case[hand])
    if "lawful" in case:
        assert _sorted_settings(given["lawful"]) == _sorted_settings(case["lawful"])
    if case["game"] == "pai-gow-tiles":
        assert ("equal" in given) == (case["compare"] == "ranks")


def _sorted_settings(settings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(({key: sorted(hand) for key, hand in setting.items()} for setting in settings), key=str)


def test_every_reason_that_is_given_can_be_said() -> None:
    """The reasons of all examples and worked cases, in both languages."""
    known = messages("pai-gow")
    for case in ROUNDS:
        for reason in _reasons(answer(request_of(case))):
            assert reason.startswith("table.") or f"reason.{reason}" in known
    for game_id in ("pai-gow-poker", "pai-gow-tiles"):
        for kind, ask in game(game_id).asks.items():
            for example in ask.examples:
                given = answer({"rulebook": "puerto-rico", "game": game_id, kind: example})
                assert all(f"reason.{reason}" in known or reason.startswith("table.") for reason in _reasons(given))


def _reasons(given: dict[str, Any]) -> list[str]:
    own = [reason["rule"] for reason in given.get("reasons", [])]
    return own + [reason["rule"] for bet in given.get("bets", []) for reason in bet.get("reasons", [])]
