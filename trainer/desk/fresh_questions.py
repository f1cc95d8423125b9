"""Questions without end: new seeds of a drill, or its facts in ever new order."""

from __future__ import annotations

import random
from collections.abc import Callable

from trainer.drills.core import Family, Question
from trainer.rulebooks import GameRules


def fresh_questions(family: Family, rules: GameRules, level: int, rng: random.Random) -> Callable[[], Question]:
    """A source for a run. A drill of facts asks all of them before any comes again."""
    facts: list[int] = []

    def next_question() -> Question:
        if family.facts is None:
            return family.make(rules, level, rng.getrandbits(31))
        if not facts:
            facts.extend(rng.sample(range(family.facts(rules, level)), family.facts(rules, level)))
        return family.make(rules, level, facts.pop())

    return next_question
