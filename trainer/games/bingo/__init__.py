"""Bingo, with 75 balls and letters or with 90: exports `GAME`, the engine that checks cards and shares prizes."""

from __future__ import annotations

from trainer.games.bingo.decide import Situation, decide
from trainer.games.bingo.figures import check
from trainer.games.bingo.limits import LimitQuestion, limit
from trainer.games.bingo.prizes import Round, settle
from trainer.games.core import Ask, Game

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
