"""Rules to print a felt by, where a picture or a test shows it without a question."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from trainer.desk.felts import Imprint
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, Library, shipped_library

# Felts that no rulebook names: drills show something from near by on them. The game that shows them.
_NEAR = {
    "wheel-single-zero": ("baleares", "roulette-french"),
    "wheel-double-zero": ("arica", "roulette-american"),
    "baccarat-cards": ("arica", "punto-banco"),
    "baccarat-shoe": ("arica", "punto-banco"),
    "pai-gow-poker-near": ("puerto-rico", "pai-gow-poker"),
    "pai-gow-tiles-near": ("puerto-rico", "pai-gow-tiles"),
}


def all_rules(library: Library) -> Iterator[GameRules]:
    """Every game of every rulebook in each variant, with the default options and with each other choice of each."""
    for book in library.rulebooks():
        for game in library.games(book):
            usual = load_rules(library, book, game)
            for variant in usual.variants or ("",):
                rules = load_rules(library, book, game, variant)
                yield rules
                for key, option in rules.options.items():
                    for choice in option.choices:
                        if choice != rules.chosen[key]:
                            yield load_rules(library, book, game, variant, {key: choice})


@cache
def imprint_for(felt_id: str) -> Imprint:
    """The first shipped rules whose table has this felt; `KeyError` if none has."""
    if felt_id in _NEAR:
        return Imprint(load_rules(shipped_library(), *_NEAR[felt_id]))
    for rules in all_rules(shipped_library()):
        if rules.rules.get("felt") == felt_id:
            return Imprint(rules)
    raise KeyError(f"no rulebook has a table with the felt {felt_id!r}")
