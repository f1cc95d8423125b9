"""Bingo, with 75 balls and letters or with 90: exports `GAME`, the engine that checks cards and shares prizes."""

from __future__ import annotations

from trainer.games.bingo.decide import Situation, decide
from trainer.games.bingo.figures import check
from trainer.games.bingo.limits import LimitQuestion, limit
from trainer.games.bingo.prizes import Round, settle
from trainer.games.core import Ask, Game

_NINETY = [[1, 0, 21, 0, 41, 0, 61, 0, 81], [0, 12, 0, 33, 0, 52, 0, 72, 83], [5, 17, 28, 36, 0, 0, 69, 0, 0]]
_SEVENTY_FIVE = [[1, 16, 31, 46, 61], [2, 17, 32, 47, 62], [3, 18, 0, 48, 63], [4, 19, 33, 49, 64], [5, 20, 34, 50, 65]]

GAME = Game(
    ids=("bingo",),
    family="bingo",
    check=check,
    asks={
        "settle": Ask(Round, settle),
        "decide": Ask(Situation, decide),
        "limit": Ask(LimitQuestion, limit),
    },
)
