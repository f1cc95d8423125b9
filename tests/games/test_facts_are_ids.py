"""Answers speak in ids: who, what happened, what is done, in which order; only what is spoken at the table is words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from trainer.cli.solve import solve
from trainer.games import MODULES, game
from trainer.games.core import RequestError
from trainer.rulebooks import shipped_library

LIBRARY = shipped_library()
GAMES = [(book, name) for book in LIBRARY.rulebooks() for name in LIBRARY.games(book) if name in MODULES]
# What is spoken over the cards, dice and wheel; text in both languages; the reasons, which the texts turn into words.
SPOKEN = {"call", "calls"}
ID = re.compile(r"[a-z0-9]+(?:[-_:/.][a-z0-9]+)*")
PIECE = re.compile(r"[A2-9TJQK][SHDC]|JK")
CITED = {"article"}  # of a house way's rule


def requests(book: str, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The examples of a game's schema, and everything its rulebook says of irregularities and conduct."""
    rules = LIBRARY.load(book, name)
    for kind, ask in game(name).asks.items():
        yield from ((kind, example) for example in ask.examples)
    yield from (("decide", {"case": "irregularity", "event": event}) for event in rules.irregularities)
    yield from (("decide", {"case": "conduct", "rule": rule}) for rule in rules.conduct)


def words(part: Any, path: str = "") -> Iterator[str]:
    """Texts of an answer that are not ids, with their places."""
    if isinstance(part, dict) and set(part) != {"es", "en"}:
        for key, value in part.items():
            if key not in SPOKEN | CITED | {"reasons"}:
                yield from words(value, f"{path}.{key}")
    elif isinstance(part, list):
        for each in part:
            yield from words(each, path)
    elif isinstance(part, str) and not ID.fullmatch(part) and not PIECE.fullmatch(part):
        yield f"{path}: {part}"


@pytest.mark.parametrize(("book", "name"), GAMES)
def test_facts_are_ids(book: str, name: str) -> None:
    answered = 0
    for kind, asked in requests(book, name):
        try:
            answer = solve({"rulebook": book, "game": name, kind: asked}, LIBRARY)
        except RequestError:  # an example of the schema that this rulebook does not know
            continue
        answered += 1
        assert list(words(json.loads(msgspec.json.encode(answer)))) == [], asked
    assert answered


def test_renaming_somebody_changes_no_answer() -> None:
    """Who calls a void spin, and who is told of a bet outside the limits, are entries of the staff."""
    for book, name, kind, asked, fact in (
        ("arica", "roulette-american", "decide", {"case": "spin", "event": "ball-turns", "turns": 2}, "called_by"),
        ("arica", "craps", "decide", {"case": "throw", "event": "dice-slide"}, "called_by"),
        (
            "arica",
            "roulette-american",
            "settle",
            {"winning_number": "1", "maximum": 5, "bets": [{"bet": "red", "stake": 9}]},
            "notify_first",
        ),
    ):
        answer = solve({"rulebook": book, "game": name, kind: asked}, LIBRARY)
        found = answer["bets"][0] if kind == "settle" else answer
        assert found[fact] in LIBRARY.load(book, name).staff
