"""House ways: how a casino's dealer sets a pai gow hand, as an ordered list of rules in a TOML file.

The regulation lets each casino submit its own way, so it is a file, not code. A file lists rules in order, each with
its id, name, text, the condition under which it applies and how the hand is then set::

    game = "pai-gow-poker"
    names = { es = "Mi casa", en = "My house" }
    about = { es = "…", en = "…" }
    cite = "house standard"

    [words]                      # the house's own names for ranks (poker) or tiles
    low = "2-6"

    [[rules]]
    id = "8"
    names = { es = "Dos pares", en = "Two pairs" }
    text = { es = "…", en = "…" }
    when = { holds = "two pairs" }

    [[rules.cases]]              # the first case that fits is played
    when = { pairs = "low low", singles = "K+" }
    front = "best singles"
    says = { es = "dos pares bajos con rey o as: juntos atrás", en = "two low pairs with a king or an ace: both back" }

    [[rules.cases]]
    front = "lowest pair"
    says = { es = "se separan", en = "they are split" }

A rule or a case fits if everything under ``when`` holds and the hand can be set that way; the first that fits decides.
``trainer.games.pai_gow`` lists the conditions and placements of each game.

A house way that differs from another in a few rules contains only these::

    extends = "trump-plaza-ac"
    without = ["10"]             # rules of the other to leave out

    [[rules]]
    id = "6"                     # replaces rule 6
    …

    [[rules]]
    id = "6b"
    before = "7"                 # an additional rule, and its place

Files are ``house-ways/GAME/NAME.toml`` in a folder of rulebooks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from trainer.rulebooks.merge import merged, remove_problem
from trainer.rulebooks.problems import Fault, RulebookError, listed, not_one_of, shown, wrong
from trainer.rulebooks.schema import HouseWay
from trainer.rulebooks.validation import convert, read_toml
from trainer.system.digests import sha256
from trainer.texts import Message

FOLDER = "house-ways"
LONGEST_CHAIN = 12  # files that extend one another
_FILLED_IN = ("name", "digest", "places", "is-proved")
Places = tuple[tuple[str, int], ...]
_PlacedRule = tuple[dict[str, Any], tuple[str, int]]


def find_house_ways(folders: Sequence[Path], game: str) -> dict[str, Path]:
    """House ways for a game by name; earlier folders win."""
    found: dict[str, Path] = {}
    for folder in folders:
        with suppress(OSError):  # a folder that cannot be listed
            for path in sorted((folder / FOLDER / game).glob("*.toml")):
                found.setdefault(path.stem, path)
    return found


def read_house_way(path: Path, others: Mapping[str, Path]) -> HouseWay:
    """Read a house way; ``others`` are those it may extend. Raises `RulebookError` with all problems of form."""
    data, places = _read_chain(path, others, ())
    given = [key for key in _FILLED_IN if key in data]
    if given:
        raise RulebookError([Fault(str(path), given[0], wrong("filled-in"))])
    try:
        way: HouseWay = convert(data, HouseWay, str(path))
    except RulebookError as error:
        found = [in_own_file(places, str(path), fault.key, fault.problem) for fault in error.faults]
        raise RulebookError(found) from None
    ids = [rule.id for rule in way.rules]
    twice = {rule_id for rule_id in ids if ids.count(rule_id) > 1}
    if twice or not ids:
        problem = wrong("rule-twice", rule=min(twice)) if twice else wrong("no-rules")
        raise RulebookError([Fault(str(path), "rules", problem)])
    digest = sha256(msgspec.json.encode(data, order="sorted")).hexdigest()[:8]
    return msgspec.structs.replace(way, name=path.stem, digest=digest, places=places)


def in_own_file(places: Places, file: str, key: str, problem: Message) -> Fault:
    """Problem at a key of the merged rules, with the file that contains the rule and its index there."""
    found = re.match(r"rules\[(\d+)\]", key)
    if found is None or int(found[1]) >= len(places):
        return Fault(file, key, problem)
    owner, place = places[int(found[1])]
    return Fault(owner, f"rules[{place}]{key[found.end() :]}", problem)


def _read_chain(path: Path, others: Mapping[str, Path], below: tuple[Path, ...]) -> tuple[dict[str, Any], Places]:
    """Data of a file merged with what it extends, and the file and index of each rule."""
    data = read_toml(path)
    parent = data.pop("extends", None)
    changes, without = data.get("rules", []), data.get("without", [])
    lists = isinstance(changes, list) and isinstance(without, list)
    if not lists or not all(isinstance(rule, dict) for rule in changes):
        raise RulebookError([Fault(str(path), "rules", wrong("rules"))])
    placed = [(rule, (str(path), index)) for index, rule in enumerate(changes)]
    if parent is None:
        return data, tuple(place for _, place in placed)
    if len(below) == LONGEST_CHAIN:
        raise RulebookError([Fault(str(path), "extends", wrong("chain", most=LONGEST_CHAIN))])
    if not isinstance(parent, str) or parent not in others or others[parent] in (path, *below):
        known = [name for name, other in others.items() if other not in (path, *below)]
        raise RulebookError([Fault(str(path), "extends", not_one_of(parent, known))])
    base, base_places = _read_chain(others[parent], others, (*below, path))
    data.pop("rules", None)
    data.pop("without", None)
    if problem := remove_problem(data):
        raise RulebookError([Fault(str(path), "remove", problem)])
    whole = _with_changes(list(zip(base.pop("rules", []), base_places, strict=True)), placed)
    ids = [rule.get("id") for rule, _ in whole]
    if missing := [rule for rule in without if rule not in ids]:
        problem = wrong("no-rule", rule=shown(missing[0]), known=listed(map(str, ids)))
        raise RulebookError([Fault(str(path), "without", problem)])
    kept = [(rule, place) for rule, place in whole if rule.get("id") not in without]
    return {**merged(base, data), "rules": [rule for rule, _ in kept]}, tuple(place for _, place in kept)


def _with_changes(base: list[_PlacedRule], changes: list[_PlacedRule]) -> list[_PlacedRule]:
    """Rules of the base with those of the extending file, each in its place."""
    rules = list(base)
    for change, (path, index) in changes:
        place = change.pop("before", change.get("id"))
        ids = [rule.get("id") for rule, _ in rules]
        if place not in ids:
            problem = wrong("no-rule", rule=shown(place), known=listed(map(str, ids)))
            raise RulebookError([Fault(path, f"rules[{index}]", problem)])
        at = ids.index(place)
        rules[at : at + (place == change.get("id"))] = [(change, (path, index))]
    return rules
