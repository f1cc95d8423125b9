"""Drill “is this in order?”: somebody at the table follows or breaks a rule of the game.

The cases are in ``table-rules.toml`` under the entry of the rules that decides them, and hold whatever options a house
chooses. An entry that a school or a variant has reworded is not asked, because nobody has checked that the case still
has the same answer. Nor is anything that is only a house standard: another answer may be as good.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.drills.kit import felt_of
from trainer.drills.old_figures import outdated
from trainer.drills.round_scenes import bets_down
from trainer.games.core import Reason
from trainer.games.rules import load_rules, shipped_rules
from trainer.rulebooks import GameRules, shipped_library
from trainer.rulebooks.schema import Call, Fact, Irregularity, Step
from trainer.system.toml_cache import read_toml
from trainer.texts import Message, Names

_AREA = "by-heart"
_CASES = Path(__file__).with_name("table-rules.toml")
_PARTS = ("conduct", "equipment", "procedure", "calls", "irregularities")
_FEWEST = 3  # fewest cases of a drill; they must not all have the same answer
_MISTAKES = {"yes": "let-it-pass", "no": "forbade-it", "house": "left-it-to-the-house"}

Answer = Literal["yes", "no", "house"]
Entry = Fact | Step | Call | Irregularity


class Case(msgspec.Struct, frozen=True):
    """What happens at the table, the entry of the rules that decides it, and the answer."""

    entry: str
    happens: Names
    answer: Answer


def cases(rules: GameRules) -> list[Case]:
    """The cases that these rules decide, in their order. Cached: it is read for every question."""
    key = (rules.rulebook, rules.game, rules.digest, rules.variant, str(rules.changed))
    if key not in _cache:
        _cache[key] = list(_find_cases(rules))
    return _cache[key]


_cache: dict[tuple[str, ...], list[Case]] = {}


def _find_cases(rules: GameRules) -> Iterator[Case]:
    old = outdated(rules)
    entries = {
        name: entry for name, entry in _entries(rules).items() if name not in old and not entry.cite.is_house_standard
    }
    for book, shipped in shipped_rules(rules.game).items():
        if book == rules.rulebook or rules.rulebook not in shipped_rules(rules.game):
            for name, entry in entries.items():
                if entry in wordings(book, rules.game).get(name, ()):
                    yield from (Case(name, words, answer) for answer, words in _cases_of(name, shipped).items())


def _entries(rules: GameRules) -> dict[str, Entry]:
    return {f"{part}.{key}": entry for part in _PARTS for key, entry in getattr(rules, part).items()}


@cache
def wordings(book: str, game: str) -> dict[str, list[Entry]]:
    """Every wording of each entry in a shipped regulation: the default, and those set by an option."""
    found = {name: [entry] for name, entry in _entries(shipped_rules(game)[book]).items()}
    for key, option in shipped_rules(game)[book].options.items():
        for choice, change in option.set.items():
            if change.keys() & {*_PARTS}:
                for name, entry in _entries(load_rules(shipped_library(), book, game, options={key: choice})).items():
                    if entry not in found.setdefault(name, []):
                        found[name].append(entry)
    return found


def _cases_of(entry: str, rules: GameRules) -> dict[Answer, Names]:
    """The cases of an entry: of this game, else of this regulation, else for any regulation with such an entry."""
    places = (f"@{rules.rulebook}/{rules.game}", f"@{rules.rulebook}", "")
    return next((all_cases()[entry + place] for place in places if entry + place in all_cases()), {})


@cache
def all_cases() -> dict[str, dict[Answer, Names]]:
    """Every case, by entry and answer; ``conduct.cash@puerto-rico/omaha`` holds for that game only."""
    return msgspec.convert(read_toml(_CASES), dict[str, dict[Answer, Names]])


def entry_of(rules: GameRules, case: Case) -> Entry:
    """The entry of the rules that decides a case."""
    part, _, key = case.entry.partition(".")
    entry: Entry = getattr(rules, part)[key]
    return entry


def _draft(rules: GameRules, level: int, number: int) -> Draft:
    case = cases(rules)[number]
    answers: tuple[Answer, ...] = ("yes", "no", "house")
    return Draft(
        prompt=Message(f"{_AREA}.prompt.at-this-table", {"happens": case.happens}),
        scene=bets_down(rules, felt_of(rules), number),
        form=ChoiceForm(tuple(Choice(each, Message(f"{_AREA}.in-order.{each}")) for each in answers)),
        solution=case.answer,
        reasons=(_reason(entry_of(rules, case)),),
        mistakes=tuple((_mistake(each, case.answer), each) for each in answers if each != case.answer),
    )


def _mistake(given: Answer, right: Answer) -> str:
    """The mistake of a wrong answer; deciding what is the house's decision is a mistake of its own."""
    return "settled-it" if right == "house" else _MISTAKES[given]


def _reason(entry: Entry) -> Reason:
    told: dict[str, Any]
    match entry:
        case Fact(says=says):
            rule, told = "rule", {"says": says}
        case Step(does=does):
            rule, told = "rule", {"says": does}
        case Call(says=says, when=when):
            rule, told = "said", {"says": says, "when": when}
        case Irregularity(situation=situation, action=action):
            rule, told = "ruling", {"situation": situation, "action": action}
    return Reason(f"{_AREA}.reason.{rule}", told, entry.cite)


AT_THIS_TABLE = Family(
    id="at-this-table",
    area=_AREA,
    levels=(Level(9),),
    facts=lambda rules, level: len(cases(rules)),
    build_fact=_draft,
    asked_in_words=True,
    revision=2,  # 2: ambiguous cases were reworded
    fits=lambda rules: (
        "felt" in rules.rules and len(cases(rules)) >= _FEWEST and len({case.answer for case in cases(rules)}) > 1
    ),
)

FAMILIES = (AT_THIS_TABLE,)
