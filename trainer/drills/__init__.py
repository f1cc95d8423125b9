"""Drill families: they make questions from a seed, mark answers, and explain.

`core` holds items, questions and marks, `forms` the ways to answer, `scene` what lies on the felt; each game family
has its own module or package of drill families. Families are found by id and loaded when first asked for.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from trainer.drills.core import Family

_ROULETTE = tuple(
    f"trainer.drills.roulette.{name}"
    for name in (
        "tables",
        "pay",
        "pictures",
        "wheel_order",
        "announced",
        "zero",
        "order",
        "limits",
        "spins",
        "colours",
        "written",
    )
)

# Game id → the modules whose `FAMILIES` drill it, in the order they are taught. A new game's drills are one line here.
MODULES: dict[str, tuple[str, ...]] = {
    "roulette-french": _ROULETTE,
    "roulette-american": _ROULETTE,
    "blackjack": ("trainer.drills.blackjack",),
    "blackjack-switch": ("trainer.drills.blackjack",),
    "free-bet-blackjack": ("trainer.drills.blackjack",),
    "challenge-21": ("trainer.drills.blackjack",),
    "craps": ("trainer.drills.craps",),
    "boule": ("trainer.drills.small_wheels.boule",),
    "big-six": ("trainer.drills.small_wheels.big_six",),
    "caribbean-easy-roll": ("trainer.drills.small_wheels.easy_roll",),
    "punto-banco": ("trainer.drills.baccarat",),
    "baccarat": ("trainer.drills.baccarat",),
    "mini-baccarat": ("trainer.drills.baccarat",),
    "ez-baccarat": ("trainer.drills.baccarat",),
    "mini-ez-baccarat": ("trainer.drills.baccarat",),
    "commission-free-baccarat": ("trainer.drills.baccarat",),
    "chemin-de-fer": ("trainer.drills.baccarat.chemin_de_fer",),
    "baccarat-two-tables": ("trainer.drills.baccarat.two_tables",),
    "trente-et-quarante": ("trainer.drills.trente_et_quarante",),
    "pai-gow-poker": ("trainer.drills.pai_gow",),
    "pai-gow-tiles": ("trainer.drills.pai_gow",),
}


@cache
def families(game_id: str) -> tuple[Family, ...]:
    """Every drill family of a game, in the order of the lessons."""
    return tuple(family for module in MODULES.get(game_id, ()) for family in import_module(module).FAMILIES)


def family(game_id: str, family_id: str) -> Family:
    """A drill family by id; `KeyError` if the game has none of that name. Modules after its own are not loaded."""
    for module in MODULES.get(game_id, ()):
        for candidate in import_module(module).FAMILIES:
            if candidate.id == family_id:
                found: Family = candidate
                return found
    raise KeyError(f"{game_id} has no drill {family_id!r}; it has: {', '.join(f.id for f in families(game_id))}")
