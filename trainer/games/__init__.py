"""The rule engines: pure functions on values that compute the right answer and say why.

An engine knows no Qt, no files, no clock and no random source of its own. It reads every figure from the rulebook and
speaks in ids: results, reasons, citations. Engines are found by game id and loaded when first asked for.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from trainer.games.core import Game

# Game id → the module that holds its `GAME`. A new game is one line here.
MODULES: dict[str, str] = {
    "roulette-french": "trainer.games.roulette.game",
    "roulette-american": "trainer.games.roulette.game",
    "blackjack": "trainer.games.blackjack",
    "blackjack-switch": "trainer.games.blackjack",
    "free-bet-blackjack": "trainer.games.blackjack",
    "challenge-21": "trainer.games.blackjack",
    "craps": "trainer.games.craps",
    "boule": "trainer.games.boule",
    "big-six": "trainer.games.big_six",
    "caribbean-easy-roll": "trainer.games.easy_roll",
    "punto-banco": "trainer.games.baccarat",
    "baccarat": "trainer.games.baccarat",
    "mini-baccarat": "trainer.games.baccarat",
    "ez-baccarat": "trainer.games.baccarat",
    "mini-ez-baccarat": "trainer.games.baccarat",
    "commission-free-baccarat": "trainer.games.baccarat",
    "chemin-de-fer": "trainer.games.baccarat.chemin_de_fer",
    "baccarat-two-tables": "trainer.games.baccarat.two_tables",
    "trente-et-quarante": "trainer.games.trente_et_quarante",
    "pai-gow-poker": "trainer.games.pai_gow.poker",
    "pai-gow-tiles": "trainer.games.pai_gow.tiles",
    "general-rules": "trainer.games.general",  # no game: what holds at every table of a regulation
}


@cache
def game(game_id: str) -> Game:
    """The engine of a game; `KeyError` if there is none."""
    if game_id not in MODULES:
        raise KeyError(f"there is no game {game_id!r}; there are: {', '.join(sorted(MODULES))}")
    found: Game = import_module(MODULES[game_id]).GAME
    return found
