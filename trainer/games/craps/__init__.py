"""Craps: exports `GAME`. `throw` settles one throw, `table` plays several, `round` judges a live round."""

from trainer.games.craps.game import GAME

__all__ = ["GAME"]
