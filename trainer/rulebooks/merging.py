"""How rule data builds on rule data: tables merge key by key, everything else is replaced.

Inheritance, variants, house options and a school's overlay are all this one operation. A table may say
``remove = ["bets.double-column"]`` to drop what it inherits, also to put something new in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """The base with the changes of ``over``; neither is altered.

    >>> merged({"bets": {"a": 1, "b": 2}}, {"bets": {"b": 3}, "remove": ["bets.a"]})
    {'bets': {'b': 3}}
    >>> merged({"steps": {"a": 1, "b": 2}}, {"steps": {"b": 3, "a": 4}, "remove": ["steps"]})
    {'steps': {'b': 3, 'a': 4}}
    """
    inherited = _deep(base, {})
    for path in over.get("remove", ()):
        *parents, last = str(path).split(".")
        table: Any = inherited
        for key in parents:
            table = table.get(key, {}) if isinstance(table, dict) else {}
        if isinstance(table, dict):
            table.pop(last, None)
    result = _deep(inherited, over)
    result.pop("remove", None)
    return result


def _deep(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    result = {key: _deep(value, {}) if isinstance(value, Mapping) else value for key, value in base.items()}
    for key, value in over.items():
        old = result.get(key)
        if isinstance(value, Mapping):
            result[key] = _deep(old if isinstance(old, Mapping) else {}, value)
        else:
            result[key] = value
    return result
