"""Trente et quarante: exports `GAME`. `rows` counts the two rows, `tie` rules equal rows at the best total."""

from trainer.games.trente_et_quarante.game import GAME

__all__ = ["GAME"]
