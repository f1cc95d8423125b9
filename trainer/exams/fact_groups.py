"""Facts of a rung that cannot stand in one paper, because they are the same question or one gives another away.

Of each group a paper asks one fact at most. How often a fact comes up therefore depends on the number of groups,
and not on the number of facts.
"""

from __future__ import annotations

from contextlib import suppress

from trainer.drills.bounded_random import DrawLimitError
from trainer.exams.pool import PoolRung
from trainer.exams.same_question import Gist, gist_of
from trainer.rulebooks import GameRules

_MOST_COMPARED = 30  # facts; larger rungs are never asked so much that it matters, and comparing takes long

_known: dict[tuple[str, int], tuple[GameRules, tuple[tuple[int, ...], ...]]] = {}  # rung and rules → groups


def fact_groups(rung: PoolRung) -> tuple[tuple[int, ...], ...]:
    """Facts of a rung in groups that exclude each other; in a large rung each fact is a group of its own."""
    if rung.facts > _MOST_COMPARED:
        return tuple((fact,) for fact in range(rung.facts))
    key = (rung.key, id(rung.rules))
    if key not in _known:
        _known[key] = (rung.rules, _grouped(rung))  # the rules are stored so that their id is not used again
    return _known[key][1]


def _grouped(rung: PoolRung) -> tuple[tuple[int, ...], ...]:
    groups: list[list[tuple[int, Gist]]] = []
    for fact in range(rung.facts):
        with suppress(DrawLimitError):
            gist = gist_of(rung.family.make(rung.rules, rung.level, fact))
            meets = [group for group in groups if any(_exclude(gist, other) for _, other in group)]
            groups = [group for group in groups if group not in meets]
            groups.append([(fact, gist), *(one for group in meets for one in group)])
    return tuple(tuple(sorted(fact for fact, _ in group)) for group in groups)


def _exclude(one: Gist, other: Gist) -> bool:
    return one.key == other.key or one.gives_away(other)
