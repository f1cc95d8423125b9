"""Rungs with few different questions, and which of those cannot stand in one paper.

Two questions exclude each other if they are the same for the candidate or one gives the other away. Of each group a
paper asks one question at most. How often a question comes up therefore depends on the number of groups.

A rung of facts can be counted. A generated rung is sampled: “put the steps in order” is made anew from every seed, but
a procedure of nine steps has six such questions, and without this every paper would ask all six.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from trainer.drills.bounded_random import DrawLimitError
from trainer.drills.core import Question
from trainer.exams.pool import PoolRung
from trainer.exams.same_question import Gist, gist_of
from trainer.rulebooks import GameRules

Groups = tuple[tuple[int, ...], ...]
MakeQuestion = Callable[[PoolRung, int], tuple[Question, Gist]]
"""Makes the question of a seed, with its gist; raises `DrawLimitError`."""

_MOST_COMPARED = 30  # facts; larger rungs are never asked so much that it matters, and comparing takes long
_FIRST_SAMPLE = 24  # seeds of a generated rung; if their questions all differ there are more than a paper could ask
_FEWEST_SEEN = 2  # seeds that suffice if the question is in the many pieces on the felt
_ENOUGH = 40  # groups of a generated rung: no paper asks so many of it that they have to be counted
_PATIENCE = 10  # sampled questions without a new group, besides two for each group, until a rung counts as known
_MOST_RUNGS = 1000  # rungs whose values are stored

_Value = TypeVar("_Value")


def by_rung(compute: Callable[[PoolRung], _Value]) -> Callable[[PoolRung], _Value]:
    """Cache a value for each rung and its rules."""
    known: dict[tuple[str, int], tuple[GameRules, _Value]] = {}

    def look(rung: PoolRung) -> _Value:
        key = (rung.key, id(rung.rules))
        if key not in known:
            if len(known) >= _MOST_RUNGS:
                known.clear()
            known[key] = (rung.rules, compute(rung))  # the rules are stored so that their id is not used again
        return known[key][1]

    return look


@by_rung
def _made(rung: PoolRung) -> dict[int, tuple[Question, Gist]]:
    """Facts of a rung that were made before, by number; filled by `made_question`."""
    return {}


def made_question(rung: PoolRung, seed: int) -> tuple[Question, Gist]:
    """Question of a seed and its gist; facts are made once. Raises `DrawLimitError`."""
    known = _made(rung) if rung.facts else {}
    if seed not in known:
        question = rung.family.make(rung.rules, rung.level, seed)
        known[seed] = (question, gist_of(question))
    return known[seed]


@by_rung
def question_groups(rung: PoolRung) -> Groups:
    """Seeds of a rung in groups whose questions exclude each other; empty if there is no end of questions.

    In a large rung of facts each fact is a group of its own.
    """
    if rung.facts > _MOST_COMPARED:
        return tuple((fact,) for fact in range(rung.facts))
    groups: list[list[tuple[int, Gist]]] = []
    if rung.facts:
        for fact in range(rung.facts):
            _add(rung, fact, groups)
    elif rung.family.series == 1:
        seed = since_new = 0
        while since_new < _PATIENCE + 2 * len(groups):
            since_new = 0 if _add(rung, seed, groups) else since_new + 1
            seed += 1
            if seed <= _FEWEST_SEEN == len(groups) and all(gist.is_seen for group in groups for _, gist in group):
                return ()
            if len(groups) == (_FIRST_SAMPLE if seed == _FIRST_SAMPLE else _ENOUGH):
                return ()
    return tuple(tuple(sorted(seed for seed, _ in group)) for group in groups)


@by_rung
def group_names(rung: PoolRung) -> tuple[str, ...]:
    """Name of each group of `question_groups`; rungs of other games that ask the same question have the same name."""
    if rung.facts > _MOST_COMPARED:
        return tuple(f"{rung.key} {fact}" for fact in range(rung.facts))
    return tuple(min(made_question(rung, seed)[1].key for seed in group) for group in question_groups(rung))


def _add(rung: PoolRung, seed: int, groups: list[list[tuple[int, Gist]]]) -> bool:
    """Put the question of a seed into its group; returns whether it opened a new one."""
    with suppress(DrawLimitError):
        _, gist = made_question(rung, seed)
        meets = [group for group in groups if any(_exclude(gist, other) for _, other in group)]
        groups[:] = [group for group in groups if group not in meets]
        groups.append([(seed, gist), *(one for group in meets for one in group)])
        return not meets
    return False


def _exclude(one: Gist, other: Gist) -> bool:
    return one.key == other.key or one.gives_away(other)
