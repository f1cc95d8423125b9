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


@cache
def families(game_id: str) -> tuple[Family, ...]:
    """Every drill family of a game, in the order of the lessons."""
    return tuple(family for module in catalogue.drill_modules(game_id) for family in import_module(module).FAMILIES)


def family(game_id: str, family_id: str) -> Family:
    """A drill family by id; `KeyError` if the game has none of that name. Modules after its own are not loaded."""
    for module in catalogue.drill_modules(game_id):
        for candidate in import_module(module).FAMILIES:
            if candidate.id == family_id:
                found: Family = candidate
                return found
    raise KeyError(f"{game_id} has no drill {family_id!r}; it has: {', '.join(f.id for f in families(game_id))}")
