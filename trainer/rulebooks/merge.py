"""Merge rule data: tables merge key by key, everything else is replaced.

Inheritance, variants, house options and a school's overlay all use this operation. A table may say ``remove =
["bets.double-column"]`` to drop inherited entries, also in order to replace them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from trainer.rulebooks.problems import listed, not_a, wrong
from trainer.texts import Message


def merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """The base with the changes of ``over``; neither is modified, unchanged parts are shared.

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
    """What is wrong with the form of a table's ``remove``; None if nothing."""
    value = table.get("remove", [])
    if not isinstance(value, list):
        return not_a(list, value)
    return next((not_a(str, path) for path in value if not isinstance(path, str)), None)


def not_there_problem(base: Mapping[str, Any], table: Mapping[str, Any]) -> Message | None:
    """The first path of a table's ``remove`` that the base lacks; None if all exist."""
    for path in table.get("remove", []):
        inside: Any = base
        for place, name in enumerate(path.split(".")):
            if not isinstance(inside, Mapping) or name not in inside:
                known = listed(inside) if isinstance(inside, Mapping) else listed(())
                return wrong("not-there", path=path, where=".".join(path.split(".")[:place]), known=known)
            inside = inside[name]
    return None


def with_steps_in_order(data: dict[str, Any]) -> dict[str, Any]:
    """The data with the steps of the procedure moved to where their ``after`` or ``before`` puts them."""
    steps = data.get("procedure")
    placed = [key for key, step in steps.items() if "after" in step or "before" in step] if steps else []
    if not placed or steps is None:
        return data
    order = list(steps)
    for key in placed:
        beside = steps[key].get("after") or steps[key].get("before")
        if beside in order and beside != key:  # unknown steps are reported by `consistency`
            order.remove(key)
            order.insert(order.index(beside) + ("after" in steps[key]), key)
    return {**data, "procedure": {key: steps[key] for key in order}}


def file_to_blame(chain: Sequence[tuple[Path, Mapping[str, Any]]], key: str, shipped: Path) -> str:
    """Of the files that build on one another, the one to name for a problem at a key: the last that removes the key or
    contains most of its path.

    Shipped files are correct, so a problem that seems to be theirs is blamed on the last file of the school.
    """

    def depth(data: Any) -> int:
        found = 0
        for name in key.replace("[", ".").split("."):
            if not isinstance(data, Mapping) or name not in data:
                break
            data = data[name]
            found += 1
        return found

    def removes(data: Mapping[str, Any]) -> bool:
        return any(f"{key}.".startswith(f"{path}.") for path in data.get("remove", ()))

    best = max(range(len(chain)), key=lambda index: (removes(chain[index][1]), depth(chain[index][1]), index))
    if chain[best][0].is_relative_to(shipped):
        best = max((index for index, (path, _) in enumerate(chain) if not path.is_relative_to(shipped)), default=best)
    return str(chain[best][0])
