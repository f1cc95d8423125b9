"""Baccarat: exports `GAME`, the engine of punto banco and its relatives, where the house holds the bank.

The games in which a player holds the bank have their own engines, in `chemin_de_fer` and `two_tables`.
"""

from trainer.games.baccarat.game import GAME

__all__ = ["GAME"]
