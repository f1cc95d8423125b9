"""Roulette, French and American: `layout` knows the cloth, `figures` the rulebook's numbers, the rest answers."""

from trainer.games.roulette.game import GAME

__all__ = ["GAME"]
