"""Replay of past questions under the rules of their day, if these are known."""

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
"""Looks up the archived rules of a digest; `None` if they are not archived."""


class PastRules(StrEnum):
    """What is known about the rules of a past question."""

    SAME = "same"  # the same as today's
    KEPT = "kept"  # changed since, and archived
    NOT_KEPT = "not-kept"  # changed since, and not archived: today's are used
    UNUSABLE = "unusable"  # archived, but this program cannot use them any more


class Remade(msgspec.Struct, frozen=True):
    """The question of an item, and the same question under today's rules if it can be asked."""

    question: Question
    rules: GameRules  # rules of the question
    then: PastRules
    today: Question | None


def remake(item: Item, library: Library, family: Family, archive: RulesArchive = lambda digest: None) -> Remade:
    """The question of an item, under the rules of its day if the library or the archive has them.

    Raises `RulebookError` if neither has any rules for it, `DealtError` if what was dealt then cannot be asked about
    any more, and `RevisedError` if the family has changed.
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
    data = archive(item.digest)
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
    """The question under archived rules; raises `RulebookError` if today's engine and family cannot use them."""
    try:
        found = list(game(rules.game).check(rules))
        if not found and family.fits(rules):
            return make(family, item, rules)
    except Exception as error:  # archived rules may break anything: they are older than the tests
        found = [("", wrong("unusable", reason=f"{type(error).__name__}: {error}"[:200]))]
    raise RulebookError([Fault(rules.rulebook, key, problem) for key, problem in found or [("", _TOO_OLD)]])


_TOO_OLD = wrong("archive-too-old")
