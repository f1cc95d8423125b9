"""What must hold for every game of every rulebook in every variant, whatever it is asked.

A new game is looked at here without a line of its own: it is found through the catalogue and asked its schema's
examples, its worked cases, and everything its rulebook says of irregularities and conduct.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from copy import copy, deepcopy
from functools import cache
from typing import Any

import msgspec

from tests.games.worked_cases import FAMILIES, answered, reasons_of, worked_cases
from tests.loops import loop_over
from trainer.catalogue import BY_GAME
from trainer.games import game
from trainer.games.core import Game, RequestError
from trainer.games.example_requests import examples_of
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, RulebookError, shipped_library
from trainer.rulebooks.library import GENERAL

Request = dict[str, Any]
Table = tuple[str, str, str]
"""Rulebook, game and variant."""

LIBRARY = shipped_library()
TABLES: list[Table] = [
    (book, name, variant)
    for book in LIBRARY.rulebooks()
    for name in LIBRARY.games(book)
    for variant in load_rules(LIBRARY, book, name).variants or [""]
]
ENGINES = {engine.ids: engine for engine in map(game, BY_GAME)}.values()
WORKED = [case.request for family in FAMILIES for case in worked_cases(family)]

# What is called out at the table, a letter of a ball too; the article of a house way's rule; reasons, for texts.
WORDS_ARE_MEANT = {"call", "calls", "letter", "article", "reasons"}
ID = re.compile(r"[a-z0-9]+(?:[-_:/.][a-z0-9]+)*")
PIECE = re.compile(r"[A2-9TJQK][SHDC]|JK")

every_table = loop_over("table", TABLES, ids=lambda table: "-".join(filter(None, table)))


def at(table: Table, kind: str, asked: Request) -> Request:
    """A request at a table."""
    book, name, variant = table
    return {"rulebook": book, "game": name, **({"variant": variant} if variant else {}), kind: asked}


def requests(table: Table) -> Iterator[Request]:
    """The examples of the schema, the worked cases, and all irregularities and rules of conduct."""
    book, name, variant = table
    rules = load_rules(LIBRARY, book, name, variant)
    for kind, examples in examples_of(game(name)).items():
        yield from (at(table, kind, example) for example in examples)
    yield from (at(table, "decide", {"case": "irregularity", "event": event}) for event in rules.irregularities)
    yield from (at(table, "decide", {"case": "conduct", "rule": rule}) for rule in rules.conduct)
    here = {"rulebook": book, "game": name}
    for request in WORKED:
        if here.items() <= request.items() and request.get("variant", rules.default_variant) == variant:
            yield request


@cache
def answers(table: Table) -> list[tuple[Request, dict[str, Any]]]:
    """Every request that can be asked at a table, with its answer as it is printed."""
    found = []
    for request in requests(table):
        try:
            found.append((request, answered(deepcopy(request))))
        except RequestError as error:  # an example of another rulebook; it says what is not known here
            assert error.field_path and error.problem, request
    return found


@every_table
def test_every_kind_of_question_is_answered(table: Table) -> None:
    kinds = {kind for request, _ in answers(table) for kind in request}
    assert kinds >= game(table[1]).asks.keys()


@loop_over("engine", ENGINES, ids=lambda engine: engine.ids[0])
def test_every_example_of_the_schema_is_answered_at_some_table(engine: Game) -> None:
    general = [(book, GENERAL, "") for book in LIBRARY.rulebooks()]
    tables = [table for table in (*TABLES, *general) if table[1] in engine.ids]
    for kind, examples in examples_of(engine).items():
        for example in examples:
            assert any(_is_answered(at(table, kind, example)) for table in tables), (kind, example)


def _is_answered(request: Request) -> bool:
    try:
        return bool(answered(request))
    except (RequestError, RulebookError):
        return False


@every_table
def test_no_seat_lies_beyond_the_cloth(table: Table) -> None:
    if load_rules(LIBRARY, *table).first_seat is None:  # nobody has a seat
        return
    for request, _ in answers(table):
        for moved in _with_a_seat_of_99(request):
            assert not _is_answered(moved), moved


def _with_a_seat_of_99(value: Any) -> Iterator[Any]:
    """A request again for every seat in it, with that one far beyond any table."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        is_seat = name in ("seat", "banker_seat", "button") and isinstance(part, int)
        for other in [99] if is_seat else _with_a_seat_of_99(part):
            copied = copy(value)
            copied[name] = other
            yield copied


@every_table
def test_steps_and_conduct_are_told_as_the_rulebook_has_them(table: Table) -> None:
    rules = load_rules(LIBRARY, *table)
    assert answered(at(table, "decide", {"case": "procedure"}))["order"] == list(rules.procedure)
    for rule, entry in rules.conduct.items():
        told = answered(at(table, "decide", {"case": "conduct", "rule": rule}))
        assert told["reasons"][0]["cite"] == str(entry.cite)


@every_table
def test_the_order_of_bets_changes_nothing_but_the_order(table: Table) -> None:
    for request, answer in answers(table):
        asked = request.get("settle", {})
        if len(asked.get("bets", ())) < 2:
            continue
        for turned in (asked["bets"][::-1], [*asked["bets"][1:], asked["bets"][0]]):
            again = answered({**request, "settle": {**asked, "bets": turned}})
            assert _counted(again["bets"]) == _counted(answer["bets"]), request
            assert {**again, "bets": []} == {**answer, "bets": []}, request


def _counted(results: list[dict[str, Any]]) -> Counter[str]:
    return Counter(json.dumps(result, sort_keys=True, default=str) for result in results)


@every_table
def test_answers_speak_in_ids(table: Table) -> None:
    """Who, what happened, what is done, in which order; words only in both languages or as they are called out."""
    for request, answer in answers(table):
        if request.get("decide", {}).get("case") != "calls":  # they are put in order as they were given
            assert list(_words(answer)) == [], request


def _words(part: Any, path: str = "") -> Iterator[str]:
    """Texts of an answer that are not ids, with their places."""
    if isinstance(part, dict) and set(part) != {"es", "en"}:
        for key, value in part.items():
            assert re.fullmatch(r"[a-z0-9]+(?:[-_/][a-z0-9]+)*", key), f"{path}.{key}"
            if key not in WORDS_ARE_MEANT:
                yield from _words(value, f"{path}.{key}")
    elif isinstance(part, list):
        for each in part:
            yield from _words(each, path)
    elif isinstance(part, str) and not ID.fullmatch(part) and not PIECE.fullmatch(part):
        yield f"{path}: {part}"


@every_table
def test_reasons_cite_what_the_rulebook_cites(table: Table) -> None:
    known = frozenset(_texts(load_rules(LIBRARY, *table)))
    for request, answer in answers(table):
        for reason in reasons_of(answer):
            cite = reason["cite"]
            assert str(Citation.parse(cite)) == cite
            if "options" not in request:
                assert cite in known, (request, reason)


def _texts(part: Any) -> Iterator[str]:
    """Every text of rules: engines keep some citations in figures of their own."""
    if isinstance(part, Citation | str):
        yield str(part)
    elif isinstance(part, msgspec.Struct):
        yield from _texts(msgspec.structs.asdict(part))
    elif isinstance(part, dict):
        yield from _texts(list(part.values()))
    elif isinstance(part, list | tuple):
        for each in part:
            yield from _texts(each)


@every_table
def test_a_question_is_left_as_it_was_asked(table: Table) -> None:
    for request, answer in answers(table):
        asked = deepcopy(request)
        assert answered(asked) == answer
        assert asked == request
