"""For every game with bets on a cloth: what ``limit`` refuses, ``settle`` refuses; who is listed first changes nothing.

A stake outside the limits of a table is no impossible bet: found too late it is settled by the article on that.
"""

from __future__ import annotations

import json
from collections import defaultdict
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.games.core import RequestError
from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()
Request = dict[str, Any]
# By game: how a round ended, and what `limit` must be told to look at the same round.
ENDED: dict[str, tuple[Request, Request]] = {
    "roulette-french": ({"winning_number": "7"}, {}),
    "roulette-american": ({"winning_number": "0"}, {}),
    "boule": ({"winning_number": 5}, {}),
    "craps": ({"point": 6, "dice": [4, 2]}, {"point": 6}),
    "punto-banco": ({"shoe": ["4H", "6C", "AD", "7S", "KC", "5D"]}, {}),
    "baccarat": ({"shoe": ["4H", "6C", "AD", "7S", "KC", "5D"]}, {}),
    "mini-baccarat": ({"shoe": ["4H", "6C", "AD", "7S", "KC", "5D"]}, {}),
    "ez-baccarat": ({"shoe": ["4H", "6C", "AD", "7S", "KC", "5D"]}, {}),
    "commission-free-baccarat": ({"shoe": ["4H", "6C", "AD", "7S", "KC", "5D"]}, {}),
    "chemin-de-fer": ({"winner": "player", "bank": 90, "banker_seat": 4}, {"bank": 90}),
    "trente-et-quarante": ({"black_total": 31, "red_total": 31}, {}),
    "big-six": ({"symbol": "2"}, {}),
}
TABLES = [(book, name) for book in LIBRARY.rulebooks() for name in LIBRARY.games(book) if name in ENDED]
SELECTIONS = [None, None, 1, 2, 5, 6, 8, "17", "player", "banker", "five", ["1", "2"], ["17"], ["1", "5"], [1, 2]]
STAKES = [-5, 0, 5, 10, 20, 50]


def asked(book: str, name: str, kind: str, request: Request) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(
        msgspec.json.encode(solve({"rulebook": book, "game": name, kind: request}, LIBRARY))
    )
    return answer


@st.composite
def bets(draw: st.DrawFn, book: str, name: str) -> Request:
    """A bet that may or may not be one of this table."""
    kinds = [*load_rules(LIBRARY, book, name).bets, "moon"]
    bet: Request = {"bet": draw(st.sampled_from(kinds)), "stake": draw(st.sampled_from(STAKES))}
    bet["on"] = draw(st.sampled_from(SELECTIONS))
    seat = draw(st.sampled_from([None, 1, 2, 3, 6, 99]))
    return bet if seat is None else {**bet, "seat": seat}


def refusal(book: str, name: str, kind: str, request: Request) -> str:
    """The field that is refused, or nothing."""
    try:
        asked(book, name, kind, request)
    except RequestError as error:
        return error.field_path
    return ""


@pytest.mark.parametrize(("book", "name"), TABLES)
@settings(max_examples=40)
@given(data=st.data())
def test_what_limit_refuses_settle_refuses(book: str, name: str, data: st.DataObject) -> None:
    laid = data.draw(st.lists(bets(book, name), min_size=1, max_size=4))
    ended, told = ENDED[name]
    if refusal(book, name, "limit", {**told, "bets": laid}).startswith("limit.bets"):
        assert refusal(book, name, "settle", {**ended, "bets": laid}), laid


@pytest.mark.parametrize(("book", "name"), TABLES)
@settings(max_examples=40)
@given(data=st.data())
def test_no_player_wins_by_being_listed_first(book: str, name: str, data: st.DataObject) -> None:
    """What each player gets on each spot is the same in any order, and every stake is accounted for."""
    drawn = data.draw(st.lists(bets(book, name), min_size=2, max_size=5))
    ended, _ = ENDED[name]
    laid = [bet for bet in drawn if not refusal(book, name, "settle", {**ended, "bets": [bet]})]
    if len(laid) < 2 or refusal(book, name, "settle", {**ended, "bets": laid}):
        return
    turned = data.draw(st.permutations(laid))
    assert by_player(book, name, {**ended, "bets": laid}) == by_player(book, name, {**ended, "bets": turned})


def by_player(book: str, name: str, request: Request) -> dict[str, list[Fraction]]:
    found: dict[str, list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 3)
    for bet in asked(book, name, "settle", request)["bets"]:
        sums = [Fraction(str(bet.get(part, 0))) for part in ("pays", "loses", "returned")]
        assert sum(sums[1:]) + Fraction(str(bet.get("stays", 0))) == Fraction(str(bet["stake"]))
        key = f"{bet.get('seat')} {bet['bet']} {bet.get('on')}"
        found[key] = [one + other for one, other in zip(found[key], sums, strict=True)]
    return dict(found)
