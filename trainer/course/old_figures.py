"""Remarks after the inherited sentences that give a figure which a house has changed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from trainer.drills.old_figures import Figure, OldFigure, old_figures
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library
from trainer.texts import Language, Message, Names, say

_SENTENCE = {  # field of an entry that a remark follows
    "bets": "wins",
    "procedure": "does",
    "calls": "when",
    "irregularities": "action",
    "conduct": "says",
    "equipment": "says",
    "staff": "duties",
}


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
    pairs: dict[tuple[str, str], list[tuple[Figure, Figure]]] = {}
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
