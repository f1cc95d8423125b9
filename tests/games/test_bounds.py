"""What no game takes, whatever its engine: money finer than a coin, more cards of a kind than the decks have."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.laboratory.requests import examples
from trainer.games.solving import answer_line
from trainer.rulebooks import Library, shipped_library
from trainer.rulebooks.library import SHIPPED
from trainer.texts import Language

LIBRARY = shipped_library()


def error_of(request: dict[str, Any], language: Language = Language.EN) -> dict[str, Any]:
    answer = answer_line(json.dumps(request).encode(), 1, LIBRARY, language)
    return answer.get("error", {})


def red(rulebook: str, stake: object) -> dict[str, Any]:
    bets = [{"bet": "red", "stake": stake}]
    return {"rulebook": rulebook, "game": "roulette-american", "settle": {"winning_number": "17", "bets": bets}}


@pytest.mark.parametrize(
    ("rulebook", "stake"),
    [
        ("arica", 0.5),
        ("arica", "1/3"),
        ("arica", 12.25),
        ("puerto-rico", "1/3"),
        ("baleares", 0.005),
        ("bolivia", "1/8"),
    ],
)
def test_money_finer_than_the_smallest_coin_is_refused(rulebook: str, stake: object) -> None:
    error = error_of(red(rulebook, stake))
    assert error["field"] == "settle.bets[0].stake"
    assert "the smallest is" in error["problem"]
    assert "la más pequeña es" in error_of(red(rulebook, stake), Language.ES)["problem"]


@pytest.mark.parametrize(
    ("rulebook", "stake"),
    [("arica", 1), ("arica", "5"), ("puerto-rico", 0.25), ("baleares", "0.50"), ("bolivia", 0.01)],
)
def test_small_stakes_in_whole_coins_are_taken(rulebook: str, stake: object) -> None:
    assert error_of(red(rulebook, stake)) == {}


def card_lists(part: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where lists of cards lie in a request."""
    if isinstance(part, list) and len(part) > 1 and all(_is_card(each) for each in part):
        return [path]
    named = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    return [found for key, value in named for found in card_lists(value, (*path, key))]


def _is_card(value: object) -> bool:
    return isinstance(value, str) and len(value) == 2 and value[0] in "A23456789TJQK" and value[1] in "SHDC"


def test_nine_identical_queens_are_refused_wherever_cards_lie() -> None:
    carded = [(example, path) for example in examples() for path in card_lists(example)]
    assert len(carded) > 400
    assert [changed for example, path in carded if not error_of(changed := with_nine_queens(example, path))] == []


def with_nine_queens(example: dict[str, Any], path: tuple[str | int, ...]) -> dict[str, Any]:
    changed = json.loads(json.dumps(example))
    part = changed
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = ["QS"] * 9
    return changed


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"rulebook": "arica", "rulebook": "arica"}', "está dos veces"),
        (b"\xff", "no es texto en UTF-8"),
        (b"[]", "debe ser un objeto JSON"),
        (b'{"rulebook": "arica", "game": "craps", "variant": [], "limit": {}}', "debe ser un texto"),
        (b'{"rulebook": "arica", "game": "craps", "settle": {"bets": 5}}', "debe ser una lista"),
        (b'{"rulebook": "arica"}', "falta"),
    ],
)
def test_what_is_wrong_with_any_request_is_said_in_spanish_too(line: bytes, said: str) -> None:
    assert said in answer_line(line, 1, LIBRARY, Language.ES)["error"]["problem"]


@pytest.mark.parametrize(
    ("limits", "limit", "is_right"),
    [
        ("[rules.limits]\nvip-minimum = 7\n", "2 x vip", True),
        ("", "2 x vip", False),
        ("", "2 x pass-line", True),
        ("", "2 x minimum", True),
        ("", "2 x moon", False),
    ],
)
def test_a_limit_is_a_multiple_of_what_the_rules_name(limits: str, limit: str, is_right: bool, tmp_path: Any) -> None:
    (tmp_path / "own").mkdir()
    text = f'extends = "arica/craps"\n{limits}[bets.field]\nmaximum = "{limit}"\n'
    (tmp_path / "own" / "craps.toml").write_text(text)
    faults = Library([SHIPPED, tmp_path]).faults("own", "craps")
    assert ([fault.key for fault in faults] == []) == is_right, faults
