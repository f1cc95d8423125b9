"""Lookup of any fact of a rulebook by its id: ``staff.table-manager``, ``bets.bet.pay-table.flush``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from trainer.equipment import NotReadableError
from trainer.equipment.cards import parse_cards
from trainer.equipment.money import Rounding, parse_amount
from trainer.equipment.odds import Odds
from trainer.games.core import Case, Decision, Reason, RequestError
from trainer.rulebooks.schema import Citation, GameRules, Limit
from trainer.texts import Names

_ID = re.compile(r"[a-z0-9]+(?:[-_:/.][a-z0-9]+)*")
_DRAWS = {"D": "draw", "S": "stand", "O": "free"}  # letters of a drawing table's row
_DRAWING = re.compile("[DSO]+")
_RANKS = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_CITED = re.compile(r" L\d")
_PATTERN = re.compile(r"(?:[a-z0-9]+[-_:/.])*(?:[a-z0-9]+|\{[a-z]+\})")  # an id, possibly with a placeholder
# Parts of the rules that come from the rulebook file; the program adds the others.
_PARTS = (
    "table",
    "off-limits",
    "first-seat",
    "variants",
    "options",
    "equipment",
    "staff",
    "bets",
    "procedure",
    "calls",
    "orders",
    "irregularities",
    "conduct",
    "rules",
)


class StatedFact(Case, frozen=True, tag="fact"):
    """What does the rulebook state under this id? An id is the path in the file, joined with dots."""

    id: str


def stated(rules: GameRules, asked: StatedFact) -> Decision:
    """Return a fact as data, with the nearest citation."""
    path = asked.id.split(".")
    if path[0] not in _PARTS:
        raise RequestError("id", f"{path[0]!r} is nothing a rulebook states; that is: {', '.join(_PARTS)}")
    found: Any = rules
    cite = rules.cite
    for depth, name in enumerate(path):
        inside = _inside(found)
        if name not in inside:
            where = ".".join(path[:depth]) or "the rulebook"
            known = ", ".join(str(key) for key in inside) or "nothing"
            raise RequestError("id", f"there is no {name!r} in {where}; there is: {known}")
        if depth and f"{name}-cite" in inside and isinstance(inside[f"{name}-cite"], Citation | str):
            cite = _cite(inside[f"{name}-cite"]) or cite
        found = inside[name]
        cite = _cite(found if _is_cited(found) else _inside(found).get("cite")) or cite
    value = _stated(found)
    if value is None:
        raise RequestError("id", f"{asked.id} is not stated here")
    return Decision({"id": asked.id, "value": value}, (Reason("table.reason.fact", {}, cite),))


def _inside(part: Any) -> Mapping[str, Any]:
    """Fields of a part, by their names in the file."""
    if isinstance(part, Mapping):
        return part
    if isinstance(part, msgspec.Struct) and not isinstance(part, Names | Odds | Limit | Citation):
        return {name.replace("_", "-"): getattr(part, name) for name in part.__struct_fields__}
    return {}


def _is_cited(value: Any) -> bool:
    """Whether a value is nothing but a citation."""
    return isinstance(value, str) and bool(_CITED.search(value))


def _cite(value: Any) -> Citation | None:
    if isinstance(value, str):
        return Citation.parse(value)
    return value if isinstance(value, Citation) else None


def _stated(value: Any) -> Any:
    """A value as ids, figures and texts. Citations are left out (they become reasons); `None` means that nothing is
    stated."""
    if isinstance(value, Odds):
        return {"pays": value.win, value.kind.value: value.stake}
    if isinstance(value, Limit):
        return {"times": value.factor, "of": value.of} if value.of else value.factor
    if isinstance(value, Names | bool | int | Fraction):
        return value
    if isinstance(value, float):
        return Fraction(str(value))
    if isinstance(value, Rounding):
        return {"way": value.way.value, "unit": value.unit} if value.unit else value.way.value
    if isinstance(value, Mapping) and set(value) == {"es", "en"}:
        return Names(str(value["es"]), str(value["en"]))
    if isinstance(value, str):
        return _words(value)
    if isinstance(value, list | tuple):
        parts = [_stated(part) for part in value]
        return [part for part in parts if part is not None]
    inside = {
        key.replace("_", "-"): _stated(part)
        for key, part in _inside(value).items()
        if key != "cite" and not key.endswith("-cite") and not key.endswith("-cites") and key != "set"
    }
    # An empty list in the file states that there is none; a missing one states nothing.
    silent: tuple[Any, ...] = (None, {}, "") if isinstance(value, Mapping) else (None, {}, [], "")
    told = {key: part for key, part in inside.items() if part not in silent}
    is_cited = isinstance(value, Mapping) and bool(value)  # it contains nothing but citations
    return told or (is_cited or None)


def _words(text: str) -> Any:
    """Convert a text of the file: an id, ids, cards, odds, a limit, a rounding, an amount, a drawing row, or cited
    lines. Any other text is returned as it is."""
    if _ID.fullmatch(text):
        return text
    if _DRAWING.fullmatch(text):
        return [_DRAWS[letter] for letter in text]
    for read in (parse_cards, Odds.parse, Limit.parse, Rounding.parse, parse_amount):
        try:
            found = read(text)
        except NotReadableError:
            continue
        return [*found] if isinstance(found, tuple) else _stated(found)
    if text in _RANKS:
        return _RANKS[text]
    if _CITED.search(text):  # the text itself is a citation
        return True
    words = re.split(r",? ", text)
    return [word.strip("{}") for word in words] if all(map(_PATTERN.fullmatch, words)) else text
