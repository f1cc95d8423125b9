"""Answers requests as data: a request names its rules and asks one question.

``trainer solve`` and all worked cases use it. `answer_line` never raises because of its input: the reply is an answer
or an error that names the field. `schema` describes what a game can be asked, with examples.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Any, NoReturn, get_args

from trainer import catalogue
from trainer.games import game
from trainer.games.core import AskKind, RequestError, plain, read_request
from trainer.games.example_requests import examples_of
from trainer.games.request_checks import check_request
from trainer.games.rules import load_rules
from trainer.rulebooks import Library, RulebookError
from trainer.rulebooks.library import GENERAL
from trainer.rulebooks.validation import describe
from trainer.texts import Language, Message, Param, say
from trainer.texts.parse_errors import parser_problem

KINDS: tuple[AskKind, ...] = get_args(AskKind)
LONGEST_LINE = 1_000_000  # bytes
_HEAD = ("id", "rulebook", "game", "variant", "options")
_DEEPEST = 20  # nesting depth of lists and objects
_LONGEST_TEXT = 1000
_LONGEST_LIST = 2000  # larger than any shoe
_LONGEST_FIGURE = 40
_LARGEST = 10**15  # larger numbers are refused at once; amounts have their own range


def answer_line(line: bytes, number: int, library: Library, language: Language = Language.EN) -> dict[str, Any]:
    """Answer one line, or return its error, in the given language where a translation exists."""
    head: dict[str, Any] = {}
    try:
        request = read_line(line)
        if isinstance(request, dict) and isinstance(request.get("id"), str | int):
            head = {"id": request["id"]}
        return {**head, **solve(request, library)}
    except RulebookError as error:
        fault = error.faults[0]
        field = fault.key or ("rulebook" if fault.problem.id == "faults.no-rulebook" else "game")
        told = {"line": number, "field": field, "problem": say(fault.problem, language)}
        if fault.file.endswith(".toml") and not _gives(request, fault.key):
            told["file"] = fault.file  # the key would otherwise be read as a field of the request
        return {**head, "error": told}
    except RequestError as error:
        return {**head, "error": {"line": number, "field": error.field_path, "problem": say(error.problem, language)}}


def _gives(request: Any, key: str) -> bool:
    """Whether the error lies in the request itself: its variant or its choice of an option."""
    return key == "variant" or key in [f"options.{option}" for option in request.get("options", {})]


def _wrong(problem_id: str, /, **params: Param) -> Message:
    return Message(f"request.{problem_id}", params)


def read_line(line: bytes) -> Any:
    """Parse a line; raises `RequestError` for invalid JSON and for numbers, texts and nesting out of bounds."""
    if len(line) > LONGEST_LINE:
        raise RequestError("", _wrong("line-too-long", most=str(LONGEST_LINE)))
    try:
        data = json.loads(
            line.decode(),
            parse_int=_whole,
            parse_float=_decimal,
            parse_constant=_no_number,
            object_pairs_hook=_each_key_once,
        )
    except UnicodeDecodeError:
        raise RequestError("", _wrong("not-utf-8")) from None
    except RecursionError:
        raise RequestError("", _wrong("too-deep", most=_DEEPEST)) from None
    except RequestError:
        raise
    except ValueError as error:
        raise RequestError("", _wrong("not-json", reason=parser_problem(error))) from None
    _look_over(data)
    return data


def _whole(text: str) -> int:
    return int(_short(text))


def _decimal(text: str) -> Decimal:
    number = Decimal(_short(text))
    if number and not -_LONGEST_FIGURE < number.adjusted() < _LONGEST_FIGURE:  # written out it would fill the memory
        raise RequestError("", _wrong("out-of-range", figure=text))
    return number


def _short(text: str) -> str:
    if len(text) > _LONGEST_FIGURE:
        raise RequestError("", _wrong("too-many-digits", most=_LONGEST_FIGURE))
    return text


def _no_number(name: str) -> NoReturn:
    raise RequestError("", _wrong("no-number", word=name))


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise RequestError(key[:_LONGEST_TEXT] if key.isprintable() else "", _wrong("twice"))
        found[key] = value
    return found


def _look_over(data: Any) -> None:
    """Refuse data that is too deep, too long or cannot be printed back."""
    waiting: list[tuple[str, int, Any]] = [("", 0, data)]
    while waiting:
        path, depth, value = waiting.pop()
        if isinstance(value, dict | list):
            if depth > _DEEPEST:
                raise RequestError(path, _wrong("too-deep", most=_DEEPEST))
            if len(value) > _LONGEST_LIST:
                raise RequestError(path, _wrong("too-many", most=str(_LONGEST_LIST)))
            if isinstance(value, list):
                waiting += [(f"{path}[{index}]", depth + 1, part) for index, part in enumerate(value)]
                continue
            for key, part in value.items():
                _look_at_text(path, key)
                waiting.append((f"{path}.{key}" if path else key, depth + 1, part))
        elif isinstance(value, str):
            _look_at_text(path, value)
        elif isinstance(value, int) and not -_LARGEST <= value <= _LARGEST:
            raise RequestError(path, _wrong("figure-range", most=str(_LARGEST)))


def _look_at_text(path: str, value: str) -> None:
    if len(value) > _LONGEST_TEXT:
        raise RequestError(path, _wrong("text-too-long", most=str(_LONGEST_TEXT)))
    if any("\ud800" <= letter <= "\udfff" for letter in value):
        raise RequestError(path, _wrong("surrogate"))


def solve(request: Any, library: Library) -> dict[str, Any]:
    """Answer one request as JSON data; raises `RequestError`, or `RulebookError` for faulty rules."""
    if not isinstance(request, dict):
        raise RequestError("", _wrong("no-object"))
    for key in request:
        if key not in (*_HEAD, *KINDS):
            raise RequestError(key, _wrong("unknown-key", head=_HEAD, kinds=KINDS))
    if isinstance(request.get("id", ""), bool) or not isinstance(request.get("id", ""), str | int):
        raise RequestError("id", _wrong("id"))
    for key in ("rulebook", "game"):
        if not isinstance(request.get(key), str):
            raise RequestError(key, _wrong("missing" if key not in request else "must-be-text"))
    if not isinstance(request.get("variant", ""), str):
        raise RequestError("variant", _wrong("must-be-text"))
    asked = [kind for kind in KINDS if kind in request]
    if len(asked) != 1:
        raise RequestError("", _wrong("ask-one", kinds=KINDS, asked=asked or _wrong("nothing")))
    kind = asked[0]
    rules = load_rules(library, request["rulebook"], request["game"], request.get("variant", ""), _options(request))
    ask = game(request["game"]).asks.get(kind)
    if ask is None:
        raise RequestError(kind, _wrong("answers-only", game=request["game"], kinds=list(game(request["game"]).asks)))
    try:
        asked_of_it = read_request(ask, request[kind], kind)
        check_request(rules, asked_of_it, kind)
        answer = ask.answer(rules, asked_of_it)
    except RequestError as error:
        path = error.field_path.lstrip(".")
        inside = path if path.startswith(kind) else f"{kind}.{path}" if path else kind
        raise RequestError(inside, error.problem) from None
    result: dict[str, Any] = plain(answer)
    return result


def _options(request: dict[str, Any]) -> dict[str, str]:
    options = request.get("options", {})
    if not isinstance(options, dict):
        raise RequestError("options", _wrong("options"))
    for key, value in options.items():
        if isinstance(value, bool) or not isinstance(value, str | int | Decimal):
            raise RequestError(f"options.{key}", _wrong("option"))
    return {key: str(value) for key, value in options.items()}


# ── schemas and examples ─────────────────────────────────────────────────────────────────────────────────────────────


def schema(game_id: str, library: Library) -> dict[str, Any]:
    """Fields and example requests of each question a game answers; raises `KeyError` for an unknown game."""
    return {
        kind: {"takes": describe(ask.request), "examples": list(examples(game_id, kind, library))}
        for kind, ask in game(game_id).asks.items()
    }


def examples(game_id: str, kind: AskKind, library: Library) -> Iterator[dict[str, Any]]:
    """Each example under the first rulebook that can answer it; examples that none can answer are left out."""
    books = [name for name in library.rulebooks() if game_id in (*library.games(name), GENERAL)]
    for example in examples_of(game(game_id))[kind]:
        for book in books:
            request = {"rulebook": book, "game": game_id, kind: example}
            try:
                solve(request, library)
            except (RequestError, RulebookError):
                continue
            yield request
            break


def known_games() -> Iterable[str]:
    """Ids of all games that can be asked."""
    return sorted(catalogue.BY_GAME)
