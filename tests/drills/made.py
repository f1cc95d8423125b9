"""Questions that were made already: most tests look at the first seeds of every level, each with its own eye."""

from __future__ import annotations

from trainer.drills.core import Family, Question
from trainer.rulebooks import GameRules

_MOST_KEPT = 20_000  # each takes some kilobytes
_kept: dict[tuple[str, str, str, str, str, int, int], Question] = {}


def made(rules: GameRules, family: Family, level: int, seed: int) -> Question:
    """The question of a seed, made once in a process for all that only look at it: it is a value, and nothing in it
    can change. That it is made the same again is for `check_level` to see."""
    key = (rules.rulebook, rules.game, rules.variant, rules.digest, family.id, level, seed)
    question = _kept.get(key)
    if question is None or question.family is not family:  # a test may have a family of its own by the same name
        if len(_kept) >= _MOST_KEPT:
            del _kept[next(iter(_kept))]
        question = _kept[key] = family.make(rules, level, seed)
    return question
