"""Requests that no game accepts: money finer than a coin or negative, seats beyond the table, too many equal cards."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.laboratory.requests import examples
from tests.loops import loop_over
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


# ── impossible requests, in every game ───────────────────────────────────────────────────────────────────────────────

SIGNED = {"banker_result", "percent"}
SEATS = {"seat", "banker_seat", "shoe_holder", "after", "occupied", "refuse", "excluded", "seats"}
# Games whose players have no numbered places.
WITHOUT_PLACES = ("bingo", "boule", "craps", "general-rules", "roulette-american", "roulette-french")


def numbers(part: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], int | float]]:
    """Every positive number of a request with its path."""
    if isinstance(part, int | float) and not isinstance(part, bool):
        return [(path, part)] if part > 0 else []
    named = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    return [found for key, value in named for found in numbers(value, (*path, key))]


def with_value(example: dict[str, Any], path: tuple[Any, ...], value: object) -> dict[str, Any]:
    changed = json.loads(json.dumps(example))
    part = changed
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return changed


def answered_examples() -> list[dict[str, Any]]:
    return [example for example in examples() if not error_of(example)]


def test_no_number_below_zero_is_taken_but_for_results_and_percentages() -> None:
    changed = [
        with_value(example, path, -value)
        for example in answered_examples()
        for path, value in numbers(example)
        if SIGNED.isdisjoint(map(str, path))
    ]
    assert len(changed) > 1000
    assert [request for request in changed if not error_of(request)] == []


def test_no_seat_beyond_the_places_of_the_table_is_taken() -> None:
    changed = []
    for example in answered_examples():
        for path, _ in numbers(example):
            names = [key for key in path if isinstance(key, str)]
            is_list = isinstance(path[-1], int)
            if names[-1] in SEATS and (names[-1] != "seats" or is_list) and example["game"] not in WITHOUT_PLACES:
                changed += [with_value(example, path, seat) for seat in (0, 99)]
    assert len(changed) > 200
    assert [request for request in changed if not error_of(request)] == []


def asked(rulebook: str, game: str, kind: str, **request: Any) -> dict[str, Any]:
    return {"rulebook": rulebook, "game": game, kind: request}


# The field at fault, the table, and what is asked of it.
IMPOSSIBLE = """
decide.bets[0].seat baleares/chemin-de-fer
    {"case": "opponent", "banker_seat": 3, "bets": [{"bet": "player", "stake": 100, "seat": 3}]}
decide.bids[0].amount baleares/chemin-de-fer {"case": "auction", "bids": [{"amount": -80, "seat": 3}]}
settle.bank baleares/chemin-de-fer {"winner": "banker", "bank": -5, "bets": []}
decide.seats[1] arica/blackjack {"case": "order", "seats": [1, 1, 1]}
decide.seats[0] arica/blackjack {"case": "order", "seats": [0, 2]}
settle.hands[1] arica/blackjack
    {"dealer": ["6S", "TC", "TD"], "bets": [{"bet": "main", "stake": 2000, "seat": 1}],
     "hands": [{"seat": 1, "cards": ["TH", "9D"]}, {"seat": 1, "cards": ["TC", "8S"]}]}
settle.bets[0].seat arica/punto-banco {"winner": "player", "bets": [{"bet": "player", "stake": 100, "seat": 99}]}
decide.occupied[1] baleares/punto-banco {"case": "shoe-holder", "occupied": [2, 99]}
decide.refuse[0] baleares/punto-banco {"case": "shoe-holder", "occupied": [2, 4], "refuse": [5]}
decide.cards[1] arica/punto-banco {"case": "deal-order", "cards": [1, 1]}
settle.bets[0].chip arica/roulette-american
    {"winning_number": "1", "bets": [{"bet": "red", "stake": 5000, "chip": 10000}]}
decide.winning_bets[1] arica/roulette-american {"case": "pay-order", "winning_bets": ["red", "black"]}
decide.bets[1] arica/roulette-american
    {"case": "pay-order", "bets": [{"bet": "low", "stake": 5}, {"bet": "dozen", "on": 3, "stake": 5}]}
decide.winning_number baleares/roulette-french
    {"case": "pay-order", "winning_bets": ["low"], "winning_number": "99"}
decide.winning_bets[1] baleares/roulette-french
    {"case": "pay-order", "winning_bets": ["column", "low"], "winning_number": "36"}
decide.bet.in_prison baleares/roulette-french
    {"case": "zero", "bet": {"bet": "straight-up", "on": ["3"], "stake": 6, "in_prison": true}}
settle.bets[0].zeros_met baleares/roulette-french
    {"winning_number": "0", "bets": [{"bet": "red", "stake": 20, "zeros_met": 2}]}
settle.bets[0].zeros_met baleares/roulette-french
    {"winning_number": "7", "bets": [{"bet": "red", "stake": 20, "zeros_met": 1}]}
settle.bets[0].zeros_met baleares/roulette-french
    {"winning_number": "0", "bets": [{"bet": "red", "stake": 20, "in_prison": true, "zeros_met": 1}]}
decide.bet.zeros_met baleares/roulette-french {"case": "zero", "bet": {"bet": "red", "stake": 20, "zeros_met": 3}}
settle.bets[0].ties_met baleares/trente-et-quarante
    {"black_total": 31, "red_total": 31, "bets": [{"bet": "red", "stake": 20, "ties_met": 2}]}
decide.winning[2] baleares/trente-et-quarante {"case": "pay-order", "winning": ["red", "color", "inverse"]}
decide.hands[1] puerto-rico/pai-gow-poker {"case": "order", "hands": [["AS", "KD"], ["KD", "AS"]]}
decide.tiles[2] puerto-rico/pai-gow-tiles {"case": "order", "tiles": ["2-4", "6-6", "2-4"]}
decide.players[1] puerto-rico/pai-gow-poker {"case": "bank-offer", "players": [1, 1]}
decide.steps[1] arica/roulette-american {"case": "procedure", "steps": ["pay", "pay"]}
"""


@loop_over("entry", re.split(r"\n(?=\w)", IMPOSSIBLE.strip()))
def test_what_no_table_shows_is_refused_with_its_field(entry: str) -> None:
    field, table, written = entry.split(None, 2)
    rulebook, game = table.split("/")
    assert error_of(asked(rulebook, game, field.partition(".")[0], **json.loads(written)))["field"] == field


@pytest.mark.parametrize(("rulebook", "most"), [("baleares", 10), ("puerto-rico", 50)])
def test_odds_are_limited_by_their_line_whichever_limit_of_the_table_is_given(rulebook: str, most: int) -> None:
    bets = [{"bet": "pass-line", "stake": 10, "seat": 1}, {"bet": "pass-odds", "stake": 1000, "seat": 1}]
    for given in ({"minimum": 10}, {"minimum": 10, "maximum": 1000}):
        request = asked(rulebook, "craps", "settle", point=6, dice=[4, 2], bets=bets, **given)
        odds = answer_line(json.dumps(request).encode(), 1, LIBRARY)["bets"][1]
        assert (odds["stake_in_play"], odds["excess_returned"]) == (most, 1000 - most)
