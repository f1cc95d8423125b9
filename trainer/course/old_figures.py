"""Sentences of a rulebook that still give a figure which the file of a house changes.

The sentences of a rulebook are written beside its figures. A house that changes a figure alone keeps the inherited
sentence with the old figure. The course prints after it which figure the house has changed, and ``trainer rulebook
check`` names the sentences, so that the house can write its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from trainer.course.citations import lines_of, stated_entries
from trainer.drills.rule_words import figures_in
from trainer.equipment.odds import Odds
from trainer.games.rules import load_rules
from trainer.rulebooks import Citation, GameRules, Library
from trainer.texts import Language, Message, Names, say

Lines = frozenset[int]
Figures = dict[str, tuple[int | Odds, Lines]]  # key of a figure → figure and the lines cited for it
_CITE = "cite"
_WITH_SITUATION = ("calls", "irregularities")  # parts that say when something is done
_SENTENCE = {  # field of an entry that a remark follows
    "bets": "wins",
    "procedure": "does",
    "calls": "when",
    "irregularities": "action",
    "conduct": "says",
    "equipment": "says",
    "staff": "duties",
}


class OldFigure(msgspec.Struct, frozen=True):
    """A sentence common to two rules, by part and key of its entry, that gives a figure which only the first has."""

    part: str
    key: str
    figure: str  # its path in the rules
    old: int | Odds
    new: int | Odds


def old_figures(inherited: GameRules, rules: GameRules) -> Iterator[OldFigure]:
    """Each sentence common to both rules that gives a figure of the inherited ones which the others changed."""
    before, now = _figures(inherited), _figures(rules)
    changed = [(key, old, now[key][0], lines) for key, (old, lines) in before.items() if key in now]
    changed = [each for each in changed if each[1] != each[2] and each[1] not in (0, 1)]  # «una» is rarely a number
    known = {(each.part, each.key): each.rules for each in stated_entries(inherited, Language.ES)} if changed else {}
    for each in stated_entries(rules, Language.ES) if changed else ():
        if known.get((each.part, each.key)) != each.rules:
            continue
        for key, old, new, lines in changed:
            said = each.says if each.part in _WITH_SITUATION else each.rules
            if not lines.isdisjoint(lines_of(each.cite)) and _gives(said, old):
                yield OldFigure(each.part, each.key, key, old, new)


def with_old_figures_marked(rules: GameRules, library: Library) -> GameRules:
    """The rules of a house, with the figure of the house after each inherited sentence that gives the old one."""
    place = rules.rulebook, rules.game
    if not library.has(*place) or library.is_shipped(*place) or (parent := library.inherited_from(*place)) is None:
        return rules
    inherited = load_rules(library, *parent)
    if rules.variant in inherited.variants:
        inherited = load_rules(library, *parent, rules.variant)
    return marked(rules, old_figures(inherited, rules))


def marked(rules: GameRules, found: Iterable[OldFigure]) -> GameRules:
    """The rules with a remark after each of these sentences; one remark for each pair of figures."""
    pairs: dict[tuple[str, str], list[tuple[int | Odds, int | Odds]]] = {}
    for each in found:
        if each.part in _SENTENCE and (each.old, each.new) not in pairs.setdefault((each.part, each.key), []):
            pairs[each.part, each.key].append((each.old, each.new))
    parts: dict[str, dict[str, Any]] = {}
    for (part, key), changes in pairs.items():
        entry, field = getattr(rules, part)[key], _SENTENCE[part]
        words: Names = getattr(entry, field)
        for old, new in changes:
            remark = Message("lesson.house-figure", {"old": old, "new": new})
            words = Names(
                *(f"{say(words, language)} {say(remark, language)}" for language in (Language.ES, Language.EN))
            )
        entries = parts.setdefault(part, dict(getattr(rules, part)))
        entries[key] = msgspec.structs.replace(entry, **{field: words})
    return msgspec.structs.replace(rules, **parts)


def _gives(sentence: str, figure: int | Odds) -> bool:
    if isinstance(figure, Odds):
        return say(figure, Language.ES) in sentence
    return figure in figures_in(sentence, Language.ES)


def _figures(rules: GameRules) -> Figures:
    """The whole numbers of the rules, and the odds of the bets."""
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
    elif isinstance(data, int) and not isinstance(data, bool):
        yield key, (data, lines)
