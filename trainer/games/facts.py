"""Every fact of a rulebook, asked for by its id: ``staff.croupier``, ``rules.pool.threshold``, ``bets.line.wins``.

An id is the way to the fact through its file: section, entry, and further in where one wants only a part. A section
alone tells the ids in it. The citation is that of the nearest entry around the fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from trainer.equipment.odds import Odds
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.rulebooks.schema import Citation, GameRules, Limit
from trainer.texts import Names

SECTIONS = (
    "table",
    "off-limits",
    "equipment",
    "staff",
    "bets",
    "procedure",
    "calls",
    "orders",
    "irregularities",
    "conduct",
    "options",
    "variants",
    "rules",
)
_WORDS = ("says", "action", "duties", "does", "wins", "why")  # what an entry says, wherever its kind keeps it


class FactQuestion(Case, frozen=True, tag="fact"):
    """What does the rulebook state? ``id`` is the way to it: ``conduct.limits``; a section alone lists its ids."""

    id: str


def fact_ids(rules: GameRules) -> list[str]:
    """The ids of all entries: two steps into the file, a figure of ``rules`` that has no entry by itself."""
    return [
        f"{section}.{key}"
        for section in SECTIONS
        for key in (_parts(_section(rules, section)) if section not in ("table", "off-limits") else ())
        if section != "rules" or key != "felt"
    ]


def stated(rules: GameRules, asked: FactQuestion) -> Decision:
    """The fact with its citation; raises `RequestError` with what there is where the id leads nowhere."""
    section, *way = asked.id.split(".")
    if section not in SECTIONS:
        raise RequestError("id", f"{section!r} is no section; there are: {', '.join(SECTIONS)}")
    found, cite, gone, words = _section(rules, section), rules.cite, section, None
    for key in way:
        around, found = found, _step(found, key, gone)
        cite = _cite_of(found, around, key) or cite
        words = _words_of(found) or words
        gone = f"{gone}.{key}"
    value = _plain(found)
    facts: dict[str, Any] = {"id": gone}
    facts |= _entries(found, gone) if not way else {"value": value}
    if words is not None:
        return Decision(facts, (Reason("table.reason.conduct", {"says": words}, cite),))
    return Decision(facts, (Reason("table.reason.fact", {}, cite),))


def _section(rules: GameRules, section: str) -> Any:
    return getattr(rules, section.replace("-", "_"))


def _parts(value: Any) -> dict[str, Any]:
    """What is inside a table or an entry, by the names of the file."""
    if isinstance(value, Mapping):
        return {str(key): part for key, part in value.items() if key != "cite"}
    if isinstance(value, msgspec.Struct) and not isinstance(value, Names | Citation | Odds | Limit):
        return {field.replace("_", "-"): getattr(value, field) for field in value.__struct_fields__ if field != "cite"}
    return {}


def _step(value: Any, key: str, gone: str) -> Any:
    inside = _parts(value)
    if key not in inside:
        there = f"there are: {', '.join(inside)}" if inside else "it has no parts"
        raise RequestError("id", f"{gone} has no {key!r}; {there}")
    return inside[key]


def _cite_of(value: Any, around: Any, key: str) -> Citation | None:
    """Where a part stands: its own citation, or the one written beside it for it (``late-cite``)."""
    for holder, name in ((value, "cite"), (around, f"{key}-cite")):
        found = holder.get(name) if isinstance(holder, Mapping) else getattr(holder, name.replace("-", "_"), None)
        if isinstance(found, Citation):
            return found
        if isinstance(found, str) and found:
            return Citation.parse(found)
    return None


def _words_of(value: Any) -> Names | None:
    inside = _parts(value)
    return next((inside[name] for name in _WORDS if isinstance(inside.get(name), Names)), None)


def _entries(value: Any, gone: str) -> dict[str, Any]:
    inside = _parts(value)
    nested = any(_parts(part) for part in inside.values())
    return {"ids": [f"{gone}.{key}" for key in inside]} if nested or not inside else {"value": _plain(value)}


def _plain(value: Any) -> Any:
    inside = _parts(value)
    if inside or isinstance(value, Mapping):
        return {key.replace("-", "_"): _plain(part) for key, part in inside.items() if part is not None}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Odds | Limit | Citation) else value
