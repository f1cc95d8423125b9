"""A scheme written as the file it is read from: for the editor, which makes one without anybody touching TOML."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from trainer.exams.scheme import Draw, Part, Scheme

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_DRAW = re.compile(r"\s*(\d{1,3})\s*[x×]\s*(.+?)\s*")


def scheme_text(scheme: Scheme) -> str:
    """The file of a scheme; what is as usual is left out. Its id is the name of the file."""
    plain = _unusual(scheme)
    plain.pop("id")
    parts = plain.pop("parts", [])
    tables = plain.pop("tables", {})
    standard = plain.pop("standard", None)
    history = plain.pop("history", [])
    lines = [f"{key} = {_value(value)}" for key, value in plain.items()]
    for game, table in tables.items():
        lines += ["", f"[tables.{_key(game)}]", *(f"{key} = {_value(value)}" for key, value in table.items())]
    for part in parts:
        name = part.pop("id")
        lines += ["", f"[parts.{_key(name)}]", *(f"{key} = {_value(value)}" for key, value in part.items())]
    if standard is not None:
        lines += ["", "[standard]", *(f"{key} = {_value(value)}" for key, value in standard.items())]
    for change in history:
        lines += ["", "[[history]]", *(f"{key} = {_value(value)}" for key, value in change.items())]
    return "\n".join(lines) + "\n"


def draws_text(part: Part) -> str:
    """What a part draws in one line: ``20 × pay-tables/1-3, zero; 5 × limits``."""
    return "; ".join(f"{draw.count} × {', '.join(draw.sources)}" for draw in part.draws)


def read_draws(text: str) -> tuple[Draw, ...]:
    """
    >>> read_draws("20 x pay-tables/1-3, zero; 5 × limits")[1].sources
    ('limits',)
    """
    found = []
    for piece in filter(str.strip, text.split(";")):
        match = _DRAW.fullmatch(piece)
        if match is None:
            raise ValueError(piece.strip())
        sources = tuple(source.strip() for source in match[2].split(",") if source.strip())
        if not sources:
            raise ValueError(piece.strip())
        found.append(Draw(count=int(match[1]), sources=sources))
    return tuple(found)


def _unusual(struct: msgspec.Struct) -> dict[str, Any]:
    """The fields of a struct by their names in files, without those that are as they are by themselves."""
    found: dict[str, Any] = {}
    for field in msgspec.structs.fields(struct):
        value = getattr(struct, field.name)
        usual = field.default
        if usual is msgspec.NODEFAULT and field.default_factory is not msgspec.NODEFAULT:
            usual = field.default_factory()
        if usual is msgspec.NODEFAULT or value != usual:
            found[field.encode_name] = _plain(value)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return _unusual(value)
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return msgspec.to_builtins(value)


def _value(value: Any) -> str:
    """A value in one line; TOML's text in quotes is JSON's."""
    match value:
        case bool():
            return "true" if value else "false"
        case dict():
            return "{ " + ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items()) + " }"
        case list():
            return "[" + ", ".join(_value(part) for part in value) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)
