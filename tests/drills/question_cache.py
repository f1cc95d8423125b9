"""Cache of questions: most tests use the first seeds of every level."""

from __future__ import annotations

from trainer.drills.core import Family, Question
from trainer.rulebooks import GameRules

_MOST_CACHED = 20_000  # each takes some kilobytes
_cache: dict[tuple[str, str, str, str, str, int, int], Question] = {}


def made(rules: GameRules, family: Family, level: int, seed: int) -> Question:
    """The question of a seed, made once for all tests of a process.

    A question is immutable. `check_level` checks that making it again gives the same one.
    """
    key = (rules.rulebook, rules.game, rules.variant, rules.digest, family.id, level, seed)
    question = _cache.get(key)
    if question is None or question.family is not family:  # a test may use its own family with the same id
        if len(_cache) >= _MOST_CACHED:
            del _cache[next(iter(_cache))]
        question = _cache[key] = family.make(rules, level, seed)
    return question
