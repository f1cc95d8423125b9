"""For every game of the catalogue: nothing impossible is settled, books balance, and the order of players is nothing.

A stake outside the limits of a table is no impossible bet: found too late it is settled by the article on that, and
says so.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.books import unbalanced
from tests.games.rounds import (
    DECIDED,
    LIBRARY,
    SETTLED,
    Request,
    answer,
    asked,
    changed,
    fields_of,
    impossible,
    limit_and_settle_differ,
    limit_of,
    order_matters,
    paths,
    rounds,
    varied,
    with_limits,
)
from tests.laboratory.requests import STRANGE
from trainer.games import game
from trainer.games.core import RequestError
from trainer.games.solving import solve
from trainer.rulebooks import RulebookError

every_game = pytest.mark.parametrize("name", SETTLED)


def some(requests: tuple[Request, ...], most: int = 12) -> list[Request]:
    """So many of them, from first to last."""
    return list(requests[:: max(1, len(requests) // most)])


@every_game
def test_one_impossible_thing_and_a_round_is_refused(name: str) -> None:
    rng = random.Random(f"{name} impossible")
    made = [each for request in some(rounds(name)) for each in impossible(request, rng)]
    assert made
    settled = [(what, request) for what, request in rng.sample(made, min(len(made), 60)) if answer(request)]
    assert settled == []


@every_game
def test_the_books_of_every_round_balance(name: str) -> None:
    rng = random.Random(f"{name} books")
    for request in (*some(rounds(name), 25), *(varied(request, rng) for request in some(rounds(name), 6))):
        settled = answer(request)
        assert settled is None or unbalanced(request, settled) == [], request


@every_game
def test_what_limit_says_of_a_stake_settle_does(name: str) -> None:
    rng = random.Random(f"{name} limits")
    for request in some(rounds(name)):
        other = with_limits(request, rng)
        assert limit_and_settle_differ(other) == "", other


def test_every_game_in_which_limit_judges_stakes_takes_its_limits_in_settle() -> None:
    for name in SETTLED:
        if {"bets", "minimum", "maximum"} <= fields_of(name, "limit"):
            assert {"minimum", "maximum"} <= fields_of(name, "settle"), name


@every_game
def test_a_bet_that_limit_does_not_know_settle_does_not_know(name: str) -> None:
    rng = random.Random(f"{name} bets")
    kinds = [*LIBRARY.load_unchecked(rounds(name)[0]["rulebook"], name).bets, "moon"]
    for request in some(rounds(name)):
        bets = request["settle"].get("bets", ())
        for index in range(len(bets)) if limit_of(request) else ():
            other = {**bets[index], "bet": rng.choice(kinds), "on": rng.choice(STRANGE), "seat": rng.choice((1, 7, 99))}
            made = changed(request, ("settle", "bets", index), other)
            asked_limit = limit_of(made)
            if asked_limit is not None and _refusal(asked_limit).startswith("limit.bets"):
                assert answer(made) is None, made


def _refusal(request: Request) -> str:
    """The field that is refused by an engine, or nothing."""
    try:
        solve(request, LIBRARY)
    except RequestError as error:
        return error.field_path
    except RulebookError:
        return ""
    return ""


@pytest.mark.parametrize("name", DECIDED)
def test_what_decide_refuses_settle_refuses(name: str) -> None:
    """Cards, dice and seats that are impossible where a situation is decided are so where it is settled."""
    rng = random.Random(f"{name} decide")
    shared = set(game(name).asks["settle"].request.__struct_encode_fields__) - {"bets"}
    for situation in some(asked(name, "decide"), 25):
        common = {key: value for key, value in situation["decide"].items() if key in shared}
        head = {key: value for key, value in situation.items() if key != "decide"}
        settled = [each for each in rounds(name) if {**each, "settle": 0} == {**head, "settle": 0}]
        settled = [each for each in settled if common.keys() <= each["settle"].keys()]
        for field, wrong in _spoilt(common, rng) if settled else ():
            if _refusal({**head, "decide": {**situation["decide"], **wrong}}).startswith(f"decide.{field}"):
                request = rng.choice(settled)
                assert answer({**request, "settle": {**request["settle"], **wrong}}) is None, (wrong, request)


def _spoilt(common: dict[str, Any], rng: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """The common part with one value of it changed to another of its form; nothing is left out."""
    for path, old in paths(common):
        if isinstance(old, str | int) and not isinstance(old, bool):
            new = rng.choice([each for each in STRANGE if type(each) is type(old) and each not in ("", old)])
            yield str(path[0]), changed(common, path, new)
        elif isinstance(old, list) and path and old:
            yield str(path[0]), changed(common, path, [*old, old[0]])


@every_game
def test_it_does_not_matter_who_is_told_first(name: str) -> None:
    for request in some(rounds(name)):
        assert order_matters(request) == "", request
