"""A question of the past made again, under the rules of its day where they are known."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec

from trainer.drills.core import Family, Item, Question, make
from trainer.drills.dealt import DealtError
from trainer.games import game
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library, RulebookError
from trainer.rulebooks.archive import rules_from
from trainer.rulebooks.problems import Fault, wrong

RulesArchive = Callable[[str], bytes | None]
"""Gives the kept data behind a digest of rules, if there is any."""


class PastRules(StrEnum):
    """What is known of the rules an item was asked under."""

    SAME = "same"  # they are those of today
    KEPT = "kept"  # they have changed since, and were kept
    NOT_KEPT = "not-kept"  # they have changed since, and only those of today are known
    UNUSABLE = "unusable"  # they were kept, and this program cannot use them any more


class Remade(msgspec.Struct, frozen=True):
    """The question of an item, and the same one as it would be asked today, if it can be."""

    question: Question
    rules: GameRules  # those of the question
    then: PastRules
    today: Question | None


def remake(item: Item, library: Library, family: Family, kept: RulesArchive = lambda digest: None) -> Remade:
    """The question an item names, under the rules of its day if the library or the archive has them.

    Raises `RulebookError` where neither has any, `DealtError` where what came then cannot be asked about any more, and
    `RevisedError` where the family has changed.
    """
    trouble: RulebookError | DealtError
    today: Question | None = None
    try:
        rules = load_rules(library, item.rulebook, item.game, item.variant, dict(item.options))
        if not family.fits(rules):
            raise RulebookError([Fault(item.rulebook, "", wrong("drill-not-here"))])
        today = make(family, item, rules)
        if today.item.digest == item.digest:
            return Remade(today, rules, PastRules.SAME, today)
    except (RulebookError, DealtError) as error:
        trouble = error
    then = PastRules.NOT_KEPT
    data = kept(item.digest)
    if data is not None:
        try:
            old = rules_from(data, item.rulebook, item.variant, item.options)
            question = _of_then(item, family, old)
            return Remade(question, old, PastRules.KEPT, today)
        except RulebookError as error:
            trouble, then = error, PastRules.UNUSABLE
    if today is None:
        raise trouble
    return Remade(today, rules, then, today)


def _of_then(item: Item, family: Family, rules: GameRules) -> Question:
    """The question under rules of the past, if today's engine and family can still use them; else `RulebookError`."""
    try:
        found = list(game(rules.game).check(rules))
        if not found and family.fits(rules):
            return make(family, item, rules)
    except Exception as error:  # rules that no test of this program ever saw
        found = [("", wrong("unusable", reason=f"{type(error).__name__}: {error}"[:200]))]
    raise RulebookError([Fault(rules.rulebook, key, problem) for key, problem in found or [("", _TOO_OLD)]])


_TOO_OLD = wrong("archive-too-old")
