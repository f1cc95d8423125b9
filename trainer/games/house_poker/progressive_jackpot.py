"""Progressive jackpots in card games: a bet on the player's own hand that is paid out of a pot."""

from __future__ import annotations

from trainer.games.house_poker.game import house_poker_game

GAME = house_poker_game(
    "progressive-jackpot",
    settles=(
        {
            "pot": 10_000_000,
            "hands": [
                {"seat": 1, "rank": "straight-flush"},
                {"seat": 4, "rank": "straight-flush"},
                {"seat": 6, "cards": ["TS", "JS", "QS", "KS", "AS"]},
            ],
            "bets": [
                {"bet": "progressive", "stake": 1, "seat": 1},
                {"bet": "progressive", "stake": 1, "seat": 4},
                {"bet": "progressive", "stake": 1, "seat": 6},
            ],
        },
        {"folded": True, "bets": [{"bet": "progressive", "stake": 1}, {"bet": "ante", "stake": 1000}]},
        {"rank": "full-house", "light_on": False, "bets": [{"bet": "progressive", "stake": 1}]},
    ),
    decides=(
        {"case": "rank", "cards": ["KD", "JD", "8D", "5D", "2D"]},
        {"case": "prize-order", "hands": [{"seat": 1, "rank": "royal-flush"}, {"seat": 4, "rank": "flush"}]},
        {"case": "lights", "lights": [5, 6], "chips": [5, 5]},
        {"case": "order", "seats": [1, 2, 3]},
        {"case": "fact", "id": "bets.progressive.outcomes.flush"},
    ),
    limits=(
        {"dealing_started": True, "bets": [{"bet": "progressive", "stake": 5, "seat": 2}]},
        {"bets": [{"bet": "progressive", "stake": 1}, {"bet": "ante", "stake": 1000}]},
    ),
)
