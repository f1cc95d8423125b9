"""How rule data builds on rule data: tables merge key by key, everything else is replaced.

Inheritance, variants, house options and a school's overlay are all this one operation. A table may say
``remove = ["bets.double-column"]`` to drop what it inherits, also to put something new in its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trainer.rulebooks.faults import listed, not_a, wrong
from trainer.texts import Message


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """The base with the changes of ``over``; neither is altered, and what is unchanged is shared with them.

    >>> merged({"bets": {"a": 1, "b": 2}}, {"bets": {"b": 3}, "remove": ["bets.a"]})
    {'bets': {'b': 3}}
    >>> merged({"steps": {"a": 1, "b": 2}}, {"steps": {"b": 3, "a": 4}, "remove": ["steps"]})
    {'steps': {'b': 3, 'a': 4}}
    """
    result: dict[str, Any] = {**base}
    for path in over.get("remove", ()):
        result = _without(result, str(path).split("."))
    result = _deep(result, over)
    result.pop("remove", None)
    return result


def _without(table: Mapping[str, Any], path: Sequence[str]) -> dict[str, Any]:
    first, *rest = path
    if not rest:
        return {key: value for key, value in table.items() if key != first}
    inner = table.get(first)
    return {**table, first: _without(inner, rest)} if isinstance(inner, Mapping) else {**table}


def _deep(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    result = {**base}
    for key, value in over.items():
        old = result.get(key)
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            result[key] = _deep(old, value)
        else:
            result[key] = value
    return result


def remove_problem(table: Mapping[str, Any]) -> Message | None:
    """What is wrong with what a table drops of its base."""
    value = table.get("remove", [])
    if not isinstance(value, list):
        return not_a(list, value)
    return next((not_a(str, path) for path in value if not isinstance(path, str)), None)


def not_there_problem(base: Mapping[str, Any], table: Mapping[str, Any]) -> Message | None:
    """What a table drops that its base does not have, with what is there in its place."""
    for path in table.get("remove", []):
        inside: Any = base
        for place, name in enumerate(path.split(".")):
            if not isinstance(inside, Mapping) or name not in inside:
                known = listed(inside) if isinstance(inside, Mapping) else listed(())
                return wrong("not-there", path=path, where=".".join(path.split(".")[:place]), known=known)
            inside = inside[name]
    return None
