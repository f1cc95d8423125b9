"""House ways: how a casino has its croupier set a hand of pai gow, as an ordered list of rules in one TOML file.

The regulation leaves it to each casino to submit its manner of setting; so a house way is a file, not code. A file holds
rules from first to last, each with its id, its name, its text, when it applies and how the hand is then set::

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

Files lie in ``house-ways/GAME/NAME.toml`` of a rulebook folder, one level below where rulebooks are looked for.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from trainer.rulebooks.faults import Fault, RulebookError, convert
from trainer.rulebooks.schema import Citation
from trainer.texts import Names

FOLDER = "house-ways"


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab", eq=False):
    """One way a rule is carried out: when it applies, and how the hand is set.

    ``front`` and ``back`` place the cards of pai gow poker; ``play``, ``ways``, ``prefer``, ``provided`` and ``drop``
    choose among the settings of four tiles.
    """

    when: dict[str, Any] = {}
    says: Names | None = None
    front: str = ""
    back: str = ""
    play: str = ""
    ways: int = 1  # so many different settings must fit ``play``
    prefer: list[str] = []  # which of several settings, first preference first
    provided: str = ""  # what must be true of the setting that was preferred
    drop: str = ""  # settings that are out of the question from here on; decides if one is left


class HouseRule(Case, frozen=True, eq=False):
    """A rule by its id. Without cases it is its own only case."""

    id: str
    names: Names
    text: Names
    cite: Citation | None = None
    cases: list[Case] = []


class HouseWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename="kebab", eq=False):
    """A house way as its file has it; two are the same only if they are one object."""

    game: str
    names: Names
    about: Names
    cite: Citation
    words: dict[str, str] = {}
    law: bool = False  # a regulation's own text: what a rule admits is lawful, ``prefer`` is the house's completion
    rules: list[HouseRule]

    name: str = ""  # filled in from the file's name


def read_house_way(path: Path) -> HouseWay:
    """The house way of a file; raises `RulebookError` with every fault of its form."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RulebookError([Fault(str(path), "", f"is not TOML: {error}")]) from None
    if "name" in data:
        raise RulebookError([Fault(str(path), "name", "is filled in by the program; leave it out")])
    way: HouseWay = convert(data, HouseWay, str(path), "")
    seen: set[str] = set()
    twice = [rule.id for rule in way.rules if rule.id in seen or seen.add(rule.id)]
    if twice or not way.rules:
        problem = f"{twice[0]!r} stands twice" if twice else "a house way needs at least one rule"
        raise RulebookError([Fault(str(path), "rules", problem)])
    return msgspec.structs.replace(way, name=path.stem)


def cases_of(rule: HouseRule) -> list[Case]:
    """The cases of a rule in order: its own placement if it has no list of cases."""
    return rule.cases or [rule]
