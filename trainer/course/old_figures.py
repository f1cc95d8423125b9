"""Sentences of a rulebook that still give a figure which the file of a house changes.

The sentences of a rulebook are written beside its figures. A house that changes a figure alone keeps the inherited
sentence, and the course would print the old figure; ``trainer rulebook check`` names the sentences to read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trainer.course.citations import lines_of, stated_entries
from trainer.drills.rule_words import figures_in
from trainer.equipment.odds import Odds
from trainer.rulebooks import Citation, GameRules
from trainer.rulebooks.problems import Finding, wrong
from trainer.texts import Language, say

Lines = frozenset[int]
Figures = dict[str, tuple[int | Odds, Lines]]  # key of a figure → figure and the lines cited for it
_CITE = "cite"


def old_figures(inherited: GameRules, rules: GameRules) -> Iterator[Finding]:
    """Each sentence common to both rules that gives a figure of the inherited ones which the others changed."""
    before, now = _figures(inherited), _figures(rules)
    changed = [(key, old, now[key][0], lines) for key, (old, lines) in before.items() if key in now]
    known = {(each.part, each.key): each.rules for each in stated_entries(inherited, Language.ES)}
    for each in stated_entries(rules, Language.ES):
        if known.get((each.part, each.key)) != each.rules:
            continue
        for key, old, new, lines in changed:
            if old != new and not lines.isdisjoint(lines_of(each.cite)) and _gives(each.rules, old):
                yield f"{each.part}.{each.key}", wrong("old-figure", figure=key, old=old, new=new)


def _gives(sentence: str, figure: int | Odds) -> bool:
    if isinstance(figure, Odds):
        return say(figure, Language.ES) in sentence
    return figure in figures_in(sentence, Language.ES)


def _figures(rules: GameRules) -> Figures:
    """The whole numbers of the rules above one, and the odds of the bets."""
    found = dict(_numbers("rules", rules.rules, frozenset()))
    for key, bet in rules.bets.items():
        lines = lines_of(bet.cite)
        if bet.pays is not None:
            found[f"bets.{key}.pays"] = (bet.pays, lines)
        for outcome, odds in bet.pay_table.items():
            found[f"bets.{key}.pay-table.{outcome}"] = (odds, lines)
    return found


def _numbers(key: str, data: Any, lines: Lines) -> Iterator[tuple[str, tuple[int | Odds, Lines]]]:
    if isinstance(data, Mapping):
        cited = [each for name, each in data.items() if name.endswith(_CITE) and isinstance(each, str)]
        lines = frozenset[int]().union(*(lines_of(Citation.parse(each)) for each in cited)) or lines
        for name, part in data.items():
            yield from _numbers(f"{key}.{name}", part, lines)
    elif isinstance(data, list):
        for number, part in enumerate(data):
            yield from _numbers(f"{key}[{number}]", part, lines)
    elif isinstance(data, int) and not isinstance(data, bool) and data > 1:
        yield key, (data, lines)
