"""Go poker: three equal bets on three own cards and two of the table, of which the first two may be taken back."""

from __future__ import annotations

from trainer.games.house_poker.game import house_poker_game
from trainer.games.house_poker.pull_back_edges import pull_back_edges
from trainer.games.kept_edges import kept

GAME = house_poker_game(
    "go-poker",
    edges=kept("go-poker", pull_back_edges),
    settles=(
        {
            "player": ["TH", "TC", "4D"],
            "community": ["7S", "2D"],
            "bets": [
                {"bet": "bet-1", "stake": 10},
                {"bet": "bet-2", "stake": 10},
                {"bet": "bet-3", "stake": 10},
            ],
        },
        {
            "player": ["KH", "7C", "4D"],
            "community": ["KS", "2D"],
            "withdrawn": ["bet-1"],
            "bets": [{"bet": "bet-2", "stake": 10}, {"bet": "bet-3", "stake": 10}],
        },
        {
            "hands": [
                {"seat": 1, "cards": ["5H", "5C", "9D"], "withdrawn": ["bet-1", "bet-2"]},
                {"seat": 2, "cards": ["AH", "KH", "3S"], "withdrawn": ["bet-1"]},
            ],
            "community": ["9S", "2D"],
            "bets": [
                {"bet": "bet-3", "stake": 10, "seat": 1},
                {"bet": "bet-2", "stake": 5, "seat": 2},
                {"bet": "bet-3", "stake": 5, "seat": 2},
            ],
        },
    ),
    decides=(
        {"case": "rank", "cards": ["TH", "TC", "4D", "7S", "2D"]},
        {
            "case": "next-act",
            "places": {"1": {"bet-1": 10, "bet-2": 10, "bet-3": 10}},
            "cards": ["TH", "7S", "TC", "2D", "4D"],
            "answers": ["go"],
        },
        {"case": "order", "seats": [1, 2, 3]},
        {"case": "layout"},
        {"case": "irregularity", "event": "player-absent", "saw_cards": True},
        {"case": "fact", "id": "conduct.directions"},
        {"case": "procedure"},
    ),
    limits=(
        {
            "bets": [
                {"bet": "bet-1", "stake": 10},
                {"bet": "bet-2", "stake": 10},
                {"bet": "bet-3", "stake": 20},
            ]
        },
        {"withdraw": "bet-1", "community_open": 1},
        {"withdraw": "bet-2", "community_open": 1},
        {"minimum": 10, "maximum": 500},
    ),
)
