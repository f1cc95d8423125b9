"""``trainer solve``: one JSON object a line in, one JSON line out.

A line names ``rulebook`` and ``game`` (optionally ``variant`` and ``options``) and asks exactly one of ``settle``,
``decide`` or ``limit``. A line that cannot be answered gives an error line that names the field; the others are still
answered, and the exit status is 2.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, get_args

import msgspec

from trainer import catalogue
from trainer.cli.places import user_places
from trainer.games import game
from trainer.games.core import AskKind, RequestError, plain, read_request
from trainer.games.rules import load_rules
from trainer.rulebooks import Library, RulebookError
from trainer.rulebooks.library import GENERAL
from trainer.rulebooks.reading import describe
from trainer.texts import Language, say

KINDS: tuple[AskKind, ...] = get_args(AskKind)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--schema", metavar="GAME", help="print what a game takes, with an example of each")
    parser.add_argument(
        "--language",
        choices=[language.value for language in Language],
        default="en",
        help="of what is wrong with a rulebook; what is wrong with a line is said in English (default: %(default)s)",
    )
    parser.add_argument("file", nargs="?", help="JSON lines to read (default: standard input)")


def run(arguments: argparse.Namespace) -> int:
    if arguments.schema:
        return _print_schema(arguments.schema)
    library, language = user_places().library(), Language(arguments.language)
    if arguments.file:
        try:
            with open(arguments.file, encoding="utf-8") as file:  # noqa: PTH123 - may be a pipe
                return _answer_all(file, library, language)
        except OSError as error:
            print(f"trainer solve: cannot read {arguments.file}: {error.strerror}", file=sys.stderr)
            return 2
    return _answer_all(sys.stdin, library, language)


def _answer_all(lines: Iterable[str], library: Library, language: Language) -> int:
    status = 0
    for answer in solve_lines(lines, library, language):
        if "error" in answer:
            status = 2
        print(msgspec.json.encode(answer).decode(), flush=True)
    return status


def solve_lines(lines: Iterable[str], library: Library, language: Language = Language.EN) -> Iterator[dict[str, Any]]:
    """The answer to every line that is not blank, in order; faults of a rulebook are said in the language."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield _solve_line(line, number, library, language)


def _solve_line(line: str, number: int, library: Library, language: Language) -> dict[str, Any]:
    try:
        request = json.loads(line, parse_float=Decimal)
    except ValueError as error:
        return {"error": {"line": number, "field": "", "problem": f"is not JSON: {error}"}}
    head = {"id": request["id"]} if isinstance(request, dict) and "id" in request else {}
    try:
        return {**head, **solve(request, library)}
    except RulebookError as error:
        fault = error.faults[0]
        told = {"line": number, "field": fault.key or "game", "problem": say(fault.problem, language)}
        return {**head, "error": told}
    except RequestError as error:
        return {**head, "error": {"line": number, "field": error.field_path, "problem": error.problem}}


def solve(request: Any, library: Library) -> dict[str, Any]:
    """The answer to one request, as JSON data; raises `RequestError`, or `RulebookError` where rules are at fault."""
    if not isinstance(request, dict):
        raise RequestError("", "must be a JSON object")
    for key in request:
        if key not in ("id", "rulebook", "game", "variant", "options", *KINDS):
            raise RequestError(
                key, "unknown key; a request has: id, rulebook, game, variant, options, and one of " + ", ".join(KINDS)
            )
    for key in ("rulebook", "game"):
        if not isinstance(request.get(key), str):
            raise RequestError(key, "is missing" if key not in request else "must be text")
    asked = [kind for kind in KINDS if kind in request]
    if len(asked) != 1:
        raise RequestError("", f"ask exactly one of {', '.join(KINDS)}; this asks {' and '.join(asked) or 'none'}")
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise RequestError("options", "must be an object of option ids and values")
    rules = load_rules(
        library,
        request["rulebook"],
        request["game"],
        request.get("variant", ""),
        {key: str(value) for key, value in options.items()},
    )
    if request["game"] not in catalogue.BY_GAME:
        raise RequestError("game", f"there is no engine for {request['game']!r} yet")
    kind = asked[0]
    ask = game(request["game"]).asks.get(kind)
    if ask is None:
        raise RequestError(kind, f"{request['game']} answers only: {', '.join(game(request['game']).asks)}")
    try:
        answer = ask.answer(rules, read_request(ask, request[kind], kind))
    except RequestError as error:
        path = error.field_path
        inside = path if path.startswith(kind) else f"{kind}.{path}" if path else kind
        raise RequestError(inside, error.problem) from None
    result: dict[str, Any] = plain(answer)
    return result


def _print_schema(game_id: str) -> int:
    if game_id not in catalogue.BY_GAME:
        print(
            f"trainer solve: there is no game {game_id!r}; there are: {', '.join(sorted(catalogue.BY_GAME))}",
            file=sys.stderr,
        )
        return 2
    print(msgspec.json.format(msgspec.json.encode(schema(game_id, user_places().library()))).decode())
    return 0


def schema(game_id: str, library: Library) -> dict[str, Any]:
    """What a game takes: for each ask its fields in words, and whole requests as examples."""
    books = [name for name in library.rulebooks() if game_id in (*library.games(name), GENERAL)]
    return {
        kind: {
            "takes": describe(ask.request),
            "examples": list(_answerable(game_id, books, kind, ask.examples, library)),
        }
        for kind, ask in game(game_id).asks.items()
    }


def _answerable(
    game_id: str, books: list[str], kind: str, examples: Iterable[dict[str, Any]], library: Library
) -> Iterator[dict[str, Any]]:
    """Each example under the first rulebook that knows what it asks about; one that none knows is left out."""
    for example in examples:
        for book in books:
            request = {"rulebook": book, "game": game_id, kind: example}
            try:
                solve(request, library)
            except (RequestError, RulebookError):
                continue
            yield request
            break
