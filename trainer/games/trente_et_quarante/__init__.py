"""Trente et quarante: `rows` counts the two rows, `tie` rules the 31-31, the rest settles and answers."""

from trainer.games.trente_et_quarante.game import GAME

__all__ = ["GAME"]
