"""The rule engines: pure functions on values that compute the right answer and say why.

An engine knows no Qt, no files, no clock and no random source of its own. It reads every figure from the rulebook and
speaks in ids: results, reasons, citations. Engines are registered in `trainer.catalogue`; `game` loads them when first
asked for. `load_rules` loads a rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from trainer import catalogue
from trainer.games.core import Game


@cache
def game(game_id: str) -> Game:
    """The engine of a game; `KeyError` if there is none.

    A module registers one engine as ``GAME``, or several by game id as ``GAMES``.
    """
    module = import_module(catalogue.engine_module(game_id))
    several: Mapping[str, Game] = getattr(module, "GAMES", {})
    return several[game_id] if several else module.GAME
