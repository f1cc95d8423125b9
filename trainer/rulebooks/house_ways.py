"""House ways: how a casino has its croupier set a hand of pai gow, as an ordered list of rules in one TOML file.

The regulation leaves it to each casino to submit its manner of setting; so a house way is a file, not code. A file
holds rules from first to last, each with its id, its name, its text, when it applies and how the hand is then set::

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

    [[rules.cases]]              # of a rule's cases the first that fits is played
    when = { pairs = "low low", singles = "K+" }
    front = "best singles"
    says = { es = "dos pares bajos con rey o as: juntos atrás", en = "two low pairs with a king or an ace: both back" }

    [[rules.cases]]
    front = "lowest pair"
    says = { es = "se separan", en = "they are split" }

A rule or a case fits when everything under ``when`` holds and the setting it names can be made of the hand; the first
that fits decides. The conditions and placements of each game are listed by ``trainer.games.pai_gow``.

A house that differs from another in a few rules says only these::

    extends = "trump-plaza-ac"
    without = ["10"]             # rules of the other that do not hold here

    [[rules]]
    id = "6"                     # takes the place of the other's rule 6
    …

    [[rules]]
    id = "6b"
    before = "7"                 # a rule of its own, and where it stands

Files lie in ``house-ways/GAME/NAME.toml`` of a rulebook folder, one level below where rulebooks are looked for.
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
LONGEST_CHAIN = 12  # files that build on one another
_FILLED_IN = ("name", "digest", "places", "is-proved")
Places = tuple[tuple[str, int], ...]
_PlacedRule = tuple[dict[str, Any], tuple[str, int]]


def find_house_ways(folders: Sequence[Path], game: str) -> dict[str, Path]:
    """The house ways there are for a game, by name, earlier folders first."""
    found: dict[str, Path] = {}
    for folder in folders:
        with suppress(OSError):  # a folder that nobody may look into, or could
            for path in sorted((folder / FOLDER / game).glob("*.toml")):
                found.setdefault(path.stem, path)
    return found


def read_house_way(path: Path, others: Mapping[str, Path]) -> HouseWay:
    """The house way of a file; ``others`` are those it may extend. Raises `RulebookError` with every fault of form."""
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
    """A fault at a key of the whole list of rules, told where it stands: in the file that holds the rule, by its place
    there."""
    found = re.match(r"rules\[(\d+)\]", key)
    if found is None or int(found[1]) >= len(places):
        return Fault(file, key, problem)
    owner, place = places[int(found[1])]
    return Fault(owner, f"rules[{place}]{key[found.end() :]}", problem)


def _read_chain(path: Path, others: Mapping[str, Path], below: tuple[Path, ...]) -> tuple[dict[str, Any], Places]:
    """The data of a file with what it extends, and where each of its rules stands."""
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
    kept = [(rule, place) for rule, place in whole if rule.get("id") not in without]
    return {**merged(base, data), "rules": [rule for rule, _ in kept]}, tuple(place for _, place in kept)


def _with_changes(base: list[_PlacedRule], changes: list[_PlacedRule]) -> list[_PlacedRule]:
    """The rules of a base with those of a file that extends it, each in its place."""
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
