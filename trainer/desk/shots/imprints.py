"""Rules for drawing a felt that a picture or a test shows without a question; and all tables of the rulebooks."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from trainer.desk.table import Imprint
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library, shipped_library

# Felts of no game's table: drills show something from near by on them. The rules that show them.
_NEAR = {
    "wheel-single-zero": ("baleares", "roulette-french"),
    "wheel-double-zero": ("arica", "roulette-american"),
    "baccarat-cards": ("arica", "punto-banco"),
    "baccarat-shoe": ("arica", "punto-banco"),
    "bingo-ball": ("puerto-rico", "bingo"),
    "apron": ("arica", "general-rules"),
}


def usual_rules(library: Library) -> Iterator[GameRules]:
    """Every game of every rulebook in each variant, with the default options."""
    for book in library.rulebooks():
        for game in library.games(book):
            for variant in load_rules(library, book, game).variants or ("",):
                yield load_rules(library, book, game, variant)


def other_choices(library: Library, rules: GameRules) -> Iterator[GameRules]:
    """The same table with each other choice of each of its options."""
    for key, option in rules.options.items():
        for choice in option.choices:
            if choice != rules.chosen[key]:
                yield load_rules(library, rules.rulebook, rules.game, rules.variant, {key: choice})


def imprint_for(felt_id: str) -> Imprint:
    """The first shipped rules whose table has this felt; `KeyError` if none has."""
    if felt_id in _NEAR:
        return Imprint(load_rules(shipped_library(), *_NEAR[felt_id]))
    table = felt_id.removesuffix("-near").removesuffix("-numbers")  # other views of a table are printed by its rules
    if table not in _tables():
        raise KeyError(f"no rulebook has a table with the felt {felt_id!r}")
    return Imprint(_tables()[table])


@cache
def _tables() -> dict[str, GameRules]:
    """The first rules that have each felt, those with the default options before others."""
    library, found, others = shipped_library(), dict[str, GameRules](), dict[str, GameRules]()
    for rules in usual_rules(library):
        found.setdefault(rules.rules["felt"], rules)
        for key, option in rules.options.items():
            for choice, changes in option.set.items():
                if "felt" in changes.get("rules", {}):
                    chosen = load_rules(library, rules.rulebook, rules.game, rules.variant, {key: choice})
                    others.setdefault(chosen.rules["felt"], chosen)
    return others | found
