"""Tables for simulations: every regulation's roulette and blackjack, with simple players."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from trainer.games.rules import load_rules
from trainer.live.judge import open_table
from trainer.live.worlds import BlackjackWorld, RouletteWorld
from trainer.rulebooks.library import shipped_library

TABLES = (
    "arica/roulette-american",
    "bolivia/roulette-american",
    "bolivia/roulette-french",
    "baleares/roulette-american",
    "baleares/roulette-french",
    "puerto-rico/roulette-american",
    "arica/blackjack",
    "coquimbo/blackjack",
    "bolivia/blackjack",
    "baleares/blackjack",
    "puerto-rico/blackjack",
)


@cache
def table(name: str) -> Any:
    """The round of a game, compiled once."""
    rulebook, game = name.split("/")
    return open_table(load_rules(shipped_library(), rulebook, game))


def world(name: str, seed: int) -> Any:
    """Players and chance for one round."""
    kind: Any = RouletteWorld if "roulette" in name else BlackjackWorld
    return kind(table(name), Random(seed))
