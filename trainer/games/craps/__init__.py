"""Craps: `figures` reads the rulebook, `throw` settles a throw, `table` goes from throw to throw, the rest answers."""

from trainer.games.craps.game import GAME

__all__ = ["GAME"]
