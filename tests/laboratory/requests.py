"""Requests gone wrong: the examples of every game with values, keys and whole parts changed at random."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from trainer.catalogue import BY_GAME
from trainer.games import game
from trainer.games.example_requests import examples_of
from trainer.games.solving import KINDS
from trainer.rulebooks import shipped_library
from trainer.rulebooks.library import GENERAL

Path = tuple[Any, ...]  # keys and places from the root to a part

STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 7, 10, 17, 37, 99, 2**31, 2**63, 10**30, 0.5, -2.5, 1e300, 1e-300,
    "", " ", "0", "-1", "1/3", "1/0", "half", "é", "\ud800", "\u0000", "x" * 400, "AS", "ZZ", "7S", "00", "6-6",
    "1e5000", "1e99999999", "9" * 5000, "../arica", "player", "banker", "red", [], {}, [[]], [None], ["17"],
    [1, 2, 3], {"bet": "red"}, {"case": "procedure"}, [{"bet": "red", "stake": 5}],
)  # fmt: skip
RAW = (
    b"{", b"[]", b"null", b"\xff\xfe", b"[" * 200_000, b'{"a":' * 5_000, b'{"id": "\\ud800"}', b'{"a": 1, "a": 2}',
    b'{"rulebook": "arica", "game": "craps", "variant": [], "limit": {}}',
    b'{"rulebook": "arica", "game": "craps", "variant": true, "limit": {}}',
    b'{"rulebook": "arica", "game": "craps", "limit": {"minimum": 1e5000}}',
    b'{"rulebook": "arica", "game": "craps", "limit": {"minimum": 1e99999999}}',
    b'{"rulebook": "arica", "game": "craps", "limit": {"minimum": 9223372036854775808}}',
    b'{"rulebook": "' + b"x" * 300 + b'", "game": "craps", "limit": {}}',
    b'{"rulebook": "/etc", "game": "../passwd", "limit": {}}', b'{"id": {}, "id": []}', b"NaN", b'{"id": NaN}',
    b"9" * 5000, b'"' + b"\\u0000" * 10 + b'"', b"\x00", b"\xe2\x80\xa8",
)  # fmt: skip


@cache
def examples() -> tuple[dict[str, Any], ...]:
    """Every example of every game under every rulebook that regulates it."""
    library = shipped_library()
    return tuple(
        {"rulebook": book, "game": game_id, kind: example}
        for game_id in BY_GAME
        for book in library.rulebooks()
        if game_id in (*library.games(book), GENERAL)
        for kind, own in examples_of(game(game_id)).items()
        for example in own
    )


def damaged_line(rng: random.Random) -> bytes:
    """One line of a script gone wrong."""
    if rng.random() < 0.02:
        return rng.choice(RAW)
    if rng.random() < 0.3:
        request = damaged(rng.choice(examples()), rng)
    else:
        request = generated(rng)
        if rng.random() < 0.1:
            request = damaged(request, rng)
    line = json.dumps(request).encode()
    if rng.random() < 0.03:
        at = rng.randrange(len(line))
        line = line[:at] + bytes([rng.randrange(1, 256)]) + line[at + 1 :]
    return line.replace(b"\n", b" ")


def damaged(request: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The request with one to three changes, most of them inside what it asks."""
    changed = copy.deepcopy(request)
    for _ in range(rng.choice((1, 1, 2, 3))):
        paths = list(_paths(changed))
        inside = [path for path in paths if path[0] in KINDS and len(path) > 1]
        path = rng.choice(inside if inside and rng.random() < 0.95 else paths)
        _change(changed, path, rng)
    return changed


def _paths(part: Any, path: Path = ()) -> Iterator[Path]:
    if path:
        yield path
    if isinstance(part, dict | list):
        for key in part if isinstance(part, dict) else range(len(part)):
            yield from _paths(part[key], (*path, key))


def _change(root: dict[str, Any], path: Path, rng: random.Random) -> None:
    *way, last = path
    holder: Any = root
    for key in way:
        holder = holder[key]
    old = holder[last]
    match rng.randrange(8):
        case 0:
            del holder[last]
        case 1 if isinstance(holder, list):
            holder.insert(last, copy.deepcopy(old))
        case 1 | 2:
            holder[last] = _nudged(old, rng)
        case 3:  # a value of the same name from another example
            found = [_at(other, path[-1]) for other in rng.sample(examples(), 12)]
            holder[last] = copy.deepcopy(rng.choice([value for value in found if value is not None] or [old]))
        case 4 if isinstance(holder, dict):  # a field of another example of the same game
            other = rng.choice([each for each in examples() if each["game"] == root.get("game")] or [root])
            fields = [(key, value) for part in other.values() if isinstance(part, dict) for key, value in part.items()]
            if fields:
                key, value = rng.choice(fields)
                holder[key] = copy.deepcopy(value)
        case _:
            holder[last] = copy.deepcopy(rng.choice(STRANGE))


def _at(part: Any, name: Any) -> Any:
    """The first value of a name anywhere in a part."""
    if isinstance(part, dict):
        if name in part:
            return part[name]
        part = list(part.values())
    if isinstance(part, list):
        return next((found for each in part if (found := _at(each, name)) is not None), None)
    return None


def _nudged(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return rng.choice((value + 1, value - 1, -value, value * 1000, value / 2, str(value)))
    if isinstance(value, str):
        return rng.choice((value[1:], value + value, value.upper(), [value], value[::-1]))
    if isinstance(value, list):
        return rng.choice(([], value * 3, value[1:], value[::-1]))
    return rng.choice(STRANGE)


# ── requests made from what a game says it takes ─────────────────────────────────────────────────────────────────────

_RANKS, _SUITS = "A23456789TJQK", "SHDC"


def generated(rng: random.Random, game_id: str = "") -> dict[str, Any]:
    """A request of the right form with values at random: it gets further into an engine than damage does."""
    library = shipped_library()
    game_id = game_id or rng.choice(sorted(BY_GAME))
    books = [book for book in library.rulebooks() if game_id in library.games(book)] or ["baleares", "arica"]
    kind, ask = rng.choice(list(game(game_id).asks.items()))
    book = rng.choice(books)
    words = _words(book, game_id)
    request = {"rulebook": book, "game": game_id, kind: _value(ask.request, "", words, rng)}
    rules = library.load_unchecked(book, game_id)
    if rules.variants and rng.random() < 0.3:
        request["variant"] = rng.choice(list(rules.variants))
    elif rules.options and rng.random() < 0.3:
        option, entry = rng.choice(list(rules.options.items()))
        request["options"] = {option: rng.choice([*entry.choices, "5", "1/2", "down to 1"])}
    return request


@cache
def _words(book: str, game_id: str) -> dict[str, tuple[str, ...]]:
    """What a rulebook calls things, and what the examples of a game say under each key, as JSON texts."""
    rules = shipped_library().load_unchecked(book, game_id)
    named = (("bet", rules.bets), ("event", rules.irregularities), ("rule", rules.conduct), ("steps", rules.procedure))
    found: dict[str, set[str]] = {name: set(map(json.dumps, table)) for name, table in named}

    def walk(part: Any, name: str) -> None:
        if isinstance(part, dict):
            for key, value in part.items():
                walk(value, key)
        elif isinstance(part, list):
            for value in part:
                walk(value, name)
        else:
            found.setdefault(name, set()).add(json.dumps(part))

    for example in examples():
        if example["game"] == game_id:
            walk(example, "")
    return {name: tuple(sorted(values)) for name, values in found.items()}


def _value(kind: Any, name: str, words: dict[str, tuple[str, ...]], rng: random.Random) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _value(arguments[0], name, words, rng)
    if origin in (Union, UnionType):
        return _value(rng.choice(arguments), name, words, rng)
    if kind is NoneType:
        return None
    if origin is Literal:
        return rng.choice(arguments)
    if origin in (list, tuple):
        return [_value(arguments[0], name, words, rng) for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 2, 3, 5)))]
    if origin is dict:
        return {str(rng.randrange(9)): _value(arguments[1], name, words, rng)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return rng.choice([member.value for member in kind])
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and not hasattr(kind, "parse"):
        made: dict[str, Any] = {}
        if kind.__struct_config__.tag is not None:
            made[str(kind.__struct_config__.tag_field)] = kind.__struct_config__.tag
        filled = rng.choice((0.1, 0.4, 0.9))
        for field in msgspec.structs.fields(kind):
            if field.required or rng.random() < filled:
                made[field.encode_name] = _value(field.type, field.encode_name, words, rng)
        return made
    return _leaf(kind, name, words, rng)


def _leaf(kind: Any, name: str, words: dict[str, tuple[str, ...]], rng: random.Random) -> Any:
    if kind is bool:
        return rng.random() < 0.5
    if kind is int:
        return rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 17, 21, 31, 40, 52, 1000, 1_000_000))
    if kind is Fraction:
        return rng.choice((0, 1, 2, 5, 7, 10, 25, 100, 500, 1000, 12345, "1/3", "0.5", 10**12, -5))
    if name in words and words[name] and rng.random() < 0.95:
        return json.loads(rng.choice(words[name]))
    if kind is str or kind is Any:
        return rng.choice((*STRANGE[5:14], "17", "0", "red", ["1", "2"], 3, "6-4", _card(rng), next(iter(words))))
    return rng.choice((_card(rng), "6-4", "1-1", "35 to 1", "1 to 1", "17", "3x25", "6-6"))


def _card(rng: random.Random) -> str:
    return rng.choice(_RANKS) + rng.choice(_SUITS) if rng.random() < 0.97 else "JK"
