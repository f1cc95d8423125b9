"""Drill families: they make questions from a seed, mark answers, and explain.

`core` holds items, questions and marks, `forms` the ways to answer, `scene` what lies on the felt; each game family
has its own module or package of drill families, registered in `trainer.catalogue`. Families are found by id and loaded
when first asked for.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from trainer import catalogue
from trainer.drills.core import Family
from trainer.rulebooks import GameRules

_TRIED_SEEDS = 3


@cache
def families(game_id: str) -> tuple[Family, ...]:
    """Every drill family of a game, in the order of the lessons."""
    return tuple(family for module in catalogue.drill_modules(game_id) for family in import_module(module).FAMILIES)


def drill_problem(tried: Family, rules: GameRules) -> str:
    """Why a drill cannot be made of rules that nobody tried before; empty if its questions come.

    What passes the engine can still be too odd for a drill: a table without the bet it asks about, limits between which
    no stake lies. It is then left out, and ``rulebook check`` says why.
    """
    try:
        if not tried.fits(rules):
            return "does not fit"
        for level in range(1, len(tried.levels) + 1):
            for seed in range(_TRIED_SEEDS):
                question = tried.make(rules, level, seed)
                tried.mark(question, question.draft.solution)
    except Exception as error:  # whatever it is, the other drills go on
        return f"{type(error).__name__}: {error}"
    return ""


def family(game_id: str, family_id: str) -> Family:
    """A drill family by id; `KeyError` if the game has none of that name. Modules after its own are not loaded."""
    for module in catalogue.drill_modules(game_id):
        for candidate in import_module(module).FAMILIES:
            if candidate.id == family_id:
                found: Family = candidate
                return found
    raise KeyError(f"{game_id} has no drill {family_id!r}; it has: {', '.join(f.id for f in families(game_id))}")
