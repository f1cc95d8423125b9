"""Drill families: each makes questions from a seed, judges answers and explains them. See README.md."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from trainer import catalogue
from trainer.drills.core import Family
from trainer.rulebooks import GameRules

_TRIED_SEEDS = 3


@cache
def families(game_id: str) -> tuple[Family, ...]:
    """Every drill family of a game, in the order in which they are taught."""
    return tuple(family for module in catalogue.drill_modules(game_id) for family in import_module(module).FAMILIES)


def drill_problem(tried: Family, rules: GameRules) -> str:
    """Why a drill cannot be made from untested rules; empty if it can.

    Rules that the engine accepts may still be too unusual for a drill: a table without the bet it asks about, limits
    between which no stake lies. Such a drill is left out, and ``rulebook check`` prints this reason.
    """
    try:
        if not tried.fits(rules):
            return "does not fit"
        for level in range(1, len(tried.levels) + 1):
            for seed in range(_TRIED_SEEDS):
                question = tried.make(rules, level, seed)
                tried.mark(question, question.draft.solution)
    except Exception as error:  # any bug in one drill must not stop the others
        return f"{type(error).__name__}: {error}"
    return ""


def family(game_id: str, family_id: str) -> Family:
    """A drill family by id; raises `KeyError` if the game does not have it. Modules behind its own are not imported."""
    for module in catalogue.drill_modules(game_id):
        for candidate in import_module(module).FAMILIES:
            if candidate.id == family_id:
                found: Family = candidate
                return found
    raise KeyError(f"{game_id} has no drill {family_id!r}; it has: {', '.join(f.id for f in families(game_id))}")
