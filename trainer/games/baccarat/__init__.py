"""Baccarat: `drawing` holds the tables, `coup` the fall of the cards, `settle` the money, the rest answers.

Punto banco and its relatives, where the house is the bank, are in `game`; `chemin_de_fer` and `two_tables` are the
games in which a player is.
"""

from trainer.games.baccarat.game import GAME

__all__ = ["GAME"]
