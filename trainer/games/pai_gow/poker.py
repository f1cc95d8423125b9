"""Registration of pai gow poker."""

from __future__ import annotations

from trainer.games.pai_gow.game import pai_gow_game
from trainer.games.pai_gow.round import open_round

GAME = pai_gow_game(
    "pai-gow-poker",
    live=open_round,
    settles=(
        {
            "player": {"high": ["KS", "KD", "9H", "5C", "2D"], "low": ["AH", "QC"]},
            "dealer": {"high": ["QS", "QD", "TH", "7C", "3D"], "low": ["KH", "JC"]},
            "bets": [{"bet": "pai-gow", "stake": 7}],
        },
        {
            "bank": 3,
            "bets": [
                {"bet": "pai-gow", "stake": 30, "seat": 1},
                {"bet": "pai-gow", "stake": 100, "seat": 2},
                {"bet": "pai-gow", "stake": 50, "seat": "dealer"},
            ],
            "results": {"1": "lose", "2": "win", "dealer": "push"},
        },
        {"bank": "co-bank", "losing_bets": 200, "winning_bets": 80},
        {"rng": 4, "bets": [{"bet": "starting-number", "on": 4, "stake": 5, "seat": 1}]},
        {"withdrawn": [2], "bets": [{"bet": "pai-gow", "stake": 40, "seat": 2}]},
    ),
    decides=(
        {"case": "set", "cards": ["8S", "8H", "KD", "JC", "6S", "4D", "2C"], "house_way": "trump-plaza-ac"},
        {"case": "judge-setting", "low": ["KD", "KC"], "high": ["8S", "8H", "6S", "4D", "2C"]},
        {
            "case": "compare",
            "player": {"high": ["KS", "KD", "9H", "5C", "2D"], "low": ["AH", "QC"]},
            "dealer": {"high": ["QS", "QD", "TH", "7C", "3D"], "low": ["AD", "QH"]},
        },
        {"case": "order", "hands": [["9C", "8C", "7C", "6C", "5C"], ["AS", "AH", "AD", "AC", "JK"]]},
        {"case": "start-position", "dice": [6, 4, 1], "bank": 5},
        {"case": "start-position", "rng": 7},
        {"case": "stacks", "groups": 7, "first_stack": 3},
        {"case": "two-spots", "bets": [{"bet": "pai-gow", "stake": 25, "seat": 3}]},
        {"case": "bank-offer", "players": [1, 2, 4], "last_first_offer": 1, "last_bank": 2},
        {"case": "bank-conditions", "bet_against_dealer": True, "chips": 200, "other_bets": 180},
        {"case": "house-bet", "last_bet": 75, "bank_orders": 50},
        {"case": "cut-offer", "players": [1, 2, 4], "bank": 2},
        {"case": "cut", "cards_above": 9},
        {"case": "irregularity", "stub": 5, "cards": {"4": 6}},
    ),
    limits=(
        {"minimum": 50, "maximum": 900},
        {"bet": "starting-number", "maximum": 500, "odds": "6 to 1"},
        {"wants_spots": 2, "adjacent": True, "is_bank": True},
    ),
)
