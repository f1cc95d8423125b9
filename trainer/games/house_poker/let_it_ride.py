"""Let it ride: three equal bets on a hand of three own cards and two in the middle, two of which may be taken back."""

from __future__ import annotations

from trainer.games.house_poker.game import house_poker_game
from trainer.games.house_poker.pull_back_edges import pull_back_edges
from trainer.games.kept_edges import kept

_BETS = [{"bet": "bet-1", "stake": 10}, {"bet": "bet-2", "stake": 10}, {"bet": "bet-3", "stake": 10}]

GAME = house_poker_game(
    "let-it-ride",
    settles=(
        {"player": ["KS", "7H", "2D"], "community": ["KD", "7C"], "bets": _BETS},
        {
            "player": ["AC", "4C", "7C"],
            "community": ["8C", "QC"],
            "withdrawn": ["bet-1", "bet-2"],
            "bets": [{"bet": "bet-3", "stake": 20}],
        },
        {"player": ["7S", "8D", "9C"], "bets": [{"bet": "three-card-bonus", "stake": 5}]},
        {
            "hands": [{"seat": 1, "cards": ["TS", "7H", "2D"]}, {"seat": 4, "cards": ["9S", "6H", "3D"]}],
            "community": ["TD", "9C"],
            "bets": [
                {"bet": "bet-1", "stake": 5, "seat": 1},
                {"bet": "bet-3", "stake": 5, "seat": 1},
                {"bet": "bet-3", "stake": 25, "seat": 4},
            ],
        },
    ),
    decides=(
        {"case": "rank", "cards": ["JS", "7H", "2D", "JD", "9C"]},
        {"case": "rank", "cards": ["7S", "8D", "9C"], "ranking": "bonus"},
        {
            "case": "next-act",
            "places": {"1": {"bet-1": 5, "bet-2": 5, "bet-3": 5}},
            "cards": ["9S", "KH", "9D", "QD", "5C"],
            "answers": ["ride"],
        },
        {"case": "layout"},
        {"case": "order", "seats": [1, 2, 3]},
        {"case": "stub", "players": [7]},
        {"case": "fact", "id": "bets.bet-1.pay-table.flush"},
    ),
    limits=(
        {"bets": [{"bet": "bet-1", "stake": 10}, {"bet": "bet-2", "stake": 10}, {"bet": "bet-3", "stake": 20}]},
        {"community_open": 1, "bets": _BETS},
        {"withdraw": "bet-2", "community_open": 1},
    ),
    edges=kept("let-it-ride", pull_back_edges),
)
