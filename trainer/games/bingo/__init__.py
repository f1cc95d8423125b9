"""Bingo: balls called one by one, cards checked, prizes shared; with 75 balls and letters, or with 90."""

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
        "settle": Ask(
            Round,
            settle,
            (
                {"bingo_prize": 1000, "bingo_winners": 4},
                {"line_prize": 300, "line_winners": 2, "bingo_prize": 2400, "bingo_winners": 4},
                {"cards_sold": 120, "price": 5, "bingo_winners": 1},
                {
                    "drawn": [12, 33, 90, 52, 7, 72, 83],
                    "line_prize": 301,
                    "bets": [
                        {"bet": "line", "seat": 4, "card": _NINETY},
                        {"bet": "line", "seat": 9, "card": _NINETY, "after": 6},
                    ],
                },
            ),
        ),
        "decide": Ask(
            Situation,
            decide,
            (
                {"case": "ball", "number": 62},
                {"case": "column", "column": "G", "numbers": [7, 59]},
                {"case": "card", "card": _NINETY, "drawn": [12, 33, 52, 72, 83]},
                {"case": "card", "card": _SEVENTY_FIVE, "drawn": [1, 16, 31, 46, 61], "figure": "horizontal"},
                {"case": "claim", "prize": "line", "card": _NINETY, "drawn": [12, 33, 52, 72, 83]},
                {"case": "announce", "event": "ball-drawn"},
                {"case": "announce", "event": "sale-closed"},
                {"case": "caller", "staff": "cage"},
                {"case": "procedure"},
                {"case": "irregularity", "event": "caller-error", "cards_sold": 120, "price": 5},
                {"case": "conduct", "rule": "equal-cards"},
            ),
        ),
        "limit": Ask(
            LimitQuestion,
            limit,
            (
                {"case": "start", "cards_sold": 9, "positions": 80},
                {"case": "second-series", "first_series_from": 301, "first_series_to": 1000},
                {"case": "purchase", "age": 17},
                {"case": "cards", "numbers": [1204, 77, 1204]},
                {"case": "ball-set", "games": 1000},
            ),
        ),
    },
)
