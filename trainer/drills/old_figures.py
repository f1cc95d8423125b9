"""Sentences of a rulebook that still give a figure which the file of a house changes.

The sentences of a rulebook are written beside its figures. A house that changes a figure alone keeps the inherited
sentence with the old figure. No drill asks such a sentence, the course prints after it which figure the house has
changed, and ``trainer rulebook check`` names it, so that the house can write its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from trainer.drills.number_words import every_figure_in
from trainer.drills.wording import option_value
from trainer.equipment.odds import Odds
from trainer.games.rules import shipped_rules
from trainer.rulebooks import Citation, GameRules, shipped_library
from trainer.texts import Language, say

Lines = frozenset[int]
Figure = int | Odds
_CITE = "cite"


class OldFigure(msgspec.Struct, frozen=True):
    """A sentence common to two rules, by part and key of its entry, that gives a figure which only the first has."""

    part: str
    key: str
    figure: str  # its path in the rules
    old: Figure
    new: Figure


class _Stated(msgspec.Struct, frozen=True):
    """The words of an entry of the rules in Spanish, and the lines it cites."""

    words: str
    lines: Lines


def old_figures(inherited: GameRules, rules: GameRules) -> Iterator[OldFigure]:
    """Each sentence common to both rules that gives a figure of the inherited ones which the others changed."""
    before, now = _figures(inherited), _figures(rules)
    changed = [(key, old, now[key][0], lines) for key, (old, lines) in before.items() if key in now]
    changed = [each for each in changed if each[1] != each[2] and each[1] not in (0, 1)]  # «una» is rarely a number
    if not changed:
        return
    known = dict(_stated(inherited))
    for (part, key), entry in _stated(rules):
        if known.get((part, key)) == entry:
            for figure, old, new, lines in changed:
                if not lines.isdisjoint(entry.lines) and _gives(entry.words, old):
                    yield OldFigure(part, key, figure, old, new)


def outdated(rules: GameRules) -> frozenset[str]:
    """Entries of a house's own rules (``conduct.places``) whose sentence, taken from a shipped regulation, still gives
    a figure that the house has changed. Nothing of a shipped regulation."""
    if shipped_library().has(rules.rulebook, rules.game):
        return frozenset()
    key = (rules.rulebook, rules.game, rules.variant, rules.digest)
    if key not in _outdated:
        _outdated[key] = frozenset(
            f"{each.part}.{each.key}"
            for inherited in shipped_rules(rules.game).values()
            for each in old_figures(inherited, rules)
        )
    return _outdated[key]


_outdated: dict[tuple[str, str, str, str], frozenset[str]] = {}


def _stated(rules: GameRules) -> Iterator[tuple[tuple[str, str], _Stated]]:
    """Every entry of the rules that is stated in a sentence, by part and key."""
    sentences: dict[str, dict[str, tuple[Any, ...]]] = {
        "bets": {key: (bet.wins,) for key, bet in rules.bets.items()},
        "procedure": {key: (step.does,) for key, step in rules.procedure.items()},
        "calls": {key: (call.when, call.says) for key, call in rules.calls.items()},
        "irregularities": {key: (case.situation, case.action) for key, case in rules.irregularities.items()},
        "conduct": {key: (fact.says,) for key, fact in rules.conduct.items()},
        "equipment": {key: (fact.says,) for key, fact in rules.equipment.items()},
        "staff": {key: (role.duties,) for key, role in rules.staff.items()},
        "options": {
            key: (option_value(option, rules.chosen.get(key, option.default)),) for key, option in rules.options.items()
        },
    }
    for part, entries in sentences.items():
        for key, said in entries.items():
            words = " ".join(say(each, Language.ES) for each in said)
            yield (part, key), _Stated(words, getattr(rules, part)[key].cite.line_numbers)


def _gives(sentence: str, figure: Figure) -> bool:
    if isinstance(figure, Odds):
        return say(figure, Language.ES) in sentence
    return figure in every_figure_in(sentence, Language.ES)


def _figures(rules: GameRules) -> dict[str, tuple[Figure, Lines]]:
    """The whole numbers of the rules and the odds of the bets, with the lines cited for them."""
    found = dict(_numbers("rules", rules.rules, frozenset()))
    for key, bet in rules.bets.items():
        lines = bet.cite.line_numbers
        if bet.pays is not None:
            found[f"bets.{key}.pays"] = (bet.pays, lines)
        for outcome, odds in bet.pay_table.items():
            found[f"bets.{key}.pay-table.{outcome}"] = (odds, lines)
    return found


def _numbers(key: str, data: Any, lines: Lines) -> Iterator[tuple[str, tuple[Figure, Lines]]]:
    if isinstance(data, Mapping):
        cited = [each for name, each in data.items() if name.endswith(_CITE) and isinstance(each, str)]
        lines = frozenset[int]().union(*(Citation.parse(each).line_numbers for each in cited)) or lines
        for name, part in data.items():
            yield from _numbers(f"{key}.{name}", part, lines)
    elif isinstance(data, list):
        for number, part in enumerate(data):
            yield from _numbers(f"{key}[{number}]", part, lines)
    elif isinstance(data, int) and not isinstance(data, bool):
        yield key, (data, lines)
