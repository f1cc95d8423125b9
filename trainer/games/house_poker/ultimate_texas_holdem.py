"""Ultimate Texas hold'em: two own cards and five of the table; the earlier a player raises, the more he may."""

from __future__ import annotations

from trainer.games.house_poker.game import house_poker_game
from trainer.games.house_poker.long_edges import long_key
from trainer.games.house_poker.table_edges import own_hand_edges
from trainer.games.kept_edges import kept

_BOARD = ["JD", "JC", "8H", "5S", "2D"]

GAME = house_poker_game(
    "ultimate-texas-holdem",
    edges=kept("ultimate-texas-holdem", own_hand_edges, long_key),
    settles=(
        {
            "player": ["JS", "JH"],
            "dealer": ["KC", "3D"],
            "community": _BOARD,
            "bets": [
                {"bet": "ante", "stake": 10},
                {"bet": "blind", "stake": 10},
                {"bet": "play", "stake": 40},
                {"bet": "trips", "stake": 10},
            ],
        },
        {
            "hands": [
                {"seat": 1, "cards": ["AS", "KD"]},
                {"seat": 2, "cards": ["7H", "4C"], "folded": True},
            ],
            "dealer": ["9C", "7C"],
            "community": ["9H", "7D", "AD", "4S", "2S"],
            "bets": [
                {"bet": "ante", "stake": 10, "seat": 1},
                {"bet": "blind", "stake": 10, "seat": 1},
                {"bet": "play", "stake": 20, "seat": 1},
                {"bet": "ante", "stake": 5, "seat": 2},
                {"bet": "blind", "stake": 5, "seat": 2},
            ],
        },
    ),
    decides=(
        {"case": "rank", "cards": ["JS", "JH", *_BOARD]},
        {"case": "opens", "dealer": ["KC", "3D"], "community": _BOARD},
        {"case": "compare", "player": ["JS", "JH"], "dealer": ["KC", "3D"], "community": _BOARD},
        {
            "case": "next-act",
            "places": {"1": {"ante": 10, "blind": 10}},
            "cards": ["JS", "KC", *_BOARD[:1], "JH", "3D", *_BOARD[1:]],
            "answers": ["check", "play-2"],
        },
        {"case": "order", "seats": [1, 2, 3]},
        {"case": "stub", "players": [7, 4], "counted": [31, 37]},
        {"case": "cut", "cards": [7, 12]},
        {"case": "layout"},
        {"case": "irregularity", "event": "face-up-cards-in-deck", "count": 2},
        {"case": "fact", "id": "bets.trips.pay-table.flush"},
    ),
    limits=(
        {"bets": [{"bet": "ante", "stake": 10}], "community_open": 3},
        {"bets": [{"bet": "ante", "stake": 10}, {"bet": "blind", "stake": 10}, {"bet": "trips", "stake": 15}]},
        {"bets": [{"bet": "trips", "stake": 5}]},
        {"minimum": 10, "maximum": 200},
    ),
)
